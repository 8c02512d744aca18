package env

import (
	"encoding/binary"
	"slices"

	"ouro"
	"ouro/roster"
	"ouro/rule/classic"
)

// painter draws the observations of all boards. It draws a move in two parts, and only what
// changes: erase before the move, paint after it.
type painter interface {
	erase(i int, b *board)     // removes the values that a move may change
	paint(i int, b *board)     // draws the position after the move
	drawFirst(i int, b *board) // draws the first position of a game
	keep(i int)                // stores the last position of a game
}

type planes[T uint8 | float32] struct {
	all, final []T // ordered by board, seat, plane, row and column
	seats      int
	size       int             // numbers in the observation of one seat
	cells      int             // numbers in one plane
	at         [planeKinds]int // offset of a plane in an observation, or -1
	pixel      []uint16        // offset of a cell in a plane: the top row is first
	number     []T             // value of a segment, by its number from the tail
	health     [fullHealth + 1]T
	most       int // largest number that a plane can show

	// oneCellEach is set if each segment lies on its own cell, and a move frees no cell of a living
	// snake except that of its tail. Two kinds of games break this: Battlesnake, because some maps
	// shorten snakes, and classic Snake with meals of several segments, which first lie on one
	// cell.
	oneCellEach bool
	lower       func(plane []T) // the function lower; nil if the numbers are not bytes
}

const fullHealth = 100

func newPlanes[T uint8 | float32](cfg *Config, home roster.GameKind, all, final []T, wide bool) *planes[T] {
	w, h := cfg.Game.W, cfg.Game.H
	p := &planes[T]{all: all, final: final, seats: cfg.seats(), cells: w * h, oneCellEach: home != roster.Battlesnake && !stacks(cfg.Game.Rules)}
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
	for n := range p.cells + 64 { // more numbers than any snake has segments
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

// stacks reports whether several segments of a snake of classic Snake may lie on one cell.
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
	if p.at[kind] < 0 {
		return nil
	}
	return view[p.at[kind]:][:p.cells]
}

// planeOf returns the plane of this kind for a snake, in the observation of a seat. The
// seat's own snake has one plane, all other snakes share another.
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
		view := p.observation(i, seat)
		p.paintEnds(view, s, seat)
		if p.at[Reach] >= 0 {
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

// paintByShift draws a body after a move if oneCellEach is set. erase has removed its old tail.
// After a meal, the other segments keep their values; without a meal, each value falls by one.
func (p *planes[T]) paintByShift(plane []T, sn *ouro.Snake, fed bool) {
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

// lowerCells is the number of cells that lower changes in the time in which paintBody draws one
// segment.
const lowerCells = 6

// lower subtracts 1 from all values of a plane that are not 0, eight at a time.
func lower(plane []uint8) {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x0101010101010101
	for ; len(plane) >= 8; plane = plane[8:] {
		x := binary.LittleEndian.Uint64(plane)
		some := (x&low + low) | x // each byte that is not 0 has bit 7 set
		binary.LittleEndian.PutUint64(plane, x-some>>7&high)
	}
	for at, x := range plane {
		plane[at] = x - min(x, 1)
	}
}

func (p *planes[T]) paintBodies(view []T, s *ouro.State, seat int) {
	for j := range s.Snakes {
		if plane := p.planeOf(view, Body, j, seat); plane != nil && s.Snakes[j].Cause == ouro.Alive {
			p.paintBody(plane, &s.Snakes[j].Body)
		}
	}
}

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

// paintBody begins at the tail, so that stacked segments show the larger value.
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
		if p.at[Reach] >= 0 {
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
	b.hazards = p.paintCells(i, Hazards, b.hazards, s.Hazards, func(c ouro.Cell) T { return T(min(s.Hazard(c), p.most)) })
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

// paintHedges draws the changes of edible walls. Usually one wall was eaten, or nothing has
// changed. If the number of walls shows that one has regrown, its cell is unknown, and all
// walls are drawn.
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

func (p *planes[T]) paintGround(view []T, s *ouro.State) {
	for _, on := range []struct {
		plane   []T
		terrain ouro.Terrain
	}{{p.plane(view, Walls), ouro.Wall}, {p.plane(view, Hedges), ouro.Hedge}} {
		if on.plane == nil {
			continue
		}
		for c := range ouro.Cell(p.cells) {
			on.plane[p.pixel[c]] = 0
			if s.Terrain(c) == on.terrain {
				on.plane[p.pixel[c]] = 1
			}
		}
	}
}
