package play_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/play"
)

type fault func(ctx context.Context, t ouro.Turn) (ouro.Decision, error)

// faulty returns a solver that calls f on the given turns, counted from 1, and goes up on all other
// turns.
func faulty(f fault, turns ...int) ouro.Solver {
	return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
		if slices.Contains(turns, t.State.Turn+1) {
			return f(ctx, t)
		}
		return ouro.Decision{Dir: ouro.Up, Score: 1}, nil
	})
}

// TestFaults: the fallback replaces a failed decision, and the fault is recorded. Other seats and
// later moves are not affected.
func TestFaults(t *testing.T) {
	cases := []struct {
		name   string
		fault  fault
		timely bool // whether the fault can happen only with a time budget
		want   ouro.Fault
		detail string
	}{
		{"error", func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{Dir: ouro.Left}, errors.New("out of ideas")
		}, false, ouro.Erred, "out of ideas"},
		{"panic", func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("at the disco") }, false, ouro.Panicked, "at the disco"},
		{"runtime panic", func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{Dir: ouro.Dir(t.State.Food[len(t.State.Food)])}, nil
		}, false, ouro.Panicked, "out of range"},
		{"goexit", goexit, false, ouro.Panicked, "the solver ended its goroutine"},
		{"no direction", func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: 4}, nil }, false, ouro.Invalid, "Dir(4)"},
		{"late", func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(70 * time.Millisecond)
			return ouro.Decision{Dir: ouro.Left}, nil
		}, true, ouro.Late, "no answer in time"},
	}
	for _, c := range cases {
		for _, budget := range []time.Duration{0, 50 * time.Millisecond} {
			if c.timely && budget == 0 {
				continue
			}
			t.Run(c.name+" "+budget.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testFault(t, c.fault, budget, c.want, c.detail) })
			})
		}
	}
}

func testFault(t *testing.T, f fault, budget time.Duration, want ouro.Fault, detail string) {
	t.Helper()
	g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: budget}, Keep: true}, faulty(f, 2, 5), faulty(f))
	for turn := 1; turn <= 6; turn++ {
		mustMove(t, g, 1)
		want := ouro.Decision{Dir: ouro.Up, Score: 1}
		if g.Last(1) != want {
			t.Errorf("turn %d: seat 1 decided %v, want %v", turn, g.Last(1), want)
		}
		if turn == 2 || turn == 5 {
			want = ouro.Decision{Dir: ouro.Up} // the fallback move has no score
		}
		if g.Last(0) != want {
			t.Errorf("turn %d: seat 0 decided %v, want %v", turn, g.Last(0), want)
		}
		time.Sleep(100 * time.Millisecond) // meanwhile a late solver returns
	}
	record := g.Record()
	for _, incidents := range [][]ouro.Incident{g.Incidents(), record.Incidents} {
		if len(incidents) != 2 {
			t.Fatalf("incidents %v", incidents)
		}
		for i, in := range incidents {
			if in.Turn != 2+3*i || in.Seat != 0 || in.Fault != want || !strings.Contains(in.Detail, detail) {
				t.Errorf("incident %+v", in)
			}
		}
	}
	record.Seats = make([]ouro.Spec, 2)
	if err := play.Replay(t.Context(), record, brawlDeal(2, 1), nil); err != nil {
		t.Error(err)
	}
	mustClose(t, g)
}

// TestAnswerAtTheDeadlineCounts: an answer that arrives at the deadline counts, even if another
// seat is late.
func TestAnswerAtTheDeadlineCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const budget = 50 * time.Millisecond
		onTime := slow(faulty(nil), time.Hour)
		prompt := faulty(nil)
		late := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(2 * budget)
			return ouro.Decision{Dir: ouro.Left}, nil
		})
		for range 20 { // repeated, because a select chooses at random
			g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: budget}}, late, onTime, prompt)
			mustMove(t, g, 1)
			if in := g.Incidents(); len(in) != 1 || in[0].Seat != 0 {
				t.Fatalf("incidents %v", in)
			}
			mustClose(t, g)
		}
	})
}

// TestSolverThatNeverReturns: if a solver does not return, the game continues. The game does not call
// the solver again while it thinks, and Close returns an error.
func TestSolverThatNeverReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		stuck := &closable{}
		var calls atomic.Int64
		stuck.SolverFunc = func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
			calls.Add(1)
			before := turn.State.Hash()
			<-release
			if turn.State.Hash() != before {
				t.Error("the State changed while the solver still thought about it")
			}
			return ouro.Decision{Dir: ouro.Left}, nil
		}
		g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: 50 * time.Millisecond}}, stuck, faulty(nil))
		mustMove(t, g, 4)
		details := []string{"no answer in time", "still busy with an earlier move", "still busy with an earlier move", "still busy with an earlier move"}
		for i, in := range g.Incidents() {
			if in.Turn != i+1 || in.Seat != 0 || in.Fault != ouro.Late || in.Detail != details[i] {
				t.Errorf("incident %+v", in)
			}
		}
		if len(g.Incidents()) != 4 || calls.Load() != 1 || g.State().Snakes[0].Cause != ouro.Alive {
			t.Errorf("%d incidents, called %d times, %s", len(g.Incidents()), calls.Load(), g.State().Snakes[0].Cause)
		}
		began := time.Now()
		if err := g.Close(); err == nil || err.Error() != "play: seat 0: the solver does not stop at its deadline" {
			t.Errorf("Close: %v", err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("Close took %s", took)
		}
		if stuck.closed.Load() != 0 {
			t.Error("the solver was closed while it thinks")
		}
		close(release)
		synctest.Wait()
		if stuck.closed.Load() != 1 {
			t.Errorf("the solver was closed %d times after it returned", stuck.closed.Load())
		}
	})
}

// TestLateSolverComesBack: a solver that is late for one turn and returns during the next turn is
// called again in that turn.
func TestLateSolverComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		solver := faulty(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(80 * time.Millisecond)
			return ouro.Decision{Dir: ouro.Left}, nil
		}, 1)
		g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: 50 * time.Millisecond}}, solver, faulty(nil))
		mustMove(t, g, 2)
		if in := g.Incidents(); len(in) != 1 || in[0].Turn != 1 {
			t.Errorf("incidents %v", in)
		}
		if want := (ouro.Decision{Dir: ouro.Up, Score: 1}); g.Last(0) != want {
			t.Errorf("on turn 2 the solver decided %v", g.Last(0))
		}
		mustClose(t, g)
	})
}

// TestLostGoroutines: a solver that ends its goroutine or panics stops neither the game nor the
// solvers of other seats.
func TestLostGoroutines(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		gone := faulty(goexit, 1, 2, 3, 4, 5, 6, 7, 8)
		loud := faulty(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("again") }, 1, 2, 3, 4, 5, 6, 7, 8)
		right := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: ouro.Right}, nil })
		g := newBrawl(t, play.Config{Budget: budget, Keep: true}, gone, gone, loud, right)
		visited := 0
		outcome, err := g.RunWith(t.Context(), func(s *ouro.State) {
			if visited++; s.Turn != visited || s != g.State() {
				t.Errorf("%v: visit %d is of turn %d", budget, visited, s.Turn)
			}
		})
		record := g.Record()
		record.Seats = make([]ouro.Spec, 4)
		if err != nil || visited != g.State().Turn || record.Joint(3)[3] != ouro.Right || record.Joint(4)[3] != ouro.NoDir {
			t.Fatalf("%v: outcome %v, %v after %d visits, incidents %v", budget, outcome, err, visited, g.Incidents())
		}
		for i, in := range g.Incidents()[:9] {
			want := ouro.Incident{Turn: 1 + i/3, Seat: i % 3, Fault: ouro.Panicked, Detail: "the solver ended its goroutine"}
			if want.Seat == 2 {
				want.Detail = "again"
			}
			if in != want {
				t.Errorf("%v: incident %+v, want %+v", budget, in, want)
			}
		}
		if err := play.Replay(t.Context(), record, brawlDeal(4, 1), nil); err != nil {
			t.Errorf("%v: %v", budget, err)
		}
		mustClose(t, g)
	}
}

func goexit(context.Context, ouro.Turn) (ouro.Decision, error) {
	runtime.Goexit()
	return ouro.Decision{}, nil
}

func TestCancelledMoveAddsNoIncident(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		ctx, cancel := context.WithCancel(t.Context())
		errs := func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, errors.New("lost") }
		canceller := faulty(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			cancel()
			return ouro.Decision{}, nil
		}, 3)
		g := newBrawl(t, play.Config{Budget: budget}, faulty(errs, 1, 3), faulty(goexit, 2, 3), canceller, faulty(errs, 3))
		mustMove(t, g, 2)
		before := slices.Clone(g.Incidents())
		if len(before) != 2 || before[0].Turn != 1 || before[1].Turn != 2 {
			t.Fatalf("%v: incidents %v", budget, before)
		}
		if err := g.Move(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: Move: %v", budget, err)
		}
		if !slices.Equal(g.Incidents(), before) || g.State().Turn != 2 {
			t.Errorf("%v: on turn %d the incidents are %v, want %v", budget, g.State().Turn, g.Incidents(), before)
		}
		mustMove(t, g, 1)
		if in := g.Incidents(); len(in) != 5 || !slices.Equal(in[:2], before) || in[2].Turn != 3 {
			t.Errorf("%v: after another move, the incidents are %v", budget, in)
		}
		mustClose(t, g)
	}
}

// TestPanicOfVisit: a panic in the function that RunWith calls reaches the caller of RunWith, with
// its original stack. If the function ends its goroutine, the caller's goroutine ends, too.
func TestPanicOfVisit(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		g := newBrawl(t, play.Config{Budget: budget}, faulty(nil), faulty(nil))
		func() {
			defer func() {
				v := recover()
				if err, ok := v.(error); budget.Time+budget.CPU == 0 && !(ok && strings.Contains(err.Error(), "badEye")) {
					t.Errorf("%v: the panic's text lacks the original stack: %v", budget, v)
				}
				p := play.PanicErrorOf(v)
				if p.Value != "an eye for an eye" || !strings.Contains(string(p.Stack), "badEye") {
					t.Errorf("%v: %v at %s", budget, p, p.Stack)
				}
			}()
			_, err := g.RunWith(t.Context(), badEye)
			t.Errorf("%v: no panic, but %v", budget, err)
		}()
		ended := make(chan bool)
		go func() {
			returned := false
			defer func() { ended <- !returned }()
			_, _ = g.RunWith(t.Context(), func(*ouro.State) { runtime.Goexit() })
			returned = true
		}()
		if !<-ended {
			t.Errorf("%v: the goroutine continues", budget)
		}
		if g.State().Turn != 2 || len(g.Incidents()) > 0 {
			t.Errorf("%v: on turn %d, incidents %v", budget, g.State().Turn, g.Incidents())
		}
		mustMove(t, g, 1)
		mustClose(t, g)
	}
}

func badEye(*ouro.State) { panic("an eye for an eye") }

type closable struct {
	ouro.SolverFunc
	err    error
	closed atomic.Int64
}

func (c *closable) Close() error {
	c.closed.Add(1)
	return c.err
}

func TestClose(t *testing.T) {
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}, {CPU: time.Minute}} {
		up := func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil }
		fine, sour := &closable{SolverFunc: up}, &closable{SolverFunc: up, err: errors.New("sour")}
		g := newBrawl(t, play.Config{Budget: budget}, fine, sour, faulty(nil))
		mustMove(t, g, 2)
		if err := g.Close(); !errors.Is(err, sour.err) {
			t.Errorf("%v: Close: %v", budget, err)
		}
		mustClose(t, g)
		if fine.closed.Load() != 1 || sour.closed.Load() != 1 {
			t.Errorf("%v: closed %d and %d times", budget, fine.closed.Load(), sour.closed.Load())
		}
		if err := g.Move(t.Context()); !errors.Is(err, play.ErrClosed) {
			t.Errorf("%v: a move of a closed game: %v", budget, err)
		}
		if g.State().Turn != 2 {
			t.Errorf("%v: a closed game is at turn %d", budget, g.State().Turn)
		}
	}
}
