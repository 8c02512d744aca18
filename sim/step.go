package sim

import "ouro"

// Step makes one joint move, with joint[seat] for each living snake; other entries are
// ignored. Unmake cannot undo it or anything before it; see Make. The order of events is
// that of the rules.
func (p *Position) Step(joint []ouro.Dir) {
	p.past, p.frames, p.trails.past = p.past[:0], p.frames[:0], p.trails.past[:0]
	p.step(joint)
}

func (p *Position) step(joint []ouro.Dir) {
	p.ply++
	if p.trails.on {
		p.trails.recordTails(p)
	}
	first, fed := p.move(joint)
	for ; fed != 0; fed = fed.Rest() {
		p.eat(p.snakes[fed.First()+1].at)
	}
	for rest := first; rest != 0; rest = rest.Rest() {
		p.remove(rest.First())
	}
	p.alive &^= first
	if second := p.collide(); second != 0 {
		for rest := second; rest != 0; rest = rest.Rest() {
			p.remove(rest.First())
		}
		p.alive &^= second
	}
	if p.grow {
		p.growAll()
	}
	if p.trails.on {
		p.trails.leave(p)
	}
}

// move does movement, hunger, hazards and feeding. It removes tails from the board but does
// not mark the heads. It returns the snakes that die before collisions, and those that eat.
func (p *Position) move(joint []ouro.Dir) (dead, fed SeatSet) {
	ply, mask, b, bodies, ground := p.ply, p.mask, p.board, p.bodies, p.ground
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[(seat+1)&ownerMask]
		step := b.near[sn.at][joint[seat]&3]
		ring := p.trail[seat<<p.shift:]
		ring[ply&mask] = step
		sum := sn.sum ^ b.link[step]
		if sn.tail+sn.length == ply { // no segment is stacked on the tail
			left := ring[sn.tail&mask] >> 2
			bodies[left] = 0
			p.full.remove(b.bit[left])
			sn.tail++
			sum ^= b.link[ring[sn.tail&mask]]
		}
		sn.sum = sum
		at := step >> 2
		sn.at = at
		sn.health--
		if g := ground[at]; g != 0 || p.trails.on {
			if g&food != 0 {
				sn.health = MaxHealth
				sn.length++
				fed |= 1 << seat
			} else if layers := p.layers(at, ply); layers > 0 {
				if p.burn(sn, layers); sn.health <= 0 {
					sn.cause = ouro.Burnt
					dead |= 1 << seat
					continue
				}
			}
		}
		switch {
		case sn.health <= 0:
			sn.cause = ouro.Starved
			dead |= 1 << seat
		case bodies[at] == wall:
			sn.cause = ouro.HitWall
			dead |= 1 << seat
		}
	}
	return dead, fed
}

// burn applies the damage of a number of layers of hazard.
func (p *Position) burn(sn *snake, layers int) {
	sn.health = int16(min(MaxHealth, max(0, int(sn.health)-layers*p.damage)))
}

func (p *Position) eat(place uint16) {
	if p.ground[place]&food == 0 {
		return // another head has eaten it too
	}
	p.ground[place] &^= food
	p.meals.remove(p.board.bit[place])
	p.groundSum ^= p.board.meal[place]
	p.foodLeft--
}

// collide marks the heads on the board and returns the snakes that a body or a head kills.
// If heads meet, the mark is that of the longest.
func (p *Position) collide() (dead SeatSet) {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[(seat+1)&ownerMask]
		switch m := p.bodies[sn.at]; {
		case m == 0:
			p.bodies[sn.at] = newMark(seat, p.ply)
			p.full.add(p.board.bit[sn.at])
		case m.ply() != p.ply:
			sn.cause = ouro.HitBody
			if int(m&ownerMask) == seat+1 {
				sn.cause = ouro.HitSelf
			}
			dead |= 1 << seat
		default:
			rival := &p.snakes[m&ownerMask]
			if sn.length <= rival.length {
				sn.cause = ouro.HeadOn
				dead |= 1 << seat
			}
			if sn.length >= rival.length {
				rival.cause = ouro.HeadOn
				dead |= 1 << (m&ownerMask - 1)
			}
			if sn.length > rival.length {
				p.bodies[sn.at] = newMark(seat, p.ply)
			}
		}
	}
	return dead
}

// remove removes a dead snake from the board.
func (p *Position) remove(seat int) {
	sn, ring := &p.snakes[seat+1], p.ring(seat)
	for ply := sn.tail; ply != p.ply; ply++ {
		place := ring[ply&p.mask] >> 2
		p.bodies[place] = 0
		p.full.remove(p.board.bit[place])
	}
	if p.bodies[sn.at] == newMark(seat, p.ply) {
		p.bodies[sn.at] = 0
		p.full.remove(p.board.bit[sn.at])
	}
	sn.last = p.ply
}

// growAll gives all living snakes full health, and a segment on the tail unless one is
// stacked there. It is the last stage if every move grows.
func (p *Position) growAll() {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		sn := &p.snakes[rest.First()+1]
		sn.health = MaxHealth
		if sn.tail+sn.length == p.ply+1 {
			sn.length++
		}
	}
}
