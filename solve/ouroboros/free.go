package ouroboros

import "slices"

// freeRate is the percentage of free plans among the candidates of a short snake. fits is the number
// of rings that are tried for each free plan.
const (
	freeRate = 50
	fits     = 2
)

// short reports whether a snake of this length is so short that most paths are safe. Then free
// plans save moves, there are many of them, and the distance to the food after the next says
// little.
func short(length, cells int) bool { return 10*length < 4*cells }

// short reports whether the snake is short.
func (p *planner) short() bool { return short(p.length, len(p.order)) }

// makeFree makes free plans along a shortest path to the food, with rings of the library for the
// body after the meal, and keeps the best plan.
func (t *thinker) makeFree(food square) {
	way := t.explorer.wayTo(t.planner, food, t.dice)
	if way == nil {
		return
	}
	a := t.makeFreePlan(way)
	tries := fits
	readings := 2 * len(t.library)
	from := t.dice.Roll(readings)
	for i := range readings {
		if i > 1 { // begin with the current ring, then continue with the others from a random one on
			i = (i + from) % readings
		}
		r := t.library.read(i, food)
		ordered, ok := a.carries(r)
		if !ok {
			continue
		}
		a.spare = r.appendTo(a.spare[:0])
		a.setRing(a.spare, r.hole, ordered)
		a.addReadings(t.library, from)
		if _, ok := a.secure(detourTries); ok {
			t.weigh()
		}
		if tries--; tries == 0 {
			return
		}
	}
}

// makeFreePlan stores the current ring in the library, makes the plan a free one along this path,
// and returns the position after the meal.
func (t *thinker) makeFreePlan(way []square) *ahead {
	t.storeRing()
	t.setPath(way)
	t.ahead.loadFree(t.planner)
	t.weighed.find(t.planner, t.ahead.after)
	return t.ahead
}

// setPath sets the plan to this path to the food, which is not part of a ring.
func (p *planner) setPath(way []square) {
	copy(p.order, way)
	p.meal, p.free = len(way)-1, true
}

// loadFree sets up the position after a free plan's meal.
func (a *ahead) loadFree(p *planner) {
	a.after = p.bodyAfter(a.after[:0], p.meal, p.length+1)
	a.begin(a.after, 1, 0)
	a.fitted = false
}

// setRing sets the ring for the position after a free plan's meal to order.
func (a *ahead) setRing(order []square, hole square, ordered int) {
	a.start = append(a.start[:0], order...)
	a.startHole, a.orderedThen = hole, ordered
	a.resetRing()
	a.ordered = ordered
	a.safe = a.safe[:0]
	a.safe.add(detour{order: a.start, hole: hole, ordered: ordered})
}

// addReadings adds readings of the library to the refuge as long as squares without a detour
// remain. It adds a reading only if it is a detour for one of these squares.
func (a *ahead) addReadings(l library, from int) {
	a.bare = a.bare[:0]
	if h := a.startHole; h != 0 && a.exitStep[h] == 0 && !a.canEnterHole(a.reach(a.orderedThen)) {
		a.bare = append(a.bare, h)
	}
	for _, s := range a.start[1:max(1, a.reach(a.orderedThen))] {
		if a.exitStep[s] == 0 {
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
			if r.placeOf(s) < reach {
				left = append(left, s)
			}
		}
		if len(left) < len(a.bare) {
			a.spare = r.appendTo(a.spare[:0])
			a.safe.add(detour{order: a.spare, hole: r.hole, ordered: ordered})
			a.bare = left
		}
	}
}

const (
	fitRate      = 20 // percentage of candidates that are free plans with a fitted ring
	fitTries     = 60 // limit for each such plan of the rings made plus the squares for which a detour is searched
	shortestRate = 20 // percentage of fitted free plans that take a shortest path
	farther      = 12 // limit of the steps by which other paths may be longer
	pathTries    = 2  // number of shortest paths to a food that are tried besides the ring
	leastFit     = 4  // length of the shortest body to which a ring can be fitted
)

// releases are the numbers of tail segments that a fitted ring may ignore, in the order of trial.
// The snake leaves the squares of these segments within as many steps.
var releases = [...]int{0, 1, 2, 3, 5, 8, 12, 17, 23, 30, 40, 55, 75, 100, 140, 200}

// makeFitted makes a free plan along a path to the food, with a ring fitted to the body after
// the meal, and keeps the plan if it is the best.
func (t *thinker) makeFitted(food square) {
	way := t.anyPath(food)
	if way == nil {
		return
	}
	a := t.makeFreePlan(way)
	if _, ok := a.fit(t.library[0].order, t.library[0].hole, fitTries); ok {
		t.weigh()
	}
}

// anyPath returns a random path to the food that is not much longer than a shortest one, or nil.
func (t *thinker) anyPath(food square) []square {
	if t.dice.Roll(100) < shortestRate {
		return t.explorer.wayTo(t.planner, food, t.dice)
	}
	steps := int(t.explorer.steps[food])
	for range 8 {
		by := t.squares[t.dice.Roll(len(t.squares))]
		head := t.cells[t.body[0]]
		if by == food || by == t.body[0] || t.board.Grid.Distance(head, t.cells[by])+t.board.Grid.Distance(t.cells[by], t.cells[food]) > steps+farther {
			continue
		}
		if way := t.wanderer.wayBy(t.planner, by, food, t.dice); way != nil && len(way)-1 <= steps+farther {
			return way
		}
	}
	return nil
}

// fit makes a ring for the body after the meal, similar to the ring model, and reports whether the
// win is certain along the new ring and its detours. triesLeft is the number of tries that remain.
func (a *ahead) fit(model []square, hole square, tries int) (triesLeft int, ok bool) {
	n, length := len(model), len(a.after)
	for _, release := range releases {
		if release > length-3 || tries <= 0 {
			break
		}
		tries--
		if !a.weaver.weave(a.after[:length-release], model, hole) {
			continue
		}
		a.adopt(a.weaver.woven, hole)
		a.ordered = 1
		a.ordered = a.orderedAfter(edit{})
		if !a.passes(edit{}, n) || !a.hasTwin(edit{}) {
			continue
		}
		a.setRing(a.weaver.woven, hole, a.ordered)
		a.fitted = true
		return a.secure(tries)
	}
	return tries, false
}

// findFree searches a free detour to food on s: first along the ring or a shortest path, then along
// a ring fitted to the body after that meal.
func (a *ahead) findFree(s square, tries int) (left int, ok bool) {
	if a.inner == nil || len(a.body) < leastFit {
		return tries, false
	}
	if at := slices.Index(a.start, s); at > 0 {
		a.way = append(a.way[:0], a.start[:at+1]...)
		if tries, ok = a.addFreeDetour(a.way, tries); ok {
			return tries, true
		}
	}
	a.explorer.spread(a.planner, s)
	for range pathTries {
		way := a.explorer.wayTo(a.planner, s, a.dice)
		if way == nil || tries <= 0 {
			return tries, false
		}
		if tries, ok = a.addFreeDetour(way, tries); ok {
			return tries, true
		}
	}
	return tries, false
}

// addFreeDetour adds the path way to the refuge as a free detour, if a ring fits the body after that
// meal.
func (a *ahead) addFreeDetour(way []square, tries int) (left int, ok bool) {
	b := a.inner
	b.after = a.bodyAlong(b.after[:0], way, a.length+1)
	b.begin(b.after, 1, 0)
	if tries, ok = b.fit(a.start, a.startHole, tries); ok {
		a.safe.add(detour{way: way, only: way[len(way)-1], next: b.safe})
	}
	return tries, ok
}
