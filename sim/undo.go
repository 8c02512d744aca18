package sim

import "ouro"

// frame is what Unmake restores of a position; past holds the living snakes, by seat. The
// rings need no copy, because a move overwrites only steps that no body uses.
type frame struct {
	groundSum uint64
	full      pairSet
	meals     pairSet
	from      int // in past
	foodLeft  int32
	alive     SeatSet
}

// Make makes one joint move as Step does, and stores what Unmake needs.
func (p *Position) Make(joint []ouro.Dir) {
	p.frames = append(p.frames, frame{p.groundSum, p.full, p.meals, len(p.past), p.foodLeft, p.alive})
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		p.past = append(p.past, p.snakes[(rest.First()+1)&ownerMask])
	}
	if p.trails.on {
		p.trails.remember(p)
	}
	p.step(joint)
}

// Unmake undoes the last Make.
func (p *Position) Unmake() {
	f := &p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		p.bodies[p.snakes[(rest.First()+1)&ownerMask].at] = 0
	}
	last := p.past[f.from:]
	p.past = p.past[:f.from]
	for rest := f.alive; rest != 0; rest = rest.Rest() {
		p.restore(rest.First(), &last[0])
		last = last[1:]
	}
	p.ply--
	p.alive, p.groundSum, p.foodLeft = f.alive, f.groundSum, f.foodLeft
	p.full, p.meals = f.full, f.meals
	if p.trails.on {
		p.trails.restore(p)
	}
}

// restore sets a snake to its state before the move, and puts back the food that it ate.
func (p *Position) restore(seat int, was *snake) {
	sn, ring := &p.snakes[(seat+1)&ownerMask], p.trail[seat<<p.shift:]
	if sn.length != was.length && !p.grow {
		p.ground[sn.at] |= food
	}
	*sn = *was
	p.bodies[ring[was.tail&p.mask]>>2] = newMark(seat, was.tail)
	if !p.alive.Has(seat) { // it died: its whole body was removed
		for ply := was.tail + 1; ply != p.ply; ply++ {
			p.bodies[ring[ply&p.mask]>>2] = newMark(seat, ply)
		}
	}
}
