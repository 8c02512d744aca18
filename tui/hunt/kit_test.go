package hunt

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/hunter"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestMain fails if a test leaves a goroutine.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const yardText = `name Test yard
snakes 2
step 6
seconds 30
regrow 0
XXXXXXXXXXXXX
X1   . ...b X
X X X X X.X X
X .  . ....aX
X X X X X.X X
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

// crawler makes a solver that moves onto an edible wall if one is beside the head. Otherwise it takes
// the legal moves in turn.
func crawler(ouro.Setup) (ouro.Solver, error) {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		t.Trace.Moves(ouro.LabelScores, [4]float64{30, 2, 0.06, 7})
		legal := t.State.Legal(t.Seat)
		for i := range legal.Len() {
			if d := legal.At(i); t.State.Terrain(t.State.Grid.Next(t.Snake().Body.Head(), d)) == ouro.Hedge {
				return ouro.Decision{Dir: d}, nil
			}
		}
		return ouro.Decision{Dir: legal.At(t.State.Turn % legal.Len())}, nil
	}), nil
}

var crawlers = []hunter.Driver{{Spec: ouro.Spec{Name: "crawler"}, Make: crawler}}

// yard returns a game for players and bots on the levels of the tests.
func yard(t *testing.T, people, bots int) Options {
	t.Helper()
	levels, err := hunter.ParseLevels(yardText)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Game: hunter.Config{Hunters: people + bots, Drivers: crawlers, Levels: levels, Nodes: 100}, People: people, Seed: 1,
	}
}

func huntStage(t *testing.T, w, h int, o Options) (*frametest.Stage, *huntScreen) {
	t.Helper()
	s := frametest.NewStage(t, w, h, frame.Options{}, func(e *frame.Env) frame.Screen { return New(e, o, nil) })
	return s, s.Screen.(*huntScreen)
}

// playTicks draws frames until n more ticks have been played.
func playTicks(t *testing.T, s *frametest.Stage, h *huntScreen, n int) {
	t.Helper()
	for until := h.Current.Turn + n; h.Current.Turn < until; {
		if !s.Beat() {
			t.Fatalf("no frame is scheduled after tick %d, want tick %d", h.Current.Turn, until)
		}
	}
}

// still checks that no tick is played while the timers of the screen tick.
func still(t *testing.T, s *frametest.Stage, h *huntScreen, when string) {
	t.Helper()
	for at := h.Current.Turn; s.Beat(); {
		if h.Current.Turn != at {
			t.Errorf("a tick is played %s", when)
			return
		}
	}
}

// mustReplay checks that text is a record that replays, and returns it.
func mustReplay(t *testing.T, text []byte) *hunter.Record {
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

// tumbler is a player that moves at random. Pictures of its games do not change when the bots change.
type tumbler struct{ dice *ouro.PCG }

func (p tumbler) Act(*hunter.World, int) hunter.Input {
	in := hunter.Walk(ouro.Dirs[p.dice.Roll(4)])
	in.Bomb = p.dice.Roll(40) == 0
	return in
}

// recordOf plays a game of these players and returns its record.
func recordOf(t *testing.T, seed uint64, players []hunter.Player) *hunter.Record {
	t.Helper()
	cfg := yard(t, 0, len(players)).Game
	cfg.Seed, cfg.Keep = seed, true
	_, r, err := hunter.Run(context.Background(), cfg, players)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tumblerRecord returns the record of a game that tumblers played.
func tumblerRecord(t *testing.T, hunters int) *hunter.Record {
	t.Helper()
	players := make([]hunter.Player, hunters)
	for i := range players {
		players[i] = tumbler{ouro.NewPCG(uint64(i))}
	}
	return recordOf(t, 1, players)
}

// wonByBots returns the record of a game that bots won.
func wonByBots(t *testing.T) *hunter.Record {
	t.Helper()
	for seed := range uint64(50) {
		if r := recordOf(t, seed, hunter.Bots(seed, 2)); r.Phase == hunter.Won {
			return r
		}
	}
	t.Fatal("the bots won none of fifty easy games")
	return nil
}

// watchingRecord returns options that show a record.
func watchingRecord(t *testing.T, r *hunter.Record) Options {
	t.Helper()
	o := yard(t, 0, r.Hunters)
	o.Record, o.Game.Seed = r, r.Seed
	return o
}
