package play

import (
	"context"

	"ouro"
)

// Detour returns a solver that makes the given moves, one for each turn from the start of
// the game, and then calls another solver. With the start, dice and earlier moves of a
// game, it shows how the game would have continued after another move. Closing it closes
// the other solver.
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
