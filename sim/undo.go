package sim

import "ouro"

// past is a snake as it was before a move, and what the move overwrote.
type past struct {
	snake
	seat uint8
	lost uint16 // step in the ring where the new one went
	meal uint16 // place of the food that it moved onto, 0 for none
}

// frame is the rest of a position before a move.
type frame struct {
	from     int // of its first snake in past
	alive    SeatSet
	foodSum  uint64
	foodLeft int
	full     pairSet
	meals    pairSet
}

// Make makes one joint move as Step does, and remembers how to take it back.
func (p *Position) Make(joint []ouro.Dir) {
	p.frames = append(p.frames, frame{len(p.past), p.alive, p.foodSum, p.foodLeft, p.full, p.meals})
	slot := (p.ply + 1) & p.mask
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[seat+1]
		was := past{snake: *sn, seat: uint8(seat), lost: p.ring(seat)[slot]}
		if to := p.board.near[sn.at][joint[seat]&3] >> 2; p.ground[to]&food != 0 {
			was.meal = to
		}
		p.past = append(p.past, was)
	}
	p.step(joint)
}

// Unmake takes back the last Make.
func (p *Position) Unmake() {
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		p.bodies[p.snakes[rest.First()+1].at] = 0
	}
	for i := f.from; i < len(p.past); i++ {
		p.restore(&p.past[i])
	}
	p.past = p.past[:f.from]
	p.ply--
	p.alive, p.foodSum, p.foodLeft = f.alive, f.foodSum, f.foodLeft
	p.full, p.meals = f.full, f.meals
}

func (p *Position) restore(was *past) {
	seat := int(was.seat)
	ring := p.ring(seat)
	end := was.tail + 1 // of the segments to put back: the tail,
	if !p.alive.Has(seat) {
		end = p.ply // or, of a snake that died, all
	}
	for ply := was.tail; ply != end; ply++ {
		p.bodies[ring[ply&p.mask]>>2] = newMark(seat, ply)
	}
	ring[p.ply&p.mask] = was.lost
	p.snakes[seat+1] = was.snake
	if was.meal != 0 {
		p.ground[was.meal] |= food
	}
}
