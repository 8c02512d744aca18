package ouroboros

// freeRate is the percentage of free plans among the candidates of a short snake; fits is the
// number of rings tried for each.
const (
	freeRate = 50
	fits     = 2
)

// short reports whether a snake of this length is so short that most paths are safe, which
// free plans use. There are many plans then, and the food after the next says little.
func short(length, cells int) bool { return 10*length < 4*cells }

func (p *planner) short() bool { return short(p.length, len(p.order)) }

// makeFree makes free plans along a shortest path to the food, with rings of the library for the
// snake after the meal, and keeps the best.
func (t *thinker) makeFree(food square) {
	way := t.explorer.wayTo(t.planner, food, t.dice)
	if way == nil {
		return
	}
	a := t.depart(way)
	tries := fits
	readings := 2 * len(t.library)
	from := t.dice.Roll(readings)
	for i := range readings {
		if i > 1 { // first the ring at hand, then any
			i = (i + from) % readings
		}
		r := t.library.read(i, food)
		ordered, ok := a.carries(r)
		if !ok {
			continue
		}
		a.spare = r.appendTo(a.spare[:0])
		a.open(a.spare, r.hole, ordered)
		a.borrow(t.library, from)
		if _, ok := a.secure(detourTries); ok {
			t.weigh(t.best.cost)
		}
		if tries--; tries == 0 {
			return
		}
	}
}

// depart makes the plan a free one along this path and returns the position after the meal.
// The ring at hand stays in the library.
func (t *thinker) depart(way []square) *ahead {
	t.atHand()
	t.walk(way)
	t.ahead.leave(t.planner)
	t.weighed.find(t.planner, t.ahead.after)
	return t.ahead
}

// walk makes the plan this path to the food, which is on no ring.
func (p *planner) walk(way []square) {
	copy(p.order, way)
	p.meal, p.free = len(way)-1, true
}

// leave sets the position after the meal of a free plan.
func (a *ahead) leave(p *planner) {
	a.after = p.bodyAfter(a.after[:0], p.meal, p.length+1)
	a.begin(a.after, 1, 0)
	a.fitted = false
}

// open makes this order the ring after the meal of a free plan.
func (a *ahead) open(order []square, hole square, ordered int) {
	a.start = append(a.start[:0], order...)
	a.startHole, a.orderedThen = hole, ordered
	a.again()
	a.ordered = ordered
	a.safe = a.safe[:0]
	a.safe.add(a.start, nil, hole, ordered, 0, nil)
}

// borrow adds readings of the library to the refuge, as long as squares without a detour
// remain and the reading is a detour for some of them.
func (a *ahead) borrow(l library, from int) {
	a.bare = a.bare[:0]
	if h := a.startHole; h != 0 && a.leaves[h] == 0 && !a.enters(a.reach(a.orderedThen)) {
		a.bare = append(a.bare, h)
	}
	for _, s := range a.start[1:max(1, a.reach(a.orderedThen))] {
		if a.leaves[s] == 0 {
			a.bare = append(a.bare, s)
		}
	}
	for i := range 2 * len(l) {
		if len(a.bare) == 0 || len(a.safe) >= maxDetours {
			return
		}
		r := l.read((from+i)%(2*len(l)), a.body[0])
		ordered, ok := a.carries(r)
		if !ok {
			continue
		}
		reach, left := a.reach(ordered), a.bare[:0]
		for _, s := range a.bare {
			if r.after(s) < reach {
				left = append(left, s)
			}
		}
		if len(left) < len(a.bare) {
			a.spare = r.appendTo(a.spare[:0])
			a.safe.add(a.spare, nil, r.hole, ordered, 0, nil)
			a.bare = left
		}
	}
}
