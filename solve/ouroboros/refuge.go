package ouroboros

import "slices"

// refuge is what makes a bold or free plan safe: detours for the food that may appear
// too early on the ring. It is a tree, for a detour may be bold or free itself. That of a
// free plan begins with the ring after its meal.
type refuge []detour

// detour is another ring for the state after a meal, its place 0 the head, or a way.
type detour struct {
	order   []square
	hole    square
	ordered int      // segments that lie on it in order
	only    square   // if not 0, it is for food on this square alone, and a bold or a free plan
	way     []square // of a free plan, which has no order; then next begins with the ring after its meal
	next    refuge   // then
}

// to is the detour for food on this square in the state after the meal, which p
// is in; nil if there is none.
func (r refuge) to(s square, p *planner) *detour {
	for i := range r {
		d := &r[i]
		if d.only == s || d.only == 0 && s != d.hole && !slices.Contains(d.order[:max(0, p.reach(d.ordered))], s) {
			return d
		}
	}
	return nil
}

// add appends a detour, of which it copies the order and the way.
func (r *refuge) add(order, way []square, hole square, ordered int, only square, next refuge) {
	n := len(*r)
	if n < cap(*r) {
		*r = (*r)[:n+1] // with the memory of an old one
	} else {
		*r = append(*r, detour{})
	}
	d := &(*r)[n]
	d.order, d.way = append(d.order[:0], order...), append(d.way[:0], way...)
	d.hole, d.ordered, d.only = hole, ordered, only
	d.next.copyFrom(next)
}

// copyFrom makes r the same as the other.
func (r *refuge) copyFrom(other refuge) {
	*r = (*r)[:0]
	for i := range other {
		d := &other[i]
		r.add(d.order, d.way, d.hole, d.ordered, d.only, d.next)
	}
}
