package sim

import (
	"math"
	"math/bits"

	"ouro"
)

// Never is the result of FreeAt for cells that are never free.
const Never = math.MaxInt32

// SeatSet is a set of seats: bit s for seat s. This loop visits all seats of a set:
//
//	for rest := set; rest != 0; rest = rest.Rest() {
//		seat := rest.First()
//	}
type SeatSet uint16

func (s SeatSet) Has(seat int) bool { return s>>seat&1 != 0 }

func (s SeatSet) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the lowest seat of the set, which must not be empty.
func (s SeatSet) First() int { return bits.TrailingZeros16(uint16(s)) }

// Rest returns the set without its First.
func (s SeatSet) Rest() SeatSet { return s & (s - 1) }

func (p *Position) Grid() *ouro.Grid { return p.board.grid }

func (p *Position) Seats() int { return p.seats }

func (p *Position) Alive() SeatSet { return p.alive }

// Cause returns the cause of a snake's death, or ouro.Alive.
func (p *Position) Cause(seat int) ouro.Cause { return p.snakes[seat+1].cause }

// Head returns the cell of a snake's head. If the snake is dead, this is the cell where it died, or
// NoCell if it died off the board.
func (p *Position) Head(seat int) ouro.Cell { return ouro.Cell(p.snakes[seat+1].at) - 1 }

// Len returns the length of a snake, stacked segments included.
func (p *Position) Len(seat int) int { return int(p.snakes[seat+1].length) }

func (p *Position) Health(seat int) int { return int(p.snakes[seat+1].health) }

// Tail returns the cell of the tail of a living snake.
func (p *Position) Tail(seat int) ouro.Cell {
	return ouro.Cell(p.tail(seat)) - 1
}

func (p *Position) tail(seat int) uint16 {
	return p.rings[seat<<p.shift+int(p.snakes[seat+1].tail&p.mask)] >> 2
}

// Facing returns the direction of the last move of a living snake. For a snake that has not moved
// since its body was stacked on one cell, Facing returns Up.
func (p *Position) Facing(seat int) ouro.Dir {
	return ouro.Dir(p.ring(seat)[p.ply&p.mask] & 3)
}

// Body appends the segments of a snake to dst, head first.
func (p *Position) Body(seat int, dst []ouro.Cell) []ouro.Cell {
	sn, ring := &p.snakes[seat+1], p.ring(seat)
	end := sn.last
	if p.alive.Has(seat) {
		end = p.ply
	}
	if sn.length == 0 {
		return dst
	}
	for ply := end; ply != sn.tail-1; ply-- {
		dst = append(dst, ouro.Cell(ring[ply&p.mask]>>2)-1)
	}
	tip := dst[len(dst)-1]
	for range int(sn.length) - int(end-sn.tail+1) {
		dst = append(dst, tip)
	}
	return dst
}

// Next returns the neighbour of c in direction d, or NoCell off the board.
func (p *Position) Next(c ouro.Cell, d ouro.Dir) ouro.Cell {
	return ouro.Cell(p.board.steps[c+1][d&3]>>2) - 1
}

func (p *Position) Food(c ouro.Cell) bool { return p.ground[c+1]&food != 0 }

// AppendFood appends the cells with food to dst, in no particular order.
func (p *Position) AppendFood(dst []ouro.Cell) []ouro.Cell {
	for _, c := range p.foods {
		if p.Food(c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Cost returns the health that the next move onto c costs: one, plus the damage of hazards if c has
// no food. The cost is negative if hazards heal more than one.
func (p *Position) Cost(c ouro.Cell) int {
	if p.Food(c) {
		return 1
	}
	return 1 + p.layers(uint16(c+1), p.ply+1)*p.damage
}

// Hazards returns the number of cells with hazards, without trails.
func (p *Position) Hazards() int { return p.hazards }

// Damage returns the health that one layer of hazard costs. The damage is negative if hazards heal.
func (p *Position) Damage() int { return p.damage }

// Hazard returns the number of layers of hazard that a head meets on c now.
func (p *Position) Hazard(c ouro.Cell) int { return p.layers(uint16(c+1), p.ply) }

func (p *Position) AlwaysGrow() bool { return p.grow }

// Blocked reports whether c, which may be NoCell, is certain to kill a head that enters c with the
// next move: c is off the board, a wall, or under a body that does not leave c. Blocked ignores that
// a body disappears if its owner dies.
func (p *Position) Blocked(c ouro.Cell) bool { return p.free(p.bodies[c+1]) > p.ply+1 }

// FreeAt returns the number of the first move with which a head may enter c. The next move has number
// 1, and 0 means that c is free now. For the cell of a tail that leaves with the next move, the number
// is 1. FreeAt returns Never off the board, for walls, and for bodies that stay because snakes grow
// with every move. Later meals of the body's owner are not taken into account.
func (p *Position) FreeAt(c ouro.Cell) int {
	m := p.bodies[c+1]
	switch {
	case m == 0:
		return 0
	case m == wall || p.grow && p.free(m) > p.ply+1:
		return Never
	}
	return int(p.free(m) - p.ply)
}

// Owner returns the seat of the snake whose body is on c, or NoSeat.
func (p *Position) Owner(c ouro.Cell) int { return int(p.bodies[c+1]&ownerMask) - 1 }

// Over reports whether the game is over: no snake lives, or only one of several.
func (p *Position) Over() bool { return p.alive.Len() <= min(1, p.seats-1) }

// Winner returns the seat of the only living snake in a game of several snakes, or NoSeat.
func (p *Position) Winner() int {
	if p.seats > 1 && p.alive.Len() == 1 {
		return p.alive.First()
	}
	return ouro.NoSeat
}

// Hash returns a digest of the living snakes (their seats, bodies and health), of the food and
// of the hazards. Equal positions have equal hashes, whatever moves led to them. Walls are
// omitted, because they do not change. Moves keep most of the digest up to date, so a call costs only
// a few nanoseconds for each snake and, if tails leave trails, for each cell.
func (p *Position) Hash() uint64 {
	h := p.groundSum
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[seat+1]
		stacked := sn.length - (p.ply - sn.tail + 1)
		h += ouro.Mix(sn.sum, uint64(sn.at)<<48|uint64(stacked)<<16|uint64(sn.health)<<8|uint64(seat))
	}
	if p.trails.on {
		h += ouro.Mix(p.trails.sum(p), 0)
	}
	return h
}
