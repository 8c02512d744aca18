package sim

// two is the flood of two snakes on a board that does not wrap, the most frequent case.
func (f *pairs) two(p *Position, claims *[MaxSnakes]Claim) {
	first, second := p.alive.First(), p.alive.Rest().First()
	if p.snakes[first+1].length < p.snakes[second+1].length {
		first, second = second, first
	}
	var a, b stream
	a.start(p, first)
	b.start(p, second)
	f.rush(&a, &b, f.open(p), p.meals.pair())
	tails := f.spots[p.tail(first)&noBit].at.or(f.spots[p.tail(second)&noBit].at)
	c, d := &claims[first], &claims[second]
	c.Near, c.Meal = int(a.near), int(a.meal)
	d.Near, d.Meal = int(b.near), int(b.meal)
	f.claim(p, c, first, a.mine, b.mine, tails)
	f.claim(p, d, second, b.mine, a.mine, tails)
}

// stream is the state of one of two snakes during a flood.
type stream struct {
	mine   pair
	ring   *[pairRing]uint16 // the steps of its head by ply
	ply    uint32            // the place of ply+d opens with move d,
	from   uint32            // for count moves d from this one on
	count  uint32
	length uint32
	grow   bool
	head   uint8
	near   uint32
	meal   uint32
}

func (a *stream) start(p *Position, seat int) {
	sn := &p.snakes[seat+1]
	a.ring, a.length, a.grow, a.head = (*[pairRing]uint16)(p.ring(seat)), sn.length, p.grow, p.board.bit[sn.at]
	a.mine = one(a.head)
	a.ply = p.ply - sn.length
	a.from = sn.tail - a.ply
	last := sn.length - 1
	if p.grow {
		last = min(last, 1)
	}
	a.count = last + 1 - min(a.from, last+1)
}

// opens returns the place that opens with move d, or 0.
func (a *stream) opens(d uint32) uint16 {
	if d-a.from >= a.count {
		return 0
	}
	return a.ring[(a.ply+d)%pairRing] >> 2
}

// rush runs the flood of two snakes. a must not be the shorter one.
func (f *pairs) rush(a, b *stream, open, meals pair) {
	am, bm := a.mine, b.mine // cells from which they spread; empty for dead snakes
	var equal uint64         // all bits set if they are equally long
	if a.length == b.length {
		equal = ^equal
	}
	last := max(a.from+a.count, b.from+b.count) // first move from which nothing opens
	for d := uint32(1); ; d++ {
		s, t := &f.spots[a.opens(d)&noBit], &f.spots[b.opens(d)&noBit]
		open = open.or(s.at.or(t.at))
		an, bn := am.beside().and(open), bm.beside().and(open)
		any := an.or(bn)
		open = open.flip(any) // removes them, as any is a subset
		both := an.and(bn)
		an, bn = an.flip(pair{both.even & equal, both.odd & equal}), bn.flip(both)
		am, bm = am.or(an), bm.or(bn)
		if any.meets(meals) {
			a.eats(an, meals, d)
			b.eats(bn, meals, d)
		}
		if an.empty() && a.dead(am, d) {
			a.mine, am = am, pair{}
		}
		if bn.empty() && b.dead(bm, d) {
			b.mine, bm = bm, pair{}
		}
		if d < nearSteps {
			continue
		}
		if d == nearSteps {
			a.near, b.near = uint32(am.or(a.mine).len()-1), uint32(bm.or(b.mine).len()-1)
		}
		if d+1 >= last && (any.empty() || open.empty()) {
			break
		}
	}
	a.mine, b.mine = a.mine.or(am), b.mine.or(bm)
}

// eats records the first meal.
func (a *stream) eats(came, meals pair, d uint32) {
	if a.meal == 0 && came.meets(meals) {
		a.meal = d
	}
}

// dead reports whether a snake with these cells that captured nothing with move d is dead.
func (a *stream) dead(mine pair, d uint32) bool {
	return !mine.empty() && isDead(d, mine.steps(a.head), a.length, a.grow)
}
