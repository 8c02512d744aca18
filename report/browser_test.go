package report

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouro"
	"ouro/arena"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/studiotest"
)

func TestMain(m *testing.M) { os.Exit(studiotest.Main{M: m}.Run()) }

// serveURL returns the URL of a page.
func serveURL(t *testing.T, page string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// boardText returns the text that the page must have for a position of a lone snake.
func boardText(s *ouro.State) string {
	sn := &s.Snakes[0]
	at := func(c ouro.Cell) string { return fmt.Sprintf("(%d,%d)", int(c)%s.Grid.W, int(c)/s.Grid.W) }
	text := fmt.Sprintf("length %d, head %s", sn.Body.Len(), at(sn.Body.Head()))
	if len(s.Food) == 1 {
		text += " · food " + at(s.Food[0])
	}
	return text
}

// positions derives the positions of a game on the page.
func positions(t *testing.T, s *Section, l *Pick) (states []*ouro.State) {
	t.Helper()
	f, err := s.Set.Recorded(t.Context(), l.Group, l.Seating)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Record.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var record ouro.Record
	if err := record.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	deal, err := roster.Deal(record.Game, record.Seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Replay(t.Context(), &record, deal, func(s *ouro.State) { states = append(states, s.Clone()) }); err != nil {
		t.Fatal(err)
	}
	return states
}

// waitForTurn waits until the page shows this turn of a game with the text of its position.
func waitForTurn(t *testing.T, p *studiotest.Page, states []*ouro.State, turn int) {
	t.Helper()
	p.Until(fmt.Sprintf(`document.querySelector(".timeline")?.getAttribute("aria-valuenow") === "%d"`, turn))
	p.Until(fmt.Sprintf(`document.querySelector(".says").textContent.startsWith(%q)`, boardText(states[turn])))
}

// goTo enters a turn in the player.
func goTo(p *studiotest.Page, turn int) {
	studiotest.Eval[bool](p, fmt.Sprintf(`(() => { const i = document.querySelector("input.turn"); i.focus(); i.value = "%d"; return true; })()`, turn))
	p.Press(kb.Enter)
}

// fastest sets the maximum speed.
func fastest(p *studiotest.Page) {
	studiotest.Eval[bool](p, `(() => { const i = document.querySelector(".speed input"); i.value = i.max; i.dispatchEvent(new Event("input")); return true; })()`)
	p.Click(`button[aria-label="play"]`)
}

// TestLongGame: even if a game is longer than the page's cache, any turn can be selected,
// and the game can be played to its end.
func TestLongGame(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	k := newKit(t, 4)
	k.bench(classic(20, 20), "shortcut", ouro.Budget{})
	r := k.report(Options{Games: 1})
	page, _ := writeReport(t, r)
	states := positions(t, &r.Sections[0], &r.Sections[0].Picks[0])
	last := len(states) - 1
	if last <= 16384 { // the page caches this many changes
		t.Fatalf("a game of %d turns is not long", last)
	}
	p := studiotest.Open(t, serveURL(t, page), studiotest.Desktop)
	waitForTurn(t, p, states, last)
	for _, turn := range []int{0, last / 2, every, every - 1, every + 1, last - 1, 3 * every} {
		goTo(p, turn)
		waitForTurn(t, p, states, turn)
	}
	fastest(p)
	waitForTurn(t, p, states, last)
}

// TestPlayer: in a browser, each control of the page leads to a turn with the position that
// follows from the rules.
func TestPlayer(t *testing.T) {
	t.Parallel()
	k := newKit(t, 40)
	k.bench(classic(8, 8), "cell,bfs", ouro.Budget{})
	r := k.report(Options{Question: "Is a cycle worth it on 8x8?"})
	page, _ := writeReport(t, r)
	states := positions(t, &r.Sections[0], &r.Sections[0].Picks[0]) // opened first
	last := len(states) - 1

	p := studiotest.Open(t, serveURL(t, page), studiotest.Desktop)
	at := func(turn int) { t.Helper(); waitForTurn(t, p, states, turn) }
	at(last)
	if ending := studiotest.Eval[string](p, `document.querySelector(".says").textContent`); !strings.HasSuffix(ending, "won") {
		t.Errorf("at the end the player shows %q", ending)
	}
	studiotest.Eval[bool](p, `document.querySelector(".player").focus(), true`)
	p.Press(kb.Home)
	at(0)
	for turn := 1; turn <= 5; turn++ {
		p.Press(kb.ArrowRight)
		at(turn)
	}
	p.Press(kb.ArrowLeft)
	at(4)
	p.Press(kb.PageDown)
	at(54)
	for _, turn := range []int{last - 1, 17, last / 2} {
		goTo(p, turn)
		at(turn)
	}
	// Play to the end at maximum speed.
	fastest(p)
	at(last)
	p.Until(`document.querySelector('button[aria-label="play"]') !== null`)
	// Select another game.
	other := len(r.Sections[0].Picks) - 1
	p.Click(fmt.Sprintf(`[data-game="game-0-%d"]`, other))
	p.Until(fmt.Sprintf(`document.querySelector(".player h3").textContent.includes("game %d:")`, r.Sections[0].Picks[other].Group))
	at2 := r.Sections[0].Picks[other].Tally
	p.Until(fmt.Sprintf(`document.querySelector(".timeline").getAttribute("aria-valuenow") === "%d" && document.querySelector(".says").textContent.includes("length %d,")`, at2.Turns, at2.Seats[0].Length))
	if n := studiotest.Eval[int](p, `document.querySelectorAll('[data-game][aria-pressed="true"]').length`); n != 1 {
		t.Errorf("%d games are said to be shown", n)
	}
	if all := p.Requests(); len(all) != 1 {
		t.Errorf("the page asked for %q", all)
	}
}

// variedPage returns a page with sections of several kinds.
func variedPage(t *testing.T) string {
	t.Helper()
	k := newKit(t, 30)
	k.bench(classic(8, 8), "cell,lookahead,bfs", ouro.Budget{})
	k.to, k.as.Title = 6, "standard 11x11"
	k.tournament(tour(arena.RoundRobin, "new", "old", "other", "a snake with a name that is rather long"))
	k.playing = randomGame
	k.tournament(tour(arena.RoundRobin, "a", "b", "c", "d", "e", "f", "g", "h"))
	k.to = 40
	k.tournament(tour(arena.SPRT, "new", "old"))
	page, _ := writeReport(t, k.report(Options{Question: "Does looking ahead beat walking the cycle?"}))
	return page
}

// TestLooks: on desktop and phone, light and dark, nothing is wider than the window.
func TestLooks(t *testing.T) {
	t.Parallel()
	p := studiotest.Open(t, serveURL(t, variedPage(t)), studiotest.Desktop)
	for _, size := range []studiotest.Size{studiotest.Desktop, studiotest.Phone, {W: 360, H: 640}} {
		for _, dark := range []bool{false, true} {
			p.Resize(size)
			p.SetDark(dark)
			p.Until(`document.querySelector(".board-host canvas") !== null`)
			wide := studiotest.Eval[[]string](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done( // after the charts were drawn
				document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] : [...document.querySelectorAll("main *")].filter(e =>
					e.getBoundingClientRect().right > document.documentElement.clientWidth && !e.closest(".scroll, pre, svg")).map(e => e.tagName + "." + e.className + " " + e.getBoundingClientRect().right))))))`)
			if len(wide) > 0 {
				t.Errorf("at %d, wider than the window: %q", size.W, wide)
			}
			for i, selector := range []string{"h1", ".plots", ".wide", ".picks", ".commands", ".plot.named", ".cross", "details"} {
				studiotest.Eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].at(-1).scrollIntoView(), true`, selector))
				p.Shot(fmt.Sprintf("report-%d-%v-%d", size.W, dark, i))
			}
		}
	}
}

// TestAccessible: the accessibility checker axe reports nothing for the page, light and dark.
func TestAccessible(t *testing.T) {
	t.Parallel()
	p := studiotest.Open(t, serveURL(t, variedPage(t)), studiotest.Desktop)
	p.Until(`document.querySelector(".board-host canvas") !== null`)
	p.Axe()
	p.SetDark(true)
	p.Resize(studiotest.Phone)
	p.Until(`document.getAnimations().length === 0`)
	p.Axe()
}

// TestSnakesOfAGame: the player shows the names of a game's snakes.
func TestSnakesOfAGame(t *testing.T) {
	t.Parallel()
	k := newKit(t, 2)
	k.tournament(tour(arena.RoundRobin, "new", "old"))
	r := k.report(Options{Games: 1})
	page, _ := writeReport(t, r)
	l := &r.Sections[0].Picks[0]
	p := studiotest.Open(t, serveURL(t, page), studiotest.Desktop)
	p.Until(fmt.Sprintf(`document.querySelector(".timeline")?.getAttribute("aria-valuenow") === "%d"`, l.Tally.Turns))
	for seat, s := range l.Tally.Seats {
		p.Until(fmt.Sprintf(`document.querySelectorAll(".says .seat")[%d].textContent.startsWith("%s: length %d, ")`, seat, r.Sections[0].Report.Results[s.Entrant].Name, s.Length))
	}
}

// TestFirefox: the page works in Firefox.
func TestFirefox(t *testing.T) {
	needs.Trial(t)
	k := newKit(t, 10)
	k.bench(classic(6, 6), "cell", ouro.Budget{})
	r := k.report(Options{Games: 1})
	page, _ := writeReport(t, r)
	states := positions(t, &r.Sections[0], &r.Sections[0].Picks[0])
	last := len(states) - 1
	f := studiotest.OpenFirefox(t, serveURL(t, page), studiotest.Desktop)
	f.Until(fmt.Sprintf(`document.querySelector(".says")?.textContent.startsWith(%q)`, boardText(states[last])))
	f.Eval(`document.querySelector('button[aria-label="step back"]').click()`)
	f.Until(fmt.Sprintf(`document.querySelector(".says").textContent.startsWith(%q)`, boardText(states[last-1])))
	f.Shot("report-firefox")
}
