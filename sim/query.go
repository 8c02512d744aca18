package sim

import (
	"math"

	"ouro"
)

// Never is the answer of FreeAt for places that no move frees.
const Never = math.MaxInt32

// Grid is the board.
func (p *Position) Grid() *ouro.Grid { return p.board.grid }

// Seats is the number of snakes, dead ones included.
func (p *Position) Seats() int { return p.seats }

// Alive are the snakes that live.
func (p *Position) Alive() SeatSet { return p.alive }

// Cause tells why a snake is dead; it is ouro.Alive while it lives.
func (p *Position) Cause(seat int) ouro.Cause { return p.snakes[seat+1].cause }

// Head is where the head of a snake is; of a dead one, where it died, which
// may be NoCell.
func (p *Position) Head(seat int) ouro.Cell { return ouro.Cell(p.snakes[seat+1].at) - 1 }

// Len is the length of a snake, stacked segments included.
func (p *Position) Len(seat int) int { return int(p.snakes[seat+1].length) }

// Health is the health of a snake.
func (p *Position) Health(seat int) int { return int(p.snakes[seat+1].health) }

// Tail is the cell of the tail of a living snake.
func (p *Position) Tail(seat int) ouro.Cell {
	return ouro.Cell(p.tail(seat)) - 1
}

// tail is the place of the tail.
func (p *Position) tail(seat int) uint16 {
	return p.trail[seat<<p.shift+int(p.snakes[seat+1].tail&p.mask)] >> 2
}

// Facing is the direction in which a living snake has come to where its head is;
// that of one that has not moved yet is Up.
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

// Next is the neighbour of c in direction d, or NoCell off the board.
func (p *Position) Next(c ouro.Cell, d ouro.Dir) ouro.Cell {
	return ouro.Cell(p.board.near[c+1][d&3]>>2) - 1
}

// Food tells whether there is food on c.
func (p *Position) Food(c ouro.Cell) bool { return p.ground[c+1]&food != 0 }

// FoodLeft is the number of cells with food.
func (p *Position) FoodLeft() int { return int(p.foodLeft) }

// AppendFood appends the cells with food to dst.
func (p *Position) AppendFood(dst []ouro.Cell) []ouro.Cell {
	for _, c := range p.foods {
		if p.Food(c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Cost is the health that the next step onto c costs: one, and what its hazards do,
// where there is no food. It is negative where hazards heal more.
func (p *Position) Cost(c ouro.Cell) int {
	if p.Food(c) {
		return 1
	}
	return 1 + p.layers(uint16(c+1), p.ply+1)*p.damage
}

// AlwaysGrow tells whether every move grows.
func (p *Position) AlwaysGrow() bool { return p.grow }

// Blocked tells whether c, which may be NoCell, is certain to kill a head that
// comes there with the next move: off the board, a wall, or a body that does
// not leave. That its owner dies first, of hunger, a hazard or the edge of the
// board, is not foreseen.
func (p *Position) Blocked(c ouro.Cell) bool { return p.free(p.bodies[c+1]) > p.ply+1 }

// FreeAt is the number of the first move from now that may enter c: 0 if the
// cell is free, 1 if a tail leaves it with the next move, and Never off the
// board, for walls, and for bodies where every move grows. A later meal of the
// body's owner puts it off by one move.
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

// Owner is the seat of the snake whose body is on c, or NoSeat.
func (p *Position) Owner(c ouro.Cell) int { return int(p.bodies[c+1]&ownerMask) - 1 }

// Over tells whether the game is over: nobody lives, or one of several.
func (p *Position) Over() bool { return p.alive.Len() <= min(1, p.seats-1) }

// Winner is the last living snake of several, or NoSeat while more than one
// lives, or when they died together.
func (p *Position) Winner() int {
	if p.seats > 1 && p.alive.Len() == 1 {
		return p.alive.First()
	}
	return ouro.NoSeat
}
