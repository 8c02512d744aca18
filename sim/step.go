package sim

import "ouro"

// Moves returns the directions that are not certain to kill a living snake: the next cell is not
// Blocked, and the snake neither starves nor burns there. Moves ignores other heads that may
// enter the same cell; see Contested.
func (p *Position) Moves(seat int) ouro.DirSet {
	sn := &p.snakes[seat+1]
	steps := &p.board.steps[sn.at]
	moves := p.enter(steps[0]) | p.enter(steps[1])<<1 | p.enter(steps[2])<<2 | p.enter(steps[3])<<3
	if int(sn.health) <= p.maxCost {
		moves = p.survivable(sn, moves)
	}
	return moves
}

// enter returns 1 if a head may make this step with the next move, and 0 otherwise. The compiler
// turns it into code without a branch, which the processor would often mispredict.
func (p *Position) enter(step uint16) (d ouro.DirSet) {
	if p.free(p.bodies[step>>2]) <= p.ply+1 {
		d = 1
	}
	return d
}

// survivable returns those of the moves after which the snake has some health.
func (p *Position) survivable(sn *snake, moves ouro.DirSet) (left ouro.DirSet) {
	for i := range moves.Len() {
		d := moves.At(i)
		place := p.board.steps[sn.at][d] >> 2
		if p.ground[place]&food != 0 || int(sn.health)-1-p.layers(place, p.ply+1)*p.damage > 0 {
			left |= 1 << d
		}
	}
	return left
}

// Contested returns the directions in which a snake may meet the head of another snake that is at
// least as long. Food on the cell does not matter, because both snakes would eat it and grow.
func (p *Position) Contested(seat int) (contested ouro.DirSet) {
	me := &p.snakes[seat+1]
	steps := &p.board.steps[me.at]
	for rest := p.alive &^ (1 << seat); rest != 0; rest = rest.Rest() {
		rival := &p.snakes[rest.First()+1]
		if rival.length < me.length {
			continue
		}
		for _, theirs := range p.board.steps[rival.at] {
			for d, mine := range steps {
				if mine>>2 == theirs>>2 && mine != 0 {
					contested |= 1 << d
				}
			}
		}
	}
	return contested
}

// Step makes one joint move: joint[seat] is the move of each living snake. Step ignores other entries
// of joint. The order of events is that of the rules. Step drops the history of Make, so Unmake can
// undo neither this move nor earlier moves.
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

// move moves the snakes, subtracts health, and restores the health of snakes that eat. It removes
// tails from the board, but collide marks the heads. move returns the snakes that died before
// collisions, and the snakes that ate.
func (p *Position) move(joint []ouro.Dir) (dead, fed SeatSet) {
	ply, mask, b, bodies, ground := p.ply, p.mask, p.board, p.bodies, p.ground
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[(seat+1)&ownerMask]
		step := b.steps[sn.at][joint[seat]&3]
		ring := p.rings[seat<<p.shift:]
		ring[ply&mask] = step
		sum := sn.sum ^ b.stepKey[step]
		if sn.tail+sn.length == ply { // no segment is stacked on the tail
			left := ring[sn.tail&mask] >> 2
			bodies[left] = 0
			p.full.remove(b.bit[left])
			sn.tail++
			sum ^= b.stepKey[ring[sn.tail&mask]]
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

// burn subtracts the damage of the layers from the snake's health, or adds to it if hazards heal.
func (p *Position) burn(sn *snake, layers int) {
	sn.health = int16(min(MaxHealth, max(0, int(sn.health)-layers*p.damage)))
}

func (p *Position) eat(place uint16) {
	if p.ground[place]&food == 0 {
		return // another head has already eaten it
	}
	p.ground[place] &^= food
	p.meals.remove(p.board.bit[place])
	p.groundSum ^= p.board.foodKey[place]
	p.foodLeft--
}

// collide marks the heads on the board and returns the snakes that die by a collision. If several
// heads are on a cell, the cell gets the mark of the longest snake.
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

// remove removes the body of a snake that dies with this move from the board.
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

// growAll gives all living snakes full health, and adds a segment on each tail unless one is
// already stacked there. It is the last stage of a move if snakes grow with every move.
func (p *Position) growAll() {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		sn := &p.snakes[rest.First()+1]
		sn.health = MaxHealth
		if sn.tail+sn.length == p.ply+1 {
			sn.length++
		}
	}
}

// frame has everything that Unmake needs to restore a position, except the snakes. The snakes that
// lived before the move are in Position.past, in the order of seats. The rings need no copy, because
// a move overwrites only steps that no body uses.
type frame struct {
	groundSum uint64
	full      pairSet
	meals     pairSet
	from      int // index in Position.past of the first snake
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

// Unmake undoes the last move of Make that is not yet undone.
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

// restore restores a snake to its state before the move, and restores the food that the snake ate.
func (p *Position) restore(seat int, was *snake) {
	sn, ring := &p.snakes[(seat+1)&ownerMask], p.rings[seat<<p.shift:]
	if sn.length != was.length && !p.grow {
		p.ground[sn.at] |= food
	}
	*sn = *was
	p.bodies[ring[was.tail&p.mask]>>2] = newMark(seat, was.tail)
	if !p.alive.Has(seat) { // a dead snake's whole body was already removed
		for ply := was.tail + 1; ply != p.ply; ply++ {
			p.bodies[ring[ply&p.mask]>>2] = newMark(seat, ply)
		}
	}
}
