package ouroboros

const maxBites = 60

// bite rewires the ring at random. It opens the ring behind the place of the body at the
// meal. The loose end of the path from the head bites into the path: the part behind the bite
// is reversed, so that another square becomes the loose end. This repeats until the loose end
// is beside the place where the ring was opened. Edits keep the inside of the ring on the
// same side of the body and so reach half of all rings only; bites reach the others too.
//
// It reports false if the ring does not close in time or the plan would break the invariant;
// the ring is then invalid and must be restored.
func (p *planner) bite(d dice) (ok bool) {
	food := p.order[p.meal]
	end := p.last(p.meal)
	anchor := p.order[0]
	if end+1 < len(p.order) {
		anchor = p.order[end+1]
	}
	for range maxBites {
		if p.hole != 0 && p.beside(p.order[end-1], p.hole) && p.order[end] != food && d.Roll(2) == 0 {
			p.swap(end) // the loose end moves to the hole
		} else if !p.turnEnd(d, end) {
			return false
		}
		if !p.beside(p.order[end], anchor) {
			continue
		}
		meal := int(p.place[food])
		if ordered := p.above(end); meal >= p.reach(ordered) && p.passes(edit{L: end}, meal) && p.twinned(edit{}) {
			p.meal, p.ordered = meal, ordered
			return true
		}
	}
	return false
}

// turnEnd lets the end of the path bite into the path.
func (p *planner) turnEnd(d dice, end int) bool {
	var bitten [4]int
	n := 0
	s := p.order[end]
	for _, next := range p.around(s) {
		if at := int(p.place[next]); at < end-1 {
			bitten[n] = at
			n++
		}
	}
	if n == 0 {
		return false
	}
	for i, j := bitten[d.Roll(n)]+1, end; i < j; i, j = i+1, j-1 {
		a, b := p.order[i], p.order[j]
		p.order[i], p.order[j] = b, a
		p.place[a], p.place[b] = int16(j), int16(i)
	}
	return true
}
