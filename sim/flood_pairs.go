package sim

import (
	"math/bits"

	"ouro"
)

// pairFlood implements Flood on a board of up to 11x11, where a [pair] is a set of cells.
type pairFlood struct {
	wraps, colourless bool
	width             uint
	height            uint
	first, last       pair // the first and the last column
	all               pair

	passable, hazards pair            // passable are all cells except walls
	spots             [noBit + 1]spot // by place
	mine, captured    [MaxSnakes]pair // by flow: cells that a snake owns, and cells that it captures with the current move
	fading            fading
}

// spot has the set of one place and the set of its neighbours. Both sets are empty for place 0.
type spot struct{ at, near pair }

func newPairFlood(b *board) *pairFlood {
	g := b.grid
	f := &pairFlood{wraps: g.Wraps, colourless: isColourless(g), width: uint(g.W), height: uint(g.H)}
	for c := range ouro.Cell(g.Size()) {
		x, _ := g.XY(c)
		bit := b.bit[c+1]
		f.all = f.all.or(singlePair(bit))
		if x == 0 {
			f.first = f.first.or(singlePair(bit))
		}
		if x == g.W-1 {
			f.last = f.last.or(singlePair(bit))
		}
		s := &f.spots[c+1]
		s.at = singlePair(bit)
		for _, n := range g.Neighbours(c) {
			if n != ouro.NoCell {
				s.near = s.near.or(singlePair(b.bit[n+1]))
			}
		}
	}
	return f
}

func (f *pairFlood) load(p *Position) {
	f.hazards, f.passable, f.fading.last = pair{}, f.all, 0
	for place := 1; place < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.hazards = f.hazards.or(singlePair(p.board.bit[place]))
		}
		if p.bodies[place] == wall {
			f.passable = f.passable.not(singlePair(p.board.bit[place]))
		}
	}
}

// open returns the cells without a wall or a body.
func (f *pairFlood) open(p *Position) pair { return f.passable.not(p.full.pair()) }

// trailCells loads the cells with trails into f.fading, and returns them.
func (f *pairFlood) trailCells(p *Position) (closed pair) {
	f.fading.load(p, func(place uint16) { closed = closed.or(f.spots[place].at) })
	return closed
}

// claim computes all fields of c except Near and Meal. mine are the snake's cells, theirs the other
// snakes' cells, and tails the cells of all tails.
func (f *pairFlood) claim(p *Position, c *Claim, seat int, mine, theirs, tails pair) {
	sn := &p.snakes[seat+1]
	head, own := p.board.bit[sn.at], f.spots[p.tail(seat)&noBit].at
	even, odd := bits.OnesCount64(mine.even), bits.OnesCount64(mine.odd)
	c.Room, c.Steps = even+odd-1, even+odd-1
	switch {
	case f.colourless:
	case head < 64:
		c.Steps = maxAlternating(even, odd)
	default:
		c.Steps = maxAlternating(odd, even)
	}
	c.Shut = isShut(c.Steps, sn.length, p.grow)
	c.Tail, c.Theirs = mine.intersects(own), mine.intersects(tails.not(own))
	c.Food, c.Hazard = 0, 0
	if c.Meal > 0 {
		c.Food = mine.not(singlePair(head)).and(p.meals.pair()).len()
	}
	if !f.hazards.empty() {
		c.Hazard = mine.not(singlePair(head)).and(f.hazards).len()
	}
	c.Front = mine.and(f.neighbours(theirs)).len()
	twos := mine.and(mine.toLeft())
	c.Wide = twos.and(twos.down(pairSide)).len()
}

// steps returns Claim.Steps for a snake with these cells. head is the bit of its head.
func (f *pairFlood) steps(mine pair, head uint8) int {
	if f.colourless {
		return mine.len() - 1
	}
	return mine.steps(head)
}

// measureTwo runs the flood of two snakes on a board that does not wrap, without trails. This is the
// most frequent case.
func (f *pairFlood) measureTwo(p *Position, claims *[MaxSnakes]Claim) {
	first, second := p.alive.First(), p.alive.Rest().First()
	if p.snakes[first+1].length < p.snakes[second+1].length {
		first, second = second, first
	}
	var a, b stream
	a.start(p, first)
	b.start(p, second)
	f.floodTwo(&a, &b, f.open(p), p.meals.pair())
	tails := f.spots[p.tail(first)&noBit].at.or(f.spots[p.tail(second)&noBit].at)
	c, d := &claims[first], &claims[second]
	c.Near, c.Meal = int(a.near), int(a.meal)
	d.Near, d.Meal = int(b.near), int(b.meal)
	f.claim(p, c, first, a.mine, b.mine, tails)
	f.claim(p, d, second, b.mine, a.mine, tails)
}

// stream is the state of one of the two snakes in floodTwo.
type stream struct {
	mine   pair              // cells that the snake owns
	ring   *[pairRing]uint16 // the steps of the head, by ply
	ply    uint32            // the place that the head entered in ply+d opens with move d
	from   uint32            // the first move with which a place opens
	count  uint32            // number of moves with which a place opens; they follow each other
	length uint32
	grow   bool
	head   uint8  // bit of the head
	near   uint32 // Claim.Near
	meal   uint32 // Claim.Meal
}

func (a *stream) start(p *Position, seat int) {
	sn := &p.snakes[seat+1]
	a.ring, a.length, a.grow, a.head = (*[pairRing]uint16)(p.ring(seat)), sn.length, p.grow, p.board.bit[sn.at]
	a.mine = singlePair(a.head)
	a.ply = p.ply - sn.length
	a.from = sn.tail - a.ply
	last := sn.length - 1
	if p.grow {
		last = min(last, 1)
	}
	a.count = last + 1 - min(a.from, last+1)
}

// vacatedPlace returns the place that the body vacates with move d, or 0.
func (a *stream) vacatedPlace(d uint32) uint16 {
	if d-a.from >= a.count {
		return 0
	}
	return a.ring[(a.ply+d)%pairRing] >> 2
}

// floodTwo runs the flood of two snakes, of which a is at least as long as b.
func (f *pairFlood) floodTwo(a, b *stream, open, meals pair) {
	am, bm := a.mine, b.mine // cells from which the snakes spread; empty for dead snakes
	var equal uint64         // all bits are set if the snakes are equally long
	if a.length == b.length {
		equal = ^equal
	}
	last := max(a.from+a.count, b.from+b.count) // the first move from which no cell opens
	for d := uint32(1); ; d++ {
		s, t := &f.spots[a.vacatedPlace(d)&noBit], &f.spots[b.vacatedPlace(d)&noBit]
		open = open.or(s.at.or(t.at))
		an, bn := am.neighbours().and(open), bm.neighbours().and(open)
		either := an.or(bn)
		open = open.xor(either) // removes these cells, because either is a subset of open
		both := an.and(bn)
		an, bn = an.xor(pair{both.even & equal, both.odd & equal}), bn.xor(both)
		am, bm = am.or(an), bm.or(bn)
		if either.intersects(meals) {
			a.recordMeal(an, meals, d)
			b.recordMeal(bn, meals, d)
		}
		if an.empty() && a.hasDied(am, d) {
			a.mine, am = am, pair{}
		}
		if bn.empty() && b.hasDied(bm, d) {
			b.mine, bm = bm, pair{}
		}
		if d < nearSteps {
			continue
		}
		if d == nearSteps {
			a.near, b.near = uint32(am.or(a.mine).len()-1), uint32(bm.or(b.mine).len()-1)
		}
		if d+1 >= last && (either.empty() || open.empty()) {
			break
		}
	}
	a.mine, b.mine = a.mine.or(am), b.mine.or(bm)
}

func (a *stream) recordMeal(captured, meals pair, d uint32) {
	if a.meal == 0 && captured.intersects(meals) {
		a.meal = d
	}
}

// hasDied reports whether a snake that owns these cells and captured nothing with move d dies by that
// move.
func (a *stream) hasDied(mine pair, d uint32) bool {
	return !mine.empty() && isDead(d, mine.steps(a.head), a.length, a.grow)
}

func (f *pairFlood) measureMany(p *Position, flows []flow, claims *[MaxSnakes]Claim) {
	open, meals := f.open(p), p.meals.pair()
	for i := range flows {
		f.mine[i] = singlePair(p.board.bit[flows[i].head])
	}
	if p.trails.on {
		open = open.not(f.trailCells(p))
	}
	end, changed, living := max(lastOpening(p, flows), f.fading.last), true, true
	for d := uint32(1); living && (changed || d <= end); d++ {
		for i := range flows {
			open = open.or(f.spots[flows[i].vacatedPlace(d, p.opensOnlyTails())&noBit].at)
		}
		for place := f.fading.firstAt(d); place != 0; place = f.fading.next[place] {
			open = open.or(f.spots[place].at)
		}
		open = f.spread(flows, open)
		changed, living = false, false
		for i := range flows {
			a := &flows[i]
			captured := f.captured[i]
			if captured.empty() {
				a.dead = a.dead || isDead(d, f.steps(f.mine[i], p.board.bit[a.head]), a.length, p.grow)
				living = living || !a.dead
				continue
			}
			changed, living = true, true
			f.mine[i] = f.mine[i].or(captured)
			if a.meal == 0 && captured.intersects(meals) {
				a.meal = int(d)
			}
			if d <= nearSteps {
				a.near += captured.len()
			}
		}
	}
	var all, tails pair
	for i := range flows {
		all = all.or(f.mine[i])
		tails = tails.or(f.spots[p.tail(flows[i].seat)&noBit].at)
	}
	for i := range flows {
		a := &flows[i]
		c := &claims[a.seat]
		c.Near, c.Meal = a.near, a.meal
		f.claim(p, c, a.seat, f.mine[i], all.not(f.mine[i]), tails)
	}
}

// spread computes the cells that each snake captures with a move. It returns the cells that stay
// open, without those that equally long snakes reach at the same time.
func (f *pairFlood) spread(flows []flow, open pair) pair {
	for i := 0; i < len(flows); {
		j, length := i, flows[i].length
		var once, twice pair
		for ; j < len(flows) && flows[j].length == length; j++ {
			var captured pair
			if !flows[j].dead {
				captured = f.mine[j].neighbours() // the same as f.neighbours(f.mine[j]), which the compiler does not inline
				if f.wraps {
					captured = captured.or(f.around(f.mine[j]))
				}
				captured = captured.and(open)
			}
			f.captured[j] = captured
			twice = twice.or(once.and(captured))
			once = once.or(captured)
		}
		open = open.not(once)
		if twice.empty() {
			i = j
		}
		for ; i < j; i++ {
			f.captured[i] = f.captured[i].not(twice)
		}
	}
	return open
}

// neighbours returns the neighbours of a set, and possibly some bits that are not cells.
func (f *pairFlood) neighbours(a pair) pair {
	if f.wraps {
		return a.neighbours().or(f.around(a))
	}
	return a.neighbours()
}

// around returns the neighbours across the edges of a board that wraps.
func (f *pairFlood) around(a pair) pair {
	rows := (f.height - 1) * pairSide
	return a.and(f.last).down(f.width - 1).or(a.and(f.first).up(f.width - 1)).or(a.up(rows)).or(a.down(rows))
}
