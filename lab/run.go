package lab

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro/lab/stat"
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
	tallies []Tally    // by task
	seats   []Seat     // of all tallies, in one piece
	done    []bool     // by task
	choices [][]choice // by task; nil unless they are kept
	next    atomic.Int64
	count   atomic.Int64 // tasks done
	recalls int          // of them, those that were known
	workers []*worker

	mu        sync.Mutex // guards elsewhere, and done while an Executor plays
	elsewhere sums       // of the games that were not played here and now
	moves     atomic.Int64
}

// worker plays one game at a time. Its fields are its own but for moves.
type worker struct {
	run    *run
	player *Player
	sums   sums
	moves  atomic.Int64 // read by the progress
	seats  []int        // of the game now
}

// sums are figures of games, by entrant.
type sums struct {
	think []stat.Histogram // how long moves took
	spent []time.Duration  // in finished games
	timed []int            // games of which that is known
	meals [][]Meals        // by length; nil if they are not counted
}

func newSums(plan *Plan) sums {
	n := len(plan.Entrants)
	s := sums{think: make([]stat.Histogram, n), spent: make([]time.Duration, n), timed: make([]int, n)}
	if plan.Meals {
		for range n {
			s.meals = append(s.meals, make([]Meals, plan.Game.W*plan.Game.H+1))
		}
	}
	return s
}

// add adds a game, but not how long its moves took.
func (s *sums) add(f *Finished, seats []int) {
	for seat, e := range seats {
		if f.Took > 0 {
			s.spent[e] += f.Took
			s.timed[e]++
		}
		if s.meals != nil {
			addMeals(s.meals[e], f.Meals, int(f.Tally.Seats[seat].Length))
		}
	}
}

func newRun(plan Plan) *run {
	n := plan.tasks()
	r := &run{plan: plan, tallies: make([]Tally, n), seats: make([]Seat, n*len(plan.Seatings[0])), done: make([]bool, n), elsewhere: newSums(&plan)}
	if plan.Choices {
		r.choices = make([][]choice, n)
	}
	if plan.Executor != nil {
		return r
	}
	for range plan.workers() {
		w := &worker{run: r, sums: newSums(&plan)}
		w.player = newPlayer(&r.plan, w.clock)
		r.workers = append(r.workers, w)
	}
	return r
}

// put gives a tally the task's place and its seats room that lasts.
func (r *run) put(i int, tally *Tally) {
	n := len(tally.Seats)
	seats := r.seats[i*n:][:n:n]
	copy(seats, tally.Seats)
	r.tallies[i], r.done[i] = *tally, true
	r.tallies[i].Seats = seats
	r.count.Add(1)
}

// clock takes note of a decision in the game that is played now.
func (w *worker) clock(seat int, took time.Duration) {
	w.sums.think[w.seats[seat]].Add(took)
	w.moves.Add(1)
}

// playAll plays every task, or as many as ctx allows. The first error ends it.
func (r *run) playAll(ctx context.Context) error {
	if r.plan.Executor != nil {
		return r.execute(ctx)
	}
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
			}
		})
	}
	return group.Wait()
}

// keep keeps a finished game where somebody does.
func (p *Plan) keep(t Task, f *Finished) error {
	if p.Keep == nil {
		return nil
	}
	if err := p.Keep(f); err != nil {
		return p.where(t, err)
	}
	return nil
}

// watch reports the progress until it is stopped, which waits for the last
// report.
func (r *run) watch(progress func(Progress)) (stop func()) {
	began := time.Now()
	report := func() {
		p := Progress{Done: int(r.count.Load()), Total: len(r.tallies), Known: r.recalls, Elapsed: time.Since(began)}
		p.Moves = r.moves.Load()
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
	t := w.run.plan.task(i)
	w.seats = t.Seats
	f, err := w.player.play(ctx, t)
	if err != nil {
		return err
	}
	if err := w.run.plan.keep(t, &f); err != nil {
		return err
	}
	w.sums.add(&f, t.Seats)
	w.run.put(i, &f.Tally)
	if f.choices != nil {
		w.run.choices[i] = f.choices
	}
	return nil
}
