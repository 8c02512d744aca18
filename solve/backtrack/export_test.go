package backtrack

import "ouro"

// Bounds returns the upper bound of each direction at this depth.
func Bounds(solver ouro.Solver, t ouro.Turn, depth int) (bounds [4]float64) {
	b := solver.(*backtracker)
	root := b.prepare(t, depth)
	var steps [headings]step
	for _, s := range steps[:b.walker.steps(&root, &steps)] {
		bounds[dirOf[s.heading]] = score(s.bound, b.deadend)
	}
	return bounds
}

// Split makes the solver split every search at once.
func Split(solver ouro.Solver) { solver.(*backtracker).patience = 1 }
