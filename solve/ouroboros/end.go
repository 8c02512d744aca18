package ouroboros

import (
	"math"

	"ouro"
	"ouro/search"
)

// ending plays the last moves of a game optimally on boards with an odd number of cells; on other
// boards, whose rings have no hole, it would save nothing. With few free squares it searches all
// paths to the food, then all paths to each next food and so on to the last, and so computes the
// expected moves to the win. It keeps its results, so after the next meals it knows the moves up to
// the win.
type ending struct {
	*ring
	known      map[bodyKey]worth
	levels     []level       // by the number of free squares
	most       int           // largest number of steps to a meal
	least      [][2]float64  // by free squares after a meal and colour of the head: lower bound of the moves from that meal to the win
	meter      *search.Meter // counts the steps of the search; if nil, only known results are used
	outOfSteps bool          // meter is used up
}

// bodyKey identifies a body by its head and the direction from each segment to the next.
type bodyKey struct {
	head   square
	length int16
	dirs   [4]uint64
}

// longest is the longest body that fits in a bodyKey.
const longest = 4*32 + 1

// worth is the expected number of moves to the win from a body after a meal, or a lower bound of
// it.
type worth struct {
	moves float64
	exact bool
}

// level is the search for one number of free squares.
type level struct {
	body     []square
	exitStep []int16    // like exitStep of planner
	trail    []pathNode // the paths that the search has reached
	way      []square   // the best path to the food so far
}

const (
	mostFree  = 8       // the search starts at this number of free squares
	mostKnown = 1 << 15 // limit of bodies in the map known
	stepsRate = 1000    // search steps for each candidate of the budget
	mostSteps = 1 << 22 // limit of search steps, which also bounds memory
)

// pathNode is one square of a path, with the index of the pathNode before it.
type pathNode struct {
	at   square
	from int32
}

func newEnding(b board) *ending {
	n := len(b.cells)
	e := &ending{ring: newRing(b), known: map[bodyKey]worth{}, levels: make([]level, min(mostFree, n)+1), most: n - 1}
	for i := range e.levels {
		e.levels[i] = level{body: make([]square, 0, n), exitStep: make([]int16, len(e.place))}
	}
	var ofColour [2]int
	for _, s := range e.squares {
		ofColour[e.colour(s)]++
	}
	e.least = make([][2]float64, len(e.levels))
	for free := 1; free < len(e.least); free++ {
		for colour := range 2 {
			// The colours of the body's segments alternate, so the number of free squares of each
			// colour is known. A free square of the head's colour is at least two steps away, any
			// other at least one.
			same := float64(ofColour[colour] - (n-free+1)/2)
			other := float64(free) - same
			e.least[free][colour] = (same*(2+e.least[free-1][colour]) + other*(1+e.least[free-1][1-colour])) / float64(free)
		}
	}
	return e
}

// colour returns the colour of a square: 0 or 1, where the corner at the origin has 0.
func (r *ring) colour(s square) int { return int(s/r.stride+s%r.stride+1) % 2 }

// distance returns the number of steps between two squares on an empty board.
func (e *ending) distance(a, b square) int {
	x, y := a%e.stride-b%e.stride, a/e.stride-b/e.stride
	return int(max(x, -x) + max(y, -y))
}

// solve returns the path to the food with the fewest expected moves to the win, and this number of
// moves. moves is Inf if meter, which counts the steps of the search, is used up first.
func (e *ending) solve(body []square, food square, meter *search.Meter) (way []square, moves float64) {
	if len(e.known) > mostKnown {
		clear(e.known)
	}
	e.meter, e.outOfSteps = meter, false
	l := e.lay(body)
	moves = e.best(l, food, math.Inf(1))
	if e.outOfSteps {
		return nil, math.Inf(1)
	}
	return l.way, moves
}

// recall returns the path to the food if solve, called for an earlier meal, found one.
func (e *ending) recall(body []square, food square) (way []square, moves float64) {
	e.meter, e.outOfSteps = nil, false
	l := e.lay(body)
	moves = e.best(l, food, math.Inf(1))
	return l.way, moves
}

// lay sets the level for this body.
func (e *ending) lay(body []square) *level {
	l := &e.levels[len(e.squares)-len(body)]
	l.body = append(l.body[:0], body...)
	for _, s := range e.squares {
		l.exitStep[s] = 0
	}
	for age, s := range body {
		l.exitStep[s] = int16(len(body) - age)
	}
	return l
}

// best returns the expected moves to the win with food on this square, and stores the path to the
// food in l. A result of limit or more is a lower bound.
func (e *ending) best(l *level, food square, limit float64) float64 {
	l.trail = append(l.trail[:0], pathNode{l.body[0], -1})
	later := e.least[len(e.squares)-len(l.body)-1][e.colour(food)]
	first := 0
	for step := 1; step <= e.most && float64(step)+later < limit && first < len(l.trail); step++ {
		end := len(l.trail)
		for i := first; i < end; i++ {
			for _, next := range e.neighbours(l.trail[i].at) {
				if e.cells[next] == ouro.NoCell || int(l.exitStep[next]) > step || l.passes(i, next) {
					continue
				}
				if e.meter != nil && !e.meter.Tick() {
					e.outOfSteps = true
				}
				if e.outOfSteps {
					return math.Inf(1)
				}
				if next != food {
					if step+e.distance(next, food) > e.most || float64(step+e.distance(next, food))+later >= limit {
						continue
					}
					l.trail = append(l.trail, pathNode{next, int32(i)})
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

// passes reports whether the path to node i of the trail has visited s so recently that the body is
// still there.
func (l *level) passes(i int, s square) bool {
	for left := len(l.body) - 1; left > 0 && i > 0; i = int(l.trail[i].from) {
		if l.trail[i].at == s {
			return true
		}
		left--
	}
	return false
}

// mark stores the path over node i of the trail to the food.
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

// value returns the expected moves to the win after the meal at the end of the path over node i of
// the trail, averaged over all squares where the next food may appear. A result of limit or more is
// a lower bound.
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
	sum, left := 0.0, 0.0 // moves of the foods so far; lower bound of the moves of the other foods
	least := func(s square) float64 { return float64(e.distance(food, s)) + e.least[free-1][e.colour(s)] }
	for _, s := range e.squares {
		if then.exitStep[s] == 0 {
			left += least(s)
		}
	}
	for _, s := range e.squares {
		if then.exitStep[s] > 0 {
			continue
		}
		left -= least(s)
		rest := limit*float64(free) - sum - left
		moves := e.best(then, s, rest)
		if e.outOfSteps {
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

// key returns the bodyKey of a body, which must not be longer than longest.
func (r *ring) key(body []square) (k bodyKey) {
	k.head, k.length = body[0], int16(len(body))
	for i, s := range body[1:] {
		var dir uint64
		switch s - body[i] {
		case -1:
			dir = 1
		case r.stride:
			dir = 2
		case -r.stride:
			dir = 3
		}
		k.dirs[i/32] |= dir << (2 * (i % 32))
	}
	return k
}

// isNearEnd reports whether conclude may find the rest of the game.
func (o *ouroboros) isNearEnd() bool {
	return o.end != nil && !o.final && o.goal != ouro.NoCell && o.length >= 3 && len(o.squares)-o.length <= mostFree
}

// conclude plans the path to the food with the fewest expected moves to the win, if the search
// finds this path. The game must be near its end; see isNearEnd.
func (o *ouroboros) conclude(meter *search.Meter, offers *ouro.Best) bool {
	way, moves := o.end.solve(o.body, o.of[o.goal], meter)
	if math.IsInf(moves, 1) || !offers.Offer(o.first(way)) {
		return false
	}
	o.safe = o.safe[:0]
	o.safe.add(detour{order: o.order, hole: o.hole}) // settle needs a ring after the plan
	o.setFinalPlan(way, moves)
	return true
}

// continueFinal begins the next final plan where the last plan ended, if that plan was final.
func (o *ouroboros) continueFinal(food ouro.Cell) bool {
	if !o.final || o.end == nil || food == ouro.NoCell {
		return false
	}
	way, moves := o.end.recall(o.bodyNow, o.of[food])
	if math.IsInf(moves, 1) {
		return false
	}
	o.startBody, o.bodyNow = o.bodyNow, o.startBody
	o.stepsMade, o.goal = 0, food
	o.begin(o.startBody, 1, 0)
	o.forget()
	o.setFinalPlan(way, moves)
	return true
}

// setFinalPlan sets the plan to this final path, with the expected moves to the win as its cost.
func (o *ouroboros) setFinalPlan(way []square, moves float64) {
	o.order = o.order[:max(len(o.order), len(way))] // on a board with a hole, the path may be one longer than the ring
	o.setPath(way)
	o.final, o.cost = true, moves
	if o.weighed != nil {
		o.weighed.add(o.planner, o.bodyAfter(nil, o.meal, o.length+1), moves, moves)
	}
}
