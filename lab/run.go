package lab

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/lab/stat"
	"ouro/play"
)

// Tally is what an experiment keeps of one game.
type Tally struct {
	Game   int // its number in the experiment
	Ending ouro.Ending
	Moves  int
	Length int // of the snake at the end
	// Distance is the sum, over the meals of the game, of the Manhattan distances
	// from the head to the food when it appeared: no snake could have eaten these
	// meals in fewer moves. 0 unless the plan has meals counted.
	Distance int
	Mishaps  int // moves that were not the solver's, because it had none
	// FirstMishap is the first of them, with its turn; "" when there is none.
	FirstMishap string
}

// Progress tells how far an experiment is.
type Progress struct {
	Done, Total int // games, of all entrants together
	Moves       int64
	Elapsed     time.Duration
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// PanicError is a panic of a Deal, a Maker or the rules as an error. (A solver
// that panics does not stop its game: that is a mishap.)
type PanicError struct {
	Value any
	Stack []byte
}

func newPanicError(value any) *PanicError { return &PanicError{value, debug.Stack()} }

// Error is one line; the stack is for those who want it.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Run plays the plan. A plan that cannot be played is an error without a
// report, before any game is played. When ctx ends, or a game cannot be played
// after all, the report covers the games finished until then, is marked
// Partial, and comes together with the error, which is ctx's own if ctx ended.
//
// progress, unless nil, is called at most ten times a second and once at the
// end, always from the same goroutine, which is not the caller's. No goroutine
// outlives Run, except those of solvers that do not stop when told to.
func Run(ctx context.Context, plan Plan, progress func(Progress)) (*Report, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	r := newRun(plan)
	if progress != nil {
		stop := r.watch(progress)
		defer stop()
	}
	err := r.playAll(ctx)
	return r.report(), err
}

// run is an experiment in progress. A task is one game of one entrant; tasks
// are handed out game by game, so that an interrupted experiment has as many
// complete pairs as possible. Each task writes only its own place in tallies,
// which is why the order of finishing does not matter.
type run struct {
	plan    Plan
	tallies []Tally // by task
	done    []bool  // by task
	next    atomic.Int64
	count   atomic.Int64 // tasks done
	workers []*worker
}

// worker plays one game at a time. Its fields are its own but for moves.
type worker struct {
	run   *run
	moves atomic.Int64 // read by the progress
	// By entrant: how long moves took, the time spent in finished games, and
	// the clock that a game reports to.
	think []stat.Histogram
	spent []time.Duration
	clock []func(int, time.Duration)
	// Where meals are counted, by entrant and length, and of the game now.
	meals [][]Meals
	diary diary
}

func newRun(plan Plan) *run {
	tasks := plan.Games * len(plan.Entrants)
	r := &run{plan: plan, tallies: make([]Tally, tasks), done: make([]bool, tasks)}
	for range plan.workers() {
		w := &worker{
			run:   r,
			think: make([]stat.Histogram, len(plan.Entrants)),
			spent: make([]time.Duration, len(plan.Entrants)),
		}
		for e := range plan.Entrants {
			w.clock = append(w.clock, func(_ int, d time.Duration) {
				w.think[e].Add(d)
				w.moves.Add(1)
			})
			if plan.Meals {
				w.meals = append(w.meals, make([]Meals, plan.Game.W*plan.Game.H+1))
			}
		}
		r.workers = append(r.workers, w)
	}
	return r
}

// playAll plays every task, or as many as ctx allows. The first error ends it.
func (r *run) playAll(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range r.workers {
		group.Go(func() error {
			for {
				task := int(r.next.Add(1)) - 1
				if task >= len(r.tallies) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := w.play(ctx, task); err != nil {
					return err
				}
				r.count.Add(1)
			}
		})
	}
	return group.Wait()
}

// watch reports the progress until it is stopped, which waits for the last
// report.
func (r *run) watch(progress func(Progress)) (stop func()) {
	began := time.Now()
	report := func() {
		p := Progress{Done: int(r.count.Load()), Total: len(r.tallies), Elapsed: time.Since(began)}
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

// play plays one task and tallies it. A game that ctx ends is not tallied: its
// error is returned.
func (w *worker) play(ctx context.Context, task int) (err error) {
	plan := &w.run.plan
	number, e := plan.First+task/len(plan.Entrants), task%len(plan.Entrants)
	entrant := &plan.Entrants[e]
	began := time.Now()
	seed := ouro.GameSeed(plan.Seed, number)
	deal, err := plan.deal(number, seed)
	if err != nil {
		return err
	}
	solver, err := entrant.make(deal, seed)
	if err != nil {
		return err
	}
	t, record, err := w.playGame(ctx, play.Config{
		Deal:   deal,
		Seats:  []ouro.Solver{solver},
		Budget: plan.Budget,
		Clock:  w.clock[e],
		Keep:   plan.Keep != nil,
	})
	if err == nil && record != nil {
		record.Game, record.Seed, record.Seats = plan.Game, seed, []ouro.Spec{entrant.Spec}
		err = plan.Keep(entrant.Spec, number, record)
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("solver %s: game %d: %w", entrant.Spec, number, err)
	}
	t.Game = number
	if plan.Meals {
		t.Distance = w.diary.total()
		w.diary.addTo(w.meals[e])
	}
	w.run.tallies[task], w.run.done[task] = t, true
	w.spent[e] += time.Since(began)
	return nil
}

// playGame plays a game that has been dealt, from the start to its end. The
// record is nil unless cfg keeps one.
func (w *worker) playGame(ctx context.Context, cfg play.Config) (t Tally, r *ouro.Record, err error) {
	var g *play.Game
	defer func() {
		if p := recover(); p != nil {
			err = newPanicError(p)
		}
		if g == nil {
			return
		}
		// A solver that does not let go spoils its own record, not the
		// experiment.
		if closing := g.Close(); closing != nil && err == nil {
			t.mishap("at the end: " + closing.Error())
		}
	}()
	g, err = play.New(cfg)
	if err != nil {
		return t, nil, err
	}
	outcome, err := w.runGame(ctx, g)
	if err != nil {
		return t, nil, err
	}
	s := g.State()
	t = Tally{Ending: outcome.Ending, Moves: s.Turn, Length: s.Snakes[0].Body.Len()}
	for _, in := range g.Incidents() {
		t.mishap(fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Mishap, in.Detail))
	}
	if cfg.Keep {
		r = g.Record()
	}
	return t, r, nil
}

// runGame plays to the end, and watches the meals where they are counted.
func (w *worker) runGame(ctx context.Context, g *play.Game) (ouro.Outcome, error) {
	if !w.run.plan.Meals {
		return g.Run(ctx)
	}
	for w.diary.open(g.State()); ; w.diary.note(g.State()) {
		if outcome, over := g.Over(); over {
			return outcome, nil
		}
		if err := g.Move(ctx); err != nil {
			return ouro.Outcome{Winner: -1}, err
		}
	}
}

func (t *Tally) mishap(text string) {
	if t.Mishaps == 0 {
		t.FirstMishap = text
	}
	t.Mishaps++
}
