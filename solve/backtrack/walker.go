package backtrack

import (
	"math"
	"sync/atomic"

	"ouro"
	"ouro/search"
)

// points are a score in thousandths, so that sums are exact and equal on every machine. A path
// that reaches the full depth gets the bonus alive. The bonus is more than any score, so every dead
// end ranks below such a path. The article's divisor has the same effect: a dead end has fewer steps
// than the depth, and each step scores at most 2. So half of its score is less than the score of a
// full path, which has at least 1 for each step.
type points = int32

const (
	one   points = 1000
	alive points = 1 << 20

	boundBits = 21 // enough for any points
)

// prices has, by the step of a meal, the points of an edible square beyond those of floor.
type prices [maxDepth + 1]points

func newPrices(discount points) (p prices) {
	p[0] = one
	for k := 1; k < len(p); k++ {
		p[k] = (p[k-1]*discount + one/2) / one
	}
	return p
}

// score returns the score that a Decision reports; the score of a dead end is divided by deadend.
func score(p points, deadend float64) float64 {
	if p >= alive {
		return float64(p-alive) / float64(one)
	}
	return float64(p) / float64(one) / deadend
}

// walker makes simulated steps and takes them back.
//
// It searches the most promising step first and prunes steps that cannot beat the best path of
// the same root direction. The result is exact, because the bounds are proven.
type walker struct {
	squares    []square
	upperBound *upperBound
	boundTable *boundTable
	room       room
	trail      [maxDepth + 1]int16 // the square that each step enters
	prices     *prices
	depth      int
	reverse    int32
	once       bool

	best  *atomic.Int32 // the best score so far in this root direction
	meter search.Meter
	out   bool // no nodes or time are left, or the goal is reached

	goal points // score at which the search ends
	end  int32  // length of the last path that raised best
}

// unreachable is the goal of a search for the best score.
const unreachable points = math.MaxInt32

// step is a possible step of a path.
type step struct {
	to      int16
	heading int8
	gain    points
	bound   points // bound of the score of whole paths that begin with this step
}

// position is the state of the snake after some steps of a path.
type position struct {
	head  int16
	came  int8 // heading of the last step; -1 if unknown
	taken int32
	limit int32 // limit of the next step; see isOpen
	score points
	eaten uint64 // eaten squares by number, see upperBound
	hash  uint64 // hash of the blocking squares, see boundTable
}

// steps returns the possible steps, the most promising first.
func (w *walker) steps(p *position, into *[headings]step) int {
	n := 0
	k := p.taken + 1
	rest := w.depth - int(k)
	length := k - p.limit
	for h, to := range w.squares[p.head].next {
		sq := &w.squares[to]
		if !sq.isOpen(p.limit) || int8(h) == p.came^1 && length >= w.reverse {
			continue
		}
		gain, eaten, longer := one, p.eaten, length
		if sq.edible != 0 {
			gain += w.prices[k]
			longer++
			if w.staysEaten(k, longer) && w.upperBound.number[to] != noNumber {
				eaten |= 1 << w.upperBound.number[to]
			}
		}
		bound := p.score + gain + w.upperBound.bound(rest, longer, to, h, w.upperBound.mask(to, eaten))
		i := n
		for ; i > 0 && into[i-1].bound < bound; i-- {
			into[i] = into[i-1]
		}
		into[i] = step{to, int8(h), gain, bound}
		n++
	}
	return n
}

// extend searches the paths that continue from p, which has not reached the depth, and raises best
// to their best score.
func (w *walker) extend(p *position) {
	var steps [headings]step
	n := w.steps(p, &steps)
	if n == 0 {
		w.raiseBest(p.score, p.taken)
		return
	}
	if steps[0].bound <= w.best.Load() {
		return
	}
	within := w.upperBound.withinReach(p.head, w.depth-int(p.taken))
	if bound, ok := w.boundTable.bound(p, within); ok && p.score+bound <= w.best.Load() {
		return
	}
	if w.best.Load() < alive { // with a score of alive or more, the flood costs more than it saves
		if bound, ok := w.boundByRoom(p); ok && p.score+bound <= w.best.Load() {
			return
		}
	}
	for _, s := range steps[:n] {
		if s.bound <= w.best.Load() {
			break
		}
		w.visit(p, s)
		if w.out {
			return
		}
	}
	w.boundTable.note(p, within, max(0, w.best.Load()-p.score))
}

// staysEaten reports whether a square that the snake eats counts as floor until the end of the
// search. The snake enters the square at this step and has this length afterwards.
func (w *walker) staysEaten(step, length int32) bool {
	return w.once || int(step+length) >= w.depth
}

// visit makes step s from p, searches the paths that continue from there, and takes the step back.
func (w *walker) visit(p *position, s step) {
	if w.out || !w.meter.Tick() {
		w.out = true
		return
	}
	if int(p.taken)+1 == w.depth {
		w.trail[w.depth] = s.to
		w.raiseBest(p.score+s.gain+alive, p.taken+1)
		return
	}
	before := w.squares[s.to]
	next := w.enter(p, s)
	w.extend(&next)
	w.squares[s.to] = before
}

// enter makes a step. The caller must restore the square.
func (w *walker) enter(p *position, s step) position {
	next := position{head: s.to, came: s.heading, taken: p.taken + 1, limit: p.limit, score: p.score + s.gain, eaten: p.eaten, hash: p.hash}
	sq := &w.squares[s.to]
	sq.entered = next.taken
	w.trail[next.taken] = s.to
	if sq.edible == 0 {
		if p.limit > 0 { // the tail has left a square that this path entered
			next.hash ^= mark(w.trail[p.limit], p.limit)
		}
		next.limit++
	} else if w.staysEaten(next.taken, next.taken+1-next.limit) {
		if number := w.upperBound.number[s.to]; number != noNumber {
			next.eaten |= 1 << number
		} else if w.once {
			next.hash ^= mark(s.to, eatenHere)
		}
		if w.once {
			sq.edible = 0
		}
	}
	until := next.taken
	if length := next.taken + 1 - next.limit; int(next.taken+length) > w.depth {
		until = lasting
	}
	next.hash ^= mark(s.to, until)
	return next
}

// raiseBest raises best to the score of a path of this many steps.
func (w *walker) raiseBest(score points, steps int32) {
	for {
		best := w.best.Load()
		if score <= best {
			return
		}
		if w.best.CompareAndSwap(best, score) {
			w.end = steps
			w.out = w.out || score >= w.goal
			return
		}
	}
}

// boundTable is a transposition table of upper bounds: the most points that a path can add from a
// position to the end of the search. Several walkers may share one table.
//
// Two positions at the same step are equal for the remaining search if head, limit, the edible
// squares eaten within reach, and the blocking squares with the steps of their entry are equal.
// All are compared exactly except the blocking squares, which a 64-bit hash represents. An error
// occurs only if two different positions agree in everything else and in the hash, 14 bits of
// which are the index: less than once in 10^9 searches of a million nodes.
//
// An entry consists of three words, written without a lock. The first is the hash xored with the
// others, so that a half-written entry does not match.
type boundTable struct {
	entries []entry
	salt    uint64 // part of all hashes of this search, so that entries of earlier searches do not match
}

type entry struct{ check, eaten, rest atomic.Uint64 }

const boundTableBits = 14

func (l *boundTable) prepare() {
	if l.entries == nil {
		l.entries = make([]entry, 1<<boundTableBits)
	}
	l.salt = ouro.Mix(l.salt, 1)
}

// mark returns the part of the hash for a square that was entered at this step.
func mark(square int16, step int32) uint64 {
	return ouro.Mix(uint64(square), uint64(step))
}

// Values of mark's parameter step that are not steps.
const (
	lasting   = maxDepth + 1 // the square blocks until the search ends
	eatenHere = maxDepth + 2 // the square is eaten and has no number
)

// words returns the key of the position in a boundTable: its hash, the eaten squares within reach,
// and the other values.
func (p *position) words(within uint64) (hash, eaten, rest uint64) {
	return p.hash, p.eaten & within, uint64(uint16(p.limit))<<19 | uint64(p.taken)<<13 | uint64(p.head)
}

// bound returns the bound of an equal position, if the table has one.
func (l *boundTable) bound(p *position, within uint64) (points, bool) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-boundTableBits)]
	word := e.rest.Load()
	if e.eaten.Load() != eaten || word>>boundBits != rest || e.check.Load() != hash^eaten^word {
		return 0, false
	}
	return points(word & (1<<boundBits - 1)), true
}

// note stores the bound of a position.
func (l *boundTable) note(p *position, within uint64, bound points) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-boundTableBits)]
	word := rest<<boundBits | uint64(bound)
	e.check.Store(hash ^ eaten ^ word)
	e.eaten.Store(eaten)
	e.rest.Store(word)
}
