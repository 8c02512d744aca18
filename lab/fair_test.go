package lab_test

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/lab"
)

func TestFair(t *testing.T) {
	for _, c := range []struct {
		processors, thinking int
		budget               ouro.Budget
		want                 int
		why                  string
	}{
		{8, 1, ouro.Budget{}, 8, "waiting for a processor does not count against a move's budget"},
		{8, 4, ouro.Budget{Nodes: 100}, 8, "waiting for a processor does not count against a move's budget"},
		{8, 1, ouro.Budget{CPU: 1}, 8, "waiting for a processor does not count against a move's budget"},
		{8, 1, ouro.Budget{CPU: 1, Time: 50}, 8, "waiting for a processor does not count against a move's budget"},
		{8, 1, ouro.Budget{Time: 1}, 4, "half of 8 processors, with 1 thread at a time in each game"},
		{8, 2, ouro.Budget{Time: 1, Nodes: 1}, 2, "half of 8 processors, with 2 threads at a time in each game"},
		{8, 3, ouro.Budget{Time: 1}, 1, "half of 8 processors, with 3 threads at a time in each game"},
		{8, 5, ouro.Budget{Time: 1}, 1, "half of 8 processors, with 5 threads at a time in each game, is less than one game"},
		{1, 1, ouro.Budget{Time: 1}, 1, "half of 1 processor, with 1 thread at a time in each game, is less than one game"},
	} {
		withProcessors(t, c.processors, func() {
			if n, why := lab.Fair(c.budget, c.thinking); n != c.want || why != c.why {
				t.Errorf("%d processors, %d threads, %+v: %d games, because %s", c.processors, c.thinking, c.budget, n, why)
			}
		})
	}
}

func withProcessors(t *testing.T, n int, do func()) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	do()
}

// crowd is a solver that counts how many calls of its Decide run at the same time. Decide sleeps.
type crowd struct {
	threads  int // result of the method Threads
	now, max atomic.Int64
	allowed  atomic.Int64 // the value of Threads in the last Setup
}

func (c *crowd) Make(setup ouro.Setup) (ouro.Solver, error) {
	c.allowed.Store(int64(setup.Threads))
	return c, nil
}

func (c *crowd) Threads() int { return c.threads }

func (c *crowd) Decide(context.Context, ouro.Turn) (ouro.Decision, error) {
	n := c.now.Add(1)
	for most := c.max.Load(); n > most && !c.max.CompareAndSwap(most, n); most = c.max.Load() {
	}
	time.Sleep(time.Millisecond)
	c.now.Add(-1)
	return ouro.Decision{Dir: ouro.Up}, nil
}

// TestFairPlans: unless Workers is set, an experiment plays as many games at once as Fair returns
// for its budget, its seats and the threads of its solvers. Under a limit of processor time,
// solvers get one thread.
func TestFairPlans(t *testing.T) {
	for _, c := range []struct {
		seats, threads int
		change         func(*lab.Plan)
		want           int64 // number of decisions at the same time
	}{
		{1, 1, func(*lab.Plan) {}, 8},
		{1, 1, func(p *lab.Plan) { p.Budget.Time = time.Second }, 4},
		{1, 2, func(p *lab.Plan) { p.Budget.Time = time.Second }, 2},
		{1, 9, func(p *lab.Plan) { p.Budget.Time = time.Second }, 1},
		{1, 9, func(p *lab.Plan) { p.Budget.Time, p.Workers = time.Second, 5 }, 5},
		{1, 1, func(p *lab.Plan) { p.Budget.CPU = time.Second }, 8},
		{3, 1, func(*lab.Plan) {}, 8},
		{3, 1, func(p *lab.Plan) { p.Budget.Time = time.Second }, 3},
		{3, 1, func(p *lab.Plan) { p.Budget.Time, p.InTurn = time.Second, true }, 4},
		{3, 2, func(p *lab.Plan) { p.Budget.Time, p.InTurn = time.Second, true }, 2},
		{3, 1, func(p *lab.Plan) { p.Budget.CPU = time.Second }, 8},
	} {
		withProcessors(t, 8, func() {
			synctest.Test(t, func(t *testing.T) {
				solver := &crowd{threads: c.threads}
				var entrants []lab.Entrant
				for i := range c.seats {
					entrants = append(entrants, lab.Entrant{Name: fmt.Sprint(i), Make: solver.Make})
				}
				plan := classicPlan(9, 9, 40, entrants...)
				if c.seats > 1 {
					plan = tournamentPlan(10, entrants...)
				}
				c.change(&plan)
				if _, err := lab.Run(t.Context(), plan, nil); err != nil {
					t.Fatal(err)
				}
				if got := solver.max.Load(); got != c.want {
					t.Errorf("%+v, %d seats, %d threads: %d decisions at the same time, want %d", plan.Budget, c.seats, c.threads, got, c.want)
				}
				if allowed, limited := solver.allowed.Load(), plan.Budget.CPU > 0; allowed != 0 && !limited || allowed != 1 && limited {
					t.Errorf("%+v: the solver was made for %d threads", plan.Budget, allowed)
				}
			})
		})
	}
}
