package play_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/play"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRunToTheEnd(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Nodes: 7}, {Time: time.Minute}, {CPU: time.Minute}} {
		g := newGame(t, 6, 6, 1, play.Config{Budget: budget, Keep: true}, lap())
		for range 2 { // at the second call of Run, the game is already over
			outcome, err := g.Run(t.Context())
			if err != nil || outcome != (ouro.Outcome{Ending: ouro.Won}) {
				t.Fatalf("%v: outcome %v, %v", budget, outcome, err)
			}
		}
		record := g.Record()
		record.Seats = []ouro.Spec{{Name: "lap"}}
		if record.Turns() != g.State().Turn || record.Budget != budget || len(record.Incidents) > 0 {
			t.Errorf("%v: a record of %d turns with %v, incidents %v", budget, record.Turns(), record.Budget, record.Incidents)
		}
		if err := play.Replay(t.Context(), record, deal(t, 6, 6, 1), nil); err != nil {
			t.Errorf("%v: %v", budget, err)
		}
		mustClose(t, g)
	}
}

func TestSolverReceivesItsTurn(t *testing.T) {
	for _, budget := range []ouro.Budget{{Nodes: 7}, {Nodes: 7, Time: time.Minute}, {Nodes: 7, CPU: time.Minute}} {
		var calls [2][]ouro.Turn
		solver := func(seat int) ouro.Solver {
			return ouro.SolverFunc(func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
				calls[seat] = append(calls[seat], turn)
				if _, limited := ctx.Deadline(); limited != (budget.Time+budget.CPU > 0) {
					t.Errorf("%v: the context has a deadline: %v", budget, limited)
				}
				return ouro.Decision{Dir: ouro.Up, Score: float64(turn.State.Turn)}, nil
			})
		}
		g := newBrawl(t, play.Config{Budget: budget}, solver(0), solver(1))
		mustMove(t, g, 3)
		mustClose(t, g)
		for seat, turns := range calls {
			if len(turns) != 3 || g.Last(seat).Score != 2 {
				t.Errorf("%v: seat %d was called %d times, last decided %v", budget, seat, len(turns), g.Last(seat))
			}
			for _, turn := range turns {
				if turn.Seat != seat || turn.Nodes != 7 || turn.Trace.On() {
					t.Errorf("%v: seat %d was called with %+v", budget, seat, turn)
				}
			}
		}
	}
}

func TestStartIsCopied(t *testing.T) {
	d := deal(t, 6, 6, 1)
	before := d.Start.Hash()
	g, err := play.New(play.Config{Deal: d, Seats: []ouro.Solver{lap()}})
	if err != nil {
		t.Fatal(err)
	}
	mustMove(t, g, 10)
	if d.Start.Hash() != before {
		t.Error("the game changed the start")
	}
}

func TestNewCountsSeats(t *testing.T) {
	_, err := play.New(play.Config{Deal: deal(t, 6, 6, 1), Seats: []ouro.Solver{lap(), lap()}})
	if err == nil || err.Error() != "play: 2 solvers for 1 snakes" {
		t.Errorf("error %v", err)
	}
}

func TestDeadSeatsDoNotDecide(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		calls := make([]int, 3)
		solver := func(seat int, dirs ...ouro.Dir) ouro.Solver {
			return ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
				calls[seat]++
				return ouro.Decision{Dir: dirs[min(turn.State.Turn, len(dirs)-1)]}, nil
			})
		}
		g := newBrawl(t, play.Config{Budget: budget, Keep: true},
			solver(0, ouro.Up, ouro.Left), // moves into the wall on turn 2
			solver(1, ouro.Up),            // moves into the wall on turn 8
			solver(2, ouro.Up, ouro.Up, ouro.Right, ouro.Up))
		outcome, err := g.Run(t.Context())
		if err != nil || outcome != (ouro.Outcome{Ending: ouro.Won, Winner: 2}) {
			t.Fatalf("%v: outcome %v, %v", budget, outcome, err)
		}
		if !slices.Equal(calls, []int{2, 8, 8}) {
			t.Errorf("%v: the seats were called %d times", budget, calls)
		}
		record := g.Record()
		record.Seats = make([]ouro.Spec, 3)
		if joint := record.Joint(3); !slices.Equal(joint, []ouro.Dir{ouro.NoDir, ouro.Up, ouro.Right}) {
			t.Errorf("%v: joint move 3 is recorded as %v", budget, joint)
		}
		if err := play.Replay(t.Context(), record, brawlDeal(3, 1), nil); err != nil {
			t.Errorf("%v: %v", budget, err)
		}
		mustClose(t, g)
	}
}

// TestParentEnds: if the context of Run ends while a solver thinks, Run returns the context's error.
// The game is then at the last completed move and can be continued.
func TestParentEnds(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		ctx, cancel := context.WithCancel(t.Context())
		solver := ouro.SolverFunc(func(c context.Context, turn ouro.Turn) (ouro.Decision, error) {
			if turn.State.Turn == 5 {
				cancel()
				<-ctx.Done()
				if c.Err() != nil {
					return ouro.Decision{}, errors.New("an answer after the end of the context")
				}
			}
			return lap().Decide(c, turn)
		})
		g := newGame(t, 6, 6, 1, play.Config{Budget: budget, Keep: true}, solver)
		outcome, err := g.Run(ctx)
		if !errors.Is(err, context.Canceled) || outcome != (ouro.Outcome{Winner: -1}) {
			t.Fatalf("%v: outcome %v, %v", budget, outcome, err)
		}
		if g.State().Turn != 5 || len(g.Incidents()) > 0 || g.Record().Turns() != 5 {
			t.Fatalf("%v: at turn %d, incidents %v", budget, g.State().Turn, g.Incidents())
		}
		if err := g.Move(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: a move with an ended context: %v", budget, err)
		}
		record := g.Record()
		record.Seats = make([]ouro.Spec, 1)
		if err := play.Replay(t.Context(), record, deal(t, 6, 6, 1), nil); err != nil || record.Outcome.Ending != ouro.Unfinished {
			t.Errorf("%v: the record so far ends %v and replays with %v", budget, record.Outcome.Ending, err)
		}
		if outcome, err := g.Run(t.Context()); err != nil || outcome.Ending != ouro.Won {
			t.Errorf("%v: the second Run: %v, %v", budget, outcome, err)
		}
		mustClose(t, g)
	}
}

func TestParentsDeadlineBeforeTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		g := newGame(t, 6, 6, 1, play.Config{Budget: ouro.Budget{Time: time.Second}}, slow(lap(), 100*time.Millisecond))
		_, err := g.Run(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || g.State().Turn != 2 || len(g.Incidents()) > 0 {
			t.Errorf("error %v on turn %d, incidents %v", err, g.State().Turn, g.Incidents())
		}
		mustClose(t, g)
	})
}

func slow(s ouro.Solver, takes time.Duration) ouro.Solver {
	return ouro.SolverFunc(func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
		}
		return s.Decide(ctx, turn)
	})
}

func TestSeatsThinkAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, budget := range []time.Duration{0, 50 * time.Millisecond} {
			clock := make([]time.Duration, 3)
			up := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil })
			g := newBrawl(t, play.Config{
				Budget: ouro.Budget{Time: budget},
				Clock:  func(seat int, took time.Duration) { clock[seat] += took },
			}, slow(up, 10*time.Millisecond), slow(up, 30*time.Millisecond), slow(up, time.Hour/2))
			began := time.Now()
			mustMove(t, g, 4)
			took := time.Since(began)
			want := []time.Duration{40 * time.Millisecond, 120 * time.Millisecond, 2 * time.Hour}
			wantAll := want[0] + want[1] + want[2]
			if budget > 0 {
				want[2], wantAll = 4*budget, 4*budget
			}
			if !slices.Equal(clock, want) || took != wantAll {
				t.Errorf("budget %s: the seats took %s, together %s", budget, clock, took)
			}
			if len(g.Incidents()) > 0 {
				t.Errorf("budget %s: incidents %v", budget, g.Incidents())
			}
			mustClose(t, g)
		}
	})
}

// TestTrace: the trace of a seat receives the notes of its solver, but no note after the move.
func TestTrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, budget := range []time.Duration{0, 50 * time.Millisecond} {
			var notes []string
			late := false
			solver := func(pause time.Duration) ouro.Solver {
				return ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
					turn.Trace.Value("first", 0)
					time.Sleep(pause)
					turn.Trace.Value("second", 0)
					return ouro.Decision{Dir: ouro.Up}, nil
				})
			}
			g := newBrawl(t, play.Config{
				Budget: ouro.Budget{Time: budget},
				Trace: func(seat int) *ouro.Trace {
					if seat == 1 {
						return nil
					}
					return ouro.NewTrace(func(n ouro.Note) {
						if late {
							t.Errorf("budget %s: a note after the move: %v", budget, n)
						}
						notes = append(notes, fmt.Sprint(seat, " ", n.Label))
					})
				},
			}, solver(0), solver(0), solver(time.Second))
			mustMove(t, g, 1)
			late = true
			slices.Sort(notes)
			want := []string{"0 first", "0 second", "2 first", "2 second"}
			if budget > 0 {
				want = want[:3]
			}
			if !slices.Equal(notes, want) {
				t.Errorf("budget %s: notes %q", budget, notes)
			}
			time.Sleep(2 * time.Second)
			mustClose(t, g)
		}
	})
}

// TestRunAllocatesNothing: without a time budget, a long game with a solver that allocates nothing
// allocates no more than a short one. A call of Move allocates at most once.
func TestRunAllocatesNothing(t *testing.T) {
	var clocked time.Duration
	clock := func(_ int, took time.Duration) { clocked += took }
	visit := func(*ouro.State) {}
	for _, cfg := range []play.Config{{}, {Clock: clock}} {
		run := func(size int) float64 {
			cfg.Deal, cfg.Seats = deal(t, size, size, 1), []ouro.Solver{lap()}
			return testing.AllocsPerRun(10, func() {
				cfg.Dice = ouro.GameDice(1)
				g, err := play.New(cfg)
				if err == nil {
					_, err = g.RunWith(t.Context(), visit)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		if short, long := run(4), run(12); long > short {
			t.Errorf("with a clock %v: %v allocations in a short game, %v in a long one", cfg.Clock != nil, short, long)
		}
		g := newGame(t, 10, 10, 1, cfg, lap())
		if got := testing.AllocsPerRun(1000, func() { mustMove(t, g, 1) }); got > 1 {
			t.Errorf("with a clock %v: %v allocations a move", cfg.Clock != nil, got)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, size := range []int{10, 30} {
		b.Run(fmt.Sprintf("%dx%d", size, size), func(b *testing.B) {
			b.ReportAllocs()
			d, moves := deal(b, size, size, 1), 0
			for b.Loop() {
				g, err := play.New(play.Config{Deal: d, Seats: []ouro.Solver{lap()}})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := g.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
				moves += g.State().Turn
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
