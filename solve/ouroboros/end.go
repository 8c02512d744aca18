package ouroboros

import (
	"math"

	"ouro"
	"ouro/search"
)

// ending plays the end of odd boards exactly; on even ones, where a ring leaves out no
// square, it would save nothing. Where few squares are free it looks at all ways to
// the food, at all ways to the food after it, and so on to the last one, and so knows
// the expected moves to the win. What it knows it keeps, so that a win that it has
// found once it also finds after the next meals.
type ending struct {
	*ring
	known  map[bodyKey]worth
	levels []level       // by the number of free squares
	most   int           // steps to a meal
	least  [][2]float64  // moves from after a meal to the win, by the number of free squares and the head's colour
	meter  *search.Meter // of the steps that it looks at; nil to do with what is known
	over   bool          // the meter has ended
}

// bodyKey is a body: its head, and for each further segment where it is from the one
// before.
type bodyKey struct {
	head   square
	length int16
	dirs   [4]uint64
}

// longest is the longest body that fits in a bodyKey.
const longest = 4*32 + 1

// worth is the expected moves to the win of a body between two meals, at least.
type worth struct {
	moves float64
	exact bool
}

// level is one meal of the look ahead.
type level struct {
	body   []square
	leaves []int16 // as a planner's
	trail  []crumb
	way    []square
}

const (
	mostFree  = 8       // squares with which an end is looked at
	mostKnown = 1 << 15 // bodies that are kept from meal to meal
	stepsRate = 1000    // steps to look at for each candidate that there may be
	mostSteps = 1 << 22 // steps, lest too much be known
)

// crumb is a square on a way, and the index of the one before.
type crumb struct {
	at   square
	from int32
}

// newEnding is for boards of this grid, of no more than longest squares.
func newEnding(g *ouro.Grid) *ending {
	e := &ending{ring: newRing(g), known: map[bodyKey]worth{}, levels: make([]level, min(mostFree, g.Size())+1), most: g.Size() - 1}
	for i := range e.levels {
		e.levels[i] = level{body: make([]square, 0, g.Size()), leaves: make([]int16, len(e.place))}
	}
	e.least = make([][2]float64, len(e.levels))
	for free := 1; free < len(e.least); free++ {
		for colour := range 2 {
			// The body alternates colours, so it is known how many squares of the head's
			// colour are free. To these it is two steps, to the others one.
			squares := (g.Size() + 1 - colour) / 2
			same := float64(squares - (g.Size()-free+1)/2)
			other := float64(free) - same
			e.least[free][colour] = (same*(2+e.least[free-1][colour]) + other*(1+e.least[free-1][1-colour])) / float64(free)
		}
	}
	return e
}

// colour is that of a square, 0 for the corner at the origin.
func (e *ending) colour(s square) int { return int(s/e.stride+s%e.stride+1) % 2 }

// distance is the number of steps between two squares on an empty board.
func (e *ending) distance(a, b square) int {
	x, y := a%e.stride-b%e.stride, a/e.stride-b/e.stride
	return int(max(x, -x) + max(y, -y))
}

// solve finds the way to the food that has the least expected moves to the win, and
// these; Inf if it finds none before the meter, which counts steps, ends.
func (e *ending) solve(body []square, food square, meter *search.Meter) (way []square, moves float64) {
	if len(e.known) > mostKnown {
		clear(e.known)
	}
	e.meter, e.over = meter, false
	l := e.lay(body)
	moves = e.best(l, food, math.Inf(1))
	if e.over {
		return nil, math.Inf(1)
	}
	return l.way, moves
}

// recall finds the way to the food again where solve has found one to the food
// before this one.
func (e *ending) recall(body []square, food square) (way []square, moves float64) {
	e.meter, e.over = nil, false
	l := e.lay(body)
	moves = e.best(l, food, math.Inf(1))
	return l.way, moves
}

// lay begins a level with this body.
func (e *ending) lay(body []square) *level {
	l := &e.levels[len(e.squares)-len(body)]
	l.body = append(l.body[:0], body...)
	for _, s := range e.squares {
		l.leaves[s] = 0
	}
	for age, s := range body {
		l.leaves[s] = int16(len(body) - age)
	}
	return l
}

// best is the expected moves to the win with food on this square, and leaves the way
// to it in l. If they are limit or more, it is any number from limit on.
func (e *ending) best(l *level, food square, limit float64) float64 {
	l.trail = append(l.trail[:0], crumb{l.body[0], -1})
	later := e.least[len(e.squares)-len(l.body)-1][e.colour(food)]
	first := 0
	for step := 1; step <= e.most && float64(step)+later < limit && first < len(l.trail); step++ {
		end := len(l.trail)
		for i := first; i < end; i++ {
			for _, next := range e.around(l.trail[i].at) {
				if e.cells[next] == ouro.NoCell || int(l.leaves[next]) > step || l.passes(i, next) {
					continue
				}
				if e.meter != nil && !e.meter.Tick() {
					e.over = true
				}
				if e.over {
					return math.Inf(1)
				}
				if next != food {
					if step+e.distance(next, food) > e.most || float64(step+e.distance(next, food))+later >= limit {
						continue
					}
					l.trail = append(l.trail, crumb{next, int32(i)})
					continue
				}
				rest := limit - float64(step)
				if moves := e.value(l, i, food, rest); moves < rest {
					limit = float64(step) + moves
					l.mark(i, step, food)
				}
			}
		}
		first = end
	}
	return limit
}

// passes tells whether the way to this crumb passes the square so late that the
// body lies there.
func (l *level) passes(i int, s square) bool {
	for left := len(l.body) - 1; left > 0 && i > 0; i = int(l.trail[i].from) {
		if l.trail[i].at == s {
			return true
		}
		left--
	}
	return false
}

// mark makes the way that over this crumb to the food, after so many steps.
func (l *level) mark(i, step int, food square) {
	for len(l.way) <= step {
		l.way = append(l.way, 0)
	}
	l.way = l.way[:step+1]
	l.way[step] = food
	for ; i >= 0; i = int(l.trail[i].from) {
		step--
		l.way[step] = l.trail[i].at
	}
}

// value is the expected moves to the win after the food is eaten on a way over this
// crumb, over all places of the next food. If they are limit or more, it is any
// number from limit on.
func (e *ending) value(l *level, i int, food square, limit float64) float64 {
	free := len(e.squares) - len(l.body) - 1
	if free == 0 {
		return 0
	}
	then := &e.levels[free]
	then.body = append(then.body[:0], food)
	for ; i > 0 && len(then.body) <= len(l.body); i = int(l.trail[i].from) {
		then.body = append(then.body, l.trail[i].at)
	}
	then.body = append(then.body, l.body[:len(l.body)+1-len(then.body)]...)
	key := e.key(then.body)
	if w := e.known[key]; w.exact || w.moves >= limit {
		return w.moves
	}
	if e.meter == nil {
		return math.Inf(1)
	}
	e.lay(then.body)
	sum, left := 0.0, 0.0 // what the foods so far need, and the others at least
	least := func(s square) float64 { return float64(e.distance(food, s)) + e.least[free-1][e.colour(s)] }
	for _, s := range e.squares {
		if then.leaves[s] == 0 {
			left += least(s)
		}
	}
	for _, s := range e.squares {
		if then.leaves[s] > 0 {
			continue
		}
		left -= least(s)
		rest := limit*float64(free) - sum - left
		moves := e.best(then, s, rest)
		if e.over {
			return math.Inf(1)
		}
		if moves >= rest {
			e.known[key] = worth{limit, math.IsInf(limit, 1)}
			return limit
		}
		sum += moves
	}
	e.known[key] = worth{sum / float64(free), true}
	return sum / float64(free)
}

// key is the body's.
func (e *ending) key(body []square) (k bodyKey) {
	k.head, k.length = body[0], int16(len(body))
	for i, s := range body[1:] {
		var dir uint64
		switch s - body[i] {
		case -1:
			dir = 1
		case e.stride:
			dir = 2
		case -e.stride:
			dir = 3
		}
		k.dirs[i/32] |= dir << (2 * (i % 32))
	}
	return k
}

// conclude makes the plan the way to the food on which the win takes the fewest
// moves, if it is found.
func (o *ouroboros) conclude(meter *search.Meter, told *ouro.Best) bool {
	if o.end == nil || o.final || o.goal == ouro.NoCell || o.length < 3 || len(o.squares)-o.length > mostFree {
		return false
	}
	way, moves := o.end.solve(o.body, o.squares[o.goal], meter)
	if math.IsInf(moves, 1) || !told.Offer(o.first(way)) {
		return false
	}
	o.safe = o.safe[:0]
	o.safe.add(o.order, nil, o.hole, 0, 0, nil) // for settle
	o.play(way, moves)
	return true
}

// goOn begins a plan where the last one, which was final, has ended.
func (o *ouroboros) goOn(food ouro.Cell) bool {
	if !o.final || o.end == nil || food == ouro.NoCell {
		return false
	}
	way, moves := o.end.recall(o.then, o.squares[food])
	if math.IsInf(moves, 1) {
		return false
	}
	o.at, o.then = o.then, o.at
	o.done, o.goal = 0, food
	o.begin(o.at, 1, 0)
	o.forget()
	o.play(way, moves)
	return true
}

// play makes the plan a way from which the win takes these moves.
func (o *ouroboros) play(way []square, moves float64) {
	o.order = o.order[:max(len(o.order), len(way))] // with a hole it may be one longer than the ring
	o.walk(way)
	o.final, o.cost = true, moves
	if o.weighed != nil {
		o.weighed.add(o.planner, o.bodyAfter(nil, o.meal, o.length+1), moves, moves)
	}
}
