package sim

import "ouro"

// pairs is the form of a Flood for boards of which a set of cells is a pair.
type pairs struct {
	wraps, plain bool // plain: without colours
	width        uint
	height       uint
	first, last  pair // the columns at the edges
	all          pair

	ways, hazards pair            // ways: all cells but walls
	spots         [noBit + 1]spot // by place
	mine, came    [MaxSnakes]pair
}

// spot is a place as sets: itself, and its neighbours. Place 0 is nothing.
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
	f.hazards, f.ways = pair{}, f.all
	for place := 1; place < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.hazards = f.hazards.or(one(p.board.bit[place]))
		}
		if p.bodies[place] == wall {
			f.ways = f.ways.not(one(p.board.bit[place]))
		}
	}
}

// open is the set of cells that may be entered without waiting.
func (f *pairs) open(p *Position) pair { return f.ways.not(p.full.pair()) }

// claim tells what came out for a snake.
func (f *pairs) claim(p *Position, c *Claim, seat int, mine pair, near, meal int) {
	sn := &p.snakes[seat+1]
	head := p.board.bit[sn.at]
	came := mine.not(one(head))
	steps := f.steps(mine, head)
	c.Room, c.Near, c.Meal = came.len(), near, meal
	c.Steps, c.Shut = steps, cornered(steps, sn.length, p.grow)
	c.Food, c.Hazard = 0, 0
	if meal > 0 {
		c.Food = came.and(p.meals.pair()).len()
	}
	if !f.hazards.empty() {
		c.Hazard = came.and(f.hazards).len()
	}
	c.Tail, c.Theirs = false, false
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		other := rest.First()
		tail := p.trail[other<<p.shift+int(p.snakes[other+1].tail&p.mask)] >> 2
		switch reached := mine.meets(one(p.board.bit[tail])); {
		case other == seat:
			c.Tail = reached
		case reached:
			c.Theirs = true
		}
	}
}

// shape tells what the cells of a snake look like, beside those of others.
func (f *pairs) shape(c *Claim, mine, theirs pair) {
	c.Front = mine.and(f.beside(theirs)).len()
	twos := mine.and(mine.toLeft())
	c.Wide = twos.and(twos.down(pairSide)).len()
}

// steps is how many moves a head can make in a set of cells at most.
func (f *pairs) steps(mine pair, head uint8) int {
	if f.plain {
		return mine.len() - 1
	}
	return mine.steps(head)
}
