package sim

func (f *pairs) many(p *Position, flows []flow, claims *[MaxSnakes]Claim) {
	open, meals := f.open(p), p.meals.pair()
	for i := range flows {
		f.mine[i] = one(p.board.bit[flows[i].head])
	}
	if p.trails.on {
		open = open.not(f.trailed(p))
	}
	end, changed, living := max(end(p, flows), f.fading.last), true, true
	for d := uint32(1); living && (changed || d <= end); d++ {
		for i := range flows {
			open = open.or(f.spots[flows[i].opens(d, p.stays())&noBit].at)
		}
		for place := f.fading.with(d); place != 0; place = f.fading.next[place] {
			open = open.or(f.spots[place].at)
		}
		open = f.spread(flows, open)
		changed, living = false, false
		for i := range flows {
			a := &flows[i]
			came := f.came[i]
			if came.empty() {
				a.dead = a.dead || isDead(d, f.steps(f.mine[i], p.board.bit[a.head]), a.length, p.grow)
				living = living || !a.dead
				continue
			}
			changed, living = true, true
			f.mine[i] = f.mine[i].or(came)
			if a.meal == 0 && came.meets(meals) {
				a.meal = int(d)
			}
			if d <= nearSteps {
				a.near += came.len()
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

// spread computes what each snake captures with a move, and returns the cells that stay
// open. Cells that equally long snakes reach at once do not.
func (f *pairs) spread(flows []flow, open pair) pair {
	for i := 0; i < len(flows); {
		j, length := i, flows[i].length
		var once, twice pair
		for ; j < len(flows) && flows[j].length == length; j++ {
			var came pair
			if !flows[j].dead {
				came = f.mine[j].beside() // f.beside, which is not inlined
				if f.wraps {
					came = came.or(f.around(f.mine[j]))
				}
				came = came.and(open)
			}
			f.came[j] = came
			twice = twice.or(once.and(came))
			once = once.or(came)
		}
		open = open.not(once)
		if twice.empty() {
			i = j
		}
		for ; i < j; i++ {
			f.came[i] = f.came[i].not(twice)
		}
	}
	return open
}

// beside returns the neighbours of a set, and possibly bits that are not cells.
func (f *pairs) beside(a pair) pair {
	if f.wraps {
		return a.beside().or(f.around(a))
	}
	return a.beside()
}

// around returns the neighbours across the edges of a board that wraps.
func (f *pairs) around(a pair) pair {
	rows := (f.height - 1) * pairSide
	return a.and(f.last).down(f.width - 1).or(a.and(f.first).up(f.width - 1)).or(a.up(rows)).or(a.down(rows))
}
