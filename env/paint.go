package env

import (
	"encoding/binary"
	"slices"

	"ouro"
	"ouro/roster"
	"ouro/rule/classic"
)

// painter draws the observations of all boards. It draws only what a move changes: erase is called
// before the move, paint after it.
type painter interface {
	erase(i int, b *board)     // removes the values that a move can change
	paint(i int, b *board)     // draws the position after the move
	drawFirst(i int, b *board) // draws the first position of a game
	keep(i int)                // copies the observations of a game's last position to the final observations
}

// planes is a painter for observations of type T.
type planes[T uint8 | float32] struct {
	all, final []T // ordered by board, seat, plane, row and column
	seats      int
	size       int               // count of numbers in the observation of one seat
	cells      int               // count of numbers in one plane
	offset     [planeKinds]int   // offset of a plane in an observation, or -1 if the client did not request the plane
	pixel      []uint16          // offset of a cell in a plane: the top row is first
	number     []T               // value of a segment in the plane of a body, by the segment's number from the tail
	health     [fullHealth + 1]T // value of a head, by the snake's health
	largest    int               // largest number that a plane can show

	// oneCellEach means that each segment has its own cell, and that a move frees only the cell of
	// the tail of a living snake. This is not so in Battlesnake, in which some maps shorten snakes,
	// and in classic Snake with meals that add several segments, which are first on one cell.
	oneCellEach bool
	lower       func(plane []T) // the function lower; nil if the numbers are not bytes
}

const fullHealth = 100

func newPlanes[T uint8 | float32](cfg *Config, kind roster.GameKind, all, final []T, isFloat bool) *planes[T] {
	w, h := cfg.Game.W, cfg.Game.H
	p := &planes[T]{all: all, final: final, seats: cfg.seats(), cells: w * h, oneCellEach: kind != roster.Battlesnake && !stacks(cfg.Game.Rules)}
	p.size = len(cfg.Planes) * p.cells
	for plane := range p.offset {
		p.offset[plane] = -1
		if n := slices.Index(cfg.Planes, Plane(plane)); n >= 0 {
			p.offset[plane] = n * p.cells
		}
	}
	for c := range p.cells {
		x, y := c%w, c/w
		p.pixel = append(p.pixel, uint16((h-1-y)*w+x))
	}
	p.largest = 1 << 16
	if !isFloat {
		p.largest = 255
	}
	for n := range p.cells + 64 { // more numbers than any snake has segments
		if isFloat {
			p.number = append(p.number, T(float32(n)/float32(p.cells)))
		} else {
			p.number = append(p.number, T(min(n, p.largest)))
		}
	}
	for n := range p.health {
		switch {
		case kind != roster.Battlesnake:
			p.health[n] = 1
		case isFloat:
			p.health[n] = T(float32(n) / fullHealth)
		default:
			p.health[n] = T(n)
		}
	}
	return p
}

// stacks reports whether several segments of a snake can be on one cell in classic Snake.
func stacks(rules ouro.Spec) bool {
	r, err := classic.New(rules.Options)
	return rules.Name == "classic" && err == nil && r.Grow > 1
}

func (p *planes[T]) observation(i, seat int) []T {
	from := (i*p.seats + seat) * p.size
	return p.all[from : from+p.size : from+p.size]
}

// plane returns one plane of an observation, or nil if the client did not request it.
func (p *planes[T]) plane(view []T, kind Plane) []T {
	if p.offset[kind] < 0 {
		return nil
	}
	return view[p.offset[kind]:][:p.cells]
}

// planeOf returns the plane of this kind for a snake, in the observation of a seat. The snake in
// the seat has one plane; all other snakes share another plane.
func (p *planes[T]) planeOf(view []T, kind Plane, snake, seat int) []T {
	if snake != seat {
		kind += OthersBody - Body
	}
	return p.plane(view, kind)
}

func (p *planes[T]) set(plane []T, c ouro.Cell, number T) {
	if plane != nil {
		plane[p.pixel[c]] = number
	}
}

func (p *planes[T]) erase(i int, b *board) {
	s := b.state
	for seat := range p.seats {
		view := p.observation(i, seat)
		for j := range s.Snakes {
			sn := &s.Snakes[j]
			if sn.Cause != ouro.Alive {
				continue
			}
			p.set(p.planeOf(view, Head, j, seat), sn.Body.Head(), 0)
			p.set(p.planeOf(view, Tail, j, seat), sn.Body.Tail(), 0)
			if plane := p.planeOf(view, Body, j, seat); plane != nil {
				p.eraseBody(plane, &sn.Body, p.oneCellEach)
			}
		}
	}
}

// eraseBody erases a body or, if onlyTail is true, its tail.
func (p *planes[T]) eraseBody(plane []T, body *ouro.Body, onlyTail bool) {
	if onlyTail {
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
		view := p.observation(i, seat)
		p.paintEnds(view, s, seat)
		if p.offset[Reach] >= 0 {
			p.paintReach(view, b, seat)
		}
		if p.oneCellEach {
			p.paintByShift(p.plane(view, Body), &s.Snakes[0], b.before[0].fed)
		} else {
			p.paintBodies(view, s, seat)
		}
	}
	p.paintFood(i, b)
	p.paintHedges(i, b)
	p.paintHazards(i, b)
}

// paintByShift draws a body after a move, if oneCellEach is set. The method erase has removed the
// old tail. After a meal, the other segments keep their values. Without a meal, the value of each
// segment decreases by one.
func (p *planes[T]) paintByShift(plane []T, sn *ouro.Snake, fed bool) {
	n := sn.Body.Len()
	switch {
	case plane == nil:
	case sn.Cause != ouro.Alive:
		p.eraseBody(plane, &sn.Body, false)
	case fed:
		plane[p.pixel[sn.Body.Tail()]] = p.number[1]
		plane[p.pixel[sn.Body.Head()]] = p.number[n]
	case p.lower != nil && n <= p.largest && n*lowerCells > p.cells:
		p.lower(plane)
		plane[p.pixel[sn.Body.Head()]] = p.number[n]
	default:
		p.paintBody(plane, &sn.Body)
	}
}

// lowerCells is how many cells the function lower changes in the time in which paintBody draws one
// segment.
const lowerCells = 6

// lower subtracts 1 from all values of a plane that are not 0, eight at a time.
func lower(plane []uint8) {
	const low, ones = 0x7f7f7f7f7f7f7f7f, 0x0101010101010101
	for ; len(plane) >= 8; plane = plane[8:] {
		x := binary.LittleEndian.Uint64(plane)
		nonzero := (x&low + low) | x // bit 7 of a byte is set if the byte of x is not 0
		binary.LittleEndian.PutUint64(plane, x-nonzero>>7&ones)
	}
	for i, x := range plane {
		plane[i] = x - min(x, 1)
	}
}

func (p *planes[T]) paintBodies(view []T, s *ouro.State, seat int) {
	for j := range s.Snakes {
		if plane := p.planeOf(view, Body, j, seat); plane != nil && s.Snakes[j].Cause == ouro.Alive {
			p.paintBody(plane, &s.Snakes[j].Body)
		}
	}
}

// paintEnds draws the heads and tails of living snakes.
func (p *planes[T]) paintEnds(view []T, s *ouro.State, seat int) {
	for j := range s.Snakes {
		sn := &s.Snakes[j]
		if sn.Cause != ouro.Alive {
			continue
		}
		p.set(p.planeOf(view, Head, j, seat), sn.Body.Head(), p.health[min(max(sn.Health, 0), fullHealth)])
		p.set(p.planeOf(view, Tail, j, seat), sn.Body.Tail(), 1)
	}
}

// paintBody draws a body from the tail to the head, so that a cell with several segments has the
// largest value.
func (p *planes[T]) paintBody(plane []T, body *ouro.Body) {
	n := body.Len()
	for k := n - 1; k >= 0; k-- {
		plane[p.pixel[body.At(k)]] = p.number[min(n-k, len(p.number)-1)]
	}
}

func (p *planes[T]) drawFirst(i int, b *board) {
	s := b.state
	for seat := range p.seats {
		view := p.observation(i, seat)
		clear(view)
		p.paintGround(view, s)
		p.paintBodies(view, s, seat)
		p.paintEnds(view, s, seat)
		if p.offset[Reach] >= 0 {
			p.paintReach(view, b, seat)
		}
	}
	b.food, b.hazards, b.hedges = b.food[:0], b.hazards[:0], s.Hedges()
	p.paintFood(i, b)
	p.paintHazards(i, b)
}

func (p *planes[T]) keep(i int) {
	from, to := i*p.seats*p.size, (i+1)*p.seats*p.size
	copy(p.final[from:to], p.all[from:to])
}

func (p *planes[T]) paintFood(i int, b *board) {
	b.food = p.paintCells(i, Food, b.food, b.state.Food, func(ouro.Cell) T { return 1 })
}

func (p *planes[T]) paintHazards(i int, b *board) {
	s := b.state
	b.hazards = p.paintCells(i, Hazards, b.hazards, s.Hazards, func(c ouro.Cell) T { return T(min(s.Hazard(c), p.largest)) })
}

// paintCells changes a plane in the observations of all seats: it erases oldCells and draws
// newCells. It returns a copy of newCells in the memory of oldCells.
func (p *planes[T]) paintCells(i int, kind Plane, oldCells, newCells []ouro.Cell, number func(ouro.Cell) T) []ouro.Cell {
	if slices.Equal(oldCells, newCells) {
		return oldCells
	}
	for seat := range p.seats {
		plane := p.plane(p.observation(i, seat), kind)
		if plane == nil {
			break
		}
		for _, c := range oldCells {
			plane[p.pixel[c]] = 0
		}
		for _, c := range newCells {
			plane[p.pixel[c]] = number(c)
		}
	}
	return append(oldCells[:0], newCells...)
}

// paintHedges draws changes of edible walls. Usually the snake has eaten one wall, or nothing has
// changed. If the number of walls shows that one has regrown, its cell is unknown, so paintHedges
// draws all walls.
func (p *planes[T]) paintHedges(i int, b *board) {
	s := b.state
	eaten := 0
	if b.before[0].fed && b.hedges > 0 {
		eaten = 1
	}
	grown := s.Hedges() != b.hedges-eaten
	b.hedges = s.Hedges()
	switch {
	case grown:
		for seat := range p.seats {
			p.paintGround(p.observation(i, seat), s)
		}
	case eaten > 0:
		for seat := range p.seats {
			if plane := p.plane(p.observation(i, seat), Hedges); plane != nil {
				plane[p.pixel[s.Snakes[0].Body.Head()]] = 0
			}
		}
	}
}

// paintGround draws walls and edible walls.
func (p *planes[T]) paintGround(view []T, s *ouro.State) {
	for _, layer := range []struct {
		plane   []T
		terrain ouro.Terrain
	}{{p.plane(view, Walls), ouro.Wall}, {p.plane(view, Hedges), ouro.Hedge}} {
		if layer.plane == nil {
			continue
		}
		for c := range ouro.Cell(p.cells) {
			layer.plane[p.pixel[c]] = 0
			if s.Terrain(c) == layer.terrain {
				layer.plane[p.pixel[c]] = 1
			}
		}
	}
}
