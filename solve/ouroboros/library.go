package ouroboros

import (
	"slices"
)

// edition is one ring of a library, without a body.
type edition struct {
	order []square
	place []int16 // by square
	hole  square
}

// library holds random rings that can replace the current ring. The first edition is the current
// ring itself. All thinkers share the other editions, which never change.
type library []edition

// editions returns the number of rings for this many candidates. The number is larger if rings can
// have different holes.
func editions(candidates int64, holes bool) int {
	if holes {
		return int(min(64+4*candidates, 512))
	}
	return int(min(64+candidates, 512))
}

// editionEdits is the number of random edits between one edition and the next.
const editionEdits = 10

// newLibrary returns a library of count editions, the first of which is r.
func newLibrary(b board, r *ring, count int, d dice) library {
	p := newPlanner(newRing(b))
	p.adopt(r.order, r.hole)
	n := len(p.order)
	l := library{newEdition(p.ring)}
	saved := make([]square, n)
	for len(l) < count {
		for range editionEdits {
			p.rotate(d.Roll(n))
			p.begin(p.order[:1], 1, 0)
			copy(saved, p.order)
			hole := p.hole
			if hole != 0 {
				p.swapHoleAtRandom(d)
			}
			if d.Roll(2) == 0 {
				p.editAtRandom(d)
			} else if !p.bite(d) {
				p.adopt(saved, hole)
			}
		}
		if columns, rows := d.Roll(2) == 0, d.Roll(2) == 0; p.symmetric(columns, rows) {
			p.mirror(columns, rows)
		}
		l = append(l, newEdition(p.ring))
	}
	return l
}

func newEdition(r *ring) edition {
	e := edition{order: make([]square, len(r.order)), place: make([]int16, len(r.place))}
	e.copyFrom(r)
	return e
}

func (e *edition) copyFrom(r *ring) {
	copy(e.order, r.order)
	copy(e.place, r.place)
	e.hole = r.hole
}

// share returns a library with the same editions, except for its own copy of the first.
func (l library) share() library {
	own := slices.Clone(l)
	own[0] = edition{order: slices.Clone(l[0].order), place: slices.Clone(l[0].place), hole: l[0].hole}
	return own
}

// A reading is an edition together with a start and a direction: it visits the squares of the ring
// from the square from on, backwards if dir is -1.
type reading struct {
	*edition
	from square
	dir  int
}

// read returns reading i of the 2*len(l) readings, from this square on.
func (l library) read(i int, from square) reading { return reading{&l[i/2], from, 1 - 2*(i%2)} }

// placeOf returns the place of s along the reading, or 0 for the hole.
func (r reading) placeOf(s square) int {
	if s == r.hole {
		return 0
	}
	steps := r.dir * int(r.place[s]-r.place[r.from])
	if steps < 0 {
		steps += len(r.order)
	}
	return steps
}

// appendTo appends the squares of the ring in the order of the reading.
func (r reading) appendTo(dst []square) []square {
	at, n := int(r.place[r.from]), len(r.order)
	if r.dir > 0 {
		return append(append(dst, r.order[at:]...), r.order[:at]...)
	}
	for i := range n {
		dst = append(dst, r.order[(at-i+n)%n])
	}
	return dst
}

// carries reports whether the snake can follow this reading (condition 1 of the invariant).
// ordered is the number of the snake's youngest segments that lie on the reading in order.
func (p *planner) carries(r reading) (ordered int, ok bool) {
	if r.from == r.hole {
		return 0, false
	}
	above := len(r.order)
	for _, s := range p.body[1:] {
		place := r.placeOf(s)
		if place < int(p.exitStep[s]) && s != r.hole {
			return 0, false
		}
		if place == 0 || place > above {
			above = 0
		} else if above > 0 {
			ordered++
			above = place
		}
	}
	return ordered + 1, true
}

// exchange replaces the ring by another reading of the library along which the plan is tight, if
// there is one. The plan then satisfies condition 1 beyond the meal: the tail leaves each square a
// step before the head comes there, because segments out of order are gone by place reach, and the
// others when a lap is almost complete.
func (p *planner) exchange(l library, d dice) (ok bool) {
	food := p.order[p.meal]
	from := d.Roll(2 * len(l))
	for i := range 2 * len(l) {
		r := l.read((from+i)%(2*len(l)), p.body[0])
		ordered, ok := p.carries(r)
		if !ok {
			continue
		}
		if meal := r.placeOf(food); meal >= max(1, p.reach(ordered)) {
			p.adopt(r.appendTo(p.scratch[:0]), r.hole)
			p.meal, p.ordered = meal, ordered
			return true
		}
	}
	return false
}
