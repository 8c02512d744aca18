package sim

import "ouro"

// Area measures how far heads can move. A head may enter a cell with a body as soon as the tail has
// left the cell (FreeAt). An Area assumes that no snake waits for a cell and that no snake eats on
// the way. An Area is scratch memory for one board; only one goroutine at a time may use it.
//
// Spread, Room and Territory measure. Dist, Owner, Before and Reached return details of the last
// measurement.
type Area struct {
	reach []reach  // by place: the number of a cell plus 1
	round uint32   // number of the last measurement; entries of reach with another number are invalid
	queue []uint16 // places in order of distance
}

// reach says how a measurement reached one place.
type reach struct {
	round  uint32
	dist   uint16
	from   uint16 // the previous place on the path
	owner  uint8  // seat + 1; 0 if equally long snakes reach the place at the same time
	length uint32 // length of the owner
}

// NewArea returns scratch memory for positions on this board.
func NewArea(g *ouro.Grid) *Area {
	return &Area{reach: make([]reach, g.Size()+1), queue: make([]uint16, 0, g.Size())}
}

func (a *Area) begin() {
	a.round++
	if a.round == 0 { // the number has overflowed
		clear(a.reach)
		a.round = 1
	}
	a.queue = a.queue[:0]
}

// Spread measures the shortest path from a snake's head to every cell. It returns the number of
// cells that the head can reach, without the cell of the head.
func (a *Area) Spread(p *Position, seat int) int {
	return a.spread(p, p.snakes[seat+1].at, 0, len(a.reach)) - 1
}

// Room returns the number of cells that a head can reach if it enters c with its next move,
// including c. It stops counting at limit. If c is Blocked, Room returns 0 and no cell counts
// as reached.
func (a *Area) Room(p *Position, c ouro.Cell, limit int) int {
	if p.Blocked(c) {
		a.begin()
		return 0
	}
	return a.spread(p, uint16(c+1), 1, limit)
}

// spread counts the places that a head can reach from start, including start. The head gets to
// start with move number moves. spread stops counting at limit.
func (a *Area) spread(p *Position, start uint16, moves int, limit int) int {
	a.begin()
	a.reach[start] = reach{round: a.round, dist: uint16(moves)}
	a.queue = append(a.queue, start)
	for i := 0; i < len(a.queue) && len(a.queue) < limit; i++ {
		at := a.queue[i]
		dist := a.reach[at].dist + 1
		due := p.freeBy(dist)
		for _, step := range p.board.steps[at] {
			to := step >> 2
			if r := &a.reach[to]; r.round != a.round && p.free(p.bodies[to]) <= due {
				*r = reach{round: a.round, dist: dist, from: at}
				a.queue = append(a.queue, to)
			}
		}
	}
	return min(len(a.queue), limit)
}

// Territory divides the board among the living snakes. It sets cells[seat] to the number of cells
// of each snake, without the cell of its head. A cell belongs to the snake that can reach it
// first. If several snakes reach a cell at the same time, the cell belongs to the longest of them.
// If two of them are longest, it belongs to no snake. cells must have an element for every seat.
func (a *Area) Territory(p *Position, cells []int) {
	a.begin()
	clear(cells)
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[seat+1]
		a.reach[sn.at] = reach{round: a.round, owner: uint8(seat + 1), length: sn.length}
		a.queue = append(a.queue, sn.at)
	}
	heads := len(a.queue)
	for i := 0; i < len(a.queue); i++ {
		at := a.queue[i]
		here := a.reach[at] // final, because all snakes that arrive at the same time are already in the queue
		if i >= heads && here.owner != 0 {
			cells[here.owner-1]++
		}
		here.dist++
		here.from = at
		due := p.freeBy(here.dist)
		for _, step := range p.board.steps[at] {
			to := step >> 2
			r := &a.reach[to]
			switch {
			case r.round != a.round:
				if p.free(p.bodies[to]) <= due {
					*r = here
					a.queue = append(a.queue, to)
				}
			case r.dist != here.dist || r.owner == here.owner:
			case r.length < here.length:
				*r = here
			case r.length == here.length:
				r.owner = 0
			}
		}
	}
}

// Dist returns the number of moves to c, or -1 if the last measure did not reach c.
func (a *Area) Dist(c ouro.Cell) int {
	if r := &a.reach[c+1]; r.round == a.round {
		return int(r.dist)
	}
	return -1
}

// Owner returns the seat that owns c in the last Territory, or NoSeat.
func (a *Area) Owner(c ouro.Cell) int {
	if r := &a.reach[c+1]; r.round == a.round {
		return int(r.owner) - 1
	}
	return ouro.NoSeat
}

// Before returns the previous cell on the path to c. It returns NoCell if the path begins on c or
// the last measure did not reach c.
func (a *Area) Before(c ouro.Cell) ouro.Cell {
	if r := &a.reach[c+1]; r.round == a.round {
		return ouro.Cell(r.from) - 1
	}
	return ouro.NoCell
}

// Reached appends to dst the cells that the last measure reached, in order of distance. They include
// the cells where paths begin.
func (a *Area) Reached(dst []ouro.Cell) []ouro.Cell {
	for _, place := range a.queue {
		dst = append(dst, ouro.Cell(place)-1)
	}
	return dst
}
