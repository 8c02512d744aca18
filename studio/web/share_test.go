package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
	"ouro/share"
	"ouro/studio/studiotest"
	"ouro/studio/web"
)

// mostShared limits the size of a shared page without its game, in bytes.
const mostShared = 150_000

func sharedPage(t *testing.T, game ouro.GameSpec, solvers, name string) (*share.Page, string) {
	t.Helper()
	specs, err := ouro.ParseSpecs(solvers)
	if err != nil {
		t.Fatal(err)
	}
	p, err := share.Play(t.Context(), game, 7, specs, share.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Made, p.Again, p.Title = "ouro", "ouro watch --board 6x6", name
	parts, err := web.Share()
	if err != nil {
		t.Fatal(err)
	}
	return p, writePage(t, p, parts)
}

// writePage writes a shared page and returns its address.
func writePage(t *testing.T, p *share.Page, parts [2]string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(parts[0])
	if _, err := p.WriteGame(&b); err != nil {
		t.Fatal(err)
	}
	b.WriteString(parts[1])
	file := filepath.Join(t.TempDir(), "a game's page.html")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: file}).String()
}

// TestSharedPageIsSmall: without its game, a shared page is small. It refers to no other file.
func TestSharedPageIsSmall(t *testing.T) {
	parts, err := web.Share()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(parts[0]) + len(parts[1]); n > mostShared-4000 { // the description of the game needs 4 KB at most
		t.Errorf("the page has %d bytes, want at most %d", n, mostShared-4000)
	}
	for _, bad := range []string{"import(", "http:", "https:", "url(", " src=", "unsafe", "{policy}", "{style}", "{script}"} {
		if strings.Contains(strings.ReplaceAll(parts[0]+parts[1], "http://www.w3.org/2000/svg", ""), bad) {
			t.Errorf("it has %q", bad)
		}
	}
}

// TestSharedPage: a shared page plays from a file and makes no requests. Its keys lead to
// the turns of the game, it shows the overlays, and axe-core reports nothing. A name with
// markup is only text.
func TestSharedPage(t *testing.T) {
	t.Parallel()
	const name = `</script><img src=x onerror=alert(1)> "it's"`
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	shared, file := sharedPage(t, game, "ouroboros", name)
	last := shared.Tape.Turns()
	p := studiotest.Open(t, file+"#5", studiotest.Desktop)
	at := func(turn int) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.querySelector(".timeline")?.getAttribute("aria-valuenow") === "%d" && document.querySelector(".board-host").dataset.turn === "%d"`, turn, turn))
	}
	at(5)
	for _, step := range []struct {
		keys string
		turn int
	}{{kb.ArrowRight, 6}, {kb.ArrowLeft + kb.ArrowLeft, 4}, {kb.End, last}, {kb.Home, 0}, {kb.PageDown, 50}} {
		p.Press(step.keys)
		at(step.turn)
	}
	p.Press(kb.Home)
	at(0)
	// The protocol of the browser sends a character for the space even if the page has handled the
	// key, and the character would scroll the page.
	const space = `dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }))`
	if studiotest.Eval[bool](p, "document.body."+space) {
		t.Error("the page does not handle the space")
	}
	p.Until(`document.querySelector('button[aria-label="pause"]') !== null`)
	studiotest.Eval[bool](p, "document.body."+space)
	p.Until(`document.querySelector('button[aria-label="play"]') !== null`)
	if got := studiotest.Eval[string](p, `document.querySelector("h1").textContent`); got != name {
		t.Errorf("the title is %q, want %q", got, name)
	}
	if !studiotest.Eval[bool](p, `document.title.includes("onerror") && document.querySelector("img") === null`) {
		t.Error("markup in a name is not text")
	}
	p.Press("12")
	p.Until(`document.querySelectorAll(".legend li").length === 2 && document.querySelector(".legend").textContent.includes("cell")`)
	studiotest.Eval[bool](p, `location.hash = "#9", true`)
	at(9)
	p.Press("3")
	if y := studiotest.Eval[float64](p, "scrollY"); y != 0 {
		t.Errorf("the keys scrolled the page by %v", y)
	}
	p.Shot("share-desktop")
	p.Axe()
	p.Resize(studiotest.Phone)
	p.SetDark(true)
	p.Until(`document.getAnimations().length === 0`)
	if wide := studiotest.Eval[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than a phone", wide)
	}
	p.Shot("share-phone")
	p.Axe()
	if all := p.Requests(); len(all) != 1 {
		t.Errorf("the page requested %q", all)
	}
}

// TestSharedPageOfSeveral: the page names all snakes, and shows the overlays of the chosen one.
func TestSharedPageOfSeveral(t *testing.T) {
	t.Parallel()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 2}
	_, file := sharedPage(t, game, "spot,floodfill", "spot and floodfill")
	p := studiotest.Open(t, file+"#9", studiotest.Phone)
	p.Until(`document.querySelectorAll(".says .seat").length === 2 && document.querySelectorAll("aside select option").length === 2`)
	p.Press("2") // the scores of spot
	p.Until(`document.querySelectorAll(".legend li").length === 1`)
	spot := studiotest.Eval[string](p, `document.querySelector(".legend").textContent`)
	studiotest.Eval[bool](p, `(() => { const s = document.querySelector("aside select"); s.value = "1"; s.dispatchEvent(new Event("change")); return true; })()`)
	p.Until(fmt.Sprintf(`document.querySelector(".legend").textContent !== %q`, spot))
	p.Shot("share-several")
}

// TestSharedHunt: a shared page of Snake Hunter is small and plays from a file without requests.
// Keys and the page's address select a tick of the game, and axe-core reports nothing.
func TestSharedHunt(t *testing.T) {
	t.Parallel()
	cfg := hunter.Config{Seed: 5, Hunters: 1, Levels: hunter.Levels()[6:7], Keep: true, Drivers: []hunter.Driver{{Spec: ouro.Spec{Name: "bfs"}}}}
	maker, err := roster.ReplayMakers([]ouro.Spec{cfg.Drivers[0].Spec})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Drivers[0].Make = maker[0]
	_, record, err := hunter.Run(t.Context(), cfg, hunter.Bots(cfg.Seed, 1))
	if err != nil {
		t.Fatal(err)
	}
	p, err := share.OfHunter(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := web.ShareHunt()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(parts[0]) + len(parts[1]); n > 88_000 {
		t.Errorf("the page has %d bytes without its game", n)
	}
	page := studiotest.Open(t, writePage(t, p, parts)+"#7", studiotest.Desktop)
	at := func(tick int) {
		t.Helper()
		page.Until(fmt.Sprintf(`document.querySelector(".timeline")?.getAttribute("aria-valuenow") === "%d" && document.querySelector("output").textContent.replace(/\D/g, "").startsWith("%d")`, tick, tick))
	}
	at(7)
	for _, step := range []struct {
		keys string
		tick int
	}{{kb.ArrowRight, 8}, {kb.End, record.Ticks()}, {kb.Home, 0}, {kb.PageDown, 150}, {kb.ArrowLeft, 149}} {
		page.Press(step.keys)
		at(step.tick)
	}
	studiotest.Eval[bool](page, `document.querySelector('button[aria-label="play"]').click(), true`)
	page.Until(`Number(document.querySelector(".timeline").getAttribute("aria-valuenow")) > 155`)
	studiotest.Eval[bool](page, `document.querySelector('button[aria-label="pause"]').click(), true`)
	page.Until(`document.querySelector('button[aria-label="play"]') !== null`)
	page.Shot("share-hunt")
	page.Axe()
	if all := page.Requests(); len(all) != 1 {
		t.Errorf("the page requested %q", all)
	}
}

// TestElement: on any page, even one with a strict policy, <ouro-board> shows the game of a
// shared page, follows its attributes and sends its events.
func TestElement(t *testing.T) {
	t.Parallel()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	shared, file := sharedPage(t, game, "ouroboros", "a game")
	where, err := url.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	script, err := web.ElementScript()
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(script) {
		if script[i] >= 0x80 {
			t.Fatalf("the script is not in ASCII at byte %d", i) // a page without an encoding would garble it
		}
	}
	text, err := os.ReadFile(where.Path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][2]string{
		"/": {"text/html", `<!doctype html><html lang="en"><title>Mine</title><script src="ouro-board.js"></script><script src="mine.js"></script>
<main><h1>A page</h1><ouro-board id="a" src="game.html" controls show="plan" theme="dark" speed="1000"></ouro-board><ouro-board id="b" src="game.html"></ouro-board><ouro-board id="c" src="nosuch.html"></ouro-board></main>`},
		"/mine.js":       {"text/javascript", `window.heard = []; for (const type of ["ready", "turn", "end", "error"]) addEventListener("ouro-" + type, (e) => heard.push(e.target.id + " " + type + " " + (e.detail.turn ?? e.detail.turns ?? e.detail.message)));`},
		"/ouro-board.js": {"text/javascript", script},
		"/game.html":     {"text/html", string(text)},
		"/favicon.ico":   {"image/png", ""},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", found[0])
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'")
		_, _ = w.Write([]byte(found[1]))
	}))
	t.Cleanup(server.Close)
	last := shared.Tape.Turns()
	p := studiotest.Open(t, server.URL+"/", studiotest.Desktop)
	p.MayLog("nosuch.html", "404")
	p.Until(`heard.includes("a ready ` + fmt.Sprint(last) + `") && heard.includes("b ready ` + fmt.Sprint(last) + `") && heard.some((h) => h.startsWith("c error nosuch.html: 404"))`)
	studiotest.Eval[bool](p, `a.turn = 9, true`)
	p.Until(`heard.includes("a turn 9") && a.turn === 9 && a.shadowRoot.querySelector(".legend, .board-host canvas") !== null`)
	if look := studiotest.Eval[string](p, `getComputedStyle(a.shadowRoot.querySelector(".timeline")).display + " " + getComputedStyle(b.shadowRoot.querySelector(".timeline")).display + " " + getComputedStyle(a).colorScheme`); look != "block none dark" {
		t.Errorf("the elements look like %q", look)
	}
	studiotest.Eval[bool](p, `a.shadowRoot.querySelector(".box").focus(), true`)
	p.Press(kb.Home + kb.ArrowRight)
	p.Until(`a.turn === 1`)
	studiotest.Eval[bool](p, `a.play(), true`)
	p.Until(`heard.includes("a end ` + fmt.Sprint(last) + `") && !a.playing`)
	p.Shot("element")
	p.Axe()
	studiotest.Eval[bool](p, `b.remove(), a.removeAttribute("src"), a.setAttribute("src", "mine.js"), true`)
	p.Until(`heard.some((h) => h.startsWith("a error"))`)
}
