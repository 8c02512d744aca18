package path

import (
	"math"

	"ouro"
	"ouro/search"
)

// BFS makes the breadth-first snake.
//
// Idea: search breadth-first from the head to the first food, and follow that path. Neighbours
// are visited in the order of ouro.Dirs (up, right, down, left), which decides between shortest
// paths.
// Guarantee: the path is the shortest one around the present body. None for the game: the
// position after the meal is not examined.
// Cost: O(N) for a search, one for each meal and one for each move without a path; O(length of
// the path) for the other moves, to check it.
// Source: the tutorial's simple version. See planner for the obstacles.
func BFS(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	b := &breadthFirst{newPlanner(setup), make([]ouro.Cell, setup.Start.Grid.Size())}
	b.search = b.spread
	return b, nil
}

type breadthFirst struct {
	planner
	from []ouro.Cell // by cell: its predecessor, or NoCell
}

// spread searches breadth-first. A node is a cell whose neighbours are visited.
func (b *breadthFirst) spread(t ouro.Turn, head ouro.Cell) {
	for c := range b.from {
		b.from[c] = ouro.NoCell
	}
	b.from[head] = head
	b.searched = append(b.searched, head)
	for i := 0; i < len(b.searched) && b.meter.Tick(); i++ {
		c := b.searched[i]
		for _, n := range b.grid.Neighbours(c) {
			if n == ouro.NoCell || b.blocked[n] || b.from[n] != ouro.NoCell {
				continue
			}
			b.from[n] = c
			if t.State.HasFood(n) {
				b.trail(n, b.from)
				return
			}
			b.searched = append(b.searched, n)
		}
	}
}

// DFS makes the depth-first snake.
//
// Idea: search depth-first, in the order of ouro.Dirs (up, right, down, left), to the first
// food. The snake follows the path to its end: a new search on each move would find another
// path, and the snake would turn round for ever.
// Guarantee: it finds a path if there is one, but mostly a long one. None for the game.
// Cost: O(N) for a search, one for each meal and one for each move without a path; O(length of
// the path) for the other moves, to check it.
// Source: the tutorial's simple version. See planner for the obstacles.
func DFS(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	d := &depthFirst{newPlanner(setup), make([]int8, setup.Start.Grid.Size())}
	d.search = d.descend
	return d, nil
}

type depthFirst struct {
	planner
	directions []int8 // by cell: how many directions were tried, or untouched
}

const untouched = -1

// descend keeps the path from the head to the present cell in the plan. A node is a cell that
// it enters.
func (d *depthFirst) descend(t ouro.Turn, head ouro.Cell) {
	for c := range d.directions {
		d.directions[c] = untouched
	}
	d.directions[head] = 0
	way := append(d.plan, head)
	for len(way) > 0 {
		c := way[len(way)-1]
		if int(d.directions[c]) == len(ouro.Dirs) {
			way = way[:len(way)-1]
			continue
		}
		n := d.grid.Next(c, ouro.Dirs[d.directions[c]])
		d.directions[c]++
		if n == ouro.NoCell || d.blocked[n] || d.directions[n] != untouched {
			continue
		}
		if !d.meter.Tick() {
			return
		}
		d.directions[n] = 0
		d.searched = append(d.searched, n)
		way = append(way, n)
		if t.State.HasFood(n) {
			d.plan = way
			return
		}
	}
}

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
