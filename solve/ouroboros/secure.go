package ouroboros

const (
	mealsAhead  = 8  // depth of nested detours
	maxDetours  = 60 // limit of detours after one meal
	detourTries = 20 // squares for which a detour is searched, in all meals of one plan
)

// secure reports whether the win is certain after the meal: food on the ring from reach on is
// on the path, and each free square before it has a detour. It searches detours for at most
// tries squares and returns what remains of tries.
func (a *ahead) secure(tries int) (left int, ok bool) {
	reach := a.reach(a.orderedThen)
	for place := range max(1, reach) {
		s := a.start[place]
		if place == 0 { // the head's place stands for the hole
			if s = a.startHole; s == 0 || a.enters(reach) {
				continue
			}
		}
		if a.leaves[s] > 0 || a.safe.to(s, a.planner) != nil {
			continue
		}
		if tries--; tries < 0 || len(a.safe) >= maxDetours {
			return tries, false
		}
		if a.findTight(s) {
			continue
		}
		if a.fitted {
			if tries, ok = a.findFree(s, tries); ok {
				continue
			}
		}
		if tries, ok = a.findBold(s, tries); !ok {
			return tries, false
		}
	}
	return tries, true
}

// aim makes the plan the path along the ring after the meal to this square.
func (a *ahead) aim(s square) {
	a.again()
	a.touched, a.ordered = 0, a.orderedThen
	if s == a.hole {
		a.enter(a.entry(1))
	} else {
		a.meal = int(a.place[s])
	}
}

// findTight searches a tight detour for food on this square: an edit of the ring that delays it.
func (a *ahead) findTight(s square) bool {
	a.aim(s)
	a.find(len(a.order), true)
	var best edit
	least := len(a.order)
	for i, f := range a.flips {
		if int(f.i) >= a.meal {
			break
		}
		for _, g := range a.flips[i+1:] {
			if g.i >= f.j {
				break
			}
			if g.j <= f.j || g.i == f.i {
				continue
			}
			e := cross(f, g)
			if meal := e.Moved(a.meal); meal < least && a.allows(e, meal, false) {
				best, least = e, meal
			}
		}
	}
	if least == len(a.order) {
		return false
	}
	a.make(best)
	a.safe.add(a.order, nil, a.hole, a.ordered, 0, nil)
	return true
}

// findBold takes the unchanged ring as a detour for food on this square, if the win is certain
// after that meal too.
func (a *ahead) findBold(s square, tries int) (left int, ok bool) {
	if a.inner == nil {
		return tries, false
	}
	a.aim(s)
	if !a.passes(edit{}, a.meal) {
		return tries, false
	}
	a.inner.load(a.planner)
	a.inner.fitted = a.fitted
	if tries, ok = a.inner.secure(tries); ok {
		a.safe.add(a.order, nil, a.hole, a.ordered, s, a.inner.safe)
	}
	return tries, ok
}
