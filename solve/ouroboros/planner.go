package ouroboros

// planner edits a ring so that it becomes a good way to the food.
type planner struct {
	*ring
	length  int     // of the body now
	meal    int     // the place of the food: the number of steps to the meal
	touched int     // no place above it has been edited
	leaves  []int16 // by square: the step in which the tail leaves it, 0 if it is free
	body    []square

	flips, partners []flip
}

func newPlanner(r *ring) *planner {
	n := len(r.squares)
	return &planner{
		ring:   r,
		leaves: make([]int16, len(r.place)),
		body:   make([]square, 0, n),
		flips:  make([]flip, 0, 2*n), partners: make([]flip, 0, 2*n),
	}
}

// begin makes a plan of so many steps along the ring as it is, for this body,
// head first.
func (p *planner) begin(body []square, meal int) {
	p.leave()
	p.body = append(p.body, body...)
	p.length, p.meal, p.touched = len(body), meal, 0
	p.enter()
}

// lie is begin for the body of this length that lies on the ring.
func (p *planner) lie(length int) {
	p.leave()
	p.body = append(p.body, p.order[0])
	for age := 1; age < length; age++ {
		p.body = append(p.body, p.order[len(p.order)-age])
	}
	p.length, p.meal, p.touched = length, 1, 0
	p.enter()
}

func (p *planner) leave() {
	for _, s := range p.body {
		p.leaves[s] = 0
	}
	p.body = p.body[:0]
}

func (p *planner) enter() {
	for age, s := range p.body {
		p.leaves[s] = int16(p.length - age)
	}
	if p.length == 2 {
		p.leaves[p.body[1]] = 2 // it must not turn back
	}
}

// last is the highest place after which the ring may be cut for a meal after
// this number of steps: behind it begins the body at the meal.
func (p *planner) last(meal int) int { return len(p.order) - 1 - max(p.length-meal, 0) }

// try makes the edit unless it breaks the invariant.
func (p *planner) try(e edit) bool {
	meal, touched := e.moved(p.meal), max(p.touched, e.l)
	if touched > p.last(meal) {
		return false
	}
	p.apply(e)
	if touched > len(p.order)-p.length && !p.walkable(meal) {
		p.apply(e.inverse())
		return false
	}
	p.meal, p.touched = meal, touched
	return true
}

// walkable tells whether every square up to this place has been left by the
// body when the head comes there.
func (p *planner) walkable(meal int) bool {
	for t := 1; t < meal; t++ {
		if int(p.leaves[p.order[t]]) > t {
			return false
		}
	}
	return true
}

// shorten makes edits that bring the food nearer, each time the one that brings
// it nearest, until there is none. Of equal ones it takes the one that puts what
// it cuts off back at the lowest place.
func (p *planner) shorten() {
	for {
		best, found := p.nearer()
		if !found || !p.try(best) {
			return
		}
	}
}

// nearer is the edit that brings the food nearest, if any does.
func (p *planner) nearer() (best edit, found bool) {
	p.flips = p.findFlips(p.flips[:0], p.meal, p.last(p.meal))
	nearest := p.meal
	for a, f := range p.flips {
		if int(f.j) < p.meal && p.meal-int(f.j-f.i) > nearest {
			continue // it takes f.j - f.i steps off the way, or none
		}
		for _, g := range p.flips[a+1:] {
			if g.i >= f.j {
				break
			}
			if g.j <= f.j || g.i == f.i {
				continue
			}
			e := cross(f, g)
			meal := e.moved(p.meal)
			if meal > nearest || meal == nearest && (!found || e.l >= best.l) || max(p.touched, e.l) > p.last(meal) {
				continue
			}
			best, nearest, found = e, meal, true
		}
	}
	return best, found
}

// dice are what random edits are drawn with.
type dice interface{ Roll(n int) int }

// kick makes a random edit, if it finds one that keeps the invariant.
func (p *planner) kick(d dice) {
	p.flips = p.findFlips(p.flips[:0], len(p.order), p.last(p.meal))
	const tries = 8
	for range tries {
		if len(p.flips) == 0 {
			return
		}
		f := p.flips[d.Roll(len(p.flips))]
		p.partners = p.partners[:0]
		for _, g := range p.flips {
			if g.i >= f.j {
				break
			}
			if g.i > f.i && g.j > f.j {
				p.partners = append(p.partners, g)
			}
		}
		if len(p.partners) > 0 && p.try(cross(f, p.partners[d.Roll(len(p.partners))])) {
			return
		}
	}
}

// cross is the edit of two flips of which f begins first.
func cross(f, g flip) edit { return edit{int(f.i), int(g.i), int(f.j), int(g.j)} }
