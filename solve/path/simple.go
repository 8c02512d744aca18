// Package path contains solvers that search a path to the food. [BFS], [DFS] and [AStar] are the
// simple version of the snake in the tutorial (see docs/results/classic.md), which treats the body
// as if it did not move. [Predictive] is the snake of a paper, which predicts the body's movement.
package path

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// BFS makes the breadth-first snake.
//
// Idea: search breadth-first from the head to the first food, and follow that path. Neighbours are
// visited in the order of ouro.Dirs (up, right, down, left), which decides between shortest paths.
// Guarantee: the path is a shortest one around the body as it lies now. The game has no guarantee,
// because the position after the meal is not examined. Cost: O(N) for a search; see planner for the
// moves that need one. Source: the tutorial's simple version.
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
	from []ouro.Cell // by cell: the cell before it on the path, or NoCell
}

// spread searches breadth-first. A node is a cell whose neighbours it visits.
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
				b.setPlan(n, b.from)
				return
			}
			b.searched = append(b.searched, n)
		}
	}
}

// DFS makes the depth-first snake.
//
// Idea: search depth-first, in the order of ouro.Dirs (up, right, down, left), to the first food.
// The snake follows the path to its end: a new search on each move would find another path, and the
// snake would turn in circles for ever. Guarantee: it finds a path if there is one, but mostly a
// long one. The game has no guarantee. Cost: O(N) for a search; see planner for the moves that need
// one. Source: the tutorial's simple version.
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
	directions []int8 // by cell: how many directions have been tried, or untouched
}

const untouched = -1

// descend searches depth-first and makes the plan the path from the head to the food. A node is a
// cell that it enters.
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
// Idea: first expand the reached cell with the smallest f = g + h. g is the number of steps from
// the head; h is a lower bound of the steps to the food, or to the nearest of several foods.
// heuristic=manhattan counts columns and rows. heuristic=euclidean measures the straight line,
// rounded up, which is still a bound because steps are integers. Of cells with equal f, the one
// found last comes first, and neighbours are found in the order of ouro.Dirs. Guarantee: neither
// bound drops by more than 1 in one step, so each cell is first visited on a shortest path, none is
// visited twice, and the path is as short as that of BFS. The game has no guarantee. Cost: O(N) for
// a search, with a bucket for each value of f, and far fewer cells than BFS on open boards; see
// planner for the moves that need a search. Source: the tutorial's simple version, and the search in
// the algorithm of the paper.
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
		visited: make([]bool, g.Size()),
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

	from    []ouro.Cell // by cell: the cell before it on the path
	steps   []int16     // by cell: the number of steps from the head, or unknown
	visited []bool      // by cell: whether it was visited
	open    search.Buckets[ouro.Cell]
}

const unknown = math.MaxInt16

// run searches a path to the food. A node is a cell that it visits.
func (a *aStar) run(t ouro.Turn, head ouro.Cell) {
	for c := range a.steps {
		a.steps[c], a.visited[c] = unknown, false
	}
	a.open.Clear()
	a.reach(head, head, 0, t.State.Food)
	for {
		_, c, ok := a.open.Pop()
		if !ok {
			return
		}
		if a.visited[c] {
			continue // an outdated entry: since then a shorter path was found
		}
		if c != head && t.State.HasFood(c) {
			a.setPlan(c, a.from)
			return
		}
		if !a.meter.Tick() {
			return
		}
		a.visited[c] = true
		a.searched = append(a.searched, c)
		for _, n := range a.grid.Neighbours(c) {
			if n != ouro.NoCell && !a.blocked[n] && a.steps[c]+1 < a.steps[n] {
				a.reach(n, c, a.steps[c]+1, t.State.Food)
			}
		}
	}
}

// reach records that a path of this many steps leads to c by way of the cell from.
func (a *aStar) reach(c, from ouro.Cell, steps int16, foods []ouro.Cell) {
	a.from[c], a.steps[c] = from, steps
	nearest := math.MaxInt
	for _, food := range foods {
		nearest = min(nearest, a.bound(c, food))
	}
	a.open.Push(int(steps)+nearest, c)
}

// straightLine returns the straight distance between a and b, rounded up.
func straightLine(g *ouro.Grid, a, b ouro.Cell) int {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	dx, dy := ax-bx, ay-by
	return int(math.Ceil(math.Sqrt(float64(dx*dx + dy*dy))))
}

// planner is shared by the solvers of the simple version. It makes one search for each meal, and
// then the snake follows the path.
//
// The body is an obstacle that does not move, except for the end of a tail that leaves in this
// move: the head may enter its cell, which then stays free until the meal. A path therefore stays
// open unless another snake interferes. So each turn, planner checks the plan against the State, in
// O(length of the path), and replaces a blocked plan. Without a path, or when the budget ends
// first, the snake makes any legal step (the first in the order of ouro.Dirs) and searches again on
// the next turn. The tutorial's snake stops there and loses.
type planner struct {
	grid      *ouro.Grid
	blocked   []bool
	plan      []ouro.Cell // path from the head's cell at the time of the search to the food
	headIndex int         // place of the head in plan
	searched  []ouro.Cell // cells of the last search, in the order in which it found them

	search func(t ouro.Turn, head ouro.Cell) // searches a path to the food, which exists
	meter  search.Meter                      // meter of the current search

	heat *field.Field // used only for a Trace; nil until there is one
}

func newPlanner(setup ouro.Setup) planner {
	g := setup.Start.Grid
	return planner{
		grid:     g,
		blocked:  make([]bool, g.Size()),
		plan:     make([]ouro.Cell, 0, g.Size()),
		searched: make([]ouro.Cell, 0, g.Size()),
	}
}

// Decide implements [ouro.Solver]. Each kind of search defines its nodes.
func (p *planner) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	p.meter = search.NewMeter(ctx, t.Nodes)
	if !p.isCurrent(t) {
		field.Block(p.blocked, t.State, t.Seat)
		p.plan, p.searched, p.headIndex = p.plan[:0], p.searched[:0], 0
		if len(t.State.Food) > 0 {
			p.search(t, t.Snake().Body.Head())
		}
	}
	nodes := p.meter.Nodes()
	p.meter = search.Meter{} // not needed after the decision
	return p.answer(t, nodes)
}

// isCurrent reports whether the plan is still valid, and updates the head's place on it.
func (p *planner) isCurrent(t ouro.Turn) bool {
	head := t.Snake().Body.Head()
	switch {
	case p.headIndex < len(p.plan) && p.plan[p.headIndex] == head:
	case p.headIndex+1 < len(p.plan) && p.plan[p.headIndex+1] == head:
		p.headIndex++
	default:
		return false
	}
	rest := p.plan[p.headIndex+1:]
	for _, c := range rest {
		if !t.State.Enterable(t.Seat, c) {
			return false
		}
	}
	return len(rest) > 0 && t.State.HasFood(rest[len(rest)-1])
}

// setPlan makes the plan from the predecessors that a search has stored. The head is its own
// predecessor.
func (p *planner) setPlan(food ouro.Cell, from []ouro.Cell) {
	n, c := 1, food
	for ; from[c] != c; c = from[c] {
		n++
	}
	p.plan = p.plan[:n]
	for c = food; n > 0; c = from[c] {
		n--
		p.plan[n] = c
	}
}

// answer returns the next step of the plan or, without a plan, any legal step.
func (p *planner) answer(t ouro.Turn, nodes int64) (ouro.Decision, error) {
	p.tracePlan(t)
	decision := ouro.Decision{Nodes: nodes}
	if len(p.plan) == 0 {
		var err error
		decision.Dir, err = field.AnyStep(t.State, t.Seat)
		return decision, err
	}
	decision.Dir, _ = p.grid.DirTo(p.plan[p.headIndex], p.plan[p.headIndex+1])
	decision.Depth = len(p.plan) - 1 - p.headIndex
	return decision, nil
}

func (p *planner) tracePlan(t ouro.Turn) {
	if !t.Trace.On() {
		return
	}
	if p.heat == nil {
		p.heat = field.New(p.grid)
	}
	field.Block(p.blocked, t.State, t.Seat)
	p.heat.Fill(p.blocked, t.State.Food...)
	t.Trace.Heat(ouro.LabelFood, p.heat.Heat())
	t.Trace.Cells(ouro.LabelSearch, p.searched)
	if len(p.plan) > 0 {
		t.Trace.Path(ouro.LabelPlan, p.plan[p.headIndex:])
	}
}
