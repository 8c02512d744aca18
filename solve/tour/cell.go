package tour

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/cycle"
)

// The cell tree.
//
// Idea: divide the board into 2x2 blocks with one-way lanes, on which every Hamiltonian cycle is a
// walk around a spanning tree of the blocks. Take the shortest path to the food after which such a
// cycle still contains the body.
//
// Guarantee: the snake always wins on boards with both sides even, and on boards with walls whose
// free squares are such blocks. Each meal takes at most N-L steps, for N free squares and length L
// (proof below). Cost: one search for each meal, with O(N) labels; O(1) for the other moves.
// Source: the agent is known from Twan van Laarhoven's snake; the two trees, the exact test of a
// body against them, and the search that uses this test are ours.
//
// # Lanes
//
// Divide the board into 2x2 blocks; each is free or a wall. If blocks begin in odd columns, count
// columns from the first block on, and rows in the same way. Lanes lead right in even rows, left in
// odd rows, down in even columns and up in odd columns. In the other sense of rotation, all lanes
// are reversed. Each square has two successors: a turn leads counterclockwise to the next square of
// the same block, a crossing to the neighbouring block. Two squares decide on the border between
// two blocks A | B:
//
//	a' o   a and o are diagonally opposite; a may cross to o' or turn to a',
//	a  o'  o may cross to a' or turn to o'.
//
// If a crosses, a' can only be entered from o; if a turns, o' can only be entered from o. So a
// Hamiltonian cycle crosses the border either in both directions (the border is open) or in neither
// (it is closed). The open borders divide the blocks into components, and the cycles are the
// outlines of these components. So there is exactly one cycle if and only if the open borders form
// a spanning tree of the blocks.
//
// # Which bodies are safe
//
// A body is safe if some Hamiltonian cycle contains it in order. It defines two graphs:
//
//   - the block tree: blocks, joined by the borders that the body crosses;
//   - the wall tree: the corners where four free blocks meet, and the boundaries, joined by the
//     borders along which the body turns. A boundary is a set of walls that touch each other, even
//     if only at corners, with all corners of these walls. The board's edge is part of one
//     boundary.
//
// A ring is a closed path in a graph. A body is safe if and only if
//
//  1. all its steps follow the lanes (of one sense of rotation),
//  2. the block tree has no ring,
//  3. the wall tree has no ring.
//
// Proof. No border is both open and closed: by the figure both its squares would lead to, or come
// from, one square. A spanning tree of the blocks that contains the crossed borders and none of the
// walls exists if and only if the crossed borders have no ring (2) and the blocks stay connected
// without the closed ones. Draw the blocks as points, joined across their borders. The faces of
// this plane graph are the nodes of the wall tree: walls that touch at a corner are in one face,
// because the two free blocks there have no border. In a plane graph, edges whose removal
// disconnects it cross a ring of faces, and the reverse (3). A path of closed borders from one
// boundary to another is no ring.
//
// Each square is in one block and at one corner. Each step goes to a new block and stays at the
// corner, or the reverse, or follows a wall or the board's edge and stays at the boundary. So the
// body is a walk in both graphs, and both are connected. Each remains a tree as long as every step
// leads to a node without body or over a border that is already decided. This is the whole test,
// see [planner.safe].
//
// # Plans
//
// The body needs to be safe only after the meal, because nothing is random before. A plan is a
// legal path to the food such that
//
//  4. a body square i places behind the head is entered at step L-i or later, when the tail has
//     left it (or leaves it in this step),
//  5. the body after the meal is safe.
//
// Proof of the guarantee. Let the body be safe. On the cycle that contains it, the N-L free squares
// follow the head, and the food is one of them. So following the cycle is a plan of at most N-L
// steps. A plan that the search finds replaces this plan only if it takes no more steps and
// satisfies 5. While the snake follows a plan along the cycle, the search is repeated at each move,
// and only a shorter plan replaces the current one. So the number of steps to the meal falls with
// each move, the meal comes within N-L steps, and by 5 the body is safe again. With L = N the game
// is won.
//
// A start of one square is safe in both senses of rotation. Without walls, a straight start is safe
// in one of them, because it has no ring, unless it spans the board between two opposite edges. For
// such a start see [cell.escape]. With walls, a straight start that touches one boundary at two
// places may have a ring too; the guarantee does not include it.
type cell struct {
	grid  *ouro.Grid
	board *blocks
	lanes [2]*lanes // counterclockwise, clockwise
	sense int       // index of the lanes in use
	*planner
	*search
	traceSearch *search // used only for the trace

	// The plan leads from the head at step 0 to the food. The other fields describe the state that
	// the plan expects next.
	plan      []ouro.Cell
	stepsMade int // number of steps made
	turn      int
	length    int
	food      ouro.Cell
	detour    bool // the plan is along the cycle, so the search for a shorter plan is repeated

	body, after []ouro.Cell // scratch
}

// Cell makes the cell tree solver. The option ways is the number of paths to a square that the
// search expands. The option penalty, in sixteenths of a step, is a price for each open neighbour
// of a square on the path; it keeps the snake compact and the free squares connected.
func Cell(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	ways := options.Int("ways", 4, 1, 16)
	penalty := options.Int("penalty", 1, 0, 4)
	if err := options.Err(); err != nil {
		return nil, err
	}
	b, err := newBlocks(cycle.BoardOf(setup.Start))
	if err != nil {
		return nil, err
	}
	if len(setup.Start.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: solver cell plays alone", len(setup.Start.Snakes))
	}
	n := b.grid.Size()
	c := &cell{
		grid:  b.grid,
		board: b,
		lanes: [2]*lanes{newLanes(b, false), newLanes(b, true)},
		plan:  make([]ouro.Cell, 0, n+1),
		turn:  -1,
		body:  make([]ouro.Cell, 0, n+1),
		after: make([]ouro.Cell, 0, 2*n+1),
	}
	c.planner = newPlanner(c.lanes[0])
	c.search = newSearch(b, ways, penalty)
	return c, nil
}

// Decide follows the plan. If the state is not the expected one, Decide makes a new plan.
func (c *cell) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	body := &t.Snake().Body
	food := ouro.NoCell
	if len(t.State.Food) > 0 {
		food = t.State.Food[0]
	}
	c.expanded = 0
	known := c.isCurrent(t, body, food)
	if !known || c.detour || t.Trace.On() {
		c.body = body.Append(c.body[:0])
	}
	switch {
	case !known:
		c.length, c.food = len(c.body), food
		c.replan(ctx, t)
	case c.detour:
		c.detour = !c.seek(ctx, t.Nodes, len(c.plan)-c.stepsMade-2)
	}
	if t.Trace.On() {
		c.show(t.Trace)
	}
	c.stepsMade++
	c.turn = t.State.Turn + 1
	d, _ := c.grid.DirTo(c.plan[c.stepsMade-1], c.plan[c.stepsMade])
	left := len(c.plan) - c.stepsMade
	return ouro.Decision{Dir: d, Score: float64(-left), Depth: left, Nodes: c.expanded}, nil
}

// isCurrent reports whether the state is the one that the plan expects.
func (c *cell) isCurrent(t ouro.Turn, body *ouro.Body, food ouro.Cell) bool {
	return t.State.Turn == c.turn && food == c.food && body.Len() == c.length &&
		c.stepsMade+1 < len(c.plan) && body.Head() == c.plan[c.stepsMade] &&
		t.State.Enterable(t.Seat, c.plan[c.stepsMade+1])
}

// replan makes a new plan: the shortest that the search finds, a path along a cycle, or an escape.
func (c *cell) replan(ctx context.Context, t ouro.Turn) {
	c.detour = false
	if !c.safe(c.lanes[c.sense], c.body) {
		c.sense ^= 1
		if !c.safe(c.lanes[c.sense], c.body) {
			c.escape(t)
			return
		}
	}
	if c.food == ouro.NoCell || !c.seek(ctx, t.Nodes, c.board.size-c.length) {
		c.detour = c.food != ouro.NoCell
		c.follow()
	}
}

// seek replaces the plan by the shortest plan that the search finds within limit steps, and
// reports whether it found one.
func (c *cell) seek(ctx context.Context, nodes int64, limit int) bool {
	if nodes == 0 {
		nodes = math.MaxInt64
	}
	if ctx.Err() != nil {
		return false
	}
	l := c.lanes[c.sense]
	c.prepare(l, c.body, c.food, limit)
	end := c.run(l, c.food, ouro.NoCell, nodes)
	if end == noLabel {
		return false
	}
	c.after = c.way(end, c.after[:0])
	steps := len(c.after) - 1
	c.after = append(c.after, c.body[1:]...)
	if !c.safe(l, c.after[:c.length+1]) {
		return false
	}
	c.plan, c.stepsMade = c.plan[:0], 0
	for i := steps; i >= 0; i-- {
		c.plan = append(c.plan, c.after[i])
	}
	return true
}

// follow makes the plan the path to the food along a cycle that contains the body. Without
// food, the plan is a whole lap.
func (c *cell) follow() {
	c.lay(c.lanes[c.sense], c.body)
	c.plan, c.stepsMade = append(c.plan[:0], c.body[0]), 0
	for s := c.next[c.body[0]]; ; s = c.next[s] {
		c.plan = append(c.plan, s)
		if s == c.food || s == c.body[0] {
			return
		}
	}
}

const labelBlocks = "blocks" // Heat: how deep each square's block lies in the block tree below the head's block

func (c *cell) show(t *ouro.Trace) {
	t.Path(ouro.LabelPlan, c.plan[c.stepsMade:])
	l := c.lanes[c.sense]
	if c.traceSearch == nil {
		c.traceSearch = newSearch(c.board, int(c.ways), int(c.penalty))
	}
	if c.safe(l, c.body) {
		c.showCycle(t, l)
	}
	if c.food != ouro.NoCell {
		c.showSearch(t, l)
	}
}

// showCycle traces a cycle that contains the body, and the block tree that the cycle runs
// around. In that tree, a block's parent is the block from which the cycle first reaches it.
func (c *cell) showCycle(t *ouro.Trace, l *lanes) {
	c.lay(l, c.body)
	order := slices.Repeat([]float64{math.NaN()}, c.grid.Size()) // walls have no place
	depth := make([]float64, l.nodes)
	depth[l.squares[c.body[0]].block] = 1
	s := c.body[0]
	for i := range c.board.size {
		order[s] = float64(i)
		from, to := l.squares[s].block, l.squares[c.next[s]].block
		if depth[to] == 0 {
			depth[to] = depth[from] + 1
		}
		s = c.next[s]
	}
	t.Heat(ouro.LabelCycle, order)
	for s := range order {
		if c.board.free[s] {
			order[s] = depth[l.squares[s].block] - 1
		}
	}
	t.Heat(labelBlocks, order)
}

// showSearch traces the squares of the search. For each direction it traces the number of
// steps of its path to the food, as a negative number.
func (c *cell) showSearch(t *ouro.Trace, l *lanes) {
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	looked := make([]bool, c.grid.Size())
	for d, n := range c.grid.Neighbours(c.body[0]) {
		if _, ok := l.step(c.body[0], n); !ok {
			continue
		}
		c.traceSearch.prepare(l, c.body, c.food, c.grid.Size())
		end := c.traceSearch.run(l, c.food, n, math.MaxInt64)
		if end != noLabel {
			scores[d] = -float64(c.traceSearch.labels[end].at)
		}
		for _, at := range c.traceSearch.labels {
			looked[at.cell] = true
		}
	}
	var searched []ouro.Cell
	for s, ok := range looked {
		if ok {
			searched = append(searched, ouro.Cell(s))
		}
	}
	t.Cells(ouro.LabelSearch, searched)
	t.Moves(ouro.LabelScores, scores)
}
