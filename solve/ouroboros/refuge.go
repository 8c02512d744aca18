package ouroboros

import "slices"

// refuge holds the detours that make a bold or free plan safe, for food that may appear too
// early on the ring. It is a tree, as a detour may be bold or free itself. The refuge of a
// free plan begins with the ring after its meal.
type refuge []detour

// detour is another ring for the position after a meal, with the head at place 0, or a path.
type detour struct {
	order   []square
	hole    square
	ordered int      // number of segments on it in order
	only    square   // unless 0: the only square of food that the detour, a bold or free plan, is for
	way     []square // of a free plan, which has no order; next then begins with the ring after its meal
	next    refuge   // after the detour's meal
}

// to returns the detour for food on this square in the position of p after the meal, or nil.
func (r refuge) to(s square, p *planner) *detour {
	for i := range r {
		d := &r[i]
		if d.only == s || d.only == 0 && s != d.hole && !slices.Contains(d.order[:max(0, p.reach(d.ordered))], s) {
			return d
		}
	}
	return nil
}

// add appends a detour with copies of order, way and next.
func (r *refuge) add(order, way []square, hole square, ordered int, only square, next refuge) {
	n := len(*r)
	if n < cap(*r) {
		*r = (*r)[:n+1] // reuses the memory of an old detour
	} else {
		*r = append(*r, detour{})
	}
	d := &(*r)[n]
	d.order, d.way = append(d.order[:0], order...), append(d.way[:0], way...)
	d.hole, d.ordered, d.only = hole, ordered, only
	d.next.copyFrom(next)
}

func (r *refuge) copyFrom(other refuge) {
	*r = (*r)[:0]
	for i := range other {
		d := &other[i]
		r.add(d.order, d.way, d.hole, d.ordered, d.only, d.next)
	}
}
