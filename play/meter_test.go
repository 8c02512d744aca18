package play_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/internal/cputime"
	"ouro/play"
)

const cpu = 20 * time.Millisecond

// threads makes threads whose processor time is a part of wall-clock time. It counts how many of its
// threads are locked at the same time.
type threads struct {
	part   float64      // processor time per wall-clock time
	locked atomic.Int64 // number of threads locked now
	most   atomic.Int64 // largest number of threads locked at the same time
}

func (th *threads) lock() play.Thread {
	th.most.Store(max(th.most.Load(), th.locked.Add(1)))
	return &fakeThread{th, time.Now()}
}

type fakeThread struct {
	threads *threads
	since   time.Time
}

func (f *fakeThread) Used() time.Duration {
	return time.Duration(float64(time.Since(f.since)) * f.threads.part)
}

func (f *fakeThread) Unlock() { f.threads.locked.Add(-1) }

var untilDone = ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
	<-ctx.Done()
	return ouro.Decision{Dir: ouro.Up}, nil
})

// needs returns a solver that ignores its context. It thinks until it has used this much processor
// time.
func needs(th *threads, used time.Duration) ouro.Solver {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		t.Offer(ouro.Right)
		time.Sleep(time.Duration(float64(used) / th.part))
		return ouro.Decision{Dir: ouro.Up}, nil
	})
}

// TestEqualProcessorTime: the seats think one after the other, and each gets its whole processor
// time, whatever share of a processor its thread gets. Clock receives the processor time.
func TestEqualProcessorTime(t *testing.T) {
	for _, part := range []float64{1, 0.5, 0.05} {
		synctest.Test(t, func(t *testing.T) {
			th := &threads{part: part}
			used := make([]time.Duration, 3)
			g := newBrawl(t, play.WithThreads(play.Config{
				Budget: ouro.Budget{CPU: cpu},
				Clock:  func(seat int, took time.Duration) { used[seat] += took },
			}, th.lock), untilDone, needs(th, cpu/4), needs(th, cpu+play.Grace/2))
			began := time.Now()
			mustMove(t, g, 4)
			all := used[0] + used[1] + used[2]
			for seat, want := range []time.Duration{4 * cpu, cpu, 4*cpu + 2*play.Grace} {
				if used[seat] < want || used[seat] > want+want/50 {
					t.Errorf("part %g: seat %d used %v, want %v", part, seat, used[seat], want)
				}
			}
			if took := time.Duration(float64(time.Since(began)) * part); took < all-time.Microsecond || took > all+time.Microsecond {
				t.Errorf("part %g: the game took %v of the processor, the seats %v", part, took, all)
			}
			if len(g.Incidents()) > 0 || th.most.Load() != 1 || th.locked.Load() != 0 {
				t.Errorf("part %g: incidents %v, %d threads at the same time, %d still locked", part, g.Incidents(), th.most.Load(), th.locked.Load())
			}
			mustClose(t, g)
		})
	}
}

// TestLateByProcessorTime: a solver that does not stop loses its move when it has used its processor
// time and the grace. It loses another move each time it has used as much again. When it returns, it
// is called again at once.
func TestLateByProcessorTime(t *testing.T) {
	const part = 0.25
	synctest.Test(t, func(t *testing.T) {
		th := &threads{part: part}
		var used []time.Duration
		// In turn 1 the solver uses the time of two and a half turns and then returns.
		slow := needs(th, 5*(cpu+play.Grace)/2)
		solver := ouro.SolverFunc(func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
			if turn.State.Turn == 0 {
				return slow.Decide(ctx, turn)
			}
			return ouro.Decision{Dir: ouro.Up, Score: 1}, nil
		})
		g := newBrawl(t, play.WithThreads(play.Config{
			Budget: ouro.Budget{CPU: cpu}, Keep: true,
			Clock: func(seat int, took time.Duration) { used = append(used, took) },
		}, th.lock), solver, faulty(nil))
		began := time.Now()
		mustMove(t, g, 4)
		want := []ouro.Incident{
			{Turn: 1, Fault: ouro.Late, Detail: "no answer in time", Offered: true},
			{Turn: 2, Fault: ouro.Late, Detail: "still busy with an earlier move"},
		}
		if !slices.Equal(g.Incidents(), want) {
			t.Errorf("incidents %+v", g.Incidents())
		}
		for turn, late := range []bool{true, true, false, false} {
			if u := used[2*turn]; late && (u < cpu+play.Grace || u > cpu+play.Grace+cpu/50) || !late && u > cpu {
				t.Errorf("turn %d: the solver used %v", turn+1, u)
			}
		}
		if took := time.Since(began); took < 2*time.Duration(float64(cpu)/part) || took > 4*time.Duration(float64(cpu+play.Grace)/part) {
			t.Errorf("four moves took %v", took)
		}
		if last := g.Last(0); last != (ouro.Decision{Dir: ouro.Up, Score: 1}) {
			t.Errorf("on turn 4 the solver decided %v", last)
		}
		mustClose(t, g)
		if th.locked.Load() != 0 {
			t.Errorf("%d threads are still locked", th.locked.Load())
		}
	})
}

// TestGuard: if a solver waits without using processor time, wall-clock time ends its decision. If
// the solver then does not return, it is late.
func TestGuard(t *testing.T) {
	for _, c := range []struct {
		budget ouro.Budget
		guard  time.Duration
	}{
		{ouro.Budget{CPU: cpu}, time.Second},
		{ouro.Budget{CPU: 10 * cpu}, 10 * time.Second},
		{ouro.Budget{CPU: cpu, Time: 300 * time.Millisecond}, 300 * time.Millisecond},
		{ouro.Budget{CPU: cpu, Time: cpu / 2}, cpu / 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			th := &threads{part: 1e-9}
			deaf := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
				time.Sleep(c.guard + 2*play.Grace)
				return ouro.Decision{Dir: ouro.Up}, nil
			})
			g := newBrawl(t, play.WithThreads(play.Config{Budget: c.budget}, th.lock), untilDone, deaf)
			began := time.Now()
			mustMove(t, g, 1)
			if took := time.Since(began); took != 2*c.guard+play.Grace {
				t.Errorf("%+v: the move took %v", c.budget, took)
			}
			if in := g.Incidents(); len(in) != 1 || in[0].Seat != 1 || in[0].Fault != ouro.Late {
				t.Errorf("%+v: incidents %+v", c.budget, in)
			}
			mustClose(t, g)
		})
	}
}

func TestRemote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := &threads{part: 1}
		used := make([]time.Duration, 2)
		g := newBrawl(t, play.WithThreads(play.Config{
			Budget: ouro.Budget{CPU: cpu, Time: 10 * cpu},
			Remote: func(seat int) bool { return seat == 1 },
			Clock:  func(seat int, took time.Duration) { used[seat] = took },
		}, th.lock), untilDone, untilDone)
		mustMove(t, g, 1)
		if used[0] < cpu || used[0] > cpu+cpu/50 || used[1] != 10*cpu || len(g.Incidents()) > 0 {
			t.Errorf("the seats took %v, incidents %v", used, g.Incidents())
		}
		mustClose(t, g)
	})
}

// TestInTurn: with InTurn, only one seat thinks at a time. Each seat has its whole time budget, even
// after a late seat.
func TestInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const budget = 50 * time.Millisecond
		var thinking atomic.Int64
		alone := func(s ouro.Solver) ouro.Solver {
			return ouro.SolverFunc(func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
				if n := thinking.Add(1); n != 1 {
					t.Errorf("%d solvers think at the same time", n)
				}
				defer thinking.Add(-1)
				return s.Decide(ctx, turn)
			})
		}
		deaf := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(budget + 2*play.Grace)
			return ouro.Decision{}, nil
		})
		clock := make([]time.Duration, 4)
		g := newBrawl(t, play.Config{
			Budget: ouro.Budget{Time: budget}, InTurn: true,
			Clock: func(seat int, took time.Duration) { clock[seat] = took },
		}, alone(slow(faulty(nil), budget/2)), alone(slow(faulty(nil), time.Hour)), deaf, alone(slow(faulty(nil), time.Hour)))
		began := time.Now()
		mustMove(t, g, 1)
		want := []time.Duration{budget / 2, budget, budget + play.Grace, budget}
		if took := time.Since(began); !slices.Equal(clock, want) || took != want[0]+want[1]+want[2]+want[3] {
			t.Errorf("the seats took %v, together %v", clock, took)
		}
		if in := g.Incidents(); len(in) != 1 || in[0].Seat != 2 || in[0].Fault != ouro.Late {
			t.Errorf("incidents %+v", in)
		}
		time.Sleep(budget)
		mustClose(t, g)
	})
}

func TestThreadsAreUnlocked(t *testing.T) {
	th := &threads{part: 1}
	loud := faulty(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("again") }, 1, 2, 3)
	g := newBrawl(t, play.WithThreads(play.Config{Budget: ouro.Budget{CPU: time.Minute}}, th.lock), faulty(goexit, 1, 2, 3), loud)
	mustMove(t, g, 3)
	if n := th.locked.Load(); n != 0 || len(g.Incidents()) != 6 {
		t.Errorf("%d threads are still locked, incidents %v", n, g.Incidents())
	}
	mustClose(t, g)
}

// TestBusyMachine: on a busy machine, a solver gets its whole budget of processor time, and its
// context ends when the budget is used up.
func TestBusyMachine(t *testing.T) {
	const budget = 10 * time.Millisecond
	var used atomic.Int64
	var guarded atomic.Bool // whether the limit of play.Guard ended a move, because the solver got too small a share of a processor
	solver := ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
		defer func() {
			if limit, ok := ctx.Deadline(); ok && !time.Now().Before(limit) {
				guarded.Store(true)
			}
		}()
		thread, err := cputime.Lock()
		if err != nil {
			return ouro.Decision{}, err
		}
		defer thread.Unlock()
		began := thread.Used()
		for ctx.Err() == nil {
			for i := range 2000 {
				runtime.KeepAlive(i)
			}
		}
		used.Store(int64(thread.Used() - began))
		return ouro.Decision{Dir: ouro.Up}, nil
	})
	defer keepBusy(t)()
	g := newBrawl(t, play.Config{Budget: ouro.Budget{CPU: budget}}, solver, faulty(nil))
	for moves := 0; moves < 2; moves++ {
		mustMove(t, g, 1)
		if len(g.Incidents()) > 0 || guarded.Swap(false) {
			mustClose(t, g)
			g, moves = newBrawl(t, play.Config{Budget: ouro.Budget{CPU: budget}}, solver, faulty(nil)), -1
			continue
		}
		if u := time.Duration(used.Load()); u < budget/2 || u > 2*budget { // the solver also uses time before and after its work
			t.Errorf("the solver used %v of %v", u, budget)
		}
	}
	mustClose(t, g)
}

// keepBusy uses all processors until stop is called.
func keepBusy(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for ctx.Err() == nil {
				for i := range 100_000 {
					runtime.KeepAlive(i)
				}
			}
		})
	}
	return func() {
		cancel()
		working.Wait()
	}
}

func BenchmarkBudgets(b *testing.B) {
	for _, c := range []struct {
		name string
		cfg  play.Config
	}{
		{"none", play.Config{}},
		{"time", play.Config{Budget: ouro.Budget{Time: time.Minute}}},
		{"time in turn", play.Config{Budget: ouro.Budget{Time: time.Minute}, InTurn: true}},
		{"cpu", play.Config{Budget: ouro.Budget{CPU: time.Minute}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			lazy := faulty(nil)
			c.cfg.Deal = brawlDeal(4, 1)
			c.cfg.Rules = still{}
			c.cfg.Seats = []ouro.Solver{lazy, lazy, lazy, lazy}
			g, err := play.New(c.cfg)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				mustMove(b, g, 1)
			}
			mustClose(b, g)
		})
	}
}

type still struct{ brawl }

func (still) Step(*ouro.State, []ouro.Dir) {}
func (still) Spawn(*ouro.State, ouro.Dice) {}
