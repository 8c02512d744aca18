package lab

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro/lab/stat"
	"ouro/play"
)

// Progress tells how far an experiment is.
type Progress struct {
	Done, Total int   // games, of all entrants together
	Known       int   // of those that are done, how many were played before, see Plan.Known
	Moves       int64 // those that the clock was told of
	Elapsed     time.Duration
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// Run plays the plan. A plan that cannot be played is an error without a
// report, before any game is played. When ctx ends, or a game cannot be played
// after all, the report covers the games finished until then, is marked
// Partial, and comes together with the error, which is ctx's own if ctx ended.
//
// progress, unless nil, is called at most ten times a second and once at the
// end, always from the same goroutine, which is not the caller's. No goroutine
// outlives Run, except those of solvers that do not stop when told to.
func Run(ctx context.Context, plan Plan, progress func(Progress)) (*Report, error) {
	plan = plan.withDefaults()
	if err := plan.check(); err != nil {
		return nil, err
	}
	r := newRun(plan)
	if err := r.recall(); err != nil {
		return nil, err
	}
	if progress != nil {
		stop := r.watch(progress)
		defer stop()
	}
	err := r.playAll(ctx)
	return r.report(), err
}

// run is an experiment in progress. Each task writes only its own place in
// tallies, which is why the order of finishing does not matter.
type run struct {
	plan    Plan
	tallies []Tally // by task
	seats   []Seat  // of all tallies, in one piece
	done    []bool  // by task
	next    atomic.Int64
	count   atomic.Int64 // tasks done
	known   []int        // of them, those that were played before, by entrant
	recalls int          // and all together
	workers []*worker
}

// worker plays one game at a time. Its fields are its own but for moves.
type worker struct {
	run   *run
	moves atomic.Int64 // read by the progress
	// By entrant: how long moves took, and the time spent in finished games.
	think []stat.Histogram
	spent []time.Duration
	seats []int // of the game now
	// Where meals are counted, by entrant and length, and of the game now.
	meals [][]Meals
	diary diary
}

func newRun(plan Plan) *run {
	n := plan.tasks()
	r := &run{
		plan: plan, tallies: make([]Tally, n), seats: make([]Seat, n*len(plan.Seatings[0])), done: make([]bool, n),
		known: make([]int, len(plan.Entrants)),
	}
	for range plan.workers() {
		w := &worker{
			run:   r,
			think: make([]stat.Histogram, len(plan.Entrants)),
			spent: make([]time.Duration, len(plan.Entrants)),
		}
		for range plan.Entrants {
			if plan.Meals {
				w.meals = append(w.meals, make([]Meals, plan.Game.W*plan.Game.H+1))
			}
		}
		r.workers = append(r.workers, w)
	}
	return r
}

// recall takes the games that are known.
func (r *run) recall() error {
	if r.plan.Known == nil {
		return nil
	}
	for i := range r.tallies {
		t := r.plan.task(i)
		tally, known := r.plan.Known(t)
		if !known {
			continue
		}
		if err := r.put(i, t, &tally); err != nil {
			return err
		}
		r.tallies[i], r.done[i] = tally, true
		r.recalls++
		for _, e := range t.Seats {
			r.known[e]++
		}
	}
	r.count.Store(int64(r.recalls))
	return nil
}

// put gives a tally the task's place and its seats room that lasts.
func (r *run) put(i int, t Task, tally *Tally) error {
	if len(tally.Seats) != len(t.Seats) {
		return r.plan.where(t, errors.New("its tally has not all seats"))
	}
	seats := r.seats[i*len(t.Seats):][:len(t.Seats):len(t.Seats)]
	copy(seats, tally.Seats)
	for seat, e := range t.Seats {
		seats[seat].Entrant = int32(e)
	}
	tally.Group, tally.Seating, tally.Seats = int32(t.Group), int32(t.Seating), seats
	return nil
}

// clock takes note of a decision in the game that is played now.
func (w *worker) clock(seat int, took time.Duration) {
	w.think[w.seats[seat]].Add(took)
	w.moves.Add(1)
}

// playAll plays every task, or as many as ctx allows. The first error ends it.
func (r *run) playAll(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range r.workers {
		group.Go(func() error {
			for {
				i := int(r.next.Add(1)) - 1
				if i >= len(r.tallies) {
					return nil
				}
				if r.done[i] { // it was known
					continue
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := w.play(ctx, i); err != nil {
					if ctx.Err() != nil {
						return ctx.Err()
					}
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
		p := Progress{Done: int(r.count.Load()), Total: len(r.tallies), Known: r.recalls, Elapsed: time.Since(began)}
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

// play plays a task, keeps it and tallies it.
func (w *worker) play(ctx context.Context, i int) error {
	plan := &w.run.plan
	t := plan.task(i)
	w.seats, t.Clock = t.Seats, w.clock
	began := time.Now()
	tally, record, err := w.playTask(ctx, t)
	if err != nil {
		return err
	}
	if err := w.run.put(i, t, &tally); err != nil {
		return err
	}
	if plan.Keep != nil {
		if err := plan.Keep(&tally, record); err != nil {
			return plan.where(t, err)
		}
	}
	w.run.tallies[i], w.run.done[i] = tally, true
	took := time.Since(began)
	for _, e := range t.Seats {
		w.spent[e] += took
	}
	return nil
}

// playTask plays a game in the way of the plan.
func (w *worker) playTask(ctx context.Context, t Task) (tally Tally, record encoding.TextMarshaler, err error) {
	plan := &w.run.plan
	defer func() {
		if v := recover(); v != nil {
			err = plan.where(t, play.MishapOf(play.Caught(v)))
		}
	}()
	if plan.Play == nil {
		return w.playGame(ctx, t)
	}
	if tally, record, err = plan.Play(ctx, t); err != nil {
		err = plan.where(t, err)
	}
	return tally, record, err
}

// where is an error in this game.
func (p *Plan) where(t Task, err error) error {
	err = fmt.Errorf("game %d: %w", p.Kind.number(len(p.Seatings), &Tally{Group: int32(t.Group), Seating: int32(t.Seating)}), err)
	if len(t.Seats) == 1 {
		err = fmt.Errorf("solver %s: %w", p.Entrants[t.Seats[0]].name(), err)
	}
	return err
}
