// Package derive replays recorded games by their rules and reports the differences
// between a stored game and the same game played again.
//
// No solver runs, except the drivers of Snake Hunter: its records hold no moves of
// drivers.
package derive

import (
	"context"
	"errors"

	"ouro"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// DifferenceError is the first difference between a record and the rules; everything
// after it is invalid.
type DifferenceError struct {
	Turn int // or tick of Snake Hunter
	Err  error
}

func (e *DifferenceError) Error() string { return e.Err.Error() }

func (e *DifferenceError) Unwrap() error { return e.Err }

// Record derives every turn of a record and returns the tally of its game, without meals
// and the entrants of the seats, which records do not hold. With a DifferenceError the
// tally has only Turns, the number of turns derived. Any other error is of a record that
// cannot be replayed.
func Record(ctx context.Context, r *ouro.Record) (t lab.Tally, err error) {
	t.Turns = int32(r.Begin())
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return t, err
	}
	wrong := r.Begin() // the turn of the difference, if there is one
	var end *ouro.State
	err = play.Replay(ctx, r, deal, func(s *ouro.State) {
		end, t.Turns, wrong = s, int32(s.Turn), min(s.Turn+1, r.End())
	})
	switch {
	case err == nil:
		return lab.NewTally(end, r.Outcome, r.Incidents), nil
	case ctx.Err() != nil:
		return t, ctx.Err()
	case errors.Is(err, play.ErrChanged):
		wrong = r.Begin()
	}
	return t, &DifferenceError{wrong, err}
}

// Hunter derives every tick of a record of Snake Hunter and returns its result. With a
// DifferenceError the result is that of the ticks derived. Any other error is of a record
// that cannot be replayed.
func Hunter(ctx context.Context, r *hunter.Record) (result hunter.Result, err error) {
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return result, err
	}
	begun, wrong := false, 0
	err = hunter.Replay(ctx, r, makers, func(w *hunter.World) {
		begun, result, wrong = true, w.Result(), w.Tick()
		if w.Over() && w.Tick() < r.Ticks() && r.Check(w) == nil {
			wrong++ // there is an input after the game's end
		}
	})
	switch {
	case ctx.Err() != nil:
		return result, ctx.Err()
	case err != nil && begun:
		err = &DifferenceError{wrong, err}
	}
	return result, err
}
