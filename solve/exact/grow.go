package exact

import (
	"context"
	"fmt"

	"ouro/internal/cooperate"
)

// growth holds the positions of a game in which a meal adds several segments. After such a meal,
// the snake has *pending* segments: they lie on the cell of the tail, and in each of the next
// moves the tail stays and one segment leaves the pile.
//
// A position is a body, its number of pending segments, and the food. Length means the number of
// cells under the body, without pending segments. While segments are pending, each move leads to
// the next length, whether the snake eats or not. So the positions of one length and one positive
// number of pending segments follow at once from those of the next length. Without pending
// segments, the positions of a length are a [stage].
type growth struct {
	layers [][]*layer // by length and number of pending segments; nil if no game has such positions
}

// layer holds the positions of one length with one number of pending segments.
type layer struct {
	moves  []uint32 // of position body*free + rank, as in stage
	chance []chance // nil if only certain wins count
	after  meals    // figures right after the meal that leads to these positions
}

// MaxGrow is the largest number of segments that a meal may add in a computation.
const MaxGrow = 64

// errGrowFile is the error for a table or a checkpoint of a game in which a meal adds several
// segments.
func errGrowFile(grow int) error {
	return &RulesError{fmt.Sprintf("meals that add %d segments", grow), "tables and checkpoints store no segments that lie on one cell"}
}

// RulesError is the error for rules under which something cannot be computed.
type RulesError struct {
	Rules string
	Why   string
}

func (e *RulesError) Error() string { return fmt.Sprintf("%s: %s", e.Rules, e.Why) }

// pendingAfterMeal returns the number of pending segments after a meal that makes a body of length.
// pending is their number before the meal. A snake never gets more segments than there are cells.
func (o *Options) pendingAfterMeal(pending, length, cells int) int {
	return min(pending+max(1, o.Grow)-1, cells-length)
}

// newGrowth returns the layers of the games from positions without pending segments whose snakes
// have at least this length.
func newGrowth(o *Options, cells, least int) *growth {
	g := &growth{layers: make([][]*layer, cells+1)}
	for length := range g.layers {
		g.layers[length] = make([]*layer, cells-length+1)
	}
	for length := least; length <= cells; length++ {
		g.layers[length][0] = &layer{}
		for pending, l := range g.layers[length] {
			if l == nil || length == cells {
				continue
			}
			g.layers[length+1][o.pendingAfterMeal(pending, length+1, cells)] = &layer{}
			if pending > 0 {
				g.layers[length+1][pending-1] = &layer{}
			}
		}
	}
	return g
}

// count returns the number of layers of this length: 1 if g is nil.
func (g *growth) count(length int) (n int) {
	if g == nil {
		return 1
	}
	for _, l := range g.layers[length] {
		if l != nil {
			n++
		}
	}
	return n
}

// begin sets the figures after the meal that fills the board.
func (g *growth) begin(after meals) { g.layers[len(g.layers)-1][0].after = after }

// solvePending computes the positions of the next shorter length with pending segments. Then it
// sets r.after to the figures after a meal of a snake of that length without pending segments.
func (g *growth) solvePending(ctx context.Context, r *run) error {
	length := r.length - 1
	for pending := len(g.layers[length]) - 1; pending > 0; pending-- {
		l := g.layers[length][pending]
		if l == nil {
			continue
		}
		l.make(r.trie, length, r.memory.grade != nil)
		step, eat := g.layers[length+1][pending-1], g.layers[length+1][r.options.pendingAfterMeal(pending, length+1, r.trie.cells)]
		if err := l.solve(ctx, r.trie, length, step, eat.after); err != nil {
			return err
		}
		if err := l.average(ctx, r); err != nil {
			return err
		}
		r.done += int64(len(l.moves))
	}
	r.after = g.layers[length+1][r.options.pendingAfterMeal(0, length+1, r.trie.cells)].after
	return nil
}

// keep stores the positions of a stage, which have no pending segments, and sets r.after to the
// meals that lead to them. The layers of the next length are released.
func (g *growth) keep(ctx context.Context, r *run, s *stage) error {
	l := g.layers[s.length][0]
	l.make(r.trie, s.length, s.grade != nil)
	copy(l.moves, s.moves)
	for at := range l.chance {
		l.chance[at] = s.chanceAt(at)
	}
	if err := l.average(ctx, r); err != nil {
		return err
	}
	g.layers[s.length+1] = nil
	r.after = l.after
	return nil
}

// make allocates the layer. No position is won yet.
func (l *layer) make(t *trie, length int, all bool) {
	bodies := t.levels[length].bodies()
	l.moves, l.after.moves = make([]uint32, bodies*(t.cells-length)), make([]uint32, bodies)
	for i := range l.moves {
		l.moves[i] = never
	}
	if all {
		l.chance, l.after.chance = make([]chance, len(l.moves)), make([]chance, bodies)
	}
}

// solve computes the positions of a layer with pending segments. afterStep is the layer after a
// move without a meal, and afterMeal has the figures after a meal.
func (l *layer) solve(ctx context.Context, t *trie, length int, afterStep *layer, afterMeal meals) error {
	free := t.cells - length
	shapes, next := t.levels[length].shape, t.levels[length+1].shape
	var buf [8]way
	for e := range next {
		if e%chunk == 0 {
			cooperate.Yield()
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		for _, m := range t.withoutHead(length+1, uint32(e), buf[:0]) {
			at := func(c uint8) int { return int(m.body)*free + shapes[m.body].rank(t.sym[m.sym].cell[c]) }
			l.offer(at(next[e].head()), afterMeal.moves[e], afterMeal.chanceOf(uint32(e)))
			rank := e * (free - 1)
			for c := range uint8(t.cells) {
				if next[e].free()>>c&1 == 0 {
					continue
				}
				l.offer(at(c), afterMove(afterStep.moves[rank]), afterStep.chanceAt(rank))
				rank++
			}
		}
	}
	return nil
}

// offer improves a position by a move with these figures if they are better.
func (l *layer) offer(at int, moves uint32, c chance) {
	if moves == never {
		return
	}
	if l.chance != nil {
		switch better := c.compare(l.chance[at]); {
		case better < 0:
			return
		case better > 0:
			l.chance[at], l.moves[at] = c, moves
			return
		}
	}
	l.moves[at] = min(l.moves[at], moves)
}

func (l *layer) chanceAt(at int) (c chance) {
	if l.chance != nil {
		return l.chance[at]
	}
	return c
}

// average computes the meals that lead to the positions of the layer.
func (l *layer) average(ctx context.Context, r *run) error {
	return l.after.average(ctx, r.workers, l.moves, r.options.Adversary, func(from, n int, _ []chance) []chance {
		return l.chance[from : from+n]
	})
}

// growBytes returns the memory of the layers, for these numbers of bodies by length.
func growBytes(o *Options, perLength []float64, least int) float64 {
	cells := len(perLength) - 1
	g := newGrowth(o, cells, least)
	bytes := func(length int) float64 {
		return float64(g.count(length)) * perLength[length] * float64(cells-length+1) * bytesPerLayered
	}
	most := 0.0
	for length := least; length < cells; length++ {
		most = max(most, bytes(length)+bytes(length+1))
	}
	return most
}

// bytesPerLayered is the memory of a position or a meal in a layer: its moves and its chance.
const bytesPerLayered = 4 + 16
