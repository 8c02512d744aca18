package games_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/studio/games"
	"ouro/studio/session"
)

// TestSeeks: the page can go forward and back to any turn of a game, even if the game runs, and receives
// the right positions.
func TestSeeks(t *testing.T) {
	for _, text := range links {
		synctest.Test(t, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(1, uint64(len(text))))
			p := game(t, text)
			defer p.s.Close()
			for i := range 60 {
				turn := dice.IntN(120)
				p.send("seek", map[string]any{"turn": turn})
				pass(time.Second)
				var far progress
				p.last("progress", &far)
				if far.Running || p.at() != far.Turn || !far.Ended && far.Turn != turn || far.Ended && far.Turn > turn {
					t.Fatalf("%s: asked for %d, at %d, %+v", text, turn, p.at(), far)
				}
				if i%3 == 0 {
					p.send("run", map[string]any{"speed": 1 + dice.IntN(1000)})
					pass(time.Duration(dice.IntN(100)) * time.Millisecond)
				}
				if i%7 == 0 {
					p.send("key", nil)
				}
			}
			check(t, p, text)
		})
	}
}

// TestTurnOfLink: a game opens at the turn in its link. The first turn of a game from a position is that
// of the position.
func TestTurnOfLink(t *testing.T) {
	for _, text := range []string{
		"board=6x6&solver=cell&seed=3&turn=37",
		"solver=bfs&position=6x6/t30/s2.2R2,g3/f5.5&turn=33",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := game(t, text)
			defer p.s.Close()
			var opened struct{ First, Turn int }
			p.last("opened", &opened)
			pass(time.Second)
			if p.at() != opened.Turn || opened.Turn < 33 {
				t.Errorf("%s: at turn %d, opened %+v", text, p.at(), opened)
			}
			check(t, p, text)
		})
	}
}

// TestWrongLinks: the error about a link names the field.
func TestWrongLinks(t *testing.T) {
	for text, field := range map[string]string{
		"board=1x1":                "board",
		"solver=nobody":            "solver",
		"rules=chess":              "rules",
		"colour=red":               "colour",
		"seed=-1":                  "seed",
		"time=1h":                  "time",
		"solver=tablebase:file=/x": "solver",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := game(t, text)
			defer p.s.Close()
			if e := p.failed(); !e.Fatal || e.Field != field || e.Message == "" {
				t.Errorf("%s: %+v", text, e)
			}
		})
	}
}

// TestLimits: boards are refused if they are too large in total, and a game stops at the limit of
// turns.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, games.Limits{Cells: 100}, "game", map[string]any{"link": "board=10x6&solver=cell&solver=bfs"})
		synctest.Wait()
		defer p.s.Close()
		if e := p.failed(); !e.Fatal || e.Field != "board" {
			t.Errorf("%+v", e)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := open(t, games.Limits{Turns: 30}, "game", map[string]any{"link": "board=10x6&solver=hamilton"})
		defer p.s.Close()
		p.send("run", map[string]any{"speed": 0})
		pass(time.Second)
		if p.at() != 30 {
			t.Errorf("at turn %d", p.at())
		}
	})
}

// slow is a solver that thinks until its context ends, from a given turn on.
type slow struct {
	from   int
	calls  int
	closed int
}

func (s *slow) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if t.State.Turn >= s.from {
		s.calls++
		<-ctx.Done()
	}
	return ouro.Decision{Dir: t.State.Legal(t.Seat).At(0)}, nil
}

func (s *slow) Close() error { s.closed++; return nil }

var board = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 8, H: 8, StartLength: 1}

// custom opens a channel in which these solvers play.
func custom(t *testing.T, limits games.Limits, solvers ...ouro.Solver) *page {
	t.Helper()
	return openKinds(t, map[string]session.Kind{"custom": games.Custom(limits, board, solvers...)}, "custom", map[string]any{})
}

// TestNothingWaitsForASolver: while a solver thinks, the channel answers the page's messages at once. The
// solver continues to think until the page leaves.
func TestNothingWaitsForASolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{from: 9}
		p := custom(t, games.Limits{Think: time.Hour}, s)
		p.send("run", map[string]any{"speed": 100})
		pass(time.Second)
		if at := p.at(); at != 8 || s.calls == 0 {
			t.Fatalf("at turn %d, asked %d times", at, s.calls)
		}
		began := time.Now()
		p.send("seek", map[string]any{"turn": 3})
		synctest.Wait()
		if p.at() != 3 {
			t.Errorf("at turn %d, want 3", p.at())
		}
		p.send("run", map[string]any{"speed": 100})
		pass(200 * time.Millisecond)
		p.send("pause", nil)
		synctest.Wait()
		var far progress
		if p.last("progress", &far); far.Running || p.at() != 9 {
			t.Errorf("%+v, at turn %d", far, p.at())
		}
		p.send("position", map[string]any{"turn": 5})
		synctest.Wait()
		if len(p.all("position")) != 1 {
			t.Error("no position")
		}
		p.send("run", map[string]any{"speed": 100})
		pass(200 * time.Millisecond)
		p.send("end", nil)
		synctest.Wait()
		if s.closed != 1 || s.calls != 1 {
			t.Errorf("closed %d times, asked %d times", s.closed, s.calls)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("it took %s", took)
		}
		p.s.Close()
	})
}

// TestThinkingIsBounded: if thinking takes too long, it is stopped, and the page receives a
// report.
func TestThinkingIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := custom(t, games.Limits{Think: 5 * time.Second}, &slow{from: 9})
		defer p.s.Close()
		p.send("run", map[string]any{"speed": 100})
		pass(10 * time.Second)
		if e := p.failed(); !strings.Contains(e.Message, "more than 5s") || e.Fatal {
			t.Errorf("error %+v", e)
		}
		p.send("seek", map[string]any{"turn": 2})
		synctest.Wait()
		if p.at() != 2 {
			t.Errorf("at turn %d", p.at())
		}
	})
}

// TestSolverFails: if a solver fails, its game ends with a message, and the games beside it continue.
func TestSolverFails(t *testing.T) {
	fine := ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		return ouro.Decision{Dir: t.State.Legal(t.Seat).At(0)}, nil
	})
	for name, breaks := range map[string]func() error{
		"panic: out of ideas": func() error { panic("out of ideas") },
		"error: no idea":      func() error { return errors.New("no idea") },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := custom(t, games.Limits{}, ouro.SolverFunc(func(ctx context.Context, tn ouro.Turn) (ouro.Decision, error) {
				if tn.State.Turn == 5 {
					return ouro.Decision{}, breaks()
				}
				return fine(ctx, tn)
			}), fine)
			defer p.s.Close()
			p.send("run", map[string]any{"speed": 0})
			pass(time.Second)
			var f struct{ Lanes []struct{ Failed string } }
			p.last("facts", &f)
			if e := p.now[0].Ended; e == nil || !strings.Contains(e.Words, name) || !strings.Contains(f.Lanes[0].Failed, name) || p.now[0].Turn != 6 {
				t.Errorf("%s: ended %+v at turn %d, %+v", name, e, p.now[0].Turn, f)
			}
			if e := p.now[1].Ended; e == nil || f.Lanes[1].Failed != "" || p.now[1].Turn <= 6 {
				t.Errorf("the game beside it: %+v at turn %d", e, p.now[1].Turn)
			}
			if e := p.failed(); e.Message != "" {
				t.Errorf("the channel failed: %+v", e)
			}
		})
	}
}

// TestSilentPage: if a page stops acknowledging messages, its game stops and memory does
// not grow. After an acknowledgement the game resumes.
func TestSilentPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=20x20&solver=hamilton")
		defer p.s.Close()
		p.mu.Lock()
		p.silent = true
		p.mu.Unlock()
		p.send("run", map[string]any{"speed": 1000})
		pass(time.Minute)
		at, count := p.at(), p.count
		if count > 2*session.DefaultLimits.Window || at > 2000 {
			t.Errorf("%d messages and %d turns were sent without an acknowledgement", count, at)
		}
		p.send("pause", nil)
		p.send("run", map[string]any{"speed": 1000})
		pass(time.Minute)
		if p.count != count {
			t.Errorf("%d more messages were sent", p.count-count)
		}
		p.mu.Lock()
		p.silent = false
		p.mu.Unlock()
		p.raw(string(ack(p.count)))
		pass(time.Second)
		if p.at() < at+500 {
			t.Errorf("it went from turn %d to %d", at, p.at())
		}
		check(t, p, "board=20x20&solver=hamilton")
	})
}

func ack(n int) []byte {
	text, err := json.Marshal(map[string]any{"type": "ack", "data": map[string]any{"n": n}})
	if err != nil {
		panic(err)
	}
	return text
}

// TestByHand: a person can steer one snake while a solver steers the other.
func TestByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "rules=standard&snake=greedy&snake=hand&seed=2")
		defer p.s.Close()
		want := []ouro.Dir{ouro.Up, ouro.Up, ouro.Up}
		was := p.now[0].Snakes[1].Body[0]
		grid := ouro.MustGrid(11, 11)
		if _, y := grid.XY(was); y > 5 {
			want = []ouro.Dir{ouro.Down, ouro.Down, ouro.Down}
		}
		for i, d := range want {
			if i == 0 {
				p.send("steer", map[string]any{"seat": 1, "dir": d})
			} else {
				p.send("steer", map[string]any{"seat": 1, "dir": int(d)})
			}
			p.send("seek", map[string]any{"turn": i + 1})
			pass(100 * time.Millisecond)
			was = grid.Next(was, d)
			if at := p.now[0].Snakes[1].Body[0]; at != was {
				t.Fatalf("turn %d: its head is at %d, want %d", i+1, at, was)
			}
		}
		p.send("steer", map[string]any{"seat": 0, "dir": "up"})
		synctest.Wait()
		if e := p.failed(); !strings.Contains(e.Message, "no person") || e.Fatal {
			t.Errorf("error %+v", e)
		}
	})
}

// TestHint: a solver suggests moves while a person plays.
func TestHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, games.Limits{}, "game", map[string]any{"link": "board=6x6&solver=hand&seed=2", "hint": "bfs"})
		defer p.s.Close()
		p.send("show", map[string]any{"labels": []string{"plan"}})
		synctest.Wait()
		var th thought
		p.last("thought", &th)
		if th.Dir == nil || len(th.Notes) != 1 || th.Notes[0].Label != "plan" {
			t.Errorf("the hint is %+v", th)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := open(t, games.Limits{}, "game", map[string]any{"link": "board=5x5&solver=hand&seed=2", "hint": "cell"})
		defer p.s.Close()
		synctest.Wait()
		if e := p.failed(); !e.Fatal || e.Field != "hint" || !strings.Contains(e.Message, "even") {
			t.Errorf("error %+v of a solver that cannot play there", e)
		}
	})
}

type thought struct {
	Turn, Lane, Seat int
	Dir              *int
	Anew             bool
	Expected         *float64
	Labels           []string
	Notes            []struct{ Verb, Label string }
}

// TestExpected: the number of moves that a solver expects is sent even if the page has not
// requested its label.
func TestExpected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for solver, estimates := range map[string]bool{"ouroboros": true, "cell": false} {
			p := game(t, "board=6x6&seed=2&solver="+solver)
			pass(time.Second)
			var th thought
			p.last("thought", &th)
			if estimates != (th.Expected != nil) || estimates && (*th.Expected < 35 || *th.Expected > 630) {
				t.Errorf("%s: thought %+v", solver, th)
			}
			p.s.Close()
		}
	})
}

// TestThoughts: the page receives the thoughts of the current turn, with only the notes that it has
// chosen.
func TestThoughts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "rules=maze&level=nook&solver=backtrack:depth=6")
		defer p.s.Close()
		pass(time.Second)
		var th thought
		if p.last("thought", &th); len(th.Notes) > 0 || th.Dir == nil || len(th.Labels) < 3 {
			t.Errorf("without chosen notes, thought %+v", th)
		}
		p.send("show", map[string]any{"labels": []string{"plan", "scores"}, "tree": true})
		synctest.Wait()
		if p.last("thought", &th); len(th.Notes) != 3 || th.Turn != 0 {
			t.Errorf("thought %+v", th)
		}
		p.send("seek", map[string]any{"turn": 7})
		pass(time.Second)
		if p.last("thought", &th); len(th.Notes) != 3 || th.Turn != 7 {
			t.Errorf("thought %+v", th)
		}
		p.send("seek", map[string]any{"turn": 0})
		pass(time.Second)
		if p.last("thought", &th); len(th.Notes) != 3 || th.Turn != 0 {
			t.Errorf("looking back, thought %+v", th)
		}
	})
}

// TestAnotherMove: the page can show how the game continues after another move. Then it can
// return to the game itself.
func TestAnotherMove(t *testing.T) {
	const text = "board=6x6&solver=bfs&seed=3"
	synctest.Test(t, func(t *testing.T) {
		p := game(t, text)
		defer p.s.Close()
		p.send("seek", map[string]any{"turn": 9})
		pass(time.Second)
		before := p.lanes[9][0]
		head := before.Snakes[0].Body[0]
		next := p.headAt(t, 10)
		grid := ouro.MustGrid(6, 6)
		for _, d := range ouro.Dirs {
			c := grid.Next(head, d)
			if c == ouro.NoCell || c == next || c == before.Snakes[0].Body[1] {
				continue
			}
			p.send("try", map[string]any{"turn": 9, "seat": 0, "dir": d})
			pass(time.Second)
			if e := p.failed(); e.Message != "" || p.at() != 10 || p.now[0].Snakes[0].Body[0] != c {
				t.Fatalf("%v: at %d, head %d, want %d; %+v", d, p.at(), p.now[0].Snakes[0].Body[0], c, e)
			}
			p.send("run", map[string]any{"speed": 100})
			pass(time.Second)
		}
		p.send("back", nil)
		pass(time.Second)
		if p.at() != 10 || p.now[0].Snakes[0].Body[0] != next {
			t.Errorf("back at %d, head %d, want %d", p.at(), p.now[0].Snakes[0].Body[0], next)
		}
		var b struct {
			Move *struct{ Turn int } `json:"tried"`
		}
		if p.last("branched", &b); b.Move != nil {
			t.Error("the page receives no message that it shows the game itself again")
		}
		p.send("back", nil)
		synctest.Wait()
		if e := p.failed(); e.Message == "" || e.Fatal {
			t.Errorf("further back: %+v", e)
		}
	})
}

// headAt goes to a turn and returns the cell of the first snake's head.
func (p *page) headAt(t *testing.T, turn int) ouro.Cell {
	t.Helper()
	p.send("seek", map[string]any{"turn": turn})
	pass(time.Second)
	return p.now[0].Snakes[0].Body[0]
}

// TestRethink: if the notes of a decision were not kept, a new solver computes them. This is also true
// for games from files.
func TestRethink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=6x6&solver=bfs&seed=3")
		defer p.s.Close()
		p.send("show", map[string]any{"labels": []string{"plan"}})
		p.send("run", map[string]any{"speed": 0})
		pass(time.Second)
		p.checkRethink(t, 9)
	})
	synctest.Test(t, func(t *testing.T) {
		p := openFile(t, recorded(t, soloGame, 5, "bfs"), 1<<15)
		defer p.s.Close()
		p.send("show", map[string]any{"labels": []string{"plan"}})
		p.checkRethink(t, 9)
	})
}

// TestRethinkFollowsThePlan: a new solver has the same plan as the solver that made the move, because it
// has answered for all earlier turns too.
func TestRethinkFollowsThePlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openFile(t, recorded(t, soloGame, 5, "ouroboros"), 1<<15)
		defer p.s.Close()
		p.send("show", map[string]any{"labels": []string{"cycle"}})
		for _, turn := range []int{61, 30, 31, 7} {
			p.checkRethink(t, turn)
		}
	})
}

func (p *page) checkRethink(t *testing.T, turn int) {
	t.Helper()
	p.headAt(t, turn+1)
	head := p.headAt(t, turn)
	var th thought
	p.last("thought", &th)
	if !th.Anew || th.Turn != turn || len(th.Notes) != 1 || th.Dir == nil {
		t.Fatalf("asked again: %+v", th)
	}
	if next := ouro.MustGrid(6, 6).Next(head, ouro.Dir(*th.Dir)); next != p.lanes[turn+1][0].Snakes[0].Body[0] {
		t.Errorf("asked again, it moves to %d", next)
	}
}

// callCounter returns a slow solver whose moves depend on the number of its calls.
func callCounter() ouro.Solver {
	calls := uint64(0)
	return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
		calls++
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(calls%5) * 70 * time.Millisecond):
		}
		legal := t.State.Legal(t.Seat)
		if legal.Len() == 0 {
			return ouro.Decision{}, nil
		}
		return ouro.Decision{Dir: legal.At(int(calls*calls/3) % legal.Len())}, nil
	})
}

// TestDisturbedSolversPlayTheSameGame: the positions of a game do not change if the page runs, pauses and
// seeks while solvers think.
func TestDisturbedSolversPlayTheSameGame(t *testing.T) {
	play := func(t *testing.T, disturb func(p *page, i int)) map[int]string {
		hashes := map[int]string{}
		synctest.Test(t, func(t *testing.T) {
			p := custom(t, games.Limits{}, callCounter(), callCounter())
			defer p.s.Close()
			for i := range 40 {
				disturb(p, i)
			}
			for turn := range 25 {
				p.send("seek", map[string]any{"turn": turn})
				pass(5 * time.Second)
				var key keyData
				p.last("key", &key)
				hashes[turn] = key.Lanes[0].Hash + " " + key.Lanes[1].Hash
			}
			if e := p.failed(); e.Message != "" {
				t.Errorf("%+v", e)
			}
		})
		return hashes
	}
	want := play(t, func(*page, int) {})
	for seed := range uint64(10) {
		dice := rand.New(rand.NewPCG(seed, 5))
		got := play(t, func(p *page, _ int) {
			switch dice.IntN(4) {
			case 0:
				p.send("pause", nil)
			case 1:
				p.send("seek", map[string]any{"turn": dice.IntN(20)})
			default:
				p.send("run", map[string]any{"speed": dice.IntN(100)})
			}
			pass(time.Duration(dice.IntN(300)) * time.Millisecond)
		})
		for turn := range want {
			if got[turn] != want[turn] {
				t.Fatalf("seed %d: turn %d is %s, undisturbed %s", seed, turn, got[turn], want[turn])
			}
		}
	}
}
