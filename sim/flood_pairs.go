package sim

import (
	"math/bits"

	"ouro"
)

// pairs is the form of a Flood for boards of up to 128 cells: a set is a pair of
// words, bit y*W+x for a cell. A step to the side is a shift by one of the cells that
// are not on that edge, a step up or down a shift by the width.
type pairs struct {
	width, height uint
	wraps, plain  bool // plain: without colours
	first, last   pair // the columns at the edges
	left, right   pair // all cells but those of the first column; of the last
	all, black    pair // black: every other cell, as on a chess board

	ways, hazards, food pair // ways: all cells but walls
	mine                [MaxSnakes]pair
}

// pair is a set of cells.
type pair struct{ lo, hi uint64 }

func (a pair) or(b pair) pair    { return pair{a.lo | b.lo, a.hi | b.hi} }
func (a pair) and(b pair) pair   { return pair{a.lo & b.lo, a.hi & b.hi} }
func (a pair) not(b pair) pair   { return pair{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a pair) empty() bool       { return a.lo|a.hi == 0 }
func (a pair) len() int          { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }
func (a pair) meets(b pair) bool { return a.lo&b.lo|a.hi&b.hi != 0 }

// up and down move all cells by 1 to 63.
func (a pair) up(n uint) pair {
	return pair{a.lo << (n & 63), a.hi<<(n&63) | a.lo>>((64-n)&63)}
}

func (a pair) down(n uint) pair {
	return pair{a.lo>>(n&63) | a.hi<<((64-n)&63), a.hi >> (n & 63)}
}

// one is the set of a cell; of none if it is off the board.
func one(cell uint) pair {
	if cell < 64 {
		return pair{lo: 1 << (cell & 63)}
	}
	if cell < 128 {
		return pair{hi: 1 << (cell & 63)}
	}
	return pair{}
}

// fitsPairs tells whether a board can have this form.
func fitsPairs(g *ouro.Grid) bool { return g.Size() <= 128 && g.W < 64 }

func newPairs(g *ouro.Grid) *pairs {
	f := &pairs{width: uint(g.W), height: uint(g.H), wraps: g.Wraps, plain: colourless(g)}
	for c := range ouro.Cell(g.Size()) {
		x, y := g.XY(c)
		f.all = f.all.or(one(uint(c)))
		if x == 0 {
			f.first = f.first.or(one(uint(c)))
		}
		if x == g.W-1 {
			f.last = f.last.or(one(uint(c)))
		}
		if (x+y)%2 == 0 {
			f.black = f.black.or(one(uint(c)))
		}
	}
	f.left, f.right = f.all.not(f.first), f.all.not(f.last)
	return f
}

func (f *pairs) load(p *Position) {
	f.hazards, f.ways = pair{}, f.all
	for place := 1; place < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.hazards = f.hazards.or(one(uint(place) - 1))
		}
		if p.bodies[place] == wall {
			f.ways = f.ways.not(one(uint(place) - 1))
		}
	}
}

func (f *pairs) measure(flood *Flood, p *Position, n int) {
	flows := flood.flows[:n]
	open := f.ways
	for i := range flows {
		a := &flows[i]
		f.mine[i] = one(uint(a.head))
		for ply := a.tail; ply != p.ply+1; ply++ {
			open = open.not(one(uint(a.ring[ply&p.mask]>>2) - 1))
		}
	}
	f.food = pair{}
	for _, c := range p.foods {
		if p.ground[c+1]&food != 0 {
			f.food = f.food.or(one(uint(c)))
		}
	}
	if n == 2 && !f.wraps {
		f.two(p, flows, open)
	} else {
		f.many(p, flows, open)
	}
	for i, seat := range flood.order[:n] {
		f.claim(flood, p, int(seat), &flows[i], f.mine[i])
	}
}

// claim tells what came out for a snake.
func (f *pairs) claim(flood *Flood, p *Position, seat int, a *flow, mine pair) {
	came := mine.not(one(uint(a.head)))
	steps := f.steps(mine, uint(a.head))
	c := &flood.Claims[seat]
	*c = Claim{Room: came.len(), Near: a.near, Meal: a.meal, Food: came.and(f.food).len(), Steps: steps, Shut: a.cornered(steps, p.grow)}
	if !f.hazards.empty() {
		c.Hazard = came.and(f.hazards).len()
	}
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		other := rest.First()
		if !mine.meets(one(uint(p.Tail(other)))) {
			continue
		}
		if other == seat {
			c.Tail = true
		} else {
			c.Theirs = true
		}
	}
}

// steps is how many moves a head can make in a set of cells at most.
func (f *pairs) steps(mine pair, head uint) int {
	n := mine.len()
	if f.plain {
		return n - 1
	}
	same := mine.and(f.black).len()
	if !f.black.meets(one(head)) {
		same = n - same
	}
	return alternating(n, same)
}

// wait looks whether a snake to which nothing has come can still be alive.
func (f *pairs) wait(a *flow, mine pair, d uint32, grow bool) {
	if a.shut {
		return
	}
	if !a.known {
		a.known, a.steps = true, uint32(f.steps(mine, uint(a.head)))
	}
	a.shut = a.dead(d, grow)
}

// many is the flood for any number of snakes.
func (f *pairs) many(p *Position, flows []flow, open pair) {
	end := end(p, flows)
	for d := uint32(1); ; d++ {
		for i := range flows {
			if cell, ok := flows[i].opens(d, p.grow); ok {
				open = open.or(one(cell).and(f.ways))
			}
		}
		var changed pair
		var came [MaxSnakes]pair
		for i := 0; i < len(flows); {
			j := i
			var once, twice pair
			for ; j < len(flows) && flows[j].length == flows[i].length; j++ {
				if flows[j].shut {
					continue
				}
				came[j] = f.beside(f.mine[j]).and(open)
				twice = twice.or(once.and(came[j]))
				once = once.or(came[j])
			}
			open = open.not(once)
			for ; i < j; i++ {
				came[i] = came[i].not(twice)
				changed = changed.or(came[i])
			}
		}
		living := false
		for i := range flows {
			a := &flows[i]
			f.mine[i] = f.mine[i].or(came[i])
			if a.meal == 0 && came[i].meets(f.food) {
				a.meal = int(d)
			}
			if d <= nearSteps {
				a.near = f.mine[i].len() - 1
			}
			if came[i].empty() {
				f.wait(a, f.mine[i], d, p.grow)
			} else {
				a.known = false
			}
			living = living || !a.shut
		}
		if d >= end && changed.empty() || !living {
			break
		}
	}
}

// two is the same for two, on a board that does not wrap.
func (f *pairs) two(p *Position, flows []flow, open pair) {
	end := end(p, flows)
	a, b := &flows[0], &flows[1]
	equal := a.length == b.length
	am, bm := f.mine[0], f.mine[1]
	w := f.width & 63
	v := (64 - w) & 63
	fr, fl := f.right, f.left
	for d := uint32(1); ; d++ {
		for i := range flows {
			if cell, ok := flows[i].opens(d, p.grow); ok {
				open = open.or(one(cell).and(f.ways))
			}
		}
		var an, bn pair
		if !a.shut {
			r0, r1 := am.lo&fr.lo, am.hi&fr.hi
			l0, l1 := am.lo&fl.lo, am.hi&fl.hi
			an.lo = (r0<<1 | l0>>1 | l1<<63 | am.lo<<w | am.lo>>w | am.hi<<v) & open.lo
			an.hi = (r1<<1 | r0>>63 | l1>>1 | am.hi<<w | am.lo>>v | am.hi>>w) & open.hi
		}
		if !b.shut {
			r0, r1 := bm.lo&fr.lo, bm.hi&fr.hi
			l0, l1 := bm.lo&fl.lo, bm.hi&fl.hi
			bn.lo = (r0<<1 | l0>>1 | l1<<63 | bm.lo<<w | bm.lo>>w | bm.hi<<v) & open.lo
			bn.hi = (r1<<1 | r0>>63 | l1>>1 | bm.hi<<w | bm.lo>>v | bm.hi>>w) & open.hi
		}
		if equal {
			both := an.and(bn)
			an, bn = an.not(both), bn.not(both)
			open = open.not(both)
		} else {
			bn = bn.not(an)
		}
		am, bm = am.or(an), bm.or(bn)
		open = open.not(an).not(bn)
		if an.meets(f.food) && a.meal == 0 {
			a.meal = int(d)
		}
		if bn.meets(f.food) && b.meal == 0 {
			b.meal = int(d)
		}
		if d == nearSteps {
			a.near, b.near = am.len()-1, bm.len()-1
		}
		if an.empty() {
			f.wait(a, am, d, p.grow)
		} else {
			a.known = false
		}
		if bn.empty() {
			f.wait(b, bm, d, p.grow)
		} else {
			b.known = false
		}
		if d >= end && an.or(bn).empty() || a.shut && b.shut {
			if d < nearSteps {
				a.near, b.near = am.len()-1, bm.len()-1
			}
			break
		}
	}
	f.mine[0], f.mine[1] = am, bm
}

// beside are the neighbours of a set.
func (f *pairs) beside(a pair) pair {
	b := a.and(f.right).up(1).or(a.and(f.left).down(1)).or(a.up(f.width)).or(a.down(f.width))
	if f.wraps {
		b = b.or(f.around(a))
	}
	return b
}

// around are those across the edges of a board that wraps.
func (f *pairs) around(a pair) pair {
	b := a.and(f.last).down(f.width - 1).or(a.and(f.first).up(f.width - 1))
	rows := (f.height - 1) * f.width
	if rows >= 64 {
		return b.or(pair{hi: a.lo << (rows & 63)}).or(pair{lo: a.hi >> (rows & 63)})
	}
	return b.or(a.up(rows)).or(a.down(rows))
}
