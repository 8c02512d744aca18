package sim

// two is the flood for two snakes on a board that does not wrap: what most searches
// ask of most positions. It keeps all in registers, as far as there are any.
//
// After the moves in which the free cells are shared out, nothing comes to anybody
// but cells that open beside somebody's, which are looked at one by one.
func (f *pairs) two(p *Position, claims *[MaxSnakes]Claim) {
	var a, b stream
	first, second := p.alive.First(), p.alive.Rest().First()
	if p.snakes[first+1].length < p.snakes[second+1].length {
		first, second = second, first
	}
	a.start(p, first)
	b.start(p, second)
	equal := pair{} // all, if they are equal
	if a.length == b.length {
		equal = pair{^uint64(0), ^uint64(0)}
	}
	as, bs := one(a.head), one(b.head)
	open, meals, bit := f.open(p), p.meals.pair(), p.board.bit
	last := max(a.first+a.count, b.first+b.count) // nothing opens from then on
	for d := uint32(1); ; d++ {
		if d-a.first < a.count {
			open = open.or(one(bit[a.ring[(a.ply+d)&p.mask]>>2]).and(f.ways))
		}
		if d-b.first < b.count {
			open = open.or(one(bit[b.ring[(b.ply+d)&p.mask]>>2]).and(f.ways))
		}
		an := as.beside().and(open)
		bn := bs.beside().and(open.not(an.not(equal)))
		both := an.and(bn)
		open = open.not(an).not(bn)
		an, bn = an.not(both), bn.not(both)
		as, bs = as.or(an), bs.or(bn)
		if an.meets(meals) && a.meal == 0 {
			a.meal = int(d)
		}
		if bn.meets(meals) && b.meal == 0 {
			b.meal = int(d)
		}
		if an.empty() {
			as = f.stop(p, &a, as, d)
		} else if a.dead != never {
			a.dead = 0
		}
		if bn.empty() {
			bs = f.stop(p, &b, bs, d)
		} else if b.dead != never {
			b.dead = 0
		}
		if d < nearSteps {
			continue
		}
		if d == nearSteps {
			a.near, b.near = as.or(a.mine).len()-1, bs.or(b.mine).len()-1
		}
		if an.or(bn).empty() && d+1 >= last {
			break
		}
	}
	as, bs = as.or(a.mine), bs.or(b.mine)
	f.claim(p, &claims[first], first, as, a.near, a.meal)
	f.claim(p, &claims[second], second, bs, b.near, b.meal)
	f.shape(&claims[first], as, bs)
	f.shape(&claims[second], bs, as)
}

// stream is a snake of two while it spreads.
type stream struct {
	ring   []uint16 // the steps of its head by ply
	ply    uint32   // what its head came to in ply+d opens with move d,
	first  uint32   // for this d
	count  uint32   // and so many from there
	length uint32
	dead   uint32 // as that of a flow
	mine   pair   // its cells, once it is dead
	near   int
	meal   int
	head   uint8
}

func (a *stream) start(p *Position, seat int) {
	sn := &p.snakes[seat+1]
	a.ring, a.length, a.head = p.ring(seat), sn.length, p.board.bit[sn.at]
	a.ply = p.ply - sn.length
	a.first = sn.tail - a.ply
	last := sn.length - 1
	if p.grow {
		last = min(last, 1)
	}
	a.count = last + 1 - min(a.first, last+1)
}

// stop looks whether a snake to which nothing has come is dead. From then on it spreads
// no further: the cells from which it does are returned.
func (f *pairs) stop(p *Position, a *stream, from pair, d uint32) pair {
	if a.dead == 0 {
		a.dead = deadline(f.steps(from, a.head), a.length, p.grow)
	}
	if d < a.dead || from.empty() {
		return from
	}
	a.mine = from
	return pair{}
}
