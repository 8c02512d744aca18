package bench_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"ouro/internal/needs"
	"ouro/studio/server"
	"ouro/studio/studiotest"
)

// TestPage measures three solvers in a browser and stops once. The link contains the number of
// games.
func TestPage(t *testing.T) {
	needs.Trial(t)
	s := server.New(server.Config{})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	p := studiotest.Open(t, h.URL+"/#/bench?board=8x8&solver=ouroboros&solver=cell&solver=shortcut&games=10000&seed=5", studiotest.Desktop)
	const done = `Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow") ?? 0)`
	p.Until(`document.querySelector(".bench-run .first")?.textContent === "Go"`)
	p.Shot("bench-empty")
	p.Click(".bench-run .first")
	p.Until(done + ` > 0`)
	p.Click(".bench-run .first")
	p.Until(`document.querySelector(".bench-run .first").textContent === "Continue"`)
	games := fmt.Sprint(100 * (3 + studiotest.Eval[int](p, done)/100)) // more than were played so far
	p.Fill("#bench-games", games)
	p.Until(`document.querySelector(".bench-done p").textContent.includes(" of ` + games + ` games")`)
	p.Click(".bench-run .first")
	p.Until(done + ` === ` + games + ` && document.querySelector(".bench-run .first").textContent === "More games"`)
	if got := studiotest.Eval[string](p, `document.querySelector(".leads th").textContent`); got != "ouroborosthe best" {
		t.Errorf("the leading solver is %q", got)
	}
	if got := studiotest.Eval[string](p, `document.querySelector(".bench-command code").textContent`); got != "ouro bench ouroboros cell shortcut --board 8x8 --seed 5 --games "+games+" --vs-distance --no-times" {
		t.Errorf("the command is %q", got)
	}
	p.Shot("bench")
	for name, size := range map[string]studiotest.Size{"bench-table": studiotest.Tablet, "bench-phone": studiotest.Phone} {
		p.Resize(size)
		p.Shot(name)
		if wide := studiotest.Eval[[]string](p, `[...document.querySelectorAll("body *")].filter((e) => !e.closest(".scroll, code") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 100))`); len(wide) > 0 {
			t.Errorf("%s: wider than the window: %q", name, wide)
		}
		p.Shot(name)
	}
	// If default solvers cannot play a board, others replace them. So default solvers never
	// prevent the choice of a board.
	names := `[...document.querySelectorAll(".chip .plain:not(.icon)")].map((e) => e.textContent).join()`
	p.Go(h.URL + "/#/bench?board=7x7")
	p.Until(names + ` === "ouroboros,shortcut,repair"`)
	p.Go(h.URL + "/#/bench")
	p.Until(names + ` === "ouroboros,cell,shortcut"`)
	p.Click("[aria-label='change the game']")
	p.Fill("dialog [name=board]", "7x7")
	p.Click("dialog .first")
	p.Until(`document.querySelector("dialog") === null && ` + names + ` === "ouroboros,shortcut,repair"`)
	// A solver that rarely wins may need few moves when it does, so the table compares wins
	// first.
	p.Go(h.URL + "/#/bench?board=6x6&solver=cell&solver=bfs&games=60")
	p.Until(`document.querySelector(".bench-run .first")?.textContent === "Go" && document.querySelectorAll(".chip").length === 2`)
	p.Click(".bench-run .first")
	p.Until(done + ` === 60`)
	p.Until(`document.querySelector("[aria-label='differences between solvers'] tbody td:last-child")?.textContent === "cell wins more games"`)
	p.Go(h.URL + "/#/bench?solver=nobody")
	p.Until(`document.querySelector(".wrong")?.textContent.includes("nobody")`)
	p.Go(h.URL + "/#/bench?board=4x4&solver=bfs&solver=cell")
	p.Until(`document.querySelector(".bench-run .first")?.textContent === "Go"`)
	p.Axe() // this call is last, because it skips the rest of the test if axe is not installed
}
