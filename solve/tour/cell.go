package tour

import (
	"context"
	"fmt"
	"math"

	"ouro"
)

// The cell tree. Idea: 2x2 blocks and one-way lanes, on which every cycle
// through all squares is a walk around a spanning tree of the blocks; take the
// shortest way to the food after which such a cycle still contains the body.
// Guarantee: always wins on boards with both sides even; each meal comes
// within N-L steps, for N squares and length L (proof below). Cost: one search
// for each meal, O(N) labels; O(1) for the other moves. Source: the agent is
// known from Twan van Laarhoven's snake; the two trees, the exact test of a
// body by them and the search that uses it are worked out here.
//
// # Lanes
//
// Cut the board into 2x2 blocks. In even rows lanes lead right, in odd rows
// left; in even columns down, in odd columns up (the other sense of rotation
// has all lanes reversed). So each square has two ways on: to turn, to the
// next square of its block, counterclockwise; or to cross into the block
// beyond. Two squares decide about the border between two blocks A | B:
//
//	a' o   a and o lie diagonally opposite; a may cross to o' or turn to a',
//	a  o'  o may cross to a' or turn to o'.
//
// If a crosses, a' can only be entered from o, and if a turns, o' can only be
// entered from o. So a cycle through all squares either crosses the border in
// both directions (the border is open) or in none (it is closed). The cycles
// made from a set of open borders are the outlines of its parts, so there is
// just one cycle if and only if the open borders are a spanning tree of the
// blocks.
//
// # Which bodies are safe
//
// Call a body safe if some cycle contains it in order. Two graphs belong to it:
//
//   - the block tree: blocks, joined by the borders that the body crosses;
//   - the wall tree: the corners where four blocks meet and the board's edge as
//     one more node, joined by the borders along which the body turns.
//
// A body is safe if and only if
//
//  1. all its steps follow the lanes (of one sense of rotation),
//  2. the block tree has no ring,
//  3. the wall tree has no ring.
//
// Proof. No border is open and closed at once: by the figure both its squares
// would lead to, or come from, one square. A spanning tree of the blocks that
// contains the crossed borders and none of the walls exists if and only if the
// crossed ones have no ring (2) and the blocks stay connected without the
// walls. In the plane, walls cut blocks off if and only if walls together with
// the board's edge make a ring (3).
//
// Each square lies in one block and at one corner, and each step goes to a new
// block and stays at the corner, or the reverse, or runs along the board's
// edge. So the body is a walk in both graphs, both are connected, and each
// stays a tree as long as every step comes to a node without body or goes over
// a border already decided. That is the whole test, see [planner.safe].
//
// # Plans
//
// The trees need to be sound only when the snake has eaten, because until then
// nothing is left to chance. So a plan is a legal way to the food such that
//
//  4. a square of the body, i places behind the head, is entered at step L-i or
//     later, when the tail has left it (at that very step it leaves),
//  5. the body after the meal is safe.
//
// Proof of the guarantee. Let the body be safe. The cycle that contains it has
// the N-L free squares before the head, the food among them, and following it
// is a plan of at most N-L steps. So there is always a plan; a search may find
// a better one, and is believed only if it is no longer and 5 holds. While a
// plan of the second kind is walked the search goes on at each move, and only
// a shorter plan replaces it. Thus the way to the meal never grows, the meal
// comes in at most N-L steps, and 5 makes the body safe again. With L = N the
// game is won. A start of one square is safe in both senses, a straight one in
// one of them, because it has no ring: except when it spans the board between
// two opposite edges. How such a start gets away is told at [cell.escape].
type cell struct {
	grid  *ouro.Grid
	lanes [2]*lanes // counterclockwise, clockwise
	sense int       // the lanes in use
	*planner
	*search
	watching *search // for the trace alone

	// The plan: from the head at step 0 to the food, and what must be true of
	// the next state for it to hold.
	plan   []ouro.Cell
	done   int // steps made
	turn   int
	length int
	food   ouro.Cell
	detour bool // along the cycle: go on looking for a shorter plan

	body, after []ouro.Cell // scratch
}

// Cell makes the cell tree solver. Its options are ways, the number of ways to
// one square that the search follows up, and penalty, the price of each open
// neighbour of a square on the way in sixteenths of a step: it keeps the snake
// close to itself, so that the free squares hang together.
func Cell(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	ways := options.Int("ways", 4, 1, 16)
	penalty := options.Int("penalty", 1, 0, 4)
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	if g.W%2 != 0 || g.H%2 != 0 {
		return nil, fmt.Errorf("board %s: cell needs both sides even", g)
	}
	if len(setup.Start.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: cell plays alone", len(setup.Start.Snakes))
	}
	for c := range ouro.Cell(g.Size()) {
		if setup.Start.Terrain(c) != ouro.Open {
			x, y := g.XY(c)
			return nil, fmt.Errorf("wall at (%d,%d): cell needs a board without walls", x, y)
		}
	}
	c := &cell{
		grid:  g,
		lanes: [2]*lanes{newLanes(g, false), newLanes(g, true)},
		plan:  make([]ouro.Cell, 0, g.Size()+1),
		turn:  -1,
		body:  make([]ouro.Cell, 0, g.Size()+1),
		after: make([]ouro.Cell, 0, 2*g.Size()+1),
	}
	c.planner = newPlanner(c.lanes[0])
	c.search = newSearch(g, c.lanes[0].nodes, ways, penalty)
	return c, nil
}

// Decide follows the plan, or makes a new one when there is none for this
// state.
func (c *cell) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	body := &t.Snake().Body
	food := ouro.NoCell
	if len(t.State.Food) > 0 {
		food = t.State.Food[0]
	}
	c.expanded = 0
	known := c.holds(t, body, food)
	if !known || c.detour || t.Trace.On() {
		c.body = body.Append(c.body[:0])
	}
	switch {
	case !known:
		c.length, c.food = len(c.body), food
		c.replan(ctx, t)
	case c.detour:
		c.detour = !c.seek(ctx, t.Nodes, len(c.plan)-c.done-2)
	}
	if t.Trace.On() {
		c.show(t.Trace)
	}
	c.done++
	c.turn = t.State.Turn + 1
	d, _ := c.grid.DirTo(c.plan[c.done-1], c.plan[c.done])
	left := len(c.plan) - c.done
	return ouro.Decision{Dir: d, Score: float64(-left), Depth: left, Nodes: c.expanded}, nil
}

// holds tells whether the state is the one that the plan expects.
func (c *cell) holds(t ouro.Turn, body *ouro.Body, food ouro.Cell) bool {
	return t.State.Turn == c.turn && food == c.food && body.Len() == c.length &&
		c.done+1 < len(c.plan) && body.Head() == c.plan[c.done] &&
		t.State.Enterable(t.Seat, c.plan[c.done+1])
}

// replan makes a plan from the body as it is, of at least one step.
func (c *cell) replan(ctx context.Context, t ouro.Turn) {
	c.detour = false
	if !c.safe(c.lanes[c.sense], c.body) {
		c.sense ^= 1
		if !c.safe(c.lanes[c.sense], c.body) {
			c.escape(t)
			return
		}
	}
	if c.food == ouro.NoCell || !c.seek(ctx, t.Nodes, c.grid.Size()-c.length) {
		c.detour = c.food != ouro.NoCell
		c.follow()
	}
}

// seek replaces the plan by the shortest one that the search finds, of at most
// limit steps, and tells whether there is one.
func (c *cell) seek(ctx context.Context, nodes int64, limit int) bool {
	if nodes == 0 {
		nodes = math.MaxInt64
	}
	if ctx.Err() != nil {
		return false
	}
	l := c.lanes[c.sense]
	end := c.run(l, c.body, c.food, ouro.NoCell, limit, nodes)
	if end == noLabel {
		return false
	}
	c.after = c.way(end, c.after[:0])
	steps := len(c.after) - 1
	c.after = append(c.after, c.body[1:]...)
	if !c.safe(l, c.after[:c.length+1]) {
		return false
	}
	c.plan, c.done = c.plan[:0], 0
	for i := steps; i >= 0; i-- {
		c.plan = append(c.plan, c.after[i])
	}
	return true
}

// follow makes the plan the way to the food along a cycle that contains the
// body, or a whole lap when there is no food.
func (c *cell) follow() {
	c.lay(c.lanes[c.sense], c.body)
	c.plan, c.done = append(c.plan[:0], c.body[0]), 0
	for s := c.next[c.body[0]]; ; s = c.next[s] {
		c.plan = append(c.plan, s)
		if s == c.food || s == c.body[0] {
			return
		}
	}
}
