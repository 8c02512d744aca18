package play

import (
	"context"
	"errors"
	"slices"

	"ouro"
)

// recorded returns the game of a record, with its start and dice. Its solvers make the
// moves of the record, and return an error after the last one.
func recorded(r *ouro.Record, deal Deal) (*Game, error) {
	again := ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		turn := t.State.Turn + 1
		if turn > r.End() {
			return ouro.Decision{}, errors.New("the record ends here")
		}
		return ouro.Decision{Dir: r.Joint(turn)[t.Seat]}, nil
	})
	return New(Config{Deal: deal, Seats: slices.Repeat([]ouro.Solver{again}, len(r.Seats))})
}

// Rewind returns a History of a recorded game, for stepping back and forth. Unlike [Replay]
// it compares nothing.
func Rewind(ctx context.Context, r *ouro.Record, deal Deal) (*History, error) {
	game, err := recorded(r, deal)
	if err != nil {
		return nil, err
	}
	history := NewHistory(game)
	for range r.Turns() {
		if err := history.Move(ctx); err != nil {
			return nil, err
		}
	}
	return history, nil
}
