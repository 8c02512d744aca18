package server_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouro/internal/needs"
	"ouro/studio/studiotest"
)

// TestPosition uses the page Position: exact values on the arrows, moves by key, solvers, a
// line of moves with its judgement, edits and undo. A reload keeps the view.
func TestPosition(t *testing.T) {
	t.Parallel()
	p := open(t, "#/position?rules=classic&position=4x4/s1.1D/f3.3", studiotest.Desktop)
	p.Until(`/^\d+\.\d+$/.test(document.querySelector(".arrows .best")?.textContent ?? "")`)
	if high := studiotest.Eval[float64](p, `document.querySelector(".board-host canvas").clientHeight`); high < 300 {
		t.Errorf("the board is %v high", high)
	}
	p.Shot("position-exact")
	p.Press("w")
	p.Until(`document.querySelectorAll(".lines .move").length === 1`)
	p.Press(kb.ArrowLeft + "d")
	p.Until(`document.querySelectorAll(".lines .variation .move").length === 1 && location.hash.includes("tree=0:U,0:R&node=v2")`)
	p.Press(kb.Enter)
	p.Until(`[...document.querySelectorAll(".opinion .whose .dim")].filter((e) => e.textContent.includes("s")).length >= 1`)
	p.Shot("position-asked")
	p.Click(".play-on button")
	p.Until(`document.querySelectorAll(".lines .move").length > 8`)
	p.Click(".accuracy header button")
	p.Until(`document.querySelector(".accuracy").textContent.includes("Measured by exact values")`)
	p.Shot("position-judged")
	moves := studiotest.Eval[int](p, `document.querySelectorAll(".lines .move").length`)
	hash := studiotest.Eval[string](p, `new Promise((done) => setTimeout(() => done(location.hash), 1000))`) // by then everything is in the address
	p.Do(chromedp.Reload())
	p.Until(`document.querySelector(".where")?.textContent.includes("length")`)
	if again := studiotest.Eval[string](p, `location.hash`); again != hash {
		t.Errorf("after a reload: %s, before: %s", again, hash)
	}
	p.Until(`document.querySelectorAll(".lines .move").length === ` + strconv.Itoa(moves))
	studiotest.Eval[any](p, `[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Wall").click()`)
	p.Press(kb.ArrowUp + kb.Enter)
	p.Until(`document.querySelector(".values tbody tr") !== null && /\/w/.test(decodeURIComponent(location.hash))`) // a wall has exact values too
	p.Press("u")
	p.Axe()
	p.Until(`document.querySelector(".values tbody tr") !== null && location.hash === ` + strconv.Quote(hash))
}

// TestDraw draws snakes and food with the mouse, and undoes an erased cell. Then the user moves one
// snake, and a solver moves the other.
func TestDraw(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/position?rules=standard&position=7x7/s3.3,h100", studiotest.Tablet)
	position := func(text string) {
		p.Until(`new URLSearchParams(location.hash.split("?")[1]).get("position") === ` + strconv.Quote(text))
	}
	tool := func(name string) {
		studiotest.Eval[any](p, `[...document.querySelectorAll(".tools button")].find((b) => b.textContent === `+strconv.Quote(name)+`).click()`)
	}
	at := func(x, y int) (float64, float64) {
		box := studiotest.Eval[[]float64](p, `(() => { const b = document.querySelector(".board-host canvas").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`)
		return box[0] + (float64(x)+0.5)*box[2]/7, box[1] + (6.5-float64(y))*box[3]/7
	}
	drag := func(cells ...[2]int) {
		for i, c := range cells {
			x, y := at(c[0], c[1])
			if i == 0 {
				p.Do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
			} else {
				p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft))
			}
		}
		x, y := at(cells[len(cells)-1][0], cells[len(cells)-1][1])
		p.Do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	p.Until(`document.querySelectorAll(".arrows button").length === 4`)
	tool("Snake")
	drag([2]int{3, 3}, [2]int{3, 2}, [2]int{2, 2}) // the tail of the existing snake
	position("7x7/s3.3DL,h100")
	drag([2]int{5, 5}, [2]int{5, 4}, [2]int{5, 3})
	position("7x7/s3.3DL,h100/s5.5D2,h100")
	tool("Food")
	drag([2]int{0, 6})
	position("7x7/s3.3DL,h100/s5.5D2,h100/f0.6")
	tool("Erase")
	drag([2]int{5, 4})
	position("7x7/s3.3DL,h100/s5.5,h100/f0.6")
	p.Press("u")
	position("7x7/s3.3DL,h100/s5.5D2,h100/f0.6")
	tool("Play")
	p.Until(`document.querySelectorAll(".arrows button").length === 4`)
	drag([2]int{3, 4}) // up; the solver moves the other snake
	p.Until(`document.querySelectorAll(".lines .move").length === 1 && document.querySelector(".where").textContent.startsWith("turn 1")`)
	p.Shot("position-several")
	p.Axe()
}

// TestPositionOfAnotherStudio: an error about a board disappears when another board is
// shown. After a restart, the studio computes exact values again.
func TestPositionOfAnotherStudio(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	addr, kill := studioAt(t, "127.0.0.1:0")
	p := studiotest.Open(t, "http://"+addr.String()+"/#/position?rules=classic&position=6x6/s0.0/f3.3", studiotest.Desktop)
	p.MayLog("WebSocket connection to", "Failed to load resource")
	typed := func(text string) {
		t.Helper()
		p.Fill(`[aria-label="position as text"]`, text)
	}
	const banner = `document.querySelector(".warned").textContent`
	p.Until(`document.querySelectorAll(".arrows button").length === 2`)
	typed("5x5/s9.9")
	p.Until(banner + ` !== ""`)
	p.Shot("position-mistyped")
	typed("6x6/s0.0/f5.5")
	p.Until(`location.hash.includes("f5.5") && ` + banner + ` === ""`)

	typed("5x6/s0.0/f3.3")
	p.Until(`location.hash.includes("5x6")`)
	const card, progress = `.facts-side > .card`, `document.querySelector(".facts-side > .card progress")`
	p.Until(`document.querySelector("` + card + ` header button").textContent === "Compute"`)
	p.Click(card + " header button")
	p.Until(progress + ` !== null`)
	kill()
	p.Until(`document.querySelector(".status").dataset.state === "lost"`)
	_, _ = studioAt(t, addr.String())
	p.Until(`document.querySelector(".status").dataset.state === "ready"`)
	p.Until(progress + ` !== null && /computing|listing/.test(document.querySelector("` + card + ` p").textContent)`)
	p.Click(card + " header button")
	p.Until(progress + ` === null && document.querySelector("` + card + ` p").textContent === "stopped"`)
}

// TestMarks: arrows, circles and comments are in the link, and a reload keeps them.
func TestMarks(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/position?rules=classic&position=4x4/s1.1D/f3.3", studiotest.Desktop)
	p.Until(`document.querySelectorAll(".arrows button").length > 2`)
	at := func(x, y float64) (float64, float64) {
		box := studiotest.Eval[[]float64](p, `(() => { const b = document.querySelector(".board-host canvas").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`)
		return box[0] + (x+0.5)*box[2]/4, box[1] + (3.5-y)*box[3]/4
	}
	x, y := at(0, 0)
	p.Do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
	x, y = at(2, 3)
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonRight), chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
	studiotest.Eval[any](p, `[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Arrow").click()`)
	x, y = at(3, 0)
	p.Do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)), chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.Fill(`.comment-card textarea`, "a trap: see B")
	const drawn = `document.querySelectorAll(".drawn-marks line").length === 1 && document.querySelectorAll(".drawn-marks circle").length === 1`
	p.Until(drawn + ` && location.hash.includes("marks=0:0-14~3&comment=0:a+trap:+see+B")`)
	p.Do(chromedp.Reload())
	p.Until(drawn + ` && document.querySelector(".comment-card textarea").value === "a trap: see B"`)
	p.Axe()
}

// TestDrill: after the moves of a game have been judged, its worst moves become tasks. Their
// answers are hidden until the user has moved.
func TestDrill(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/position?solver=bfs&board=4x4&seed=3", studiotest.Desktop)
	p.Until(`document.querySelectorAll(".lines .move").length > 4`)
	p.Click(".accuracy header button")
	p.Until(`document.querySelector(".start-drill").checkVisibility()`)
	p.Click(".start-drill")
	const hidden = `getComputedStyle(document.querySelector(".facts-side")).visibility === "hidden"`
	p.Until(hidden + ` && document.querySelectorAll(".arrows button.bare").length > 1 && document.querySelector(".arrows .best") === null`)
	p.Shot("position-drill")
	p.Axe()
	p.Click(".arrows button")
	p.Until(`/Right:|Best is/.test(document.querySelector(".drill").textContent) && !(` + hidden + `)`)
	p.Click(".next-task")
	p.Until(hidden + ` || document.querySelector(".drill").hidden`)
}
