package ouroboros

const (
	mealsAhead = 8  // for which detours are looked for, one beyond the other
	maxDetours = 60 // after one meal
	dodges     = 20 // squares for which a detour is looked for, after all meals of one plan
)

// secure tells whether the win is certain after the meal, whatever comes: food
// on the places of the ring from reach on is met there, and for food on each
// free square before it there is a detour. It looks for detours for as many
// squares as it has tries, and returns what is left of them.
func (a *ahead) secure(tries int) (left int, ok bool) {
	reach := a.reach(a.orderedThen)
	for place := range max(1, reach) {
		s := a.start[place]
		if place == 0 { // which is the head's: the hole instead
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
		if a.dodge(s) {
			continue
		}
		if a.fitted {
			if tries, ok = a.evade(s, tries); ok {
				continue
			}
		}
		if tries, ok = a.dare(s, tries); !ok {
			return tries, false
		}
	}
	return tries, true
}

// aim makes the plan the way along the ring after the meal to this square.
func (a *ahead) aim(s square) {
	a.again()
	a.touched, a.ordered = 0, a.orderedThen
	if s == a.hole {
		a.enter(a.entry(1))
	} else {
		a.meal = int(a.place[s])
	}
}

// dodge finds a tight detour for food on this square: an edit of the ring that
// puts it off.
func (a *ahead) dodge(s square) bool {
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

// dare takes the ring as it is as a detour for food on this square, if the win
// is certain after that meal too.
func (a *ahead) dare(s square, tries int) (left int, ok bool) {
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
