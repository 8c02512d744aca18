package sim

import "ouro"

// frame is a position before a move, but for what its snakes were: those are in past,
// of each living seat in turn. The steps in the rings need no memory: what a move
// overwrites there was left long before.
type frame struct {
	groundSum uint64
	full      pairSet
	meals     pairSet
	from      int // in past
	foodLeft  int32
	alive     SeatSet
}

// Make makes one joint move as Step does, and remembers how to take it back.
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

// Unmake takes back the last Make.
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

// restore makes a snake what it was before the move, and puts its meal back.
func (p *Position) restore(seat int, was *snake) {
	sn, ring := &p.snakes[(seat+1)&ownerMask], p.trail[seat<<p.shift:]
	if sn.length != was.length && !p.grow {
		p.ground[sn.at] |= food
	}
	*sn = *was
	p.bodies[ring[was.tail&p.mask]>>2] = newMark(seat, was.tail)
	if !p.alive.Has(seat) { // it died: all of it is gone
		for ply := was.tail + 1; ply != p.ply; ply++ {
			p.bodies[ring[ply&p.mask]>>2] = newMark(seat, ply)
		}
	}
}
