package sim

import "ouro"

// Step makes one joint move, joint[seat] for each living snake; other entries
// are ignored. It cannot be taken back: see Make. The order of events is that
// of the rules.
func (p *Position) Step(joint []ouro.Dir) {
	// What was made before cannot be taken back over a Step.
	p.past, p.frames, p.trails.past = p.past[:0], p.frames[:0], p.trails.past[:0]
	p.step(joint)
}

func (p *Position) step(joint []ouro.Dir) {
	p.ply++
	if p.trails.on {
		p.trails.noteTails(p)
	}
	first, fed := p.move(joint)
	for ; fed != 0; fed = fed.Rest() {
		p.eat(p.snakes[fed.First()+1].at)
	}
	for rest := first; rest != 0; rest = rest.Rest() {
		p.lift(rest.First())
	}
	p.alive &^= first
	if second := p.meet(); second != 0 {
		for rest := second; rest != 0; rest = rest.Rest() {
			p.lift(rest.First())
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

// move is movement, hunger, hazards and feeding. The heads are not marked on
// the board yet, the tails have left. It tells who dies before the bodies
// collide, and who eats.
func (p *Position) move(joint []ouro.Dir) (dead, fed SeatSet) {
	ply, mask, b, bodies, ground := p.ply, p.mask, p.board, p.bodies, p.ground
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[(seat+1)&ownerMask]
		step := b.near[sn.at][joint[seat]&3]
		ring := p.trail[seat<<p.shift:]
		ring[ply&mask] = step
		sum := sn.sum ^ b.link[step]
		if sn.tail+sn.length == ply { // nothing is stacked on the tail
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

// burn is what a number of layers of hazard do.
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

// meet marks the heads on the board and tells who dies by a body or a head.
// Where heads meet, the mark goes to the longest.
func (p *Position) meet() (dead SeatSet) {
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

// lift takes a dead snake off the board.
func (p *Position) lift(seat int) {
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

// growAll is what comes after the deaths where every move grows: full health,
// and a segment on the tail unless one is stacked there.
func (p *Position) growAll() {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		sn := &p.snakes[rest.First()+1]
		sn.health = MaxHealth
		if sn.tail+sn.length == p.ply+1 {
			sn.length++
		}
	}
}
