package tui

import (
	"context"
	"errors"

	"ouro"
)

// recorded is a solver that makes the moves of a record.
type recorded struct{ rec *ouro.Record }

// Decide answers with what was played at this turn.
func (r recorded) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	turn := t.State.Turn + 1
	if turn > r.rec.Turns() {
		return ouro.Decision{}, errors.New("the record ends here")
	}
	return ouro.Decision{Dir: r.rec.Joint(turn)[t.Seat]}, nil
}
