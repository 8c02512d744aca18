package backtrack

import (
	"slices"
	"sync/atomic"
)

// memory is the number of edible squares near a square that a relaxed path
// remembers to have eaten.
const memory = 4

const masks = 1 << memory

// outlook tells how much the rest of a path can add at most, so that the search
// may leave out what cannot be better than what it has.
//
// It solves an easier problem exactly, by recursion with a table: relaxed paths
// that may cross themselves. They know the solid squares, the step in which the
// tail will have left a square at the earliest, and that a snake cannot turn
// back; and they remember which of the few edible squares nearest to the head
// are eaten. What they forget they may eat again. Every real path is a relaxed
// one that earns as much, so no path earns more than the best relaxed one.
// (Routing of vehicles knows this as ng-route relaxation: Baldacci, Mingozzi
// and Roberti 2011.)
type outlook struct {
	arena  *arena
	depth  int
	prices *prices
	fresh  int // what is eaten with more steps than that to go may be eaten again

	number []uint8         // by square: its number if it is edible, or nobody
	near   [][memory]uint8 // by square: the numbers of the edible squares nearest to it, nobody in free places
	carry  [][headings][masks]uint8
	table  []uint32 // the answers of this search, marked with its tag
	tag    uint32
	reach  []uint64 // by steps and square: the edible squares within reach, by number
	queue  []int32
	counts []uint8
}

// nobody is no number of an edible square; their numbers fit the bits of a word.
const nobody = 63

// prepare makes the outlook one on this arena. The table is filled on demand.
func (o *outlook) prepare(a *arena, p *prices, depth int, once bool) {
	o.arena, o.prices, o.depth, o.fresh = a, p, depth, depth
	if !once {
		// A meal makes the snake longer, and the tail stays when it eats: it
		// takes length+2 steps from one meal to the next on a square.
		o.fresh = int(a.length) + 2
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
	if o.tag++; o.tag == 1<<(32-boundBits) { // older entries could pass for new ones
		clear(o.table[:cap(o.table)])
		o.tag = 1
	}
}

// findNear lets every edible square spread until a square knows enough of them.
func (o *outlook) findNear() {
	squares := o.arena.squares
	for i := range o.near {
		o.near[i] = [memory]uint8{nobody, nobody, nobody, nobody}
		o.number[i] = nobody
	}
	o.counts = slices.Grow(o.counts[:0], len(squares))[:len(squares)]
	clear(o.counts)
	o.queue = o.queue[:0]
	tell := func(s int, number uint8) {
		if k := o.counts[s]; s != solid && k < memory && !slices.Contains(o.near[s][:k], number) {
			o.near[s][k] = number
			o.counts[s]++
			o.queue = append(o.queue, int32(s)<<8|int32(number))
		}
	}
	number := uint8(0)
	for s := range squares {
		if squares[s].edible != 0 && number < nobody {
			o.number[s] = number
			tell(s, number)
			number++
		}
	}
	for i := 0; i < len(o.queue); i++ {
		for _, n := range squares[o.queue[i]>>8].next {
			tell(int(n), uint8(o.queue[i]&0xff))
		}
	}
}

// findCarry finds what is remembered after a step.
func (o *outlook) findCarry() {
	for s := origin; s < len(o.near); s++ {
		for h, n := range o.arena.squares[s].next {
			if n == solid {
				continue
			}
			carry := &o.carry[s][h]
			carry[0] = 0
			if o.number[n] != nobody {
				carry[0] = 1 // it is the nearest to itself
			}
			for i, number := range o.near[s][:o.counts[s]] {
				bit := uint8(0)
				if j := slices.Index(o.near[n][:o.counts[n]], number); j >= 0 {
					bit = 1 << j
				}
				for m := range 1 << i { // all masks below
					carry[1<<i|m] = carry[m] | bit
				}
			}
		}
	}
}

// findReach finds which edible squares are within so many steps.
func (o *outlook) findReach() {
	n := len(o.near)
	o.reach = slices.Grow(o.reach[:0], n*(o.depth+1))[:n*(o.depth+1)]
	for s, number := range o.number {
		o.reach[s] = 1 << number &^ (1 << nobody)
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

// within is the set of edible squares within so many steps of s, by number.
func (o *outlook) within(s int16, steps int) uint64 { return o.reach[steps*len(o.near)+int(s)] }

// mask is what a relaxed path on this square remembers of the squares eaten.
func (o *outlook) mask(s int16, eaten uint64) uint8 {
	near := &o.near[s]
	return uint8(eaten>>near[0]&1 | eaten>>near[1]&1<<1 | eaten>>near[2]&1<<2 | eaten>>near[3]&1<<3)
}

// most is what rest steps more can add at most to a path that has come to s
// with this heading, at this length, and remembers mask.
func (o *outlook) most(rest int, length int32, s int16, came heading, mask uint8) points {
	if rest == 0 {
		return alive
	}
	class := 0
	turns := length < o.arena.reverse
	if turns {
		class = int(length)
	}
	entry := &o.table[((((class*o.depth+rest)*len(o.near)+int(s))*headings+came)*masks)+int(mask)-len(o.near)*headings*masks]
	if known := atomic.LoadUint32(entry); known>>boundBits == o.tag {
		return points(known & (1<<boundBits - 1))
	}
	best := points(0)
	step := int32(o.depth - rest + 1)
	for h, n := range o.arena.squares[s].next {
		if o.arena.free[n] > step || h == came^1 && !turns {
			continue
		}
		add, longer := one, length
		if o.arena.squares[n].edible != 0 {
			if number := o.number[n]; number == nobody || !o.recalls(s, number, mask) {
				add += o.prices[step]
				if o.grows(length) {
					longer++
				}
			}
		}
		remembered := o.carry[s][h][mask]
		if rest > o.fresh && o.number[n] != nobody {
			remembered &^= 1 // the square itself, which is the nearest to itself
		}
		best = max(best, add+o.most(rest-1, longer, n, h, remembered))
	}
	atomic.StoreUint32(entry, o.tag<<boundBits|uint32(best))
	return best
}

// grows tells whether a relaxed path of this length that eats where it recalls
// no meal stands only for paths that grow by it. Where it may have forgotten a
// meal it does not; but the length is of interest only up to reverse.
func (o *outlook) grows(length int32) bool {
	return length == o.arena.length || o.fresh < o.depth
}

// recalls tells whether a path on s remembers to have eaten this one.
func (o *outlook) recalls(s int16, number, mask uint8) bool {
	for i, near := range o.near[s] {
		if near == number {
			return mask>>i&1 != 0
		}
	}
	return false
}
