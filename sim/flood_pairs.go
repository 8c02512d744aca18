package sim

import (
	"math/bits"

	"ouro"
)

// pairs is the representation of a Flood for boards whose sets of cells are pairs.
type pairs struct {
	wraps, plain bool // plain: see colourless
	width        uint
	height       uint
	first, last  pair // the columns at the edges
	all          pair

	ways, hazards pair            // ways: all cells but walls
	spots         [noBit + 1]spot // by place
	mine, came    [MaxSnakes]pair
	fading        fading
}

// spot is a place as a set, and the set of its neighbours. Both are empty for place 0.
type spot struct{ at, near pair }

func newPairs(b *board) *pairs {
	g := b.grid
	f := &pairs{wraps: g.Wraps, plain: colourless(g), width: uint(g.W), height: uint(g.H)}
	for c := range ouro.Cell(g.Size()) {
		x, _ := g.XY(c)
		bit := b.bit[c+1]
		f.all = f.all.or(one(bit))
		if x == 0 {
			f.first = f.first.or(one(bit))
		}
		if x == g.W-1 {
			f.last = f.last.or(one(bit))
		}
		s := &f.spots[c+1]
		s.at = one(bit)
		for _, n := range g.Neighbours(c) {
			if n != ouro.NoCell {
				s.near = s.near.or(one(b.bit[n+1]))
			}
		}
	}
	return f
}

func (f *pairs) load(p *Position) {
	f.hazards, f.ways, f.fading.last = pair{}, f.all, 0
	for place := 1; place < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.hazards = f.hazards.or(one(p.board.bit[place]))
		}
		if p.bodies[place] == wall {
			f.ways = f.ways.not(one(p.board.bit[place]))
		}
	}
}

// open returns the cells that may be entered without waiting.
func (f *pairs) open(p *Position) pair { return f.ways.not(p.full.pair()) }

// trailed returns the cells with trails, and loads fading with them.
func (f *pairs) trailed(p *Position) (closed pair) {
	f.fading.load(p, func(place uint16) { closed = closed.or(f.spots[place].at) })
	return closed
}

// claim computes the final fields of a claim from the cells of the snake, those of others,
// and the tails.
func (f *pairs) claim(p *Position, c *Claim, seat int, mine, theirs, tails pair) {
	sn := &p.snakes[seat+1]
	head, own := p.board.bit[sn.at], f.spots[p.tail(seat)&noBit].at
	even, odd := bits.OnesCount64(mine.even), bits.OnesCount64(mine.odd)
	c.Room, c.Steps = even+odd-1, even+odd-1
	switch {
	case f.plain:
	case head < 64:
		c.Steps = alternating(even, odd)
	default:
		c.Steps = alternating(odd, even)
	}
	c.Shut = isShut(c.Steps, sn.length, p.grow)
	c.Tail, c.Theirs = mine.meets(own), mine.meets(tails.not(own))
	c.Food, c.Hazard = 0, 0
	if c.Meal > 0 {
		c.Food = mine.not(one(head)).and(p.meals.pair()).len()
	}
	if !f.hazards.empty() {
		c.Hazard = mine.not(one(head)).and(f.hazards).len()
	}
	c.Front = mine.and(f.beside(theirs)).len()
	twos := mine.and(mine.toLeft())
	c.Wide = twos.and(twos.down(pairSide)).len()
}

// steps returns the largest number of moves that a head can make in a set of cells.
func (f *pairs) steps(mine pair, head uint8) int {
	if f.plain {
		return mine.len() - 1
	}
	return mine.steps(head)
}
