package games_test

import (
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
)

func states(t *testing.T, text string, lane, most int) (all []*ouro.State, outcome ouro.Outcome) {
	t.Helper()
	l, err := link.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := l.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	var specs []ouro.Spec
	for _, s := range a.Lanes()[lane] {
		specs = append(specs, s.Spec)
	}
	g, err := roster.NewGame(a.Game, a.GameSeed(), specs, play.Config{Budget: a.Budget})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	all = append(all, g.State().Clone())
	for range most {
		var over bool
		if outcome, over = g.Over(); over {
			break
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
		all = append(all, g.State().Clone())
	}
	return all, outcome
}

var links = []string{
	"board=6x6&solver=cell&seed=3",
	"rules=classic:wrap=true,food=3,grow=2&board=5x6&solver=repair&seed=5",
	"rules=maze:regrow=floor&level=nook&solver=backtrack:depth=6",
	"board=8x8&solver=bfs&solver=hamilton&solver=lookahead&solver=shortcut&seed=2",
	"rules=standard&snake=greedy&snake=hungry&snake=coward&seed=4",
	"rules=wrapped_constrictor&snake=random&snake=floodfill&seed=4",
	"rules=royale:shrink=2,map=royale&snake=greedy&snake=random&seed=9",
}

// TestPlays: at any speed, the page receives the positions that the game has without the studio.
func TestPlays(t *testing.T) {
	for _, text := range links {
		for _, speed := range []float64{1, 20, 300, 1000, 0} {
			synctest.Test(t, func(t *testing.T) {
				p := game(t, text)
				defer p.s.Close()
				p.send("run", map[string]any{"speed": speed})
				pass(3 * time.Second)
				p.send("pause", nil)
				synctest.Wait()
				var far progress
				p.last("progress", &far)
				want := int(3 * speed)
				if speed == 0 {
					want = 1 << 30
				}
				if far.Running || !far.Ended && far.Turn != p.at() || !far.Ended && (far.Turn < want-1-want/50 || far.Turn > want+2+want/50) {
					t.Errorf("%s at speed %g: %+v after 3 s, the page is at %d", text, speed, far, p.at())
				}
				check(t, p, text)
			})
		}
	}
}

// check compares all positions that a page has received with those of the games, played without the
// studio.
func check(t *testing.T, p *page, text string) {
	t.Helper()
	if e := p.failed(); e.Message != "" {
		t.Fatalf("%s: %s", text, e.Message)
	}
	for lane := range p.now {
		all, outcome := states(t, text, lane, 3000)
		for turn, lanes := range p.lanes {
			n := turn - all[0].Turn
			got := lanes[lane]
			if ended := got.Ended; (ended != nil) != (n >= len(all)-1) {
				t.Errorf("%s lane %d: ended %v at turn %d of %d", text, lane, ended, n, len(all)-1)
			} else if ended != nil && (ended.Ending != outcome.Ending || ended.Winner != outcome.Winner || ended.Words == "") {
				t.Errorf("%s lane %d: it ends %+v, want %+v", text, lane, ended, outcome)
			}
			sameAs(t, got, all[min(n, len(all)-1)])
		}
	}
}
