package sim

import "ouro"

// Area measures how far heads can go: scratch memory for one board, used by one
// goroutine at a time. Every measure respects time: a cell with a body on it
// may be entered by the move with which its tail has left (FreeAt), not before.
// Nobody waits for a cell, and nobody eats on the way.
//
// The answers of the methods that tell about single cells are those of the
// last measure.
type Area struct {
	reach []reach  // by place
	round uint32   // of the last measure; other rounds in reach are old
	queue []uint16 // places in order of distance
}

// reach is what a measure found out about a place.
type reach struct {
	round  uint32
	dist   uint16
	from   uint16 // the place before
	owner  uint8  // seat plus one; 0 is nobody's, where equals meet
	length uint32 // of the snake that comes there first
}

// NewArea is scratch memory for positions on this board.
func NewArea(g *ouro.Grid) *Area {
	return &Area{reach: make([]reach, g.Size()+1), queue: make([]uint16, 0, g.Size())}
}

// begin starts a new measure.
func (a *Area) begin() {
	a.round++
	if a.round == 0 { // once in four billion
		clear(a.reach)
		a.round = 1
	}
	a.queue = a.queue[:0]
}

// Spread finds the way from the head of a snake to every cell, and returns the
// number of cells that it can come to.
func (a *Area) Spread(p *Position, seat int) int {
	return a.spread(p, p.snakes[seat+1].at, 0, len(a.reach)) - 1
}

// Room is the number of cells that a head can come to which enters c with its
// next move, c included, or 0 if c is Blocked; nothing is reached then. It
// stops counting at enough.
func (a *Area) Room(p *Position, c ouro.Cell, enough int) int {
	if p.Blocked(c) {
		a.begin()
		return 0
	}
	return a.spread(p, uint16(c+1), 1, enough)
}

// spread counts the places that a head can come to which is on start after a
// number of moves, up to enough, start included.
func (a *Area) spread(p *Position, start uint16, moves int, enough int) int {
	a.begin()
	a.reach[start] = reach{round: a.round, dist: uint16(moves)}
	a.queue = append(a.queue, start)
	for i := 0; i < len(a.queue) && len(a.queue) < enough; i++ {
		at := a.queue[i]
		dist := a.reach[at].dist + 1
		due := p.due(dist)
		for _, step := range p.board.near[at] {
			to := step >> 2
			if r := &a.reach[to]; r.round != a.round && p.free(p.bodies[to]) <= due {
				*r = reach{round: a.round, dist: dist, from: at}
				a.queue = append(a.queue, to)
			}
		}
	}
	return min(len(a.queue), enough)
}

// Territory shares out the board among the living snakes and stores in
// cells[seat] how many each gets: those to which it comes first if all run
// straight there, its head's cell not counted. Of snakes that come at the same
// time the longest gets the cell; equals get nothing. cells has a place for
// every seat.
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
		here := a.reach[at] // settled: all that come as early are in the queue
		if i >= heads && here.owner != 0 {
			cells[here.owner-1]++
		}
		here.dist++
		here.from = at
		due := p.due(here.dist)
		for _, step := range p.board.near[at] {
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

// Dist is the number of moves to c, or -1 if nobody comes there.
func (a *Area) Dist(c ouro.Cell) int {
	if r := &a.reach[c+1]; r.round == a.round {
		return int(r.dist)
	}
	return -1
}

// Owner is the seat that gets c in the last Territory, or NoSeat.
func (a *Area) Owner(c ouro.Cell) int {
	if r := &a.reach[c+1]; r.round == a.round {
		return int(r.owner) - 1
	}
	return ouro.NoSeat
}

// Before is the cell before c on the way there, or NoCell where the way begins
// and where nobody comes.
func (a *Area) Before(c ouro.Cell) ouro.Cell {
	if r := &a.reach[c+1]; r.round == a.round {
		return ouro.Cell(r.from) - 1
	}
	return ouro.NoCell
}

// Reached appends the cells of the last measure to dst in order of distance,
// those it began with included.
func (a *Area) Reached(dst []ouro.Cell) []ouro.Cell {
	for _, place := range a.queue {
		dst = append(dst, ouro.Cell(place)-1)
	}
	return dst
}
