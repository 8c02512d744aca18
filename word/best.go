package word

import (
	"context"
	"math"

	"ouro"
)

// Best tries a number of grids in search of many points, and returns the best grid with its points.
// The same dice always give the same grid. After each grid, Best calls report with the number of grids
// tried and the points of the best one; a nil report is not called. If ctx ends, Best returns the
// error of ctx and the best grid so far.
//
// Best is simulated annealing. It begins with a random grid, and each try replaces a letter or swaps
// two letters. Best keeps a change that does not lose points. It keeps any other change with a
// probability that falls with the loss, relative to the points, and with the number of grids tried.
func (f *Finder) Best(ctx context.Context, w, h int, tries int, dice ouro.Dice, report func(grids, points int)) (*Grid, int, error) {
	g := Random(w, h, dice)
	best := NewGrid(w, h, g.faces)
	var current, most int // points of g and of best
	for i := range tries {
		undo := func() {}
		if i > 0 {
			undo = g.change(dice)
		}
		points, err := f.Score(ctx, g)
		if err != nil {
			return best, most, err
		}
		if i == 0 || isKept(points-current, current, float64(i)/float64(tries), dice) {
			current = points
		} else {
			undo()
		}
		if current > most {
			most = current
			copy(best.faces, g.faces)
		}
		if report != nil {
			report(i+1, most)
		}
	}
	return best, most, nil
}

// A change that loses this share of the points is kept with probability 1/e, at the start and at the
// end of the search.
const (
	lossAtBegin = 0.06
	lossAtEnd   = 0.002
)

// isKept decides whether Best keeps a change that adds gain to these points. progress is the share of
// the tries so far, from 0 to 1.
func isKept(gain, points int, progress float64, dice ouro.Dice) bool {
	if gain >= 0 {
		return true
	}
	loss := lossAtBegin * math.Pow(lossAtEnd/lossAtBegin, progress) * float64(points+1)
	const precision = 1 << 20
	return float64(dice.Roll(precision)) < precision*math.Exp(float64(gain)/loss)
}

// change replaces a random face or swaps two faces, and returns a function that undoes the change.
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
