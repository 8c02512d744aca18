package sim

import (
	"math/bits"

	"ouro"
)

// Claim is what a Flood finds out about a snake: which part of the board is its
// own if all run for it at once.
type Claim struct {
	Room   int  // cells that it comes to before any other, its head's not counted
	Near   int  // those of them within the first five moves
	Hazard int  // those with hazards
	Food   int  // those with food
	Meal   int  // moves to the first of them, 0 if there is none
	Tail   bool // it can come to where its own tail is, to follow it
	Theirs bool // and to the tail of another
	Shut   bool // it cannot leave its room in time, so it lives no longer than
	Steps  int  // this many moves: a way alternates between the two colours of a chess board
}

// nearSteps is what counts as near.
const nearSteps = 5

// MaxFlood is the number of cells of the largest board that a Flood takes.
const MaxFlood = 128

// Flood shares out a board of up to MaxFlood cells among the living snakes, as
// Area.Territory does, many cells at once: every set of cells is 128 bits. Unlike
// there a snake may wait for a cell: what opens beside cells that are its own is
// its own, if it can live that long. Of snakes that come to a cell with the same
// move the longest gets it; equals get nothing.
type Flood struct {
	Claims [MaxSnakes]Claim // by seat; of the living

	board   *board
	width   uint
	left    set128 // all cells but those of the first column
	right   set128 // all but those of the last
	all     set128
	black   set128 // every other cell, as on a chess board
	wraps   bool
	height  uint
	first   set128 // the first column
	last    set128
	odd     bool // no colours: it wraps with an odd side
	food    set128
	ways    set128 // all cells but walls
	hazards set128
	order   [MaxSnakes]uint8 // seats of the living, the longest first
	flows   [MaxSnakes]flow
}

// set128 is a set of cells.
type set128 struct{ lo, hi uint64 }

func (a set128) or(b set128) set128  { return set128{a.lo | b.lo, a.hi | b.hi} }
func (a set128) and(b set128) set128 { return set128{a.lo & b.lo, a.hi & b.hi} }
func (a set128) not(b set128) set128 { return set128{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a set128) empty() bool         { return a.lo|a.hi == 0 }
func (a set128) len() int            { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }
func (a set128) meets(b set128) bool { return a.lo&b.lo|a.hi&b.hi != 0 }

func (a set128) up(n uint) set128 {
	return set128{a.lo << (n & 63), a.hi<<(n&63) | a.lo>>((64-n)&63)}
}

func (a set128) down(n uint) set128 {
	return set128{a.lo>>(n&63) | a.hi<<((64-n)&63), a.hi >> (n & 63)}
}

func (a *set128) add(c uint) {
	if c < 64 {
		a.lo |= 1 << (c & 63)
	} else {
		a.hi |= 1 << (c & 63)
	}
}

func (a *set128) remove(c uint) {
	if c < 64 {
		a.lo &^= 1 << (c & 63)
	} else {
		a.hi &^= 1 << (c & 63)
	}
}

func (a set128) has(c uint) bool {
	if c < 64 {
		return a.lo>>(c&63)&1 != 0
	}
	return a.hi>>(c&63)&1 != 0
}

func (f *Flood) setUp(b *board) {
	g := b.grid
	*f = Flood{board: b, width: uint(g.W), height: uint(g.H), wraps: g.Wraps, odd: g.Wraps && (g.W%2 != 0 || g.H%2 != 0)}
	for c := range ouro.Cell(g.Size()) {
		x, y := g.XY(c)
		f.all.add(uint(c))
		if x > 0 {
			f.left.add(uint(c))
		} else {
			f.first.add(uint(c))
		}
		if x < g.W-1 {
			f.right.add(uint(c))
		} else {
			f.last.add(uint(c))
		}
		if (x+y)%2 == 0 {
			f.black.add(uint(c))
		}
	}
}

// grow is a with all neighbours.
func (f *Flood) grow(a set128) set128 {
	w := f.width
	r, l := a.and(f.right), a.and(f.left)
	g := a.or(r.up(1)).or(l.down(1)).or(a.up(w)).or(a.down(w))
	if f.wraps {
		g = g.or(f.around(a))
	}
	return g
}

// around is what borders on a across the edges of a board that wraps.
func (f *Flood) around(a set128) set128 {
	w := f.width
	g := a.and(f.last).down(w - 1).or(a.and(f.first).up(w - 1))
	for range f.height - 1 {
		a = a.up(w)
	}
	return g.or(a)
}

// flow is the part of a snake while it spreads.
type flow struct {
	mine  set128
	steps uint32 // moves in mine at most, if known
	known bool   // nothing has come to mine since steps was counted
	shut  bool

	ring   []uint16 // its steps by ply
	ply    uint32   // in which its head was on what opens with this move
	tail   uint32
	length uint32
	near   int
	meal   int
}

// Load makes f ready for a position and for all that Make and Unmake make of it.
func (f *Flood) Load(p *Position) {
	if f.board != p.board {
		f.setUp(p.board)
	}
	f.hazards, f.ways = set128{}, f.all
	for place := 1; place < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.hazards.add(uint(place) - 1)
		}
		if p.bodies[place] == wall {
			f.ways.remove(uint(place) - 1)
		}
	}
}

// Measure fills in Claims.
func (f *Flood) Measure(p *Position) {
	n, end := 0, uint32(0)
	closed := set128{}
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[(seat+1)&ownerMask]
		i := n
		for ; i > 0 && p.snakes[f.order[i-1]+1].length < sn.length; i-- {
			f.order[i] = f.order[i-1]
		}
		f.order[i] = uint8(seat)
		n++
		ring := p.ring(seat)
		for ply := sn.tail; ply != p.ply+1; ply++ {
			closed.add(uint(ring[ply&p.mask]>>2) - 1)
		}
		end = max(end, sn.length)
	}
	for i, seat := range f.order[:n] {
		sn := &p.snakes[seat+1]
		f.flows[i] = flow{ring: p.ring(int(seat)), ply: p.ply - sn.length, tail: sn.tail, length: sn.length}
		f.flows[i].mine.add(uint(sn.at) - 1)
	}
	f.loadFood(p)
	if p.grow {
		end = 1
	}
	open := f.ways.not(closed)
	if n == 2 && !f.wraps {
		f.two(p, open, end)
	} else {
		f.many(p, open, end, f.flows[:n])
	}
	for i, seat := range f.order[:n] {
		f.claim(p, int(seat), &f.flows[i])
	}
}

// loadFood marks the cells with food and, where there are hazards, those.
func (f *Flood) loadFood(p *Position) {
	f.food = set128{}
	for _, c := range p.foods {
		if p.ground[c+1]&food != 0 {
			f.food.add(uint(c))
		}
	}
}

// claim tells what came out for a snake.
func (f *Flood) claim(p *Position, seat int, w *flow) {
	sn := &p.snakes[seat+1]
	c := &f.Claims[seat]
	*c = Claim{Room: w.mine.len() - 1, Near: w.near, Meal: w.meal, Food: w.mine.and(f.food).len(), Shut: w.shut, Steps: int(w.steps)}
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		other := rest.First()
		sn := &p.snakes[other+1]
		if w.mine.has(uint(p.trail[other<<p.shift+int(sn.tail&p.mask)]>>2) - 1) {
			if other == seat {
				c.Tail = true
			} else {
				c.Theirs = true
			}
		}
	}
	if !c.Shut {
		c.Steps = f.steps(w.mine, uint(sn.at)-1)
	}
	c.Hazard = 0
	if f.hazards != (set128{}) {
		c.Hazard = w.mine.and(f.hazards).len()
	}
}

// steps is how many moves a head can make in a set of cells at most.
func (f *Flood) steps(mine set128, head uint) int {
	n := mine.len()
	if f.odd {
		return n - 1
	}
	same := mine.and(f.black).len()
	if !f.black.has(head) {
		same = n - same
	}
	return min(2*(same-1)+1, 2*(n-same))
}

func (f *Flood) two(p *Position, open set128, end uint32) {
	a, b := &f.flows[0], &f.flows[1]
	equal := a.length == b.length
	am, bm := a.mine, b.mine
	w := f.width & 63
	v := (64 - w) & 63
	fr, fl := f.right, f.left
	foodLeft := f.food
	for d := uint32(1); ; d++ {
		a.ply++
		b.ply++
		if int32(a.ply-a.tail) >= 0 && d < a.length && (d == 1 || !p.grow) {
			open.add(uint(a.ring[a.ply&p.mask]>>2) - 1)
		}
		if int32(b.ply-b.tail) >= 0 && d < b.length && (d == 1 || !p.grow) {
			open.add(uint(b.ring[b.ply&p.mask]>>2) - 1)
		}
		var an, bn set128
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
		if an.meets(foodLeft) && a.meal == 0 {
			a.meal = int(d)
		}
		if bn.meets(foodLeft) && b.meal == 0 {
			b.meal = int(d)
		}
		if d == nearSteps {
			a.near, b.near = am.len()-1, bm.len()-1
		}
		if an.empty() {
			f.wait(a, am, d)
		} else {
			a.known = false
		}
		if bn.empty() {
			f.wait(b, bm, d)
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
	a.mine, b.mine = am, bm
}

// wait looks whether a snake to which nothing has come can still be alive.
func (f *Flood) wait(a *flow, mine set128, d uint32) {
	if a.shut {
		return
	}
	if !a.known {
		head := uint(a.ring[(a.ply-d+a.length)&uint32(len(a.ring)-1)]>>2) - 1
		a.known, a.steps = true, uint32(f.steps(mine, head))
	}
	a.shut = a.steps < d
}

func (f *Flood) many(p *Position, open set128, end uint32, flows []flow) {
	for d := uint32(1); ; d++ {
		for i := range flows {
			a := &flows[i]
			a.ply++
			if int32(a.ply-a.tail) >= 0 && d < a.length && (!p.grow || d == 1) {
				open.add(uint(a.ring[a.ply&p.mask]>>2) - 1)
			}
		}
		var changed set128
		var came [MaxSnakes]set128
		for i := 0; i < len(flows); {
			j := i
			var once, twice set128
			for ; j < len(flows) && flows[j].length == flows[i].length; j++ {
				if flows[j].shut {
					continue
				}
				came[j] = f.grow(flows[j].mine).and(open)
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
			a.mine = a.mine.or(came[i])
			if a.meal == 0 && came[i].meets(f.food) {
				a.meal = int(d)
			}
			if d <= nearSteps {
				a.near = a.mine.len() - 1
			}
			if came[i].empty() {
				f.wait(a, a.mine, d)
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
