package server_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouro/studio/studiotest"
)

// TestPosition is how somebody uses the board: exact values on the arrows, moves by
// key, another one tried, solvers asked, a line played on and judged, drawing and
// undoing; and a reload keeps what is shown.
func TestPosition(t *testing.T) {
	p := open(t, "#/position?rules=classic&position=4x4/s1.1D/f3.3", studiotest.Desk)
	p.Until(`/^\d+\.\d+$/.test(document.querySelector(".arrows .best")?.textContent ?? "")`)
	if high := studiotest.Eval[float64](p, `document.querySelector(".board-host canvas").clientHeight`); high < 300 {
		t.Errorf("the board is %v high", high)
	}
	p.Shot("position-exact")
	p.Press("w")
	p.Until(`document.querySelectorAll(".lines .move").length === 1`)
	p.Press(kb.ArrowLeft + "d")
	p.Until(`document.querySelectorAll(".lines .variation .move").length === 1 && location.hash.includes("s2.1")`)
	p.Press(kb.Enter)
	p.Until(`[...document.querySelectorAll(".opinion .whose .dim")].filter((e) => e.textContent.includes("s")).length >= 1`)
	p.Shot("position-asked")
	p.Click(".play-on button")
	p.Until(`document.querySelectorAll(".lines .move").length > 8`)
	p.Click(".accuracy header button")
	p.Until(`document.querySelector(".accuracy").textContent.includes("Against exact values")`)
	p.Shot("position-judged")
	hash := studiotest.Eval[string](p, `location.hash`)
	p.Do(chromedp.Reload())
	p.Until(`document.querySelector(".where")?.textContent.includes("length")`)
	if again := studiotest.Eval[string](p, `location.hash`); again != hash {
		t.Errorf("after a reload: %s, before: %s", again, hash)
	}
	studiotest.Eval[any](p, `[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Wall").click()`)
	p.Press(kb.ArrowUp + kb.Enter)
	p.Until(`document.querySelector(".facts-side").textContent.includes("boards without walls")`)
	p.Press("u")
	p.Axe()
	p.Until(`document.querySelector(".values tbody tr") !== null && location.hash === ` + strconv.Quote(hash))
}
