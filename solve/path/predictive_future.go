package path

import (
	"math"

	"ouro"
	"ouro/search"
)

// future is the board over time: for every cell, the first step with which the head may enter it.
//
// Segment i of a body of n, counted from the head, is the end of the tail after n-1-i steps. If the
// tail leaves as the head moves, the head may enter that segment's cell at step n-i. If the tail
// stays until the head has moved, as in the paper's game, the head may enter it one step later. So
// one comparison replaces the list of tail cells that the paper's listing copies for every cell,
// and a simulated path with a meal at its end shifts all times by one step.
type future struct {
	grid *ouro.Grid
	next [][4]ouro.Cell // by cell: neighbours in the listing's order
	stay int32          // 1 if a tail stays until the head has moved, else 0

	entryStep []int32 // by cell: the first step with which it may be entered

	// State of the last search.
	meter   search.Meter
	stopped bool        // the budget is used up; from now on searches find nothing
	count   uint32      // number of searches so far
	seen    []uint32    // by cell: the number of the last search that found it
	steps   []int32     // by cell: the number of the step that enters it
	from    []ouro.Cell // by cell: its predecessor
	found   []ouro.Cell // the cells found, in order of discovery
	queue   *openSet    // nil if the open set is not sorted
}

// Special values of entryStep. A cell with always can be entered at any time, a cell with never at
// no time.
const (
	always = -1 << 30
	never  = 1 << 30
)

// frozen is a value of the parameter clock of route for which no body ever moves.
const frozen = -1 << 20

// listingOrder is the order in which the paper's listing visits the neighbours of a cell. It
// decides between paths of equal length.
var listingOrder = [4]ouro.Dir{ouro.Right, ouro.Left, ouro.Up, ouro.Down}

func newFuture(g *ouro.Grid, sorted, stays bool) *future {
	n := g.Size()
	f := &future{
		grid:      g,
		next:      make([][4]ouro.Cell, n),
		entryStep: make([]int32, n),
		seen:      make([]uint32, n),
		steps:     make([]int32, n),
		from:      make([]ouro.Cell, n),
		found:     make([]ouro.Cell, 0, n),
	}
	if stays {
		f.stay = 1
	}
	if sorted {
		f.queue = &openSet{grid: g, rank: make([]int32, n)}
	}
	for c := range f.next {
		for i, d := range listingOrder {
			f.next[c][i] = g.Next(ouro.Cell(c), d)
		}
	}
	return f
}

// begin sets the future and the budget of one turn. Bodies of other snakes count as walls,
// because their movement is unknown.
func (f *future) begin(t ouro.Turn, m search.Meter) {
	f.meter, f.stopped = m, false
	for c := range f.entryStep {
		cell := ouro.Cell(c)
		if t.State.Terrain(cell) == ouro.Wall || t.State.Segments(cell) > 0 {
			f.entryStep[c] = never
		} else {
			f.entryStep[c] = always
		}
	}
	body := &t.Snake().Body
	n := body.Len()
	for i := n - 1; i >= 0; i-- { // if segments are stacked on a cell, the last one to leave counts
		f.entryStep[body.At(i)] = int32(n-i) + f.stay
	}
	if n <= 2 { // the head of a snake of two would reverse onto the tail
		f.entryStep[body.Tail()] = 2
	}
}

// route searches a path from a to b that enters no cell before its entryStep, and reports whether it
// found one. The path's first step is step clock+1. Every cell is reached only once, as early as
// possible, so route misses paths that must wait until a cell opens.
func (f *future) route(a, b ouro.Cell, clock int32) bool {
	f.count++
	f.seen[a], f.steps[a] = f.count, clock
	f.found = append(f.found[:0], a)
	if a == b {
		return false // a snake of length 1 is on its own tail, and a path to it has no step
	}
	if f.queue != nil {
		return f.routeSorted(a, b)
	}
	for i := 0; i < len(f.found) && f.tick(); i++ {
		c := f.found[i]
		step := f.steps[c] + 1
		for _, n := range &f.next[c] {
			if n == ouro.NoCell || f.seen[n] == f.count || f.entryStep[n] > step {
				continue
			}
			f.seen[n], f.steps[n], f.from[n] = f.count, step, c
			if n == b {
				return true // nothing that is found later can change this path
			}
			f.found = append(f.found, n)
		}
	}
	return false
}

// routeSorted is route by A*: it always takes the open cell with the least cost. The straight
// distance falls by at most one in a step, so no shorter path reaches a taken cell later.
func (f *future) routeSorted(a, b ouro.Cell) bool {
	f.queue.clear(b)
	f.queue.discover(a, 0)
	f.queue.push(a, 0)
	for {
		c, ok := f.queue.pop()
		if !ok || c == b {
			return ok
		}
		if !f.tick() {
			return false
		}
		step := f.steps[c] + 1
		for _, n := range &f.next[c] {
			if n == ouro.NoCell || f.entryStep[n] > step {
				continue
			}
			if f.seen[n] != f.count {
				f.seen[n] = f.count
				f.queue.discover(n, len(f.found))
				f.found = append(f.found, n)
			} else if f.steps[n] <= step {
				continue
			}
			f.steps[n], f.from[n] = step, c
			f.queue.push(n, step-f.steps[a])
		}
	}
}

// tick counts an expanded cell. It ends all searches of this turn when the budget is used up.
func (f *future) tick() bool {
	if !f.stopped && !f.meter.Tick() {
		f.stopped = true
	}
	return !f.stopped
}

// appendWay appends the cells of the path that the last search found, without a and with b. dst
// must have room for them.
func (f *future) appendWay(dst []ouro.Cell, a, b ouro.Cell) []ouro.Cell {
	n := len(dst)
	k := n + int(f.steps[b]-f.steps[a])
	dst = dst[:k]
	for c := b; k > n; c = f.from[c] {
		k--
		dst[k] = c
	}
	return dst
}

// openSet is the sorted open set. Cells come out in order of cost: the number of steps so far
// plus the straight distance to the goal. Cells with equal costs come out in order of discovery.
type openSet struct {
	grid *ouro.Grid
	goal ouro.Cell
	rank []int32 // by cell: the order of its discovery, or taken
	heap search.Heap[uint64, ouro.Cell]
}

const taken = -1

func (o *openSet) clear(goal ouro.Cell) {
	o.goal = goal
	o.heap.Clear()
}

func (o *openSet) discover(c ouro.Cell, rank int) { o.rank[c] = int32(rank) }

// push adds c or lowers its cost. Positive float32 values have the same order as their bits.
func (o *openSet) push(c ouro.Cell, steps int32) {
	cost := float32(steps) + float32(math.Sqrt(float64(squaredDistance(o.grid, c, o.goal))))
	o.heap.Push(uint64(math.Float32bits(cost))<<32|uint64(o.rank[c]), c)
}

func (o *openSet) pop() (c ouro.Cell, ok bool) {
	for {
		_, c, ok = o.heap.Pop()
		if !ok {
			return c, false
		}
		if o.rank[c] != taken { // a taken cell was pushed again at a lower cost
			o.rank[c] = taken
			return c, true
		}
	}
}

// squaredDistance returns the square of the straight distance between a and b.
func squaredDistance(g *ouro.Grid, a, b ouro.Cell) int {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	return (ax-bx)*(ax-bx) + (ay-by)*(ay-by)
}
