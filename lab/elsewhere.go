package lab

import (
	"context"
	"fmt"
)

// Recall is the report of the games of a plan that are known; it plays none. The
// functions of the plan are not called but for Known.
func Recall(plan Plan) (*Report, error) {
	plan = plan.withDefaults()
	if err := plan.checkNumbers(); err != nil {
		return nil, err
	}
	r := newRun(plan)
	err := r.recall()
	return r.report(), err
}

// recall takes the games that are known.
func (r *run) recall() error {
	if r.plan.Known == nil {
		return nil
	}
	for i := range r.tallies {
		t := r.plan.task(i)
		f, known := r.plan.Known(t)
		if !known {
			continue
		}
		if err := r.take(i, t, f); err != nil {
			return err
		}
		r.recalls++
	}
	return nil
}

// take counts a game that was not played here and now.
func (r *run) take(i int, t Task, f *Finished) error {
	if err := r.plan.seat(t, &f.Tally); err != nil {
		return err
	}
	if err := r.plan.checkMeals(f); err != nil {
		return r.plan.where(t, err)
	}
	for seat, e := range t.Seats {
		if seat < len(f.Think) {
			r.elsewhere.think[e].MergeSparse(f.Think[seat])
		}
	}
	r.elsewhere.add(f, t.Seats)
	r.put(i, &f.Tally)
	return nil
}

// checkMeals wants no more meals than the snake can have had.
func (p *Plan) checkMeals(f *Finished) error {
	if !p.Meals {
		return nil
	}
	if length := int(f.Tally.Seats[0].Length); length > p.Game.W*p.Game.H || length < len(f.Meals) {
		return fmt.Errorf("a snake of %d has had %d meals", length, len(f.Meals))
	}
	return nil
}

// execute has the games played elsewhere that are not known.
func (r *run) execute(ctx context.Context) error {
	var games []int
	for i, done := range r.done {
		if !done {
			games = append(games, i)
		}
	}
	if len(games) == 0 {
		return nil
	}
	return r.plan.Executor.Execute(ctx, games, func(i int, f *Finished) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if i < 0 || i >= len(r.done) {
			return fmt.Errorf("there is no game %d of %d", i, len(r.done))
		}
		if r.done[i] {
			return nil
		}
		t := r.plan.task(i)
		if err := r.take(i, t, f); err != nil {
			return err
		}
		r.moves.Add(int64(f.Tally.Turns) * int64(len(t.Seats)))
		return r.plan.keep(t, f)
	})
}
