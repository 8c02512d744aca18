package play

import (
	"context"

	"ouro"
)

// Detour is a solver that first makes moves that are given, one for each turn
// from the start of the game on, and then leaves the deciding to another one,
// which was not asked until then. With the start and the dice of a game, and the
// moves that it made up to a turn, it is what would have come of another move
// there. Closing it closes the other one.
func Detour(moves []ouro.Dir, then ouro.Solver) ouro.Solver { return &detour{moves: moves, then: then} }

type detour struct {
	moves []ouro.Dir
	then  ouro.Solver
	begun bool
	first int // turn of the first move
}

func (d *detour) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !d.begun {
		d.begun, d.first = true, t.State.Turn
	}
	if i := t.State.Turn - d.first; i < len(d.moves) {
		return ouro.Decision{Dir: d.moves[i]}, nil
	}
	return d.then.Decide(ctx, t)
}

func (d *detour) Close() error { return Close(d.then) }
