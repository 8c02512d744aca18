package ouroboros

// With both sides odd a ring omits one square, the hole. A twin of the hole is a square
// diagonal to it that the ring passes between their two common neighbours: the hole may take
// its place in the ring, and the twin becomes the hole.

// twins appends the places of the twins after this edit, the lowest first.
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

// follows reports whether two places of a ring of n are neighbours.
func follows(p, q, n int) bool {
	d := p - q
	return d == 1 || d == -1 || d == n-1 || d == 1-n
}

// twinned reports whether after this edit the hole has a twin, or there is no hole.
func (r *ring) twinned(e edit) bool {
	var dst [4]int
	return r.hole == 0 || len(r.twins(dst[:0], e)) > 0
}

// swap exchanges the hole with its twin at place p.
func (r *ring) swap(p int) {
	twin := r.order[p]
	r.order[p], r.place[r.hole], r.place[twin] = r.hole, int16(p), noPlace
	r.hole = twin
}

// entry returns the lowest place of at least least, but not 0, at which the hole can be
// entered, or 0.
func (r *ring) entry(least int) int {
	var dst [4]int
	for _, p := range r.twins(dst[:0], edit{}) {
		if p >= max(1, least) {
			return p
		}
	}
	return 0
}

// enters reports whether food in the hole is safe: it is reached at place least or later or,
// with the head on the twin, almost a lap from here.
func (r *ring) enters(least int) bool {
	var dst [4]int
	twins := r.twins(dst[:0], edit{})
	return twins[0] == 0 || twins[len(twins)-1] >= least
}

// toLast returns the number of steps along the ring to the hole if that is the only free
// square.
func (r *ring) toLast() int {
	least := len(r.order)
	for _, s := range r.around(r.hole) {
		least = min(least, int(r.place[s]))
	}
	return least + 1
}

// finish makes the plan the path to the hole, the only free square.
func (o *ouroboros) finish() {
	steps := o.toLast()
	o.safe = o.safe[:0]
	o.safe.add(o.order, nil, o.hole, 0, 0, nil) // for settle
	o.walk(append(append(o.scratch[:0], o.order[:steps]...), o.hole))
	o.final = true
}

// enter makes the plan end in the hole, at the place of its twin.
func (p *planner) enter(at int) {
	p.ordered = p.above(at)
	p.swap(at)
	p.meal, p.touched = at, max(p.touched, at)
}

// drift swaps the hole with a random twin if the plan allows it. The ring is then touched up
// to the place of the twin.
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
