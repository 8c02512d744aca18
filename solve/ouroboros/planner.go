package ouroboros

// planner edits a ring to shorten the path to the food.
type planner struct {
	*ring
	length   int     // of the body
	meal     int     // place of the food: the number of steps to the meal
	ordered  int     // number of youngest segments that lie on the ring in order
	touched  int     // the highest place that an edit has touched since the plan began
	free     bool    // the path to the food is on no ring; order is valid only up to the meal
	exitStep []int16 // by square: the step with which the tail leaves it, 0 if it is free
	body     []square

	flips, partners []flip
}

func newPlanner(r *ring) *planner {
	n := len(r.squares)
	return &planner{
		ring:     r,
		exitStep: make([]int16, len(r.place)),
		body:     make([]square, 0, n),
		flips:    make([]flip, 0, 2*n), partners: make([]flip, 0, 2*n),
	}
}

// begin makes a plan of meal steps along the ring for this body, head first. ordered is the number
// of youngest segments that lie on the ring in order.
func (p *planner) begin(body []square, meal, ordered int) {
	for _, s := range p.body {
		p.exitStep[s] = 0
	}
	p.body = append(p.body[:0], body...)
	p.length, p.meal, p.touched, p.free = len(body), meal, 0, false
	p.ordered = min(ordered, p.length)
	for age, s := range p.body {
		p.exitStep[s] = int16(p.length - age)
	}
	if p.length == 2 {
		p.exitStep[p.body[1]] = 2 // the snake must not reverse
	}
}

// reach returns the lowest place of food at which the meal is tight if this many of the youngest
// segments lie in order: the snake has left the other segments by then.
func (p *planner) reach(ordered int) int { return p.length - ordered + 1 }

// countAbove returns the number of youngest segments that lie in order at places above place.
func (p *planner) countAbove(place int) int {
	count := max(1, min(p.ordered, len(p.order)-place))
	for count > 1 {
		if at := int(p.place[p.body[count-1]]); at > place && at != noPlace {
			break
		}
		count--
	}
	return count
}

// orderedAfter returns the number of youngest segments that lie in order after the edit.
func (p *planner) orderedAfter(e edit) int {
	count := p.countAbove(e.L)
	above := len(p.order)
	if count > 1 {
		above = e.NewPlace(int(p.place[p.body[count-1]]))
	}
	for count < p.length {
		place := e.NewPlace(int(p.place[p.body[count]]))
		if place >= above {
			break
		}
		above = place
		count++
	}
	return count
}

// lastPlace returns the highest place that an edit may touch so that a meal after this number of
// steps is tight in any case.
func (p *planner) lastPlace(meal int) int {
	if oldest := p.length - meal; oldest > 0 && oldest < p.ordered {
		return int(p.place[p.body[oldest]]) - 1
	}
	return len(p.order) - 1 - max(p.length-meal, 0)
}

// isTight reports whether the plan is tight.
func (p *planner) isTight() bool { return p.meal >= p.reach(p.ordered) }

// passes reports whether, after the edit, the tail has left every body square when the head comes
// there. For places beyond the meal, the tail leaves one step later. The edit touches nothing
// behind e.L.
func (p *planner) passes(e edit, meal int) bool {
	first := max(1, p.countAbove(e.L)-1) // if the oldest segment in order passes, so do all younger ones
	for _, s := range p.body[first:] {
		place, left := e.NewPlace(int(p.place[s])), int(p.exitStep[s])
		if place > meal {
			left++
		}
		if place < left {
			return false
		}
	}
	return true
}

// allows reports whether the plan, edited so that the meal is at place meal, satisfies conditions 1
// and 3 of the invariant and, unless bold is set, condition 2.
func (p *planner) allows(e edit, meal int, bold bool) bool {
	return (bold || meal >= p.reach(p.orderedAfter(e))) && p.passes(e, meal) && p.hasTwin(e)
}

// makeEdit edits the ring, and with it the plan.
func (p *planner) makeEdit(e edit) {
	p.ordered = p.orderedAfter(e)
	p.apply(e)
	p.meal, p.touched = e.NewPlace(p.meal), max(p.touched, e.L)
}

// shorten repeats the edit that shortens the path to the food most, until no edit shortens it. Of
// equal edits it takes the one that reinserts the removed part at the lowest place.
func (p *planner) shorten(bold bool) {
	for {
		best, found := p.bestEdit(bold)
		if !found {
			return
		}
		p.makeEdit(best)
	}
}

// bestEdit returns the allowed edit that shortens the path to the food most, if there is one.
func (p *planner) bestEdit(bold bool) (best edit, found bool) {
	p.listFlips(p.meal, bold)
	nearest := p.meal
	for a, f := range p.flips {
		if int(f.j) < p.meal && p.meal-int(f.j-f.i) > nearest {
			continue // the edit shortens the path by at most the f.j - f.i places of f
		}
		for _, g := range p.flips[a+1:] {
			if g.i >= f.j {
				break
			}
			if g.j <= f.j || g.i == f.i {
				continue
			}
			e := cross(f, g)
			meal := e.NewPlace(p.meal)
			if meal > nearest || meal == nearest && (!found || e.L >= best.L) || !p.allows(e, meal, bold) {
				continue
			}
			best, nearest, found = e, meal, true
		}
	}
	return best, found
}

// boldest limits how many more places of the ring a bold plan may touch. Each place more means more
// squares that need a detour.
const boldest = 32

// listFlips lists the flips that begin below this place and can be part of an edit.
func (p *planner) listFlips(limit int, bold bool) {
	last := p.lastPlace(p.meal)
	if bold {
		last += boldest
	}
	p.flips = p.findFlips(p.flips[:0], limit, last)
}

// dice are random numbers: Roll returns a number from 0 to n-1.
type dice interface{ Roll(n int) int }

// editAtRandom makes a random allowed edit if it finds one.
func (p *planner) editAtRandom(d dice) {
	p.listFlips(len(p.order), false)
	const tries = 8
	for range tries {
		if len(p.flips) == 0 {
			return
		}
		f := p.flips[d.Roll(len(p.flips))]
		p.partners = p.partners[:0]
		for _, g := range p.flips {
			if g.i >= f.j {
				break
			}
			if g.i > f.i && g.j > f.j {
				p.partners = append(p.partners, g)
			}
		}
		if len(p.partners) == 0 {
			continue
		}
		if e := cross(f, p.partners[d.Roll(len(p.partners))]); p.allows(e, e.NewPlace(p.meal), false) {
			p.makeEdit(e)
			return
		}
	}
}

// cross returns the edit made of the flips f and g, where f begins at a lower place than g.
func cross(f, g flip) edit {
	return edit{I: int(f.i), K: int(g.i), J: int(f.j), L: int(g.j)}
}

// maxBites is the largest number of random steps of bite.
const maxBites = 60

// bite rewires the ring at random. It opens the ring just before the segment that will be the
// oldest at the meal. The loose end of the path from the head bites into the path: the part behind
// the bite is reversed, so that another square becomes the loose end. This repeats until the loose
// end is beside the place where the ring was opened. Edits keep the inside of the ring on the same
// side of the body, so they reach only half of all rings; bites reach the others too.
//
// bite returns false if the ring does not close in time or the plan would break the invariant. The
// ring is then invalid, and the caller must restore it.
func (p *planner) bite(d dice) (ok bool) {
	food := p.order[p.meal]
	end := p.lastPlace(p.meal)
	anchor := p.order[0]
	if end+1 < len(p.order) {
		anchor = p.order[end+1]
	}
	for range maxBites {
		if p.hole != 0 && p.areNeighbours(p.order[end-1], p.hole) && p.order[end] != food && d.Roll(2) == 0 {
			p.swap(end) // the hole becomes the loose end
		} else if !p.turnEnd(d, end) {
			return false
		}
		if !p.areNeighbours(p.order[end], anchor) {
			continue
		}
		meal := int(p.place[food])
		if ordered := p.countAbove(end); meal >= p.reach(ordered) && p.passes(edit{L: end}, meal) && p.hasTwin(edit{}) {
			p.meal, p.ordered = meal, ordered
			return true
		}
	}
	return false
}

// turnEnd lets the loose end, at place end, bite into the path at random. It returns false if the
// loose end has no other square of the path beside it.
func (p *planner) turnEnd(d dice, end int) bool {
	var bitten [4]int
	n := 0
	s := p.order[end]
	for _, next := range p.neighbours(s) {
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

// holeEntry returns the lowest place from max(1, minPlace) on at which the hole can be entered, or
// 0 if there is none. The tail must have left the twin at that place a step before the head comes
// there, because the tail stays when the snake eats in the hole.
func (p *planner) holeEntry(minPlace int) int {
	var dst [4]int
	for _, at := range p.twins(dst[:0], edit{}) {
		if at >= max(1, minPlace) && int(p.exitStep[p.order[at]]) < at {
			return at
		}
	}
	return 0
}

// canEnterHole reports whether food in the hole is safe: the snake reaches the hole at place minPlace
// or later or, if the head is on the twin, after almost a lap.
func (p *planner) canEnterHole(minPlace int) bool {
	var dst [4]int
	return p.twins(dst[:0], edit{})[0] == 0 || p.holeEntry(minPlace) > 0
}

// enterHole swaps the hole with the twin at twinPlace, so that the plan ends there.
func (p *planner) enterHole(twinPlace int) {
	p.ordered = p.countAbove(twinPlace)
	p.swap(twinPlace)
	p.meal, p.touched = twinPlace, max(p.touched, twinPlace)
}

// swapHoleAtRandom swaps the hole with a random twin if the plan allows it. Afterwards p.ordered
// counts only segments that lie beyond the twin's place, as after an edit of the ring up to that
// place.
func (p *planner) swapHoleAtRandom(d dice) {
	var dst [4]int
	twins := p.twins(dst[:0], edit{})
	at := twins[d.Roll(len(twins))]
	ordered, left := p.countAbove(at), int(p.exitStep[p.hole])
	if at > p.meal {
		left++ // for the same reason as in passes
	}
	if at == 0 || at == p.meal || at < left || p.meal < p.reach(ordered) {
		return
	}
	p.swap(at)
	p.ordered = ordered
}
