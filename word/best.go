package word

import (
	"context"
	"math"

	"ouro"
)

// Best searches for a grid with as many points as possible among tries grids, and returns the best
// grid with its points. The same dice always give the same grid. report may be nil; otherwise Best
// calls it after each grid with the number of grids tried and the best points. If ctx ends, Best
// returns its error and the best grid so far.
//
// Best is simulated annealing: it begins with a random grid, and in each try replaces a letter or
// swaps two. It keeps a change that does not lose points. It keeps any other change with a
// probability that falls with the loss, in percent of the points, and with the number of grids
// tried.
func (f *Finder) Best(ctx context.Context, w, h int, tries int, dice ouro.Dice, report func(grids, points int)) (*Grid, int, error) {
	g := Random(w, h, dice)
	best := NewGrid(w, h, g.faces)
	var now, most int
	for i := range tries {
		undo := func() {}
		if i > 0 {
			undo = g.change(dice)
		}
		points, err := f.Score(ctx, g)
		if err != nil {
			return best, most, err
		}
		if i == 0 || isKept(points-now, now, float64(i)/float64(tries), dice) {
			now = points
		} else {
			undo()
		}
		if now > most {
			most = now
			copy(best.faces, g.faces)
		}
		if report != nil {
			report(i+1, most)
		}
	}
	return best, most, nil
}

// The loss, as a share of the points, that Best keeps with probability 1/e, at the start and at the
// end of the search.
const (
	lossAtBegin = 0.06
	lossAtEnd   = 0.002
)

// isKept decides whether Best keeps a change that adds gain to these points. done is the
// finished share of the tries.
func isKept(gain, points int, done float64, dice ouro.Dice) bool {
	if gain >= 0 {
		return true
	}
	loss := lossAtBegin * math.Pow(lossAtEnd/lossAtBegin, done) * float64(points+1)
	const precision = 1 << 20
	return float64(dice.Roll(precision)) < precision*math.Exp(float64(gain)/loss)
}

// change replaces a random face, or swaps two, and returns a function that undoes it.
func (g *Grid) change(dice ouro.Dice) (undo func()) {
	a, b := dice.Roll(len(g.faces)), dice.Roll(len(g.faces))
	was, other := g.faces[a], g.faces[b]
	if dice.Roll(3) == 0 {
		g.faces[a], g.faces[b] = other, was
	} else if i := dice.Roll(len(bag) + 1); i < len(bag) {
		g.faces[a] = Face(bag[i])
	} else {
		g.faces[a] = Qu
	}
	return func() { g.faces[b], g.faces[a] = other, was }
}
