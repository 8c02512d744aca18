package ouroboros

// With both sides odd a ring leaves out a square, the hole. A twin of it is a
// square diagonal to it that the ring passes between their two common
// neighbours: so the hole may take its place, and the twin becomes the hole.

// twins appends to dst the places of the twins after this edit, the lowest first.
func (r *ring) twins(dst []int, e edit) []int {
	h, n := r.hole, len(r.order)
	for _, across := range [2]square{1, -1} {
		if r.place[h+across] == noPlace {
			continue
		}
		a := e.Moved(int(r.place[h+across]))
		for _, along := range [2]square{r.stride, -r.stride} {
			if r.place[h+along] == noPlace {
				continue
			}
			b, p := e.Moved(int(r.place[h+along])), e.Moved(int(r.place[h+across+along]))
			if !follows(a, p, n) || !follows(b, p, n) {
				continue
			}
			dst = append(dst, p)
			for i := len(dst) - 1; i > 0 && dst[i] < dst[i-1]; i-- {
				dst[i], dst[i-1] = dst[i-1], dst[i]
			}
		}
	}
	return dst
}

// follows tells whether of two places of a ring of n one comes after the other.
func follows(p, q, n int) bool {
	d := p - q
	return d == 1 || d == -1 || d == n-1 || d == 1-n
}

// twinned tells whether there is a hole no more, or a twin of it, after this edit.
func (r *ring) twinned(e edit) bool {
	var dst [4]int
	return r.hole == 0 || len(r.twins(dst[:0], e)) > 0
}

// swap puts the hole in the place of its twin at place p, which becomes the hole.
func (r *ring) swap(p int) {
	twin := r.order[p]
	r.order[p], r.place[r.hole], r.place[twin] = r.hole, int16(p), noPlace
	r.hole = twin
}

// entry is the lowest place from least on, but not 0, at which the hole can be
// entered; 0 if there is none.
func (r *ring) entry(least int) int {
	var dst [4]int
	for _, p := range r.twins(dst[:0], edit{}) {
		if p >= max(1, least) {
			return p
		}
	}
	return 0
}

// enters tells whether food in the hole is no danger: it is met at place least or
// later, or, the head being on the twin, almost a lap from here.
func (r *ring) enters(least int) bool {
	var dst [4]int
	twins := r.twins(dst[:0], edit{})
	return twins[0] == 0 || twins[len(twins)-1] >= least
}

// toLast is the number of steps along the ring to the hole where nothing else is
// free.
func (r *ring) toLast() int {
	least := len(r.order)
	for _, s := range r.around(r.hole) {
		least = min(least, int(r.place[s]))
	}
	return least + 1
}

// finish makes the plan the way to the hole where nothing else is free.
func (o *ouroboros) finish() {
	steps := o.toLast()
	o.safe = o.safe[:0]
	o.safe.add(o.order, nil, o.hole, 0, 0, nil) // for settle
	o.walk(append(append(o.scratch[:0], o.order[:steps]...), o.hole))
	o.final = true
}

// enter makes the plan the way into the hole, in the place p of its twin.
func (p *planner) enter(at int) {
	p.ordered = p.above(at)
	p.swap(at)
	p.meal, p.touched = at, max(p.touched, at)
}

// drift swaps the hole for one of its twins at random, if the plan allows it. Then
// the ring is touched up to its place.
func (p *planner) drift(d dice) {
	var dst [4]int
	twins := p.twins(dst[:0], edit{})
	at := twins[d.Roll(len(twins))]
	ordered, left := p.above(at), int(p.leaves[p.hole])
	if at > p.meal {
		left++ // as in passes
	}
	if at == 0 || at == p.meal || at < left || p.meal < p.reach(ordered) {
		return
	}
	p.swap(at)
	p.ordered = ordered
}
