package env

import (
	"encoding/binary"
	"slices"

	"ouro"
	"ouro/roster"
)

// painter draws the observations of all boards. Between erase and paint is one move;
// only what it has changed is drawn again.
type painter interface {
	erase(i int, b *board) // what a move may change
	paint(i int, b *board)
	fresh(i int, b *board) // everything, of another game
	keep(i int)            // as the last position of a game
}

// planes is the painter for one type of numbers.
type planes[T uint8 | float32] struct {
	all, final []T // by board, seat, plane, row, column
	seats      int
	size       int             // of what one seat sees of one board
	cells      int             // of one plane
	at         [planeKinds]int // where a plane begins in what a seat sees; -1 is nowhere
	pixel      []uint16        // of a cell, within a plane: the top row first
	number     []T             // what stands on a body's segment, by its number from the tail
	health     [fullHealth + 1]T
	most       int // layers of hazard that can be told

	// worms says that a snake that lives leaves no cell but its tail's: in
	// Battlesnake there are maps that cut snakes.
	worms bool
	lower func(plane []T) // see there; nil where numbers are no bytes
}

const fullHealth = 100

func newPlanes[T uint8 | float32](cfg *Config, home roster.Home, all, final []T, wide bool) *planes[T] {
	w, h := cfg.Game.W, cfg.Game.H
	p := &planes[T]{all: all, final: final, seats: cfg.seats(), cells: w * h, worms: home != roster.Battlesnake}
	p.size = len(cfg.Planes) * p.cells
	for kind := range p.at {
		p.at[kind] = -1
		if n := slices.Index(cfg.Planes, Plane(kind)); n >= 0 {
			p.at[kind] = n * p.cells
		}
	}
	for c := range p.cells {
		x, y := c%w, c/w
		p.pixel = append(p.pixel, uint16((h-1-y)*w+x))
	}
	p.most = 1 << 16
	if !wide {
		p.most = 255
	}
	for n := range p.cells + 64 { // longer than any snake gets
		if wide {
			p.number = append(p.number, T(float32(n)/float32(p.cells)))
		} else {
			p.number = append(p.number, T(min(n, p.most)))
		}
	}
	for n := range p.health {
		switch {
		case home != roster.Battlesnake:
			p.health[n] = 1
		case wide:
			p.health[n] = T(float32(n) / fullHealth)
		default:
			p.health[n] = T(n)
		}
	}
	return p
}

// seen is what a seat sees of a board.
func (p *planes[T]) seen(i, seat int) []T {
	from := (i*p.seats + seat) * p.size
	return p.all[from : from+p.size : from+p.size]
}

// plane is one plane of what a seat sees, nil if it is not wanted.
func (p *planes[T]) plane(seen []T, kind Plane) []T {
	if p.at[kind] < 0 {
		return nil
	}
	return seen[p.at[kind]:][:p.cells]
}

// planeOf is that plane of a snake as seen from a seat: the own or that of the others.
func (p *planes[T]) planeOf(seen []T, kind Plane, snake, seat int) []T {
	if snake != seat {
		kind += OthersBody - Body
	}
	return p.plane(seen, kind)
}

// set writes the number of a cell on a plane, unless that is not wanted.
func (p *planes[T]) set(plane []T, c ouro.Cell, number T) {
	if plane != nil {
		plane[p.pixel[c]] = number
	}
}

func (p *planes[T]) erase(i int, b *board) {
	s := b.state
	for seat := range p.seats {
		seen := p.seen(i, seat)
		for j := range s.Snakes {
			sn := &s.Snakes[j]
			if sn.Cause != ouro.Alive {
				continue
			}
			p.set(p.planeOf(seen, Head, j, seat), sn.Body.Head(), 0)
			p.set(p.planeOf(seen, Tail, j, seat), sn.Body.Tail(), 0)
			if plane := p.planeOf(seen, Body, j, seat); plane != nil {
				p.eraseBody(plane, &sn.Body, p.worms)
			}
		}
	}
}

// eraseBody takes a body off a plane, or only its tail.
func (p *planes[T]) eraseBody(plane []T, body *ouro.Body, tail bool) {
	if tail {
		plane[p.pixel[body.Tail()]] = 0
		return
	}
	for k := range body.Len() {
		plane[p.pixel[body.At(k)]] = 0
	}
}

func (p *planes[T]) paint(i int, b *board) {
	s := b.state
	for seat := range p.seats {
		seen := p.seen(i, seat)
		p.paintEnds(seen, s, seat)
		if p.worms {
			p.crawl(p.plane(seen, Body), &s.Snakes[0], b.moved[0].fed)
		} else {
			p.paintBodies(seen, s, seat)
		}
	}
	p.paintFood(i, b)
	p.paintHedges(i, b)
	p.paintHazards(i, b)
}

// crawl follows the body of a worm, whose tail has been erased, from one move to the
// next: in a meal the numbers stay, else each is one less.
func (p *planes[T]) crawl(plane []T, sn *ouro.Snake, fed bool) {
	n := sn.Body.Len()
	switch {
	case plane == nil:
	case sn.Cause != ouro.Alive:
		p.eraseBody(plane, &sn.Body, false)
	case fed:
		plane[p.pixel[sn.Body.Tail()]] = p.number[1]
		plane[p.pixel[sn.Body.Head()]] = p.number[n]
	case p.lower != nil && n <= p.most && n*lowerCells > p.cells:
		p.lower(plane)
		plane[p.pixel[sn.Body.Head()]] = p.number[n]
	default:
		p.paintBody(plane, &sn.Body)
	}
}

// lowerCells is how many cells are made one less in the time in which a segment is
// painted.
const lowerCells = 6

// lower makes every number of a plane that is not 0 one less, eight at a time.
func lower(plane []uint8) {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x0101010101010101
	for ; len(plane) >= 8; plane = plane[8:] {
		x := binary.LittleEndian.Uint64(plane)
		some := (x&low + low) | x // bit 7 of each byte that is not 0
		binary.LittleEndian.PutUint64(plane, x-some>>7&high)
	}
	for at, x := range plane {
		plane[at] = x - min(x, 1)
	}
}

func (p *planes[T]) paintBodies(seen []T, s *ouro.State, seat int) {
	for j := range s.Snakes {
		if plane := p.planeOf(seen, Body, j, seat); plane != nil && s.Snakes[j].Cause == ouro.Alive {
			p.paintBody(plane, &s.Snakes[j].Body)
		}
	}
}

// paintEnds paints heads and tails.
func (p *planes[T]) paintEnds(seen []T, s *ouro.State, seat int) {
	for j := range s.Snakes {
		sn := &s.Snakes[j]
		if sn.Cause != ouro.Alive {
			continue
		}
		p.set(p.planeOf(seen, Head, j, seat), sn.Body.Head(), p.health[min(max(sn.Health, 0), fullHealth)])
		p.set(p.planeOf(seen, Tail, j, seat), sn.Body.Tail(), 1)
	}
}

// paintBody begins at the tail, so that the larger number stays where segments are
// stacked.
func (p *planes[T]) paintBody(plane []T, body *ouro.Body) {
	n := body.Len()
	for k := n - 1; k >= 0; k-- {
		plane[p.pixel[body.At(k)]] = p.number[min(n-k, len(p.number)-1)]
	}
}

func (p *planes[T]) fresh(i int, b *board) {
	s := b.state
	for seat := range p.seats {
		seen := p.seen(i, seat)
		clear(seen)
		p.paintGround(seen, s)
		p.paintBodies(seen, s, seat)
		p.paintEnds(seen, s, seat)
	}
	b.food, b.hazards, b.hedges = b.food[:0], b.hazards[:0], s.Hedges()
	p.paintFood(i, b)
	p.paintHazards(i, b)
}

func (p *planes[T]) keep(i int) {
	from, to := i*p.seats*p.size, (i+1)*p.seats*p.size
	copy(p.final[from:to], p.all[from:to])
}
