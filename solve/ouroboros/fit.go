package ouroboros

import "slices"

const (
	straightRate = 20 // of a hundred free plans with a ring made to fit, those along a shortest way
	farther      = 12 // steps by which the others may be longer at the most
	evasions     = 2  // shortest ways that are tried for food on a square, beside the ring's
	leastFit     = 4  // length from which on a ring can be made to fit
)

// fitting is how much is done for free plans with a ring made to fit.
type fitting struct {
	rate  int // of a hundred candidates, those of them
	tries int // for each, rings that are made and squares for which a detour is looked for
}

// fittingFor is for so many candidates of a plan. Each costs as much as several others,
// so where time is short there are few, and none is hard to prove.
func fittingFor(candidates int64) fitting {
	if candidates < 64 {
		return fitting{15, 30}
	}
	return fitting{50, 300}
}

// releases are of how many squares at the tail a ring may be free to make what it
// will, one after the other. The snake has left them by so many steps.
var releases = [...]int{0, 1, 2, 3, 5, 8, 12, 17, 23, 30, 40, 55, 75, 100, 140, 200}

// tailor makes a free plan along some way to the food, with a ring made to fit the
// body after the meal, and takes it if it is the best one.
func (t *thinker) tailor(food square) {
	way := t.anyWay(food)
	if way == nil {
		return
	}
	a := t.depart(way)
	if _, ok := a.fit(t.library[0].order, t.library[0].hole, t.fitting.tries); ok {
		t.weigh(t.best.cost)
	}
}

// anyWay is a shortest way to the food, or one that goes by another square.
func (t *thinker) anyWay(food square) []square {
	if t.dice.Roll(100) < straightRate {
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

// fit makes a ring for the body after the meal, much like an old one, and tells
// whether with detours the win is certain along it.
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

// evade finds a free detour for food on this square, along the ring or a shortest way,
// with a ring made to fit the body then.
func (a *ahead) evade(s square, tries int) (left int, ok bool) {
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
	for range evasions {
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
