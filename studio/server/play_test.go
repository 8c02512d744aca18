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

// TestHunterPage plays Snake Hunter by keys, from the menu to the end of the game, with a
// bomb and a pause. The hunter soon dies by its own bombs. The accessibility checker axe
// reports nothing. The game can be saved as a page, also while its record is replayed.
func TestHunterPage(t *testing.T) {
	t.Parallel()
	p := open(t, "#/hunter?seed=4&snakes=1", studiotest.Desktop)
	at := func(what string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector("ouro-hunter")?.dataset.at === %q`, what))
	}
	p.Until(`document.activeElement?.textContent === "Start"`)
	p.Shot("hunter-menu")
	p.Axe()
	p.Press(kb.Enter)
	at("ready")
	p.Until(`document.querySelector(".hunt-card.ready") !== null`)
	p.Axe()
	p.Press(" ")
	at("playing")
	p.Press("p")
	at("paused")
	p.Shot("hunter-paused")
	p.Press(kb.Enter)
	at("playing")
	p.Press("?") // the help pauses the game
	at("paused")
	p.Until(`document.querySelector("dialog.help[open]") !== null`)
	p.Press(kb.Escape)
	p.Until(`document.querySelector("dialog[open]") === null && document.activeElement?.textContent === "Resume"`)
	p.Press(kb.Enter)
	at("playing")
	for range 300 { // on a busy machine the page may be slow, and the game waits for it
		state := studiotest.Eval[string](p, `new Promise(r => setTimeout(() => r(document.querySelector("ouro-hunter").dataset.at), 300))`)
		if state == "over" {
			break
		}
		if key := map[string]string{"playing": " ", "paused": kb.Enter}[state]; key != "" {
			p.Press(key)
		}
	}
	at("over")
	p.Shot("hunter-over")
	p.Axe()
	studiotest.Eval[bool](p, `(() => {
		window.saved = [];
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(/data-game>[^<]{100}/.test(text) && text.includes("HuntTape") && text.endsWith("</html>\n"))); return make(blob); };
		return true;
	})()`)
	press := func(name string) {
		studiotest.Eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll(".hunt-card.over button")].find((b) => b.textContent === %q).click(), true`, name))
	}
	press("Save a page to share")
	p.Until(`saved.length === 1 && saved[0]`)
	press("Replay")
	p.Until(`location.hash.startsWith("#/replay") && document.querySelector("ouro-replay .watching canvas") !== null`)
	p.Press("e")
	p.Until(`saved.length === 2 && saved[1]`)
}

// TestHunterPhone: on a phone, Snake Hunter is not wider than the window, and a game of bots
// starts.
func TestHunterPhone(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/hunter?start-level=8&bots=2", studiotest.Phone)
	p.Until(`document.querySelector("ouro-hunter canvas") !== null`)
	p.Until(`document.documentElement.scrollWidth <= innerWidth`)
	p.Until(`document.querySelector('.hunt-card select[aria-label="level"]')?.options[0]?.value === "1"`) // the levels have loaded
	p.Click(`.hunt-card .first`)
	p.Until(`document.querySelector("ouro-hunter").dataset.at === "playing"`)
	p.Shot("hunter-phone")
}

// TestHunterSideways: on a phone in landscape, the game starts without scrolling, and the
// pad is beside a large board. If there is only one pad, the menu offers no game for two
// people.
func TestHunterSideways(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/hunter?seed=4&snakes=1", studiotest.Phone)
	inside := func(what, selector string) {
		t.Helper()
		if box := studiotest.Eval[string](p, fmt.Sprintf(`(() => {
			const b = document.querySelector(%q).getBoundingClientRect();
			return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth && b.width > 0 ? "" : JSON.stringify(b);
		})()`, selector)); box != "" {
			t.Errorf("%s is not fully visible: %s", what, box)
		}
	}
	for _, size := range []studiotest.Size{{W: 844, H: 390}, {W: 667, H: 375}} {
		p.Do(chromedp.EmulateViewport(size.W, size.H, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateLandscape), chromedp.Reload())
		p.Until(`matchMedia("(pointer: coarse)").matches && document.activeElement?.textContent === "Start" && document.querySelector(".hunt-card select").options.length > 1`)
		p.Shot(fmt.Sprintf("hunter-sideways-%d", size.W))
		inside("Start", ".hunt-card .first")
		if teams := studiotest.Eval[string](p, `document.querySelector(".hunt-card .teams").textContent`); strings.Contains(teams, "Two players") {
			t.Errorf("with one pad there are %q", teams)
		}
		noScroll(t, p, "Snake Hunter sideways")
		p.Click(".hunt-card .first")
		p.Until(`document.querySelector(".hunt-card.ready") !== null`)
		p.Shot(fmt.Sprintf("hunter-sideways-ready-%d", size.W))
		inside("the button of the start", ".hunt-card.ready .first")
		p.Click(".hunt-card.ready .first")
		p.Until(`document.querySelector("ouro-hunter").dataset.at === "playing"`)
		inside("the stick", ".stick")
		inside("the bomb", ".bomb")
		if high := studiotest.Eval[float64](p, `document.querySelector("ouro-hunter .stage").clientHeight`); high < 230 {
			t.Errorf("at %dx%d the board is %v high", size.W, size.H, high)
		}
		if apart := studiotest.Eval[bool](p, `(() => {
			const at = (s) => document.querySelector(s).getBoundingClientRect();
			return at(".stick").right <= at("ouro-hunter .stage").left && at("ouro-hunter .stage").right <= at(".bomb").left;
		})()`); !apart {
			t.Error("the pad covers the board")
		}
		p.Shot(fmt.Sprintf("hunter-sideways-playing-%d", size.W))
		p.Press("p")
		p.Until(`document.querySelector(".hunt-card.paused") !== null`)
		p.Shot(fmt.Sprintf("hunter-sideways-paused-%d", size.W))
		inside("the last button of the pause", ".hunt-card.paused .actions button:last-child")
	}
}

// TestPlayPage: in classic Snake, the first key starts a game, hints are shown, and hitting
// the wall ends the game. A game of Battlesnake waits for each key.
func TestPlayPage(t *testing.T) {
	t.Parallel()
	base := serve(t)
	p := studiotest.Open(t, base+"/#/play?seed=3&hint=cell&speed=30", studiotest.Desktop)
	facts := `(document.querySelector(".playing .facts")?.textContent ?? "")`
	p.Until(`document.querySelector(".playing .hint")?.textContent !== "" && ` + facts + `.includes("moves0")`)
	p.Axe()
	p.Press(kb.ArrowUp)
	p.Until(`document.querySelector(".play-over")?.textContent.includes("Play again")`)
	p.Shot("play-over")
	p.Click(".playing .take-away")
	p.Until(`document.querySelector("dialog[open] [data-what=gif]") !== null`)
	// The saved page consists of a part of the studio and a part of the engine.
	studiotest.Eval[bool](p, `(URL.createObjectURL = (blob) => { blob.text().then((text) => { window.savedPage = text; }); return "blob:saved"; }, HTMLAnchorElement.prototype.click = () => {}, true)`)
	p.Click(`dialog [data-what=page]`)
	p.Click(`dialog button[type=submit]`)
	p.Until(`window.savedPage?.startsWith("<!doctype html>") && window.savedPage.endsWith("</html>\n") && window.savedPage.includes("<title>Ouro: ")`)
	p.Press(kb.Escape)

	// If a side of the board is odd, cell cannot play there, and the hints come from ouroboros.
	for board, hint := range map[string]string{"5x5": "ouroboros", "12x5": "ouroboros", "6x6": "cell"} {
		p.Go("about:blank")
		p.Go(base + "/#/play?board=" + board)
		p.Until(`document.querySelector(".playing label[for=play-hints]")?.textContent.startsWith("show what ")`)
		p.Press("t")
		p.Until(`/^[↑→↓←] (up|right|down|left)$/.test(document.querySelector(".playing .hint")?.textContent)`)
		if text := studiotest.Eval[string](p, `document.querySelector(".playing label[for=play-hints]").textContent`); text != "show what "+hint+" would do" {
			t.Errorf("on %s it offers %q, want %s", board, text, hint)
		}
	}

	// The dialog refuses a solver that cannot play on the board. It says why.
	p.Go("about:blank")
	p.Go(base + "/#/play?board=5x5")
	p.Until(`document.querySelector(".playing label[for=play-hints]") !== null && ` + facts + `.includes("moves0")`)
	p.Click(".playing .change-hint")
	p.Click("dialog[open] [data-name=cell]")
	p.Click("dialog[open] button[type=submit]")
	p.Until(`document.querySelector("dialog[open] .field-wrong")?.textContent.includes("even")`)
	p.Click("dialog[open] [data-name=bfs]")
	p.Click("dialog[open] button[type=submit]")
	p.Until(`document.querySelector(".playing label[for=play-hints]")?.textContent === "show what bfs would do"`)

	p.Go(base + "/#/play?rules=standard&seed=3")
	p.Until(`document.querySelectorAll(".playing .others li").length === 2 && ` + facts + `.includes("moves0")`)
	moves := studiotest.Eval[string](p, `new Promise(r => setTimeout(() => r(`+facts+`), 500))`)
	p.Press(kb.ArrowRight)
	p.Until(facts + `.includes("moves1")`)
	studiotest.Eval[bool](p, `new Promise(r => setTimeout(() => r(true), 500))`)
	if after := studiotest.Eval[string](p, facts); moves == after || !studiotest.Eval[bool](p, facts+`.includes("moves1health")`) {
		t.Errorf("it does not wait for keys: %q, then %q", moves, after)
	}
	p.Shot("play-battlesnake")
	p.Axe()

	// The dialog also refuses snakes that cannot play.
	p.Click(`.playing .others button[aria-label^="change snake"]`)
	p.Click("dialog[open] [data-name=tablebase]")
	p.Click("dialog[open] button[type=submit]")
	p.Until(`document.querySelector("dialog[open] .field-wrong")?.textContent.includes("tablebase")`)
	p.Click("dialog[open] [data-name=floodfill]")
	p.Click("dialog[open] button[type=submit]")
	p.Until(`[...document.querySelectorAll(".playing .others li")].some((li) => li.textContent.includes("floodfill"))`)
}

// TestTour: in every chapter, the examples run and show their overlays. The
// accessibility checker axe reports nothing.
func TestTour(t *testing.T) {
	t.Parallel()
	p := open(t, "#/tour", studiotest.Desktop)
	chapters := []struct{ name, alive string }{
		{"backtracking", `document.querySelectorAll(".tour .legend li").length >= 4 && document.querySelector(".tour .calls [role=treeitem]") !== null && document.querySelectorAll(".letter").length === 9`},
		{"scored-map", `document.querySelectorAll(".tour .legend li").length >= 5`},
		{"virtual-snake", `document.querySelectorAll(".tour .legend li").length >= 3`},
		{"cycle", `document.querySelectorAll(".tour .legend li").length >= 3`},
		{"champion", `document.querySelectorAll(".tour .legend li").length >= 2 && document.querySelector(".exact-figure .best") !== null && document.querySelectorAll(".board-drawings svg").length === 7`},
	}
	contents := fmt.Sprintf(`document.querySelectorAll(".chapters a").length === %d`, len(chapters))
	p.Until(contents)
	p.Axe()
	for _, c := range chapters {
		p.Until(contents)
		p.Click(fmt.Sprintf(`a[href="#/tour/%s"]`, c.name))
		p.Until(c.alive)
		p.Shot("tour-" + c.name)
		p.Axe()
		if c.name == "backtracking" {
			p.Click(`.words-figure button[aria-label="to the next word"]`)
			p.Until(`document.querySelector(".words-figure .found").textContent === "snore"`)
		}
		if c.name == "champion" {
			before := studiotest.Eval[string](p, `document.querySelector(".exact-figure figcaption a").href`)
			p.Click(`.exact-figure .arrows .best`)
			p.Until(`document.querySelector(".exact-figure figcaption a").href !== ` + fmt.Sprintf("%q", before) + ` && !document.querySelector(".exact-figure figcaption [role=status]").textContent.includes("cost")`)
		}
		p.Click(`.tour > header a[href="#/tour"]`)
	}
}

// TestFirefoxPlays: bots of Snake Hunter, a game that a person plays and a chapter of the
// tour work in Firefox.
func TestFirefoxPlays(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	f := studiotest.OpenFirefox(t, serve(t)+"/#/hunter?bots=1", studiotest.Desktop)
	f.Until(`document.querySelector(".hunt-card .first") !== null && /^\d:\d\d$/.test(document.querySelector("ouro-hunter .hud .time").textContent) && document.querySelector("ouro-hunter .hud .time").textContent < "1:29"`)
	f.Shot("firefox-hunter")
	f.Eval(`location.hash = "#/play?seed=3"`)
	f.Until(`document.querySelector(".play-over")?.textContent.includes("start") === true`)
	f.Eval(`location.hash = "#/tour/backtracking"`)
	f.Until(`document.querySelectorAll(".tour .legend li").length >= 4`)
	f.Shot("firefox-tour")
}
