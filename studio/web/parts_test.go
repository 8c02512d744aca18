package web_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouro/studio/studiotest"
)

func TestMain(m *testing.M) { os.Exit(studiotest.Main{M: m}.Run()) }

// TestParts: the timeline, the charts, the tree of calls and the exact values work by
// keyboard and by mouse. They have texts that describe what they show, and are accessible.
func TestParts(t *testing.T) {
	t.Parallel()
	p := studiotest.Open(t, files(t)+"/tests/parts.html", studiotest.Phone)
	p.Until("window.ready === true")
	equal := func(expression, want string) {
		t.Helper()
		if got := studiotest.Eval[string](p, "String("+expression+")"); got != want {
			t.Errorf("%s is %q, not %q", expression, got, want)
		}
	}

	p.Do(chromedp.Focus(chromedp.CSS("#timeline")))
	p.Press(kb.ArrowRight + kb.ArrowLeft + kb.ArrowLeft + kb.PageUp + kb.Home + kb.End)
	equal("called.seek", "21,20,19,29,0,200")
	p.Until(`document.querySelector("#timeline").getAttribute("aria-valuetext") === "move 200 of 200, length 42"`)
	p.Click("#timeline")
	equal("called.seek.at(-1)", "100") // the middle of the timeline

	p.Until(`document.querySelector("[aria-label^='Length against moves. cell: length 0 to 547.7 over moves 0 to 299999']") !== null`)
	p.Click(".chart-plot.pickable")
	equal("called.x.length", "1")
	p.Click(".chart summary")
	p.Until(`document.querySelectorAll(".chart-table tr").length > 20`)
	for _, look := range []struct{ scheme, first string }{{"dark", "rgb(86, 180, 233)"}, {"light", "rgb(0, 114, 178)"}} {
		studiotest.Eval[string](p, `document.documentElement.style.colorScheme = "`+look.scheme+`"`)
		p.Until(`document.querySelector(".chart-swatch")?.style.borderTopColor === "` + look.first + `"`)
	}

	p.Do(chromedp.Focus(chromedp.CSS("#tree [tabindex='0']")))
	p.Press(kb.ArrowDown + kb.ArrowRight + kb.ArrowDown + kb.ArrowDown + kb.Enter)
	equal("called.pick", "01")
	studiotest.Eval[bool](p, "again(), true")
	equal(`document.querySelectorAll("#tree [role=treeitem]").length`, "7") // branches that were open stay open
	p.Press(kb.ArrowLeft + kb.ArrowLeft)
	equal(`document.querySelectorAll("#tree [role=treeitem]").length`, "4")

	// A new engine computes exact values again. If the user had stopped the computation,
	// it stays stopped, and the text says so.
	p.Click("#exact button")
	studiotest.Eval[bool](p, "reopened(), true")
	equal("called.exact", "compute,compute")
	equal(`document.querySelector("#exact button").textContent`, "Stop")
	p.Click("#exact button")
	studiotest.Eval[bool](p, "reopened(), reopened(), true")
	equal("called.exact", "compute,compute,stop")
	equal(`document.querySelector("#exact p").textContent`, "stopped")
	equal(`document.querySelector("#exact button").textContent`, "Compute")

	// An answer that comes late appears only with the position that it is about. Overlays
	// of the same name share a switch.
	studiotest.Eval[bool](p, "late(), true")
	equal(`document.querySelector("#questions .opinion").textContent`, "cell·")
	equal(`document.querySelectorAll("#questions .overlays li").length`, "0")
	studiotest.Eval[bool](p, "back(), true")
	equal(`document.querySelector("#questions .opinion .dim").textContent`, "score -4 · 4 moves ahead · 9 nodes · 12 µs")
	equal(`[...document.querySelectorAll("#questions .overlays li")].map((e) => e.textContent).join()`, "1planned path2 cells,2ways weighed2 cells")
	equal("called.notes", "1")

	for seed := range 50 {
		equal(fmt.Sprintf("redraw(%d)", seed+1), "")
	}

	p.Shot("parts")
	p.Axe()
}
