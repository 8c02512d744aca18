// Package sim implements positions for searches. A [Position] plays the moves of a game with
// several snakes hundreds of times faster than the rules play them on a State. It can undo moves and
// is cheap to copy.
//
// A Position follows the rules of all Battlesnake rulesets. It reads their differences (a board
// that wraps, hazards and their damage, growth with every move) from the State. For the map
// snail_mode, [Position.LeaveTrails] must be called. Nothing random happens in a Position: no
// food appears, and no hazards change except trails. Memory is allocated only by [New], by a
// Load of another board, and when a search first reaches a greater depth.
//
//	p := sim.New(state)             // once
//	p.Load(state)                   // each turn
//	for _, joint := range ... {
//		p.Make(joint)               // or CopyFrom and Step
//		... p.Alive(), p.Moves(seat), p.Hash() ...
//		p.Unmake()
//	}
//
// [Area] measures the room around a cell and the territory of each head. [Flood] divides the
// whole board at once, fast enough for every position of a search.
//
// # Layout of a position
//
// A body is stored as the places of its head, turn by turn. Each seat has a ring buffer of these
// places, indexed by the number of the turn (ply), which is the same for all seats. The tail is
// stored as the ply of the oldest place of the body.
//
//	ply    …  40  41  42  43  44  45
//	ring   …   a   b   c   d   e   f      head f, tail at ply 42: body f e d c
//	               ^   ^           ^
//	            left  tail       head
//
// Segments that are stacked on the tail (at the start, or after a meal) are not stored; they
// follow from the length. A cell with a body is free from this ply on: the ply in which the head
// entered the cell, plus the length of the snake. So one addition and one comparison decide whether
// a head may enter a cell, even the cell of a tail that leaves.
//
// # Undo or copy
//
// A search can undo a move or copy the position before the move. On 11x11, both cost about the
// same: undoing is somewhat cheaper with two snakes, copying with four (BenchmarkMake and
// BenchmarkCopy). A tree search uses Make and Unmake. Their cost does not depend on the size of the
// board, and they need no memory for positions. A playout copies the position once and then uses
// Step, which stores no history. Each thread of a parallel search needs its own copy.
package sim

import (
	"math"
	"math/bits"
	"slices"

	"ouro"
)

const (
	MaxSnakes = 16
	MaxHealth = 100 // largest health, also after a meal
)

// Position is the position of a game. Only one goroutine at a time may use it.
type Position struct {
	board *board
	seats int
	alive SeatSet
	ply   uint32 // number of the turn, counted from an arbitrary number set by Load
	grow  bool   // whether snakes grow with every move

	snakes [32]snake // seat s is at index s+1; snakes[0] owns all places without a snake

	rings  []uint16 // a ring buffer for each seat: the steps of the head, by ply
	shift  uint     // seat<<shift is the start of the seat's ring in rings
	mask   uint32   // ply&mask is the index of the ply in a ring
	bodies []mark   // by place
	ground []ground // by place
	full   pairSet  // cells with bodies; used only if the board fits a pair
	meals  pairSet  // cells with food; used only if the board fits a pair

	foods     []ouro.Cell // cells with food at the last Load; snakes may have eaten some of it
	groundSum uint64      // sum of the keys of the hazards and the remaining food, without trails
	foodLeft  int32
	damage    int // damage of one layer of hazard
	maxCost   int // largest health that one move can cost
	hazards   int // number of cells with hazards at the last Load, without trails
	trails    trails

	past   []snake // for Unmake: earlier states of the snakes; each frame has the index of its first
	frames []frame // for Unmake: one frame for each ply
}

type snake struct {
	sum    uint64 // sum of the keys of the steps, without the step to the tail
	tail   uint32 // ply in which the head was on the place of the tail
	length uint32
	last   uint32 // ply of the last move of a dead snake
	at     uint16 // place of the head
	health int16
	cause  ouro.Cause
}

// A place is a cell + 1, so that place 0 is off the board. A step is a place and the
// direction in which it is entered: place<<2|direction.

// mark describes the body on a place: the ply in which a head came there and, in the low five
// bits, the owner's seat + 1. 0 means no body.
type mark uint32

const (
	ownerBits = 5
	ownerMask = 1<<ownerBits - 1
	wall      = mark(math.MaxUint32 &^ ownerMask) // has no owner and is never free
)

// ground is the content of a place except trails: food in bit 0, and the number of layers of hazard
// in the bits above. maxLayers stands for any number of layers from maxLayers on.
type ground uint8

const (
	food      = ground(1)
	maxLayers = 127
)

func (g ground) layers() int { return int(g >> 1) }

func New(s *ouro.State) *Position {
	p := new(Position)
	p.Load(s)
	return p
}

// Load makes p the position of s. The boards may differ. s must have at most MaxSnakes snakes,
// including dead ones. The bodies of living snakes must not overlap. Unmake cannot undo a Load.
//
// Edible walls count as food. A living snake without health, as in rules that do not use health, gets
// MaxHealth. If snakes grow with every move, food in s is ignored.
func (p *Position) Load(s *ouro.State) {
	if len(s.Snakes) > MaxSnakes {
		panic("sim: more than 16 snakes")
	}
	if !p.board.fits(s.Grid) || len(s.Snakes)<<p.shift > len(p.rings) {
		p.setUp(s.Grid, len(s.Snakes))
	}
	p.seats, p.alive, p.ply = len(s.Snakes), 0, p.mask
	p.grow, p.damage = s.AlwaysGrow, s.HazardDamage
	p.past, p.frames = p.past[:0], p.frames[:0]
	p.loadGround(s)
	for seat := range s.Snakes {
		p.loadSnake(seat, &s.Snakes[seat])
	}
}

func (p *Position) setUp(g *ouro.Grid, seats int) {
	if !p.board.fits(g) {
		p.board = newBoard(g)
	}
	p.shift = uint(bits.Len(uint(max(g.Size(), pairRing-2) + 1)))
	p.mask = 1<<p.shift - 1
	p.rings = make([]uint16, seats<<p.shift)
	p.bodies = make([]mark, g.Size()+1)
	p.ground = make([]ground, g.Size()+1)
}

func (p *Position) loadGround(s *ouro.State) {
	clear(p.bodies)
	clear(p.ground)
	p.bodies[0] = wall
	p.full, p.meals = pairSet{}, pairSet{}
	p.foods, p.groundSum, p.foodLeft = p.foods[:0], 0, 0
	for _, c := range s.Food {
		p.loadFood(c)
	}
	if s.Room() < s.Grid.Size() || s.Hedges() > 0 {
		for c := range ouro.Cell(s.Grid.Size()) {
			switch s.Terrain(c) {
			case ouro.Wall:
				p.bodies[c+1] = wall
			case ouro.Hedge:
				p.loadFood(c)
			case ouro.Open:
			}
		}
	}
	p.hazards = 0
	if p.trails.on {
		p.trails.load(s, p.ply)
		p.maxCost = MaxHealth
		return
	}
	most := 0
	for _, c := range s.Hazards {
		if p.ground[c+1].layers() > 0 {
			continue // Hazards has an entry for each layer, and all layers of this cell have been added
		}
		layers := min(s.Hazard(c), maxLayers)
		p.ground[c+1] |= ground(layers) << 1
		p.groundSum ^= ouro.Mix(hazardKeys, uint64(c)<<8|uint64(layers))
		most = max(most, layers)
		p.hazards++
	}
	p.maxCost = 1 + max(0, most*p.damage)
}

// layers returns the number of layers of hazard on a place for a head that enters it in this ply.
func (p *Position) layers(place uint16, ply uint32) int {
	if p.trails.on {
		return p.trails.layers(place, ply)
	}
	return p.ground[place].layers()
}

func (p *Position) loadFood(c ouro.Cell) {
	if p.grow || p.ground[c+1]&food != 0 {
		return
	}
	p.ground[c+1] |= food
	p.foods = append(p.foods, c)
	p.meals.add(p.board.bit[c+1])
	p.groundSum ^= p.board.foodKey[c+1]
	p.foodLeft++
}

func (p *Position) loadSnake(seat int, from *ouro.Snake) {
	sn := &p.snakes[seat+1]
	*sn = snake{cause: from.Cause, health: int16(min(from.Health, MaxHealth)), last: p.ply, length: uint32(from.Body.Len())}
	drawn := from.Body.Len() // number of segments except those stacked on the tail
	for drawn > 1 && from.Body.At(drawn-1) == from.Body.At(drawn-2) {
		drawn--
	}
	drawn = min(drawn, int(p.mask))
	if drawn == 0 {
		if from.Cause == ouro.Alive {
			sn.cause = ouro.HitWall // a snake without a body counts as dead
		}
		return
	}
	sn.tail = p.ply + 1 - uint32(drawn)
	sn.at = uint16(from.Body.Head() + 1)
	ring := p.ring(seat)
	for i := range drawn {
		place := uint16(from.Body.At(i) + 1)
		step := place << 2
		if i+1 < drawn {
			step |= p.board.direction(uint16(from.Body.At(i+1)+1), place)
			sn.sum ^= p.board.stepKey[step]
		}
		ring[(p.ply-uint32(i))&p.mask] = step
		if from.Cause == ouro.Alive && place != 0 {
			p.bodies[place] = newMark(seat, p.ply-uint32(i))
			p.full.add(p.board.bit[place])
		}
	}
	if from.Cause == ouro.Alive {
		p.alive |= 1 << seat
		if sn.health <= 0 {
			sn.health = MaxHealth
		}
	}
}

// CopyFrom makes p equal to src, but without the history for Unmake. Later moves of p do not change
// src, and moves of src do not change p.
func (p *Position) CopyFrom(src *Position) {
	if p.board != src.board || len(p.rings) != len(src.rings) {
		p.board = src.board
		p.shift, p.mask = src.shift, src.mask
		p.rings = make([]uint16, len(src.rings))
		p.bodies = make([]mark, len(src.bodies))
		p.ground = make([]ground, len(src.ground))
	}
	p.seats, p.alive, p.ply, p.grow = src.seats, src.alive, src.ply, src.grow
	p.full, p.meals = src.full, src.meals
	copy(p.snakes[:1+src.seats], src.snakes[:])
	copy(p.rings, src.rings[:src.seats<<src.shift])
	copy(p.bodies, src.bodies)
	copy(p.ground, src.ground)
	p.foods = append(p.foods[:0], src.foods...)
	p.groundSum, p.foodLeft, p.damage, p.maxCost, p.hazards = src.groundSum, src.foodLeft, src.damage, src.maxCost, src.hazards
	p.trails.copyFrom(&src.trails)
	p.past, p.frames = p.past[:0], p.frames[:0]
}

func newMark(seat int, ply uint32) mark { return mark(ply<<ownerBits | uint32(seat+1)) }

func (m mark) ply() uint32 { return uint32(m >> ownerBits) }

// free returns the first ply in which a head may enter a place with this mark.
func (p *Position) free(m mark) uint32 { return m.ply() + p.snakes[m&ownerMask].length }

// freeBy returns the ply by which a place must be free for a head that arrives there with move number
// dist. The next move has number 1. If snakes grow with every move, no place becomes free after the
// next move, so freeBy returns the next ply.
func (p *Position) freeBy(dist uint16) uint32 {
	if p.grow {
		dist = 1
	}
	return p.ply + uint32(dist)
}

// ring returns the ring of this seat: the steps of its head, by ply&mask.
func (p *Position) ring(seat int) []uint16 {
	return p.rings[seat<<p.shift : (seat+1)<<p.shift]
}

// board holds the data that depend only on a Grid: neighbours and hash keys. Positions and their
// copies share it.
type board struct {
	grid    *ouro.Grid
	steps   [][4]uint16 // by place: the step in each direction, or 0 at the edge
	stepKey []uint64    // by step: its hash key
	foodKey []uint64    // by place: the hash key of food
	bit     []uint8     // by place: number of its bit in a pairSet
}

// Seeds of the hash keys.
const (
	stepKeys   = 0x6c696e6b
	foodKeys   = 0x6d65616c
	hazardKeys = 0x68617a64
)

func newBoard(g *ouro.Grid) *board {
	b := &board{
		grid:    g,
		steps:   make([][4]uint16, g.Size()+1),
		stepKey: make([]uint64, 4*(g.Size()+1)),
		foodKey: make([]uint64, g.Size()+1),
		bit:     slices.Repeat([]uint8{noBit}, g.Size()+1),
	}
	for c := range ouro.Cell(g.Size()) {
		for d, n := range g.Neighbours(c) {
			if n == ouro.NoCell {
				continue
			}
			// On a board that wraps and is two cells wide, two directions lead to the same cell.
			// They count as one step.
			first, _ := g.DirTo(c, n)
			b.steps[c+1][d] = uint16(n+1)<<2 | uint16(first)
		}
		b.foodKey[c+1] = ouro.Mix(foodKeys, uint64(c))
		if fitsPair(g) {
			b.bit[c+1] = pairBit(g.XY(c))
		}
	}
	for step := range b.stepKey {
		b.stepKey[step] = ouro.Mix(stepKeys, uint64(step))
	}
	return b
}

// fits reports whether b is the board of an equal grid. Several Grids may describe one board,
// because each State read from a network has its own.
func (b *board) fits(g *ouro.Grid) bool {
	return b != nil && b.grid.W == g.W && b.grid.H == g.H && b.grid.Wraps == g.Wraps
}

// direction returns the direction of the step between two places, or 0 if they are not
// neighbours.
func (b *board) direction(from, to uint16) uint16 {
	for _, step := range b.steps[from] {
		if step>>2 == to && to != 0 {
			return step & 3
		}
	}
	return 0
}
