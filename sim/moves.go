package sim

import "ouro"

// Moves returns the directions that are not certain to kill a living snake: the cell is not
// Blocked, and the snake neither starves nor burns. Other heads that may enter the same
// cell are ignored, see Contested.
func (p *Position) Moves(seat int) ouro.DirSet {
	sn := &p.snakes[seat+1]
	near := &p.board.near[sn.at]
	moves := p.enter(near[0]) | p.enter(near[1])<<1 | p.enter(near[2])<<2 | p.enter(near[3])<<3
	if int(sn.health) <= p.sting {
		moves = p.survivable(sn, moves)
	}
	return moves
}

// enter returns 1 if the next move may make this step, else 0. It has no branch, which
// would often be mispredicted.
func (p *Position) enter(step uint16) (d ouro.DirSet) {
	if p.free(p.bodies[step>>2]) <= p.ply+1 {
		d = 1
	}
	return d
}

// survivable returns the moves that leave some health.
func (p *Position) survivable(sn *snake, moves ouro.DirSet) (left ouro.DirSet) {
	for i := range moves.Len() {
		d := moves.At(i)
		place := p.board.near[sn.at][d] >> 2
		if p.ground[place]&food != 0 || int(sn.health)-1-p.layers(place, p.ply+1)*p.damage > 0 {
			left |= 1 << d
		}
	}
	return left
}

// Contested returns the directions whose cell the head of a snake that is not shorter may
// also enter. Food there makes both snakes longer, so it does not matter.
func (p *Position) Contested(seat int) (contested ouro.DirSet) {
	me := &p.snakes[seat+1]
	near := &p.board.near[me.at]
	for rest := p.alive &^ (1 << seat); rest != 0; rest = rest.Rest() {
		rival := &p.snakes[rest.First()+1]
		if rival.length < me.length {
			continue
		}
		for _, theirs := range p.board.near[rival.at] {
			for d, mine := range near {
				if mine>>2 == theirs>>2 && mine != 0 {
					contested |= 1 << d
				}
			}
		}
	}
	return contested
}
