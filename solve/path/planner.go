package path

import (
	"context"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// planner is what the solvers of the simple version share: one search for each
// meal, then a walk along the way that was found.
//
// The body is an obstacle that stands still, except for a tail's tip that
// leaves in this very move: the rules let the head follow it, and once left it
// stays free until the meal. A way found therefore stays open while the snake
// walks it, unless somebody else interferes; so the plan is checked against
// the State each turn and made anew when it does not hold. Without a way, or
// when the budget ends before one is found, the snake makes any legal step
// (the first in the order of ouro.Dirs) and searches again on the next turn;
// the tutorial's snake stops there and is lost.
type planner struct {
	grid     *ouro.Grid
	blocked  []bool
	plan     []ouro.Cell // from the head's cell at the search to the food
	at       int         // where in plan the head is
	searched []ouro.Cell // what the last search looked at, in order

	search func(t ouro.Turn, head ouro.Cell) // looks for a way to the food, which there is
	meter  search.Meter                      // of the search

	heat *field.Field // for a Trace alone; nil until one is there
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

// Decide answers as ouro.Solver says; what a node is, the search says.
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

// holds tells whether the plan is still good, and finds the head on it.
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

// trail makes the plan of a search that knows for each cell from which it came:
// the head came from itself.
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

// answer makes the next step of the plan, or any.
func (p *planner) answer(t ouro.Turn, nodes int64) (ouro.Decision, error) {
	p.tell(t)
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

// tell explains the plan to whoever watches.
func (p *planner) tell(t ouro.Turn) {
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
