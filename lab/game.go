package lab

import (
	"context"
	"encoding"
	"errors"

	"ouro"
	"ouro/play"
)

// playGame deals the game of a task, makes its solvers and plays it to its end.
// The record is nil unless the task asks for it.
func (w *worker) playGame(ctx context.Context, t Task) (tally Tally, record encoding.TextMarshaler, err error) {
	plan := &w.run.plan
	cfg := play.Config{Budget: plan.Budget, InTurn: plan.InTurn, Fallback: plan.Fallback, Clock: t.Clock, Keep: t.Keep}
	if cfg.Deal, err = plan.deal(t); err != nil {
		return tally, nil, err
	}
	for seat, e := range t.Seats {
		s, err := plan.make(e, cfg.Deal, t.Seed, seat)
		if err != nil {
			return tally, nil, errors.Join(err, play.Close(cfg.Seats...))
		}
		cfg.Seats = append(cfg.Seats, s)
	}
	tally, r, err := w.playDealt(ctx, cfg)
	if err != nil {
		return tally, nil, plan.where(t, err)
	}
	if plan.Meals {
		tally.Seats[0].Distance = int32(w.diary.total())
		w.diary.addTo(w.meals[t.Seats[0]])
	}
	if r == nil {
		return tally, nil, nil
	}
	r.Game, r.Seed = plan.Game, t.Seed
	for _, e := range t.Seats {
		r.Seats = append(r.Seats, plan.Entrants[e].Spec)
	}
	return tally, r, nil
}

// playDealt plays a game that has been dealt.
func (w *worker) playDealt(ctx context.Context, cfg play.Config) (t Tally, r *ouro.Record, err error) {
	g, err := play.New(cfg)
	if err != nil {
		return t, nil, err
	}
	defer func() {
		// A solver that does not let go spoils its own record, not the
		// experiment.
		if closing := g.Close(); err == nil {
			t.Closing(closing)
		}
	}()
	outcome, err := w.runGame(ctx, g)
	if err != nil {
		return t, nil, err
	}
	t = NewTally(g.State(), outcome, g.Incidents())
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
	w.diary.open(g.State())
	return g.RunWith(ctx, w.diary.note)
}
