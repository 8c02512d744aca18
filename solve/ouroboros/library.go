package ouroboros

import (
	"slices"

	"ouro"
)

// edition is one ring of a library: it belongs to no body.
type edition struct {
	order []square
	place []int16 // by square
	hole  square
}

// library is rings at random, to be borrowed where the ring at hand does not
// do. The first edition is the ring at hand itself. The others are shared by all
// thinkers, none of which changes them.
type library []edition

// editions is how many rings a library has for so many candidates of a plan: more
// where they can differ in their hole too.
func editions(candidates int64, holes bool) int {
	if holes {
		return int(min(64+4*candidates, 512))
	}
	return int(min(64+candidates, 512))
}

// wear is the number of random edits between one edition and the next.
const wear = 10

// newLibrary makes a library of variants of this ring.
func newLibrary(g *ouro.Grid, r *ring, count int, d dice) library {
	p := newPlanner(newRing(g))
	p.adopt(r.order, r.hole)
	n := len(p.order)
	l := library{newEdition(p.ring)}
	saved := make([]square, n)
	for len(l) < count {
		for range wear {
			p.rotate(d.Roll(n))
			p.begin(p.order[:1], 1, 0)
			copy(saved, p.order)
			hole := p.hole
			if hole != 0 {
				p.drift(d)
			}
			if d.Roll(2) == 0 {
				p.kick(d)
			} else if !p.bite(d) {
				p.adopt(saved, hole)
			}
		}
		p.mirror(d.Roll(2) == 0, d.Roll(2) == 0)
		l = append(l, newEdition(p.ring))
	}
	return l
}

func newEdition(r *ring) edition {
	e := edition{order: make([]square, len(r.order)), place: make([]int16, len(r.place))}
	e.copyFrom(r)
	return e
}

// copyFrom makes e the same ring as r.
func (e *edition) copyFrom(r *ring) {
	copy(e.order, r.order)
	copy(e.place, r.place)
	e.hole = r.hole
}

// share is a library of the same editions, but with a first one of its own.
func (l library) share() library {
	own := slices.Clone(l)
	own[0] = edition{order: slices.Clone(l[0].order), place: slices.Clone(l[0].place), hole: l[0].hole}
	return own
}

// A reading is an edition that is walked from this square on, forwards or, dir
// being -1, backwards.
type reading struct {
	*edition
	from square
	dir  int
}

// read is one of 2*len(l) readings of a library from this square on.
func (l library) read(i int, from square) reading { return reading{&l[i/2], from, 1 - 2*(i%2)} }

// after is the number of steps to another square, 0 if it is the hole.
func (r reading) after(s square) int {
	if s == r.hole {
		return 0
	}
	steps := r.dir * int(r.place[s]-r.place[r.from])
	if steps < 0 {
		steps += len(r.order)
	}
	return steps
}

// appendTo appends its squares in order.
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

// carries tells whether the snake can walk along this reading, as the first part
// of the invariant wants it, and how many of the youngest segments lie on it in order.
func (p *planner) carries(r reading) (ordered int, ok bool) {
	if r.from == r.hole {
		return 0, false
	}
	above := len(r.order)
	for _, s := range p.body[1:] {
		place := r.after(s)
		if place < int(p.leaves[s]) && s != r.hole {
			return 0, false
		}
		if place == 0 || r.hole != 0 && place != above-1 || place > above {
			above = 0
		} else if above > 0 {
			ordered++
			above = place
		}
	}
	return ordered + 1, true
}

// exchange makes the ring another one of the library, if there is one along which
// the plan is tight. Squares beyond the meal are then left a step before the head
// comes there, as the invariant wants it: those out of place are left by the time
// of reach, and the others when a whole lap is almost done.
func (p *planner) exchange(l library, d dice) (ok bool) {
	food := p.order[p.meal]
	from := d.Roll(2 * len(l))
	for i := range 2 * len(l) {
		r := l.read((from+i)%(2*len(l)), p.body[0])
		ordered, ok := p.carries(r)
		if !ok {
			continue
		}
		if meal := r.after(food); meal >= max(1, p.reach(ordered)) {
			p.adopt(r.appendTo(p.scratch[:0]), r.hole)
			p.meal, p.ordered = meal, ordered
			return true
		}
	}
	return false
}
