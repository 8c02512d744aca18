package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouro/internal/needs"
	"ouro/studio/studiotest"
)

// Expressions for parts of the page.
const (
	turnValue = `document.querySelector(".turn").value`
	isStopped = `document.querySelector(".transport [aria-label=play]") !== null`
	boardHash = `(document.querySelector(".board-host")?.dataset.hash ?? "")`
)

// at waits until the page has stopped at a turn. It returns the hash of the position there.
func at(p *studiotest.Page, turn int) string {
	p.Until(fmt.Sprintf(`%s && document.querySelector(".board-host")?.dataset.turn === "%d" && %s !== ""`, isStopped, turn, boardHash))
	return studiotest.Eval[string](p, boardHash)
}

// goTo types a turn, waits for it as at does, and returns the hash of the position there.
func goTo(p *studiotest.Page, turn int) string {
	p.Press(":")
	p.Press(fmt.Sprintf("%d\r", turn))
	return at(p, turn)
}

// noScroll fails if the page is wider than its window.
func noScroll(t *testing.T, p *studiotest.Page, where string) {
	t.Helper()
	if wide := studiotest.Eval[string](p, `(async () => { for (let i = 0; i < 300 && document.documentElement.scrollWidth > innerWidth; i++) await new Promise(requestAnimationFrame); })().then(() => document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName + "." + e.className).slice(0, 5).join(" "))`); wide != "" {
		t.Errorf("%s: wider than the window: %s", where, wide)
	}
}

// TestWatch: the page opens with a game of the champion. A link shows the same position
// in another browser, after a reload, and after going back.
func TestWatch(t *testing.T) {
	t.Parallel()
	root := serve(t)
	p := studiotest.Open(t, root+"/#/watch", studiotest.Desktop)
	p.Until(`Number(document.querySelector(".turn")?.value) > 3`)
	t.Logf("the champion has moved after %.0f ms", studiotest.Eval[float64](p, `performance.now()`))
	p.Shot("watch")
	p.Press(" ")
	p.Press("1")
	first := goTo(p, 25)
	p.Until(`location.hash.includes("turn=25") && location.hash.includes("show=plan")`)
	link := studiotest.Eval[string](p, `location.hash`)
	if second := goTo(p, 26); second == first {
		t.Errorf("two positions have one hash, %s", first)
	}
	p.Press(",") // one turn back
	if again := at(p, 25); again != first {
		t.Errorf("one turn back shows %s, want %s", again, first)
	}

	for _, size := range []studiotest.Size{studiotest.Tablet, studiotest.Phone, {W: 360, H: 640}} {
		p.Resize(size)
		noScroll(t, p, fmt.Sprintf("watch at %dx%d", size.W, size.H))
		p.Shot(fmt.Sprintf("watch-%d", size.W))
	}
	p.Axe()
	p.Resize(studiotest.Desktop)
	p.Click("#theme") // light
	p.Click("#theme") // dark
	p.Until(`getComputedStyle(document.documentElement).colorScheme === "dark" && document.getAnimations().length === 0`)
	p.Axe()
	p.Shot("watch-dark")

	p.Do(chromedp.Reload())
	if again := at(p, 25); again != first {
		t.Errorf("after a reload %s is shown, want %s", again, first)
	}
	p.Press("n") // the next game runs
	p.Until(`location.hash.includes("game=1") && !(` + isStopped + `) && Number(document.querySelector(".turn")?.value) > 1`)
	p.Do(chromedp.NavigateBack())
	if again := at(p, 25); again != first {
		t.Errorf("after going back %s is shown, want %s", again, first)
	}

	q := studiotest.Open(t, serve(t)+"/"+link, studiotest.Desktop) // in another studio
	if there := at(q, 25); there != first {
		t.Errorf("in another studio the link shows %s, want %s", there, first)
	}
	q.Until(`document.querySelector(".overlays [aria-pressed=true]")?.textContent.includes("planned path")`)
	q.Axe()

	// Try another move, then return to the game itself.
	q.Press("x")
	q.Press(kb.ArrowUp)
	q.Until(`document.body.textContent.includes("this is a variation, not the game") && document.querySelector(".board-host").dataset.turn === "26"`)
	q.Press("o")
	q.Until(`!document.body.textContent.includes("this is a variation, not the game")`)
	if there := goTo(q, 25); there != first {
		t.Errorf("back from another move %s is shown, want %s", there, first)
	}

	// A click on the line under the board seeks.
	q.Press(kb.End)
	q.Do(chromedp.Click(chromedp.CSS(".timeline")))
	q.Until(fmt.Sprintf(`%s && Math.abs(Number(%s) - Number(document.querySelector(".timeline").getAttribute("aria-valuemax")) / 2) <= 1`, isStopped, turnValue))
}

// TestThinking: during the first decision, the page shows the board, and says that a solver
// is thinking.
func TestThinking(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?solver=ouroboros:budget=10s", studiotest.Desktop)
	p.Until(`document.querySelector(".facts-side")?.textContent.includes("The solver is thinking.")`)
	p.Until(`(() => {
		const c = document.querySelector(".board-host canvas");
		return c !== null && c.width > 0 && c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some(v => v > 0);
	})()`)
	p.Shot("thinking")
}

// TestFarAhead: the key that stops the game also stops a seek to a distant turn.
func TestFarAhead(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?board=64x64&solver=predictive&turn=3000000", studiotest.Desktop)
	const reached = `+(document.querySelector(".transport .of")?.textContent ?? "").replace(/\D/g, "")`
	p.Until(reached + ` > 100 && document.querySelector(".transport [aria-label=pause]") !== null`)
	p.Press(" ")
	p.Until(isStopped + ` && +` + turnValue + `.replace(/\D/g, "") > 100 && ` + boardHash + ` !== ""`)
	turn := studiotest.Eval[string](p, turnValue)
	if later := studiotest.Eval[string](p, `new Promise(done => setTimeout(() => done(`+turnValue+`), 700))`); later != turn {
		t.Errorf("the game stopped at %s and is at %s", turn, later)
	}
	p.Press(" ")
	p.Until(`document.querySelector(".transport [aria-label=pause]") !== null && ` + turnValue + ` !== ` + fmt.Sprintf("%q", turn))
}

// TestCopy: links can be copied in dialogs, even without a clipboard. Pages loaded by plain
// HTTP have no clipboard.
func TestCopy(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?board=8x8&seed=2&play=false", studiotest.Desktop)
	studiotest.Eval[bool](p, `(Object.defineProperty(navigator, "clipboard", { value: undefined }), document.addEventListener("copy", () => {
		const a = document.activeElement;
		window.copied = a.value.slice(a.selectionStart, a.selectionEnd);
	}), true)`)
	at(p, 0)
	copied := func(selector, what, want string) {
		t.Helper()
		studiotest.Eval[bool](p, `(window.copied = "", true)`)
		p.Click(selector)
		p.Until(fmt.Sprintf(`document.querySelector("#toasts")?.textContent.includes(%q)`, "The "+what+" is copied."))
		if got := studiotest.Eval[string](p, `window.copied`); !strings.Contains(got, want) || studiotest.Eval[bool](p, `document.activeElement !== document.querySelector('`+selector+`') || document.querySelector("textarea") !== null`) {
			t.Errorf("%s: %q is copied, and the focus was not restored or an element remains", what, got)
		}
	}
	copied(`.transport [aria-label="copy the link to this position"]`, "link to this position", "/#/watch?board=8x8&")
	p.Press("e")
	p.Until(`document.querySelector("dialog code")?.textContent.startsWith("ouro ")`) // when this text appears, the elements below it move
	copied(`dialog [aria-label="Copy the link"]`, "link", "/#/watch?board=8x8&")
	copied(`dialog [aria-label="Copy the command line"]`, "command line", "ouro ")
}

// TestWrongLink: a wrong link shows an error and a game.
func TestWrongLink(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	root := serve(t)
	p := studiotest.Open(t, root+"/#/watch?solver=cel&board=8x8&turn=x", studiotest.Tablet)
	p.Until(`document.querySelector(".wrong")?.textContent.includes("did you mean cell") && Number(document.querySelector(".turn")?.value) > 1`)
	if message := studiotest.Eval[string](p, `document.querySelector(".wrong").textContent`); !strings.Contains(message, `turn "x"`) {
		t.Errorf("the error is only %q", message)
	}
	p.Shot("nonsense")
	for link, want := range map[string]string{
		"#/nowhere":       `There is no page "nowhere"`,
		"#/arena":         "the tournaments of ouro arena run",
		"#/server?game=1": "ouro serve --studio",
		"#/watch?seed=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E": "<img src=x onerror=alert(1)>",
		"#/watch?z=AAAA":             "z",
		"#/watch?board=%zz":          "%zz",
		"#/compare?solver=tablebase": "tablebase",
	} {
		p.Go("about:blank")
		p.Go(root + "/" + link)
		p.Until(fmt.Sprintf(`document.querySelector(".wrong")?.textContent.includes(%q) && (document.querySelector("canvas") ?? document.querySelector(".wrong a")) !== null`, want))
	}
}

func search(p *studiotest.Page, words string) {
	p.Until(`document.activeElement.type === "search"`)
	p.Fill("dialog input[type=search]", words)
}

// TestChoose: in dialogs the user chooses solvers and games. If a choice is impossible, the
// dialog says why.
func TestChoose(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?board=7x7&turn=0&play=false", studiotest.Phone)
	at(p, 0)
	p.Press("/")
	search(p, "tree of")
	p.Until(`document.querySelectorAll("dialog [role=option]").length === 1`)
	p.Press("\r")
	p.Until(`document.querySelector("dialog [role=alert]")?.textContent.includes("even")`) // the solver needs an even side
	p.Axe()
	p.Shot("picker")
	search(p, "hamilton")
	p.Press("\r")
	p.Until(`document.querySelector("dialog") === null && location.hash.includes("solver=hamilton")`)
	p.Until(`Number(document.querySelector(".turn")?.value) > 1`)
	p.Do(chromedp.Click(chromedp.CSS("[aria-label='change the game']")))
	p.Fill("dialog [name=rules]", "maze")
	p.Axe()
	p.Shot("game-form")
	p.Click("dialog .first")
	p.Until(`document.querySelector("dialog") === null && location.hash.includes("rules=maze") &&
		document.body.textContent.includes("maze lattice") && Number(document.querySelector(".turn")?.value) > 1`) // the page shows the other game
	p.Press("?")
	p.Until(`document.querySelector("dialog .keys")?.textContent.includes("tree of calls")`)
	p.Axe()
}

// TestChooseLevel: the form offers the levels of classic Snake. Beside the board, the page shows why the
// solver cannot fill it, or which cycle it follows.
func TestChooseLevel(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?board=7x7&turn=0&play=false", studiotest.Desktop)
	at(p, 0)
	choose := func(level string) {
		p.Do(chromedp.Click(chromedp.CSS("[aria-label='change the game']")))
		p.Fill("dialog [name=level]", level)
		p.Until(`document.querySelector("dialog [name=board]").closest(".field").hidden`)
		p.Axe()
		p.Shot("level-form")
		p.Click("dialog .first")
	}
	choose("cross")
	p.Until(`document.querySelector("dialog") === null && location.hash.includes("level=cross") && !location.hash.includes("board=") &&
		document.querySelector(".solver-card .certificate")?.textContent.includes("This board: no cycle: the 10 dark cells near (2,4)")`)
	p.Axe()
	p.Shot("certificate")
	choose("ell")
	p.Until(`document.querySelector(".solver-card .certificate")?.textContent === "This board: a cycle visits all 28 cells."`)
	p.Press("n")
	p.Until(`location.hash.includes("level=ell") && Number(document.querySelector(".turn")?.value) > 1`)
}

// TestWatchSeveral: a link to Watch with several games shows the page Compare. Going back
// works.
func TestWatchSeveral(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	root := serve(t)
	p := studiotest.Open(t, root+"/#/tour", studiotest.Desktop)
	p.Until(`document.querySelector(".chapters") !== null`)
	p.Go(root + "/#/watch?solver=cell&solver=bfs&board=6x6&speed=0")
	p.Until(`[...document.querySelectorAll(".lane-head .name")].map(e => e.textContent).join() === "cell,bfs" && location.hash.startsWith("#/compare?")`)
	studiotest.Eval[bool](p, `history.back() ?? true`)
	p.Until(`document.querySelector(".chapters") !== null`)
}

// TestCompare: solvers side by side get the same food. A link shows the same comparison.
func TestCompare(t *testing.T) {
	t.Parallel()
	p := open(t, "#/compare?solver=cell&solver=hamilton&board=6x6&speed=0", studiotest.Desktop)
	p.Until(`[...document.querySelectorAll(".lane-head .says")].map(e => e.textContent).filter(t => t.startsWith("won")).length === 2`)
	p.Until(`/^A leads B by \d+ moves$/.test(document.querySelector(".lead").textContent)`)
	p.Axe()
	p.Shot("compare")
	goTo(p, 40)
	hashes := `[...document.querySelectorAll(".board-host")].map(e => e.dataset.hash).join()`
	p.Until(`!` + hashes + `.split(",").includes("")`)
	moves := studiotest.Eval[string](p, hashes)
	p.Press("m") // synchronise by meals
	p.Until(`location.hash.includes("by=meals")`)
	same := `new Set([...document.querySelectorAll(".lane-head .says")].map(e => /length (\d+)/.exec(e.textContent)[1])).size`
	if n := studiotest.Eval[int](p, same); n > 2 {
		t.Errorf("synchronised by meals, the snakes have %d lengths", n)
	}
	p.Press("m")
	p.Until(`!location.hash.includes("by=meals")`)
	p.Do(chromedp.Reload())
	at(p, 40)
	p.Until(hashes + ` === "` + moves + `"`)
	p.Resize(studiotest.Phone)
	noScroll(t, p, "compare")
	p.Shot("compare-390")
	p.Press("c")
	search(p, "lookahead")
	p.Press("\r")
	p.Until(`document.querySelectorAll(".board-host").length === 3 && Number(document.querySelector(".turn")?.value) > 1`)
}
