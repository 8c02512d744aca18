package solvetest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/internal/cputime"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/solvetest"
)

type decide func(ctx context.Context, t ouro.Turn, setup ouro.Setup) (ouro.Decision, error)

func good(_ context.Context, t ouro.Turn, _ ouro.Setup) (ouro.Decision, error) {
	return ouro.Decision{Dir: play.StraightOn(t.State, t.Seat)}, nil
}

func subject(f decide) solvetest.Subject {
	return solvetest.Subject{
		Make: func(setup ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) { return f(ctx, t, setup) }), nil
		},
		Deal: func(game ouro.GameSpec, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
			d, err := roster.Deal(game, seed)
			return d.Rules, d.Start, d.Dice, err
		},
		Games: []ouro.GameSpec{battle("standard", 4), battle("wrapped:map=hz_rings", 3)},
	}
}

func battle(rules string, snakes int) ouro.GameSpec {
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		panic(err)
	}
	return ouro.GameSpec{Rules: spec, W: 11, H: 11, StartLength: 3, Snakes: snakes}
}

// broken are subjects that each break the contract in one way, with the error that the
// suite must report.
var broken = map[string]struct {
	subject func() solvetest.Subject
	want    string
}{
	"changes the State": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			t.Snake().Hunger++
			return good(ctx, t, s)
		})
	}, "changed the State"},
	"changes the start": {func() solvetest.Subject {
		s := subject(good)
		s.Make = func(setup ouro.Setup) (ouro.Solver, error) {
			setup.Start.Turn++
			return nil, errors.New("sorry")
		}
		return s
	}, "the Maker changed the start"},
	"refuses what it claims": {func() solvetest.Subject {
		s := subject(good)
		s.Make = func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("sorry") }
		s.Plays = func(w, h int) bool { return w == 7 && h == 4 }
		return s
	}, "board 7x4: the solver claims to play here, but refuses: sorry"},
	"refuses with two lines": {func() solvetest.Subject {
		s := subject(good)
		s.Make = func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("sorry\nsorry") }
		return s
	}, "the refusal is not one line"},
	"returns an error": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, _ := good(ctx, t, s)
			return d, ctx.Err()
		})
	}, "no answer, although"},
	"runs into its body": {func() solvetest.Subject {
		return subject(func(_ context.Context, t ouro.Turn, _ ouro.Setup) (ouro.Decision, error) {
			return ouro.Decision{Dir: ouro.Dir(t.State.Turn & 3)}, nil
		})
	}, "is fatal, although"},
	"returns no direction": {func() solvetest.Subject {
		return subject(func(context.Context, ouro.Turn, ouro.Setup) (ouro.Decision, error) { return ouro.Decision{Dir: 4}, nil })
	}, "not a direction: Dir(4)"},
	"decides differently with a trace": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			if t.Trace.On() {
				d.Score = 1
			}
			return d, err
		})
	}, "alone and"},
	"notes of another board": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			t.Trace.Heat("heat", make([]float64, 3))
			return good(ctx, t, s)
		})
	}, `heat "heat": has 3 cells`},
	"traces a path with a gap": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			t.Trace.Path(ouro.LabelPlan, []ouro.Cell{0, ouro.Cell(t.State.Grid.Size() - 1)})
			return good(ctx, t, s)
		})
	}, "which is not a neighbour"},
	"leaves a goroutine": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			if t.State.Grid.W == 7 {
				go func() { select {} }()
			}
			return good(ctx, t, s)
		})
	}, "goroutines that outlive the call"},
	"claims to win": {func() solvetest.Subject {
		s := subject(good)
		s.Wins = func(w, h int) bool { return w == 6 && h == 7 }
		return s
	}, "board 6x7 seed"},
	"offers a fatal move": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			t.Offer(d.Dir.Opposite())
			return d, err
		})
	}, "which is fatal, although"},
	"offers a fatal move before its decision": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			t.Offer(d.Dir.Opposite())
			_ = ctx.Err()
			t.Offer(d.Dir)
			return d, err
		})
	}, "which is fatal, although"},
	"decides differently with offers": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			if t.Best != nil {
				d.Score = 1
			}
			return d, err
		})
	}, "alone and"},
	"claims to offer": {func() solvetest.Subject {
		s := subject(good)
		s.Offers = true
		return s
	}, "the solver has offered no move"},
	"claims to live": {func() solvetest.Subject {
		s := subject(func(_ context.Context, t ouro.Turn, _ ouro.Setup) (ouro.Decision, error) {
			legal := t.State.Legal(0)
			return ouro.Decision{Dir: legal.At(int(t.State.Hash()>>8) % max(1, legal.Len()))}, nil
		})
		s.Games = nil
		s.Lives = func(w, h int) bool { return w == 6 && h == 5 }
		return s
	}, "the solver claims that it never dies, but"},
	"needs food": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			_ = t.State.Food[0]
			return good(ctx, t, s)
		})
	}, "index out of range"},
	"decides for one seat only": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			t.Seat = 0
			return good(ctx, t, s)
		})
	}, "board 11x11 seed 0"},
	"decides for the seat of its Setup": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			t.Seat = s.Seat
			return good(ctx, t, s)
		})
	}, "is fatal, although"},
	"panics on dead snakes": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			for _, sn := range t.State.Snakes {
				if sn.Cause != ouro.Alive {
					panic("a ghost")
				}
			}
			return good(ctx, t, s)
		})
	}, "a ghost"},
	"panics on hazards": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			if len(t.State.Hazards) > 0 {
				panic("a hazard")
			}
			return good(ctx, t, s)
		})
	}, "a hazard"},
	"ignores joined edges": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			g, head := t.State.Grid, t.Snake().Body.Head()
			t.Trace.Path(ouro.LabelPlan, []ouro.Cell{head, head + [4]ouro.Cell{ouro.Cell(g.W), 1, -ouro.Cell(g.W), -1}[d.Dir]})
			return d, err
		})
	}, "is not on the board"},
	"depends on its options": {func() solvetest.Subject {
		s := subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			d.Depth = len(s.Options)
			return d, err
		})
		s.Alike = ouro.Options{{Key: "depth", Value: "30"}}
		return s
	}, "with the options [depth=30]"},
	"exceeds its budget": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			d.Nodes = 2
			return d, err
		})
	}, "the solver used 2 nodes of a budget of 1"},
	"plans another move": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			d, err := good(ctx, t, s)
			head := t.Snake().Body.Head()
			if c := t.State.Grid.Next(head, d.Dir.TurnLeft()); c != ouro.NoCell {
				t.Trace.Path(ouro.LabelPlan, []ouro.Cell{head, c})
			}
			return d, err
		})
	}, "does not begin with the move"},
	"claims to be prudent": {func() solvetest.Subject {
		s := subject(func(_ context.Context, t ouro.Turn, _ ouro.Setup) (ouro.Decision, error) {
			legal := t.State.Legal(t.Seat)
			return ouro.Decision{Dir: legal.At(int(t.State.Hash()>>8) % max(1, legal.Len()))}, nil
		})
		s.Prudent = true
		return s
	}, "certainly fatal"},
	"does not play the games it claims to": {func() solvetest.Subject {
		s := subject(good)
		s.PlaysGames = true
		s.Make = func(setup ouro.Setup) (ouro.Solver, error) {
			if len(setup.Start.Snakes) > 1 {
				return nil, errors.New("not more than one")
			}
			return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) { return good(ctx, t, setup) }), nil
		}
		return s
	}, "the solver claims to play here, but refuses: not more than one"},
	"needs its first game": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			if body := &t.Snake().Body; t.State.Turn == 0 && body.Head() != s.Start.Snakes[0].Body.Head() {
				panic("another start")
			}
			return good(ctx, t, s)
		})
	}, "another start"},
	"thinks on another thread": {func() solvetest.Subject {
		return subject(func(ctx context.Context, t ouro.Turn, s ouro.Setup) (ouro.Decision, error) {
			if _, hurried := ctx.Deadline(); hurried {
				var helper sync.WaitGroup
				helper.Go(work)
				helper.Wait()
			}
			return good(ctx, t, s)
		})
	}, "on other threads"},
	"reports two threads": {func() solvetest.Subject {
		s := subject(good)
		maker := s.Make
		s.Make = func(setup ouro.Setup) (ouro.Solver, error) {
			solver, err := maker(setup)
			return pair{solver}, err
		}
		return s
	}, "the solver reports 2"},
}

type pair struct{ ouro.Solver }

func (pair) Threads() int { return 2 }

func work() {
	clock, err := cputime.Lock()
	if err != nil {
		panic(err)
	}
	defer clock.Unlock()
	for clock.Used() < 200*time.Microsecond {
	}
}

const brokenEnv = "SOLVETEST_BROKEN"

// TestSuite runs the suite on a good subject, which it accepts, or on the broken subject that
// the environment names.
func TestSuite(t *testing.T) {
	s := subject(good)
	if name := os.Getenv(brokenEnv); name != "" {
		s = broken[name].subject()
	}
	solvetest.Test(t, s)
	solvetest.TestThreads(t, s)
}

// TestSuiteCatches runs TestSuite in other processes, because a test cannot observe the
// failure of a test in its own process.
func TestSuiteCatches(t *testing.T) {
	for name, c := range broken {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSuite$", "-test.failfast")
			cmd.Env = append(os.Environ(), brokenEnv+"="+name, "GORACE=atexit_sleep_ms=0")
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatalf("the suite passes")
			}
			if !strings.Contains(string(out), c.want) {
				t.Errorf("want a report with %q, have\n%.2000s", c.want, out)
			}
		})
	}
}
