// Package walk contains [Wander], a solver that wanders when it has no path to the food: the second
// version of the snake in the tutorial (see docs/results/classic.md).
package walk

import (
	"context"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// Wander makes the snake that wanders when it has no path to the food.
//
// Idea: follow the shortest path to the food, as bfs does. Without a path, draw a random number of
// steps, wander for that many steps, and search again. The option style selects how the snake
// wanders:
//
//   - random: each step in a random legal direction;
//   - s: in lanes, without random choices: straight on until blocked, one step to the side, and back
//     along the next lane. The side stays the same until it is blocked too; then the lanes continue
//     on the other side.
//
// The tutorial does not say how the number is drawn. Here it is uniform from 1 to W+H, enough to
// cross the board once. The snake does not search while it wanders, but eats food on its way. The
// body is an obstacle that does not move, except for the end of a tail that leaves in this move.
//
// Guarantee: none. The snake walks into dead ends, as the tutorial says, and is no better than bfs,
// which searches again after every step. Cost: O(N) for a search, O(1) for a step while the snake
// wanders. Source: the tutorial, BFS + Wander.
func Wander(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	style := options.Choice("style", "random", "random", "s")
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	return &wander{
		grid:    g,
		lanes:   style == "s",
		dice:    ouro.NewPCG(setup.Seed),
		blocked: make([]bool, g.Size()),
		toFood:  field.New(g),
		plan:    make([]ouro.Cell, 0, g.Size()),
	}, nil
}

type wander struct {
	grid      *ouro.Grid
	lanes     bool // whether the style is s
	dice      *ouro.PCG
	stepsLeft int // number of steps to wander before the next search

	along, side ouro.Dir // direction of the lane, and of the next lane
	aside       bool     // whether the last step was to the side

	blocked []bool
	toFood  *field.Field
	plan    []ouro.Cell // used only for a Trace
}

// Decide implements [ouro.Solver]. A node is a cell that the search reaches. If the budget
// does not allow a search, the snake wanders.
func (w *wander) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	meter := search.NewMeter(ctx, t.Nodes)
	if w.stepsLeft == 0 || t.Trace.On() {
		field.Block(w.blocked, t.State, t.Seat)
	}
	if w.stepsLeft == 0 {
		if d, steps, ok := w.stepToFood(t, &meter); ok {
			w.traceStep(t, d)
			return ouro.Decision{Dir: d, Depth: steps, Nodes: meter.Nodes()}, nil
		}
		w.stepsLeft = 1 + w.dice.Roll(w.grid.W+w.grid.H)
		w.begin(t)
	}
	w.stepsLeft--
	d, err := w.step(t)
	w.traceStep(t, d)
	return ouro.Decision{Dir: d, Nodes: meter.Nodes()}, err
}

// stepToFood returns the first step of the shortest path to the food and the length of that
// path.
func (w *wander) stepToFood(t ouro.Turn, m *search.Meter) (d ouro.Dir, steps int, ok bool) {
	if len(t.State.Food) == 0 || !m.Allow(w.grid.Size()) {
		return 0, 0, false
	}
	head := t.Snake().Body.Head()
	w.blocked[head] = false
	ok = w.toFood.FillTo(head, w.blocked, t.State.Food...)
	m.Add(len(w.toFood.Reached()))
	w.blocked[head] = true
	if !ok {
		return 0, 0, false
	}
	d, ok = w.toFood.Downhill(head)
	return d, w.toFood.At(head), ok
}

// begin chooses the lane along which the snake begins to wander: straight on. The next lane is to
// the right of it.
func (w *wander) begin(t ouro.Turn) {
	w.along, w.aside = field.Onward(t.State, t.Seat), false
	w.side = w.along.TurnRight()
}

// step returns the next step of a snake that wanders.
func (w *wander) step(t ouro.Turn) (ouro.Dir, error) {
	if !w.lanes {
		return w.randomStep(t)
	}
	if w.aside {
		w.along, w.aside = w.along.Opposite(), false
	}
	switch {
	case w.isOpen(t, w.along):
		return w.along, nil
	case w.isOpen(t, w.side):
		w.aside = true
		return w.side, nil
	case w.isOpen(t, w.side.Opposite()):
		w.aside, w.side = true, w.side.Opposite()
		return w.side, nil
	}
	// Only the reverse direction is left. It is open if the snake has length 1 or the end of
	// the tail leaves.
	return field.AnyStep(t.State, t.Seat)
}

// isOpen reports whether the snake can move in direction d.
func (w *wander) isOpen(t ouro.Turn, d ouro.Dir) bool {
	return t.State.Enterable(t.Seat, w.grid.Next(t.Snake().Body.Head(), d))
}

func (w *wander) randomStep(t ouro.Turn) (ouro.Dir, error) {
	legal := t.State.Legal(t.Seat)
	if legal == 0 {
		return 0, field.ErrNoStep
	}
	return legal.At(w.dice.Roll(legal.Len())), nil
}

func (w *wander) traceStep(t ouro.Turn, d ouro.Dir) {
	if !t.Trace.On() {
		return
	}
	w.toFood.Fill(w.blocked, t.State.Food...)
	t.Trace.Heat(ouro.LabelFood, w.toFood.Heat())
	t.Trace.Value("steps to wander", float64(w.stepsLeft))
	c := t.Snake().Body.Head()
	w.plan = append(w.plan[:0], c)
	if c = w.grid.Next(c, d); c != ouro.NoCell {
		w.plan = append(w.plan, c)
	}
	for w.stepsLeft == 0 && c != ouro.NoCell && w.toFood.At(c) > 0 {
		next, ok := w.toFood.Downhill(c)
		if !ok {
			break
		}
		c = w.grid.Next(c, next)
		w.plan = append(w.plan, c)
	}
	t.Trace.Path(ouro.LabelPlan, w.plan)
}
