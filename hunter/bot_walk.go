package hunter

import "ouro"

// horizon is the number of steps that the search for a way out looks ahead:
// until the flames of a bomb laid now are gone.
const horizon = (newFuse+FlameTicks)/HunterStep + 1

// farthest is how many steps a bot goes for a bomb.
const farthest = 24

// walk searches ways of a hunter. Steps are made in slots of HunterStep ticks:
// slot k begins at time 1+k*HunterStep with a step or with staying, and the
// hunter then stands there until the next slot.
type walk struct {
	dist    []int8 // of the fill: steps from 1; 0 is not reached
	first   []ouro.Dir
	reached []ouro.Cell

	// Of the search over cells and time: in which search and slot a cell was
	// seen last, and the first input of the way there.
	seen  []uint32
	stamp uint32
	front []place
	next  []place
}

// place is a cell at the end of a slot, with the input that began the way.
type place struct {
	cell  ouro.Cell
	first Input
}

func (k *walk) resize(n int) {
	if len(k.dist) == n {
		return
	}
	*k = walk{dist: make([]int8, n), first: make([]ouro.Dir, n), seen: make([]uint32, n)}
}

// fill finds what the hunter can walk to without standing in flames, or before a
// snake's head in the first slots: where heads are later will be seen later, and
// who minded them now would turn back each time that it changes.
func (k *walk) fill(w *World, f *forecast, me *Hunter) {
	k.resize(w.grid.Size())
	for _, c := range k.reached {
		k.dist[c] = 0
	}
	k.reached = append(k.reached[:0], me.Cell)
	k.dist[me.Cell] = 1
	for i := 0; i < len(k.reached); i++ {
		at := k.reached[i]
		if k.dist[at] > farthest {
			break
		}
		slot := int(k.dist[at]) - 1
		for d, c := range w.grid.Neighbours(at) {
			if c == ouro.NoCell || k.dist[c] != 0 || !w.Walkable(c) || f.flameOn(me, c, slot) || slot < 2 && f.headComes(me, c, slot) {
				continue
			}
			k.dist[c], k.first[c] = k.dist[at]+1, k.first[at]
			if at == me.Cell {
				k.first[c] = ouro.Dir(d)
			}
			k.reached = append(k.reached, c)
		}
	}
}

// steps is the number of steps to a reached cell.
func (k *walk) steps(c ouro.Cell) int { return int(k.dist[c]) - 1 }

// firstStep is the first step to a reached cell other than the hunter's.
func (k *walk) firstStep(c ouro.Cell) ouro.Dir { return k.first[c] }

// bearable tells whether the hunter comes to no harm on c in a slot.
func (f *forecast) bearable(me *Hunter, c ouro.Cell, slot int) bool {
	return !f.flameOn(me, c, slot) && !f.headComes(me, c, slot)
}

// flameOn tells whether c burns in a slot when the hunter has no shield.
func (f *forecast) flameOn(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := bare(me, slot)
	return begin <= end && end >= f.from[c] && begin <= f.to[c]
}

// headComes tells whether a snake's head may enter c in a slot when the hunter
// has no shield.
func (f *forecast) headComes(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := bare(me, slot)
	return begin <= end && end >= f.headFrom[c] && begin <= f.headTo[c]
}

// bare is the part of a slot in which the hunter has no shield: none if begin
// is after end.
func bare(me *Hunter, slot int) (begin, end int16) {
	return int16(max(1+slot*HunterStep, me.Shield)), int16((slot + 1) * HunterStep)
}

// wayOut searches the shortest way from c, where the hunter begins this slot
// (0: he stands there, 1: he is stepping there in the first slot), to a cell on
// which he can stay. Its first input is the answer; it is false if there is no
// way.
func (k *walk) wayOut(w *World, f *forecast, me *Hunter, c ouro.Cell, slot int) (Input, bool) {
	k.resize(w.grid.Size())
	if slot > 0 && !f.bearable(me, c, 0) {
		return Input{}, false
	}
	k.front = append(k.front[:0], place{cell: c})
	for ; slot <= horizon; slot++ {
		k.stamp++
		k.next = k.next[:0]
		for _, p := range k.front {
			if in, ok := k.spread(w, f, me, p, slot); ok {
				return in, true
			}
		}
		k.front, k.next = k.next, k.front
	}
	return Input{}, false
}

// spread adds what can be reached from p in a slot. It tells if that is a place
// to stay.
func (k *walk) spread(w *World, f *forecast, me *Hunter, p place, slot int) (Input, bool) {
	for way := range 5 {
		to, in := p.cell, p.first
		if way > 0 { // 0 is staying
			d := ouro.Dirs[way-1]
			if to = w.grid.Next(p.cell, d); to == ouro.NoCell || !w.Walkable(to) {
				continue
			}
			if slot == 0 {
				in = Walk(d)
			}
		}
		if k.seen[to] == k.stamp || !f.bearable(me, to, slot) {
			continue
		}
		k.seen[to] = k.stamp
		if f.lasting(to, slot) {
			return in, true
		}
		k.next = append(k.next, place{to, in})
	}
	return Input{}, false
}

// lasting tells whether c does not burn from this slot on, and no snake is
// about to come.
func (f *forecast) lasting(c ouro.Cell, slot int) bool {
	after := int16(slot*HunterStep + 1)
	return after > f.to[c] && after > f.headTo[c]
}
