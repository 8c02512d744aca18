package backtrack

import "ouro"

func Bounds(solver ouro.Solver, t ouro.Turn, depth int) (bounds [4]float64) {
	b := solver.(*backtracker)
	root := b.prepare(t, depth)
	var steps [headings]step
	for _, s := range steps[:b.walker.steps(&root, &steps)] {
		bounds[dirOf[s.heading]] = score(s.bound, b.deadend)
	}
	return bounds
}

func Split(solver ouro.Solver) { solver.(*backtracker).patience = 1 }
