package sparring

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
)

// Random makes the snake that does not think.
//
// Idea: a move drawn uniformly from those that do not certainly kill, with dice
// of its own. The same seed and the same game give the same moves.
// Guarantee: it never steps into a wall or a body that stays, starves or burns
// while there is another move. Heads it does not fear.
// Cost: O(1) for a move, and O(N) to take in the State.
// Source: the customary baseline.
func Random(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	if err := fits(setup.Start); err != nil {
		return nil, err
	}
	return &random{newScout(setup.Start), ouro.NewPCG(setup.Seed)}, nil
}

type random struct {
	*scout
	dice *ouro.PCG
}

// Decide answers as ouro.Solver says.
func (r *random) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if t.Snake().Cause != ouro.Alive {
		return ouro.Decision{}, field.ErrNoStep
	}
	dirs := r.load(t)
	if t.Trace.On() {
		t.Trace.Moves(ouro.LabelScores, chances(dirs))
	}
	return ouro.Decision{Dir: dirs.At(r.dice.Roll(dirs.Len())), Depth: 1}, nil
}

// chances are those of each direction, NaN for the others.
func chances(dirs ouro.DirSet) (scores [4]float64) {
	for _, d := range ouro.Dirs {
		scores[d] = math.NaN()
		if dirs.Has(d) {
			scores[d] = 1 / float64(dirs.Len())
		}
	}
	return scores
}
