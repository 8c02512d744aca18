package play

import (
	"context"
	"errors"

	"ouro"
)

// Recorded is a Solver that makes the moves of a record, in any seat of a game
// of the same start and dice. After the last one it errs.
func Recorded(r *ouro.Record) ouro.Solver {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		turn := t.State.Turn + 1
		if turn > r.Turns() {
			return ouro.Decision{}, errors.New("the record ends here")
		}
		return ouro.Decision{Dir: r.Joint(turn)[t.Seat]}, nil
	})
}

// Rewind is a recorded game on a Tape, for stepping back and forth. Unlike
// [Replay] it compares nothing.
func Rewind(ctx context.Context, r *ouro.Record, deal Deal) (*Tape, error) {
	cfg := Config{Deal: deal}
	for range r.Seats {
		cfg.Seats = append(cfg.Seats, Recorded(r))
	}
	game, err := New(cfg)
	if err != nil {
		return nil, err
	}
	tape := NewTape(game)
	for range r.Turns() {
		if err := tape.Move(ctx); err != nil {
			return nil, err
		}
	}
	return tape, nil
}
