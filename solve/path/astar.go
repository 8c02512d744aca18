package path

import (
	"math"

	"ouro"
	"ouro/search"
)

// AStar makes the A* snake.
//
// Idea: expand the reached cell with the smallest f = g + h first: the steps from the head plus
// a lower bound of the steps to the food (with several foods, to the nearest by that bound).
// heuristic=manhattan counts columns and rows; heuristic=euclidean is the straight line, rounded
// up, which still is a bound as steps are integers. Of equal f the cell found last comes first,
// and neighbours are found in the order of ouro.Dirs.
// Guarantee: neither bound drops by more than 1 in one step, so each cell is first visited on a
// shortest path, none is visited twice, and the path is as short as that of BFS. None for the
// game.
// Cost: O(N) for a search, with a bucket for each value of f, and far fewer cells than BFS on
// open boards; one for each meal and one for each move without a path; O(length of the path)
// for the other moves, to check it.
// Source: the tutorial's simple version, and the search inside the paper's. See planner for the
// obstacles.
func AStar(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	heuristic := options.Choice("heuristic", "manhattan", "manhattan", "euclidean")
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	a := &aStar{
		planner: newPlanner(setup),
		bound:   g.Distance,
		from:    make([]ouro.Cell, g.Size()),
		steps:   make([]int16, g.Size()),
		done:    make([]bool, g.Size()),
	}
	if heuristic == "euclidean" {
		a.bound = func(c, food ouro.Cell) int { return straightLine(g, c, food) }
	}
	a.search = a.run
	return a, nil
}

type aStar struct {
	planner
	bound func(c, food ouro.Cell) int

	from  []ouro.Cell // by cell: its predecessor
	steps []int16     // by cell: the steps from the head, or unknown
	done  []bool      // by cell: whether it was visited
	open  search.Buckets[ouro.Cell]
}

const unknown = math.MaxInt16

// run searches. A node is a cell that it visits.
func (a *aStar) run(t ouro.Turn, head ouro.Cell) {
	for c := range a.steps {
		a.steps[c], a.done[c] = unknown, false
	}
	a.open.Clear()
	a.reach(head, head, 0, t.State.Food)
	for {
		_, c, ok := a.open.Pop()
		if !ok {
			return
		}
		if a.done[c] {
			continue // an entry from before a shorter path was found
		}
		if c != head && t.State.HasFood(c) {
			a.trail(c, a.from)
			return
		}
		if !a.meter.Tick() {
			return
		}
		a.done[c] = true
		a.searched = append(a.searched, c)
		for _, n := range a.grid.Neighbours(c) {
			if n != ouro.NoCell && !a.blocked[n] && a.steps[c]+1 < a.steps[n] {
				a.reach(n, c, a.steps[c]+1, t.State.Food)
			}
		}
	}
}

// reach records a shorter path to c.
func (a *aStar) reach(c, from ouro.Cell, steps int16, foods []ouro.Cell) {
	a.from[c], a.steps[c] = from, steps
	nearest := math.MaxInt
	for _, food := range foods {
		nearest = min(nearest, a.bound(c, food))
	}
	a.open.Push(int(steps)+nearest, c)
}

// straightLine returns the Euclidean distance, rounded up.
func straightLine(g *ouro.Grid, a, b ouro.Cell) int {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	dx, dy := ax-bx, ay-by
	return int(math.Ceil(math.Sqrt(float64(dx*dx + dy*dy))))
}
