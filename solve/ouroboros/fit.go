package ouroboros

import "slices"

const (
	shortestRate = 20 // percentage of fitted free plans along a shortest path
	farther      = 12 // steps by which the other paths may be longer
	pathTries    = 2  // shortest paths tried to food on a square, besides the ring
	leastFit     = 4  // least length of a body that a ring can be fitted to
)

// fitting is the effort for free plans with a fitted ring.
type fitting struct {
	rate  int // percentage of candidates
	tries int // for each, rings made and squares for which a detour is searched
}

// fittingFor returns the effort for this many candidates. A fitted plan costs as much as
// several others, so with few candidates there are few, with short proofs.
func fittingFor(candidates int64) fitting {
	if candidates < 64 {
		return fitting{15, 30}
	}
	return fitting{50, 300}
}

// releases are the numbers of tail segments that a fitted ring may ignore, in the order in
// which they are tried. The snake has left these squares after as many steps.
var releases = [...]int{0, 1, 2, 3, 5, 8, 12, 17, 23, 30, 40, 55, 75, 100, 140, 200}

// makeFitted makes a free plan along a path to the food, with a ring fitted to the body after
// the meal, and keeps it if it is the best.
func (t *thinker) makeFitted(food square) {
	way := t.anyPath(food)
	if way == nil {
		return
	}
	a := t.depart(way)
	if _, ok := a.fit(t.library[0].order, t.library[0].hole, t.fitting.tries); ok {
		t.weigh(t.best.cost)
	}
}

// anyPath returns a shortest path to the food, or a path over a random square.
func (t *thinker) anyPath(food square) []square {
	if t.dice.Roll(100) < shortestRate {
		return t.explorer.wayTo(t.planner, food, t.dice)
	}
	steps := int(t.explorer.steps[food])
	for range 8 {
		by := t.squares[t.dice.Roll(len(t.squares))]
		head := t.cells[t.body[0]]
		if by == food || by == t.body[0] || t.grid.Distance(head, t.cells[by])+t.grid.Distance(t.cells[by], t.cells[food]) > steps+farther {
			continue
		}
		if way := t.wanderer.wayBy(t.planner, by, food, t.dice); way != nil && len(way)-1 <= steps+farther {
			return way
		}
	}
	return nil
}

// fit makes a ring for the body after the meal, similar to an old one, and reports whether
// with detours the win is certain along it. left is what remains of tries.
func (a *ahead) fit(like []square, hole square, tries int) (left int, ok bool) {
	n, length := len(like), len(a.after)
	for _, release := range releases {
		if release > length-3 || tries <= 0 {
			break
		}
		tries--
		if !a.weaver.weave(a.after[:length-release], like, hole) {
			continue
		}
		a.adopt(a.weaver.woven, hole)
		a.ordered = 1
		a.ordered = a.orderedAfter(edit{})
		if !a.passes(edit{}, n) || !a.twinned(edit{}) {
			continue
		}
		a.open(a.weaver.woven, hole, a.ordered)
		a.fitted = true
		return a.secure(tries)
	}
	return tries, false
}

// findFree searches a free detour for food on this square, along the ring or a shortest path,
// with a ring fitted to the body at that meal.
func (a *ahead) findFree(s square, tries int) (left int, ok bool) {
	if a.inner == nil || len(a.body) < leastFit {
		return tries, false
	}
	if at := slices.Index(a.start, s); at > 0 {
		a.way = append(a.way[:0], a.start[:at+1]...)
		if tries, ok = a.evadeBy(a.way, tries); ok {
			return tries, true
		}
	}
	a.explorer.spread(a.planner, s)
	for range pathTries {
		way := a.explorer.wayTo(a.planner, s, a.dice)
		if way == nil || tries <= 0 {
			return tries, false
		}
		if tries, ok = a.evadeBy(way, tries); ok {
			return tries, true
		}
	}
	return tries, false
}

func (a *ahead) evadeBy(way []square, tries int) (left int, ok bool) {
	b := a.inner
	b.after = a.bodyAlong(b.after[:0], way, a.length+1)
	b.begin(b.after, 1, 0)
	if tries, ok = b.fit(a.start, a.startHole, tries); ok {
		a.safe.add(nil, way, 0, 0, way[len(way)-1], b.safe)
	}
	return tries, ok
}
