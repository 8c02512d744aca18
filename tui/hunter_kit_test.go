package tui

import (
	"context"
	"testing"

	"ouro"
	"ouro/hunter"
)

const yardText = `name Test yard
snakes 2
step 6
seconds 30
regrow 0
XXXXXXXXXXXXX
X1   . .  b X
X X X X X X X
X .  .     aX
X X X X X X X
X2   c   d  X
XXXXXXXXXXXXX

name Last yard
snakes 1
step 8
seconds 20
regrow 0
XXXXXXXXX
X1  .  aX
X X X X X
Xb  c   X
X X X X X
X2 .   dX
XXXXXXXXX
`

// crawler steers a snake to the first legal step there is.
func crawler(ouro.Setup) (ouro.Solver, error) {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		t.Trace.Moves(ouro.LabelScores, [4]float64{30, 2, 0.06, 7})
		return ouro.Decision{Dir: t.State.Legal(t.Seat).At(0)}, nil
	}), nil
}

var crawlers = []hunter.Driver{{Spec: ouro.Spec{Name: "crawler"}, Make: crawler}}

// yard is a game of people and bots on the levels of the test.
func yard(t *testing.T, people, bots int) HunterOptions {
	t.Helper()
	levels, err := hunter.ParseLevels(yardText)
	if err != nil {
		t.Fatal(err)
	}
	return HunterOptions{
		Game: hunter.Config{Hunters: people + bots, Drivers: crawlers, Levels: levels, Nodes: 100}, People: people, Seed: 1,
	}
}

func huntStage(t *testing.T, w, h int, o HunterOptions) (*stage, *hunting) {
	t.Helper()
	s := newStage(t, w, h, Options{}, func(e *env) screen { return newHunting(e, o) })
	return s, s.screen.(*hunting)
}

// hunts lets frames happen until n more ticks were played.
func (s *stage) hunts(h *hunting, n int) {
	s.t.Helper()
	for until := h.shown.tick + n; h.shown.tick < until; {
		if !s.beat() {
			s.t.Fatalf("the time stands still at tick %d, short of %d", h.shown.tick, until)
		}
	}
}

// still checks that no time passes.
func (s *stage) still(h *hunting, when string) {
	s.t.Helper()
	for at := h.shown.tick; s.beat(); {
		if h.shown.tick != at {
			s.t.Errorf("time passes %s", when)
			return
		}
	}
}

// replays checks that text is a record that plays again, and is it.
func replays(t *testing.T, text []byte) *hunter.Record {
	t.Helper()
	var r hunter.Record
	if err := r.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if err := hunter.Replay(context.Background(), &r, []ouro.Maker{crawler}, nil); err != nil {
		t.Fatal(err)
	}
	return &r
}

// playedByBots is the record of a game of two bots.
func playedByBots(t *testing.T) *hunter.Record {
	t.Helper()
	cfg := yard(t, 0, 2).Game
	cfg.Seed, cfg.Keep = 1, true
	_, r, err := hunter.Run(context.Background(), cfg, hunter.Bots(cfg.Seed, 2))
	if err != nil {
		t.Fatal(err)
	}
	return r
}
