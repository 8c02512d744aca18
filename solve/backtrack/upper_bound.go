package backtrack

import (
	"slices"
	"sync/atomic"
)

// memory is the largest number of eaten squares that a relaxed path remembers at a square.
const memory = 4

// masks is the number of sets of remembered squares.
const masks = 1 << memory

// upperBound computes an upper bound of the points that the remaining steps of a path can add to its
// score. The search prunes with it.
//
// It solves a relaxed problem exactly, by dynamic programming: relaxed paths may cross themselves.
// But they respect the solid squares, the earliest step at which the tail has left a square, and
// that a snake cannot reverse. A relaxed path also remembers which of the edible squares nearest to
// its head it has eaten. It may eat a square again that it has forgotten. Every real path is a
// relaxed path with the same score, so no path scores more than the best relaxed one. (This is the
// ng-route relaxation of vehicle routing: Baldacci, Mingozzi and Roberti 2011.)
type upperBound struct {
	arena    *arena
	depth    int
	prices   *prices
	regrowth int // if more steps than this are left, an eaten square may be eaten again

	number []uint8                  // by square: its number if it is edible, or noNumber
	near   [][memory]uint8          // by square: the numbers of the nearest edible squares; unused places hold noNumber
	carry  [][headings][masks]uint8 // by square, heading and mask: the mask after a step in this heading
	table  []uint32                 // the results of this search, each marked with its tag
	tag    uint32
	reach  []uint64 // by steps and square: the edible squares within reach, as bits by number
	queue  []int32  // of findNear: squares with the number of an edible square
	counts []uint8  // by square: how many edible squares near has
}

// noNumber is the number of squares that are not edible, and of edible squares beyond the first 63.
// Smaller numbers are bits of a word.
const noNumber = 63

// prepare begins a search of this depth on an arena.
func (o *upperBound) prepare(a *arena, p *prices, depth int, once bool) {
	o.arena, o.prices, o.depth, o.regrowth = a, p, depth, depth
	if !once {
		// A meal makes the snake longer, and the tail stays where it is during the meal. So two
		// meals on the same square are at least length+2 steps apart.
		o.regrowth = int(a.length) + 2
	}
	n := len(a.squares)
	o.number = slices.Grow(o.number[:0], n)[:n]
	o.near = slices.Grow(o.near[:0], n)[:n]
	o.carry = slices.Grow(o.carry[:0], n)[:n]
	o.findNear()
	o.findCarry()
	o.findReach()
	classes := 1
	if a.length < a.reverse {
		classes = int(a.reverse)
	}
	size := classes * depth * n * headings * masks
	if cap(o.table) < size {
		o.table = make([]uint32, size)
	}
	o.table = o.table[:size]
	if o.tag++; o.tag == 1<<(32-boundBits) { // after an overflow of the tag, older entries could match
		clear(o.table[:cap(o.table)])
		o.tag = 1
	}
}

// findNear floods the arena from every edible square, until each square has its nearest edible
// squares.
func (o *upperBound) findNear() {
	squares := o.arena.squares
	for i := range o.near {
		o.near[i] = [memory]uint8{noNumber, noNumber, noNumber, noNumber}
		o.number[i] = noNumber
	}
	o.counts = slices.Grow(o.counts[:0], len(squares))[:len(squares)]
	clear(o.counts)
	o.queue = o.queue[:0]
	addNear := func(s int, number uint8) {
		if k := o.counts[s]; s != solid && k < memory && !slices.Contains(o.near[s][:k], number) {
			o.near[s][k] = number
			o.counts[s]++
			o.queue = append(o.queue, int32(s)<<8|int32(number))
		}
	}
	number := uint8(0)
	for s := range squares {
		if squares[s].edible != 0 && number < noNumber {
			o.number[s] = number
			addNear(s, number)
			number++
		}
	}
	for i := 0; i < len(o.queue); i++ {
		for _, n := range squares[o.queue[i]>>8].next {
			addNear(int(n), uint8(o.queue[i]&0xff))
		}
	}
}

// findCarry computes which eaten squares a relaxed path remembers after each step.
func (o *upperBound) findCarry() {
	for s := origin; s < len(o.near); s++ {
		for h, n := range o.arena.squares[s].next {
			if n == solid {
				continue
			}
			carry := &o.carry[s][h]
			carry[0] = 0
			if o.number[n] != noNumber {
				carry[0] = 1 // an edible square is the nearest one to itself
			}
			for i, number := range o.near[s][:o.counts[s]] {
				bit := uint8(0)
				if j := slices.Index(o.near[n][:o.counts[n]], number); j >= 0 {
					bit = 1 << j
				}
				for m := range 1 << i { // all masks below 1<<i
					carry[1<<i|m] = carry[m] | bit
				}
			}
		}
	}
}

// findReach computes the edible squares that a path can reach from each square, by its number of
// steps.
func (o *upperBound) findReach() {
	n := len(o.near)
	o.reach = slices.Grow(o.reach[:0], n*(o.depth+1))[:n*(o.depth+1)]
	for s, number := range o.number {
		o.reach[s] = 1 << number &^ (1 << noNumber)
	}
	for steps := 1; steps <= o.depth; steps++ {
		before, now := o.reach[(steps-1)*n:steps*n], o.reach[steps*n:(steps+1)*n]
		now[solid] = 0
		for s := origin; s < n; s++ {
			next := &o.arena.squares[s].next
			now[s] = before[s] | before[next[0]] | before[next[1]] | before[next[2]] | before[next[3]]
		}
	}
}

// withinReach returns the edible squares that a path of this many steps can reach from s, as bits by
// number.
func (o *upperBound) withinReach(s int16, steps int) uint64 { return o.reach[steps*len(o.near)+int(s)] }

// mask returns which eaten squares a relaxed path at s remembers: bit i for the i-th square of near.
// eaten has a bit for the number of each eaten square.
func (o *upperBound) mask(s int16, eaten uint64) uint8 {
	near := &o.near[s]
	return uint8(eaten>>near[0]&1 | eaten>>near[1]&1<<1 | eaten>>near[2]&1<<2 | eaten>>near[3]&1<<3)
}

// bound returns an upper bound of the points that this many more steps can add to a path that is at
// s with this heading and length and remembers mask.
func (o *upperBound) bound(steps int, length int32, s int16, came heading, mask uint8) points {
	if steps == 0 {
		return alive
	}
	class := 0
	turns := length < o.arena.reverse
	if turns {
		class = int(length)
	}
	entry := &o.table[((((class*o.depth+steps)*len(o.near)+int(s))*headings+came)*masks)+int(mask)-len(o.near)*headings*masks]
	if known := atomic.LoadUint32(entry); known>>boundBits == o.tag {
		return points(known & (1<<boundBits - 1))
	}
	best := points(0)
	step := int32(o.depth - steps + 1)
	for h, n := range o.arena.squares[s].next {
		if o.arena.free[n] > step || h == came^1 && !turns {
			continue
		}
		add, longer := one, length
		if o.arena.squares[n].edible != 0 {
			if number := o.number[n]; number == noNumber || !o.remembers(s, number, mask) {
				add += o.prices[step]
				if o.grows(length) {
					longer++
				}
			}
		}
		remembered := o.carry[s][h][mask]
		if steps > o.regrowth && o.number[n] != noNumber {
			remembered &^= 1 // bit 0 is the square itself, the nearest one to itself
		}
		best = max(best, add+o.bound(steps-1, longer, n, h, remembered))
	}
	atomic.StoreUint32(entry, o.tag<<boundBits|uint32(best))
	return best
}

// grows reports whether the real snake is sure to grow when a relaxed path of this length eats at a
// square where it remembers no meal. If the path may have forgotten meals, the real snake may have
// eaten there already. length matters only below o.reverse.
func (o *upperBound) grows(length int32) bool {
	return length == o.arena.length || o.regrowth < o.depth
}

// remembers reports whether a relaxed path at s with this mask remembers that it has eaten the
// square of this number.
func (o *upperBound) remembers(s int16, number, mask uint8) bool {
	for i, near := range o.near[s] {
		if near == number {
			return mask>>i&1 != 0
		}
	}
	return false
}

// room is scratch memory for boundByRoom, which bounds the points that the remaining steps of a path
// can add by the number of squares within reach. This works for snakes so long that they enter no
// square twice during these steps: each step needs a different square, and steps alternate between
// the two colours of a chessboard.
type room struct {
	seen        []uint32 // by square: the last flood that reached it
	floodNumber uint32   // number of the current flood
	queue       []int16
}

func (r *room) prepare(squares int) {
	for len(r.seen) < squares {
		r.seen = append(r.seen, 0)
	}
}

// boundByRoom returns an upper bound of the points that a path can add from p, if too few squares
// are within reach for the remaining steps. It returns false if there are enough squares, or if it
// cannot decide.
func (w *walker) boundByRoom(p *position) (bound points, ok bool) {
	rest := w.depth - int(p.taken)
	if int(p.taken+1-p.limit) < rest {
		return 0, false
	}
	r := &w.room
	r.floodNumber++
	free := p.limit + int32(rest) - 1 // limit of the squares that become free in time
	r.queue = append(r.queue[:0], p.head)
	r.seen[p.head] = r.floodNumber
	r.seen[solid] = r.floodNumber
	edibles := int32(0)
	colours := [2]int{}
	// The queue consists of layers of equal distance, which alternate between the two
	// colours.
	for first, last, colour := 0, 1, 0; first < last; first, last, colour = last, len(r.queue), colour^1 {
		for i := first; i < last; i++ {
			for _, n := range w.squares[r.queue[i]].next {
				if r.seen[n] == r.floodNumber {
					continue
				}
				r.seen[n] = r.floodNumber
				if sq := &w.squares[n]; sq.isOpen(free) {
					edibles += sq.edible
					r.queue = append(r.queue, n)
				}
			}
		}
		colours[colour] += len(r.queue) - last
		if colours[0] >= (rest+1)/2 && colours[1] >= rest/2 {
			return 0, false
		}
	}
	steps := 2 * colours[1]
	if colours[0] > colours[1] {
		steps++
	} else {
		steps = 2 * colours[0]
	}
	if steps >= rest {
		return 0, false
	}
	return points(steps)*one + min(points(steps), edibles)*w.prices[p.taken+1], true
}
