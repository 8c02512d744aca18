package sparring

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
)

// Random makes the random snake.
//
// Idea: a uniformly random move of those that are not certainly fatal, with its own dice. The
// same seed and the same game give the same moves.
// Guarantee: if there is another move it never steps into a wall or a body that stays, and does
// not starve or burn. It ignores heads.
// Cost: O(1) for a move, and O(N) to load the State.
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

// Decide implements [ouro.Solver].
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

// chances returns the probability of each direction, NaN for impossible ones.
func chances(dirs ouro.DirSet) (scores [4]float64) {
	for _, d := range ouro.Dirs {
		scores[d] = math.NaN()
		if dirs.Has(d) {
			scores[d] = 1 / float64(dirs.Len())
		}
	}
	return scores
}
