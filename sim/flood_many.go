package sim

// many is the flood for any number of snakes.
func (f *pairs) many(p *Position, flows []flow, claims *[MaxSnakes]Claim) {
	open, meals := f.open(p), p.meals.pair()
	for i := range flows {
		f.mine[i] = one(p.board.bit[flows[i].head])
	}
	end, changed, living := end(p, flows), true, true
	for d := uint32(1); living && (changed || d <= end); d++ {
		for i := range flows {
			if place := flows[i].opens(d, p.grow); place != 0 {
				open = open.or(one(p.board.bit[place]).and(f.ways))
			}
		}
		open = f.spread(flows, open)
		changed, living = false, false
		for i := range flows {
			a := &flows[i]
			came := f.came[i]
			f.mine[i] = f.mine[i].or(came)
			if a.meal == 0 && came.meets(meals) {
				a.meal = int(d)
			}
			if d <= nearSteps {
				a.near = f.mine[i].len() - 1
			}
			if !came.empty() {
				changed = true
			} else if !a.dead {
				a.dead = dead(d, f.steps(f.mine[i], p.board.bit[a.head]), a.length, p.grow)
			}
			living = living || !a.dead
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

// spread finds what comes to whom with a move, and returns what is left open: not
// what equals come to at once.
func (f *pairs) spread(flows []flow, open pair) pair {
	for i := 0; i < len(flows); {
		j := i
		var once, twice pair
		for ; j < len(flows) && flows[j].length == flows[i].length; j++ {
			f.came[j] = pair{}
			if !flows[j].dead {
				f.came[j] = f.beside(f.mine[j]).and(open)
			}
			twice = twice.or(once.and(f.came[j]))
			once = once.or(f.came[j])
		}
		open = open.not(once)
		for ; i < j; i++ {
			f.came[i] = f.came[i].not(twice)
		}
	}
	return open
}

// beside are the neighbours of a set, and bits that are no cells.
func (f *pairs) beside(a pair) pair {
	b := a.beside()
	if f.wraps {
		rows := (f.height - 1) * pairSide
		b = b.or(a.and(f.last).down(f.width - 1)).or(a.and(f.first).up(f.width - 1)).or(a.up(rows)).or(a.down(rows))
	}
	return b
}
