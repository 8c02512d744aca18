package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/internal/english"
)

// Progress is the progress of an experiment.
type Progress struct {
	Done, Total int   // number of finished and of all games, of all entrants together
	About       bool  // whether Total is an estimate, because the plan has a Stop
	Known       int   // number of finished games that were known before the run; see Plan.Known
	Moves       int64 // number of moves in the games of this run
	Elapsed     time.Duration
}

// Executor plays games of a plan outside of this process, for example on other machines.
type Executor interface {
	// Execute plays the games with these numbers, in any order, and passes each to put. The
	// function put is safe for concurrent use and ignores repeated games. Execute returns when it
	// has passed on all games, when ctx ends, or with the error of put.
	Execute(ctx context.Context, games []int, put func(game int, f *Finished) error) error
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// Run plays the missing games of the plan and returns the report. An impossible plan is an error
// without a report. When ctx ends or a game fails, Run returns the error and the report of the
// finished games, marked Partial. If progress is not nil, Run calls it at most ten times a second
// and once at the end, from a goroutine that is not the caller's. No goroutine outlives Run, except
// those of solvers that do not stop when their context ends.
func Run(ctx context.Context, plan Plan, progress func(Progress)) (*Report, error) {
	c, err := Open(plan)
	if err != nil {
		return nil, err
	}
	err = c.Play(ctx, progress)
	return c.Report(), err
}

// Open checks that a plan can be played, and counts its known games.
func Open(plan Plan) (*Count, error) {
	plan = plan.withDefaults()
	if err := plan.check(); err != nil {
		return nil, err
	}
	c := newCount(plan)
	return c, c.countKnown()
}

// countKnown counts the games that Plan.Known returns.
func (c *Count) countKnown() error {
	if c.plan.Known == nil {
		return nil
	}
	for i := range c.tallies {
		t := c.plan.task(i)
		f, known := c.plan.Known(t)
		if !known {
			continue
		}
		if err := c.plan.checkGameOf(t, f); err != nil {
			return c.plan.where(t, err)
		}
		numbered := *f // a copy, because a known game may have the numbers of another plan
		numbered.Tally.Seats = slices.Clone(f.Tally.Seats)
		c.plan.seat(t, &numbered.Tally)
		if err := c.Add(&numbered); err != nil {
			return err
		}
	}
	return nil
}

// Play plays the games that are not yet counted, counts them and passes them to Keep. It returns
// nil after the last game, or when the plan's Stop ends the experiment and cancels the running
// games.
func (c *Count) Play(ctx context.Context, progress func(Progress)) error {
	if c.Complete() {
		if progress != nil {
			n := c.Games()
			progress(Progress{Done: n, Total: n, Known: n})
		}
		return nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	sink := func(f *Finished) error {
		if c.plan.Keep != nil {
			if err := c.plan.Keep(f); err != nil {
				return err
			}
		}
		if err := c.Add(f); err != nil {
			return err
		}
		if c.Stopped() {
			stop(errStopped)
			return errStopped
		}
		return nil
	}
	r := newRun(&c.plan, c.Has, sink)
	if progress != nil {
		end := r.watch(c, progress)
		defer end()
	}
	err := r.play(ctx)
	if err != nil && c.Stopped() && errors.Is(context.Cause(ctx), errStopped) {
		return nil
	}
	return err
}

// errStopped cancels running games after Stop has ended the experiment.
var errStopped = errors.New("the experiment has ended")

// run plays the missing games of a plan.
type run struct {
	plan    *Plan
	has     func(Task) bool       // reports whether a game is counted
	sink    func(*Finished) error // receives every game
	next    atomic.Int64          // number of the next game to play
	workers []*worker
	moves   atomic.Int64 // number of moves in games that an Executor played
}

type worker struct {
	player *Player
	moves  atomic.Int64 // number of moves in games of this worker
}

func newRun(plan *Plan, has func(Task) bool, sink func(*Finished) error) *run {
	r := &run{plan: plan, has: has, sink: sink}
	if plan.Executor != nil {
		return r
	}
	for range plan.workers() {
		w := &worker{}
		w.player = newPlayer(plan, func(int, time.Duration) { w.moves.Add(1) })
		r.workers = append(r.workers, w)
	}
	return r
}

func (r *run) play(ctx context.Context) error {
	if r.plan.Executor != nil {
		return r.execute(ctx)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range r.workers {
		group.Go(func() error {
			for {
				i := int(r.next.Add(1)) - 1
				if i >= r.plan.tasks() {
					return nil
				}
				t := r.plan.task(i)
				if r.has(t) {
					continue
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := r.playOne(ctx, w, t); err != nil {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					return err
				}
			}
		})
	}
	return group.Wait()
}

// playOne plays a task and passes the game to sink.
func (r *run) playOne(ctx context.Context, w *worker, t Task) error {
	f, err := w.player.play(ctx, t)
	if err != nil {
		return err
	}
	if err := r.sink(&f); err != nil {
		return r.plan.where(t, err)
	}
	return nil
}

// execute lets the Executor play the missing games.
func (r *run) execute(ctx context.Context) error {
	var games []int
	missing := make(map[int]bool)
	for i := range r.plan.tasks() {
		if !r.has(r.plan.task(i)) {
			games, missing[i] = append(games, i), true
		}
	}
	if len(games) == 0 {
		return nil
	}
	var mu sync.Mutex // guards missing; sink is called once for each game
	return r.plan.Executor.Execute(ctx, games, func(i int, f *Finished) error {
		mu.Lock()
		defer mu.Unlock()
		if i < 0 || i >= r.plan.tasks() {
			return fmt.Errorf("game %d is not one of the games 0 to %d", i, r.plan.tasks()-1)
		}
		if !missing[i] {
			return nil
		}
		delete(missing, i)
		t := r.plan.task(i)
		if err := r.plan.checkGameOf(t, f); err != nil {
			return r.plan.where(t, err)
		}
		r.plan.seat(t, &f.Tally)
		r.moves.Add(int64(f.Tally.Turns) * int64(len(t.Seats)))
		if err := r.sink(f); err != nil {
			return r.plan.where(t, err)
		}
		return nil
	})
}

// watch reports progress until stop is called. stop returns after the last report.
func (r *run) watch(c *Count, progress func(Progress)) (stop func()) {
	began, known := time.Now(), c.Games()
	report := func() {
		p := Progress{Done: c.Games(), Known: known, Elapsed: time.Since(began), Moves: r.moves.Load()}
		p.Total, p.About = c.total()
		for _, w := range r.workers {
			p.Moves += w.moves.Load()
		}
		progress(p)
	}
	stopping := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				report()
			case <-stopping:
				report()
				return
			}
		}
	})
	return func() {
		close(stopping)
		watching.Wait()
	}
}

// Fair returns how many games can be played at the same time without delaying each other's
// moves, and the reason. thinking is the number of threads that think at the same time in one
// game.
//
// Under a limit of wall time, games use half of the processors, but at least one game is played.
// Budgets of nodes or processor time do not depend on other work of the machine.
func Fair(b ouro.Budget, thinking int) (games int, why string) {
	processors := runtime.GOMAXPROCS(0)
	if b.Time == 0 || b.CPU > 0 {
		return processors, "waiting for a processor does not count against a move's budget"
	}
	games = processors / 2 / max(1, thinking)
	half := fmt.Sprintf("half of %s, with %s at a time in each game", english.Count(processors, "processor"), english.Count(thinking, "thread"))
	if games == 0 {
		return 1, half + ", is less than one game"
	}
	return games, half
}

// thinking returns the number of threads that think at the same time in a game of the plan: the
// threads of one seat if seats think in turn, otherwise the threads of all seats.
func (p *Plan) thinking() int {
	threads := max(1, p.threads)
	if p.InTurn {
		return threads
	}
	return threads * len(p.Seatings[0])
}

// workers returns the number of games played at the same time.
func (p *Plan) workers() int {
	n := p.Workers
	if n == 0 {
		n, _ = Fair(p.Budget, p.thinking())
	}
	return min(n, p.tasks())
}
