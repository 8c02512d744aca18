package ouroboros

// A cut is a free plan along the current ring that skips parts of the ring, as the solver shortcut
// does. After the meal, the body lies on the same ring in order, with gaps, so the plan needs no
// detour. If walls allow few rings, often no edit shortens the path to the food, but a cut does.

// makeCut makes the shortest cut to the food, and keeps it if it is the best plan. It costs O(N).
func (t *thinker) makeCut(food square) {
	way := t.cut()
	if way == nil {
		return
	}
	a := t.makeFreePlan(way)
	r := t.library.read(0, food)
	ordered, ok := a.carries(r)
	if !ok {
		return
	}
	a.spare = r.appendTo(a.spare[:0])
	a.setRing(a.spare, r.hole, ordered)
	if _, ok := a.secure(detourTries); ok {
		t.weigh()
	}
}

// cut returns the shortest of the paths to the food on which each step leads to a higher place of
// the ring. It returns nil if this path is the ring itself.
func (t *thinker) cut() []square {
	t.arrival, t.origin = t.arrival[:t.meal+1], t.origin[:t.meal+1]
	for place := 1; place <= t.meal; place++ {
		s := t.order[place]
		t.arrival[place] = noPlace
		for _, beside := range t.neighbours(s) {
			before := t.place[beside]
			if int(before) >= place || t.arrival[before] == noPlace {
				continue
			}
			if steps := t.arrival[before] + 1; steps < t.arrival[place] && steps >= t.exitStep[s] {
				t.arrival[place], t.origin[place] = steps, before
			}
		}
	}
	if int(t.arrival[t.meal]) >= t.meal {
		return nil
	}
	t.cutWay = t.cutWay[:t.arrival[t.meal]+1]
	for i, place := len(t.cutWay)-1, int16(t.meal); ; i, place = i-1, t.origin[place] {
		if t.cutWay[i] = t.order[place]; i == 0 {
			return t.cutWay
		}
	}
}
