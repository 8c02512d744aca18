package hunter

import "ouro"

// horizon is the number of steps that the search for an escape looks ahead: until the
// flames of a bomb laid now have ended.
const horizon = (newFuse+FlameTicks)/HunterStep + 1

// farthest is the largest number of steps that a bot walks to lay a bomb.
const farthest = 24

// walk searches ways of a hunter. Time is divided into slots of HunterStep ticks: slot k
// begins at time 1+k*HunterStep with a step or with staying, and the hunter stays on the
// cell until the next slot.
type walk struct {
	dist    []int8 // by fill: 1 + number of steps; 0 if not reached
	first   []ouro.Dir
	reached []ouro.Cell

	// For the search over cells and time: the stamp of the search and slot that last
	// visited each cell, and the current and next places.
	visited []uint32
	stamp   uint32
	front   []place
	next    []place
}

// place is a cell at the end of a slot, with the first input of the way there.
type place struct {
	cell  ouro.Cell
	first Input
}

func (k *walk) resize(n int) {
	if len(k.dist) == n {
		return
	}
	*k = walk{dist: make([]int8, n), first: make([]ouro.Dir, n), visited: make([]uint32, n)}
}

// fill finds the cells that the hunter can walk to without standing in flames, or in front
// of a snake's head in the first two slots. Later heads are ignored: they are considered
// when they are near, and changes of a distant one would make the hunter turn back each
// time.
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

// steps returns the number of steps to a reached cell.
func (k *walk) steps(c ouro.Cell) int { return int(k.dist[c]) - 1 }

// firstStep returns the first step to a reached cell other than the hunter's.
func (k *walk) firstStep(c ouro.Cell) ouro.Dir { return k.first[c] }

// isSafe reports whether the hunter is not harmed on c in a slot.
func (f *forecast) isSafe(me *Hunter, c ouro.Cell, slot int) bool {
	return !f.flameOn(me, c, slot) && !f.headComes(me, c, slot)
}

// flameOn reports whether c burns in a slot while the hunter has no shield.
func (f *forecast) flameOn(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshielded(me, slot)
	return begin <= end && end >= f.from[c] && begin <= f.to[c]
}

// headComes reports whether a snake's head may enter c in a slot while the hunter has no
// shield.
func (f *forecast) headComes(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshielded(me, slot)
	return begin <= end && end >= f.headFrom[c] && begin <= f.headTo[c]
}

// unshielded returns the part of a slot in which the hunter has no shield: none if begin is
// after end.
func unshielded(me *Hunter, slot int) (begin, end int16) {
	return int16(max(1+slot*HunterStep, me.Shield)), int16((slot + 1) * HunterStep)
}

// wayOut searches the shortest way from c to a cell where the hunter can stay, and returns
// its first input, or false without such a way. slot is 0 if the hunter is on c, or 1 if it
// steps to c in the first slot.
func (k *walk) wayOut(w *World, f *forecast, me *Hunter, c ouro.Cell, slot int) (Input, bool) {
	k.resize(w.grid.Size())
	if slot > 0 && !f.isSafe(me, c, 0) {
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

// spread adds the places that can be reached from p in a slot. If the hunter can stay on
// one of them, it returns the input and true.
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
		if k.visited[to] == k.stamp || !f.isSafe(me, to, slot) {
			continue
		}
		k.visited[to] = k.stamp
		if f.lasting(to, slot) {
			return in, true
		}
		k.next = append(k.next, place{to, in})
	}
	return Input{}, false
}

// lasting reports whether, after this slot, c does not burn and no snake is expected on it.
func (f *forecast) lasting(c ouro.Cell, slot int) bool {
	after := int16(slot*HunterStep + 1)
	return after > f.to[c] && after > f.headTo[c]
}
