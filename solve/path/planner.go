// Package path contains solvers that search a path to the food: [BFS], [DFS] and [AStar] of the
// tutorial's simple version, with a body that does not move, and the paper's [Predictive], with
// a body that does.
package path

import (
	"context"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// planner is common to the solvers of the simple version: one search for each meal, then a walk
// along the path.
//
// The body is an obstacle that does not move, except for the end of a tail that leaves in this
// move: the rules let the head follow it, and it then stays free until the meal. A path
// therefore stays open unless another snake interferes; so the plan is checked against the
// State each turn and replaced if it is blocked. Without a path, or when the budget ends before
// one is found, the snake makes any legal step (the first in the order of ouro.Dirs) and
// searches again on the next turn; the tutorial's snake stops there and is lost.
type planner struct {
	grid     *ouro.Grid
	blocked  []bool
	plan     []ouro.Cell // from the head's cell at the search to the food
	at       int         // place of the head in plan
	searched []ouro.Cell // cells of the last search, in order

	search func(t ouro.Turn, head ouro.Cell) // searches a path to the food, which exists
	meter  search.Meter                      // of the search

	heat *field.Field // for a Trace only; nil until there is one
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

// Decide implements [ouro.Solver]. The searches define what a node is.
func (p *planner) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	p.meter = search.NewMeter(ctx, t.Nodes)
	if !p.holds(t) {
		field.Block(p.blocked, t.State, t.Seat)
		p.plan, p.searched, p.at = p.plan[:0], p.searched[:0], 0
		if len(t.State.Food) > 0 {
			p.search(t, t.Snake().Body.Head())
		}
	}
	nodes := p.meter.Nodes()
	p.meter = search.Meter{} // not to be kept
	return p.answer(t, nodes)
}

// holds reports whether the plan is still valid, and finds the head on it.
func (p *planner) holds(t ouro.Turn) bool {
	head := t.Snake().Body.Head()
	switch {
	case p.at < len(p.plan) && p.plan[p.at] == head:
	case p.at+1 < len(p.plan) && p.plan[p.at+1] == head:
		p.at++
	default:
		return false
	}
	rest := p.plan[p.at+1:]
	for _, c := range rest {
		if !t.State.Enterable(t.Seat, c) {
			return false
		}
	}
	return len(rest) > 0 && t.State.HasFood(rest[len(rest)-1])
}

// trail makes the plan from the predecessors of a search; the head is its own.
func (p *planner) trail(food ouro.Cell, from []ouro.Cell) {
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

// answer makes the next step of the plan, or any legal one.
func (p *planner) answer(t ouro.Turn, nodes int64) (ouro.Decision, error) {
	p.tracePlan(t)
	decision := ouro.Decision{Nodes: nodes}
	if len(p.plan) == 0 {
		var err error
		decision.Dir, err = field.AnyStep(t.State, t.Seat)
		return decision, err
	}
	decision.Dir, _ = p.grid.DirTo(p.plan[p.at], p.plan[p.at+1])
	decision.Depth = len(p.plan) - 1 - p.at
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
		t.Trace.Path(ouro.LabelPlan, p.plan[p.at:])
	}
}
