package sim

import (
	"math/bits"

	"ouro"
)

// rowFlood implements Flood on any board. A set of cells has one word for each row.
type rowFlood struct {
	width, height int
	wraps         bool
	colourless    bool

	passable, hazards, food set            // passable are all cells except walls
	open                    set            // cells that are open now and have no owner
	mine, captured          [MaxSnakes]set // by flow: cells that a snake owns, and cells that it captures with the current move
	fading                  fading
}

// set is a set of cells: bit x of word y is the cell in column x and row y.
type set [ouro.MaxSide]uint64

func newRowFlood(g *ouro.Grid) *rowFlood {
	return &rowFlood{width: g.W, height: g.H, wraps: g.Wraps, colourless: isColourless(g)}
}

// at returns the row of a place, and a word with the bit of the place. For place 0, the word is 0.
func (f *rowFlood) at(place uint16) (y int, bit uint64) {
	if place == 0 {
		return 0, 0
	}
	cell := int(place) - 1
	return cell / f.width, 1 << (cell % f.width)
}

func (f *rowFlood) add(s *set, place uint16) {
	y, bit := f.at(place)
	s[y] |= bit
}

func (f *rowFlood) has(s *set, place uint16) bool {
	y, bit := f.at(place)
	return s[y]&bit != 0
}

// common returns the number of cells that are in both sets.
func (f *rowFlood) common(s, t *set) (n int) {
	for y := range f.height {
		n += bits.OnesCount64(s[y] & t[y])
	}
	return n
}

func (f *rowFlood) load(p *Position) {
	f.hazards, f.passable, f.fading.last = set{}, set{}, 0
	for place := uint16(1); int(place) < len(p.ground); place++ {
		if p.ground[place].layers() > 0 {
			f.add(&f.hazards, place)
		}
		if p.bodies[place] != wall {
			f.add(&f.passable, place)
		}
	}
}

func (f *rowFlood) measure(p *Position, flows []flow, claims *[MaxSnakes]Claim) {
	f.open, f.food = f.passable, set{}
	for i := range flows {
		a := &flows[i]
		f.mine[i] = set{}
		f.add(&f.mine[i], a.head)
		for ply := a.tail; ply != p.ply+1; ply++ {
			y, bit := f.at(a.ring[ply&p.mask] >> 2)
			f.open[y] &^= bit
		}
	}
	for _, c := range p.foods {
		if p.Food(c) {
			f.add(&f.food, uint16(c+1))
		}
	}
	if p.trails.on {
		f.fading.load(p, func(place uint16) {
			y, bit := f.at(place)
			f.open[y] &^= bit
		})
	}
	end, changed, living := max(lastOpening(p, flows), f.fading.last), true, true
	for d := uint32(1); living && (changed || d <= end); d++ {
		for i := range flows {
			y, bit := f.at(flows[i].vacatedPlace(d, p.opensOnlyTails()))
			f.open[y] |= bit & f.passable[y]
		}
		for place := f.fading.firstAt(d); place != 0; place = f.fading.next[place] {
			f.add(&f.open, place)
		}
		f.spread(flows)
		changed, living = false, false
		for i := range flows {
			changed = f.addCaptured(i, &flows[i], d, p.grow) || changed
			living = living || !flows[i].dead
		}
	}
	for i := range flows {
		f.claim(p, &flows[i], &f.mine[i], &claims[flows[i].seat])
	}
	for i := range flows {
		f.shape(&claims[flows[i].seat], i, len(flows))
	}
}

// shape computes Front and Wide of the claim of flow i of n.
func (f *rowFlood) shape(c *Claim, i, n int) {
	var theirs, neighbours set
	for k := range n {
		if k != i {
			for y := range f.height {
				theirs[y] |= f.mine[k][y]
			}
		}
	}
	mine, below := &f.mine[i], uint64(0)
	f.neighbours(&theirs, mine, &neighbours)
	for y := range f.height {
		twos := mine[y] & (mine[y] >> 1)
		c.Front += bits.OnesCount64(neighbours[y])
		c.Wide += bits.OnesCount64(twos & below)
		below = twos
	}
}

// spread computes the cells that each snake captures with a move, and closes these cells. It also
// closes the cells that equally long snakes reach at the same time, which no snake captures.
func (f *rowFlood) spread(flows []flow) {
	for i := 0; i < len(flows); {
		j := i
		for ; j < len(flows) && flows[j].length == flows[i].length; j++ {
			if flows[j].dead {
				f.captured[j] = set{}
			} else {
				f.neighbours(&f.mine[j], &f.open, &f.captured[j])
			}
		}
		if j > i+1 {
			f.dropShared(i, j)
		}
		for ; i < j; i++ {
			for y, row := range f.captured[i][:f.height] {
				f.open[y] &^= row
			}
		}
	}
}

// dropShared closes each cell that several of the flows i to j-1 reach. The snakes of these flows are
// equally long, so none of them captures the cell.
func (f *rowFlood) dropShared(i, j int) {
	for y := range f.height {
		once, twice := uint64(0), uint64(0)
		for k := i; k < j; k++ {
			twice |= once & f.captured[k][y]
			once |= f.captured[k][y]
		}
		f.open[y] &^= twice
		for k := i; k < j; k++ {
			f.captured[k][y] &^= twice
		}
	}
}

// neighbours sets result to the cells of open that have a neighbour in cells.
func (f *rowFlood) neighbours(cells, open, result *set) {
	from, to := cells[:f.height], result[:f.height]
	below, here := uint64(0), from[0]
	if f.wraps {
		below = from[len(from)-1]
	}
	for y := range to {
		above := uint64(0)
		if y+1 < len(from) {
			above = from[y+1]
		} else if f.wraps {
			above = from[0]
		}
		row := here<<1 | here>>1 | below | above
		if f.wraps {
			row |= here<<(f.width-1) | here>>(f.width-1)
		}
		to[y] = row & open[y]
		below, here = here, above
	}
}

// addCaptured adds the cells that flow i captures with move d to its cells, and updates the flow. It
// reports whether there are any.
func (f *rowFlood) addCaptured(i int, a *flow, d uint32, grow bool) bool {
	mine, captured := &f.mine[i], f.captured[i][:f.height]
	all, meal := uint64(0), uint64(0)
	for y, row := range captured {
		mine[y] |= row
		all |= row
		meal |= row & f.food[y]
	}
	if meal != 0 && a.meal == 0 {
		a.meal = int(d)
	}
	if d <= nearSteps {
		a.near = f.common(mine, mine) - 1
	}
	if all == 0 && !a.dead {
		a.dead = isDead(d, f.steps(mine, a.head), a.length, grow)
	}
	return all != 0
}

// steps returns Claim.Steps for a snake with these cells, whose head is on the place head.
func (f *rowFlood) steps(mine *set, head uint16) int {
	const even = 0x5555555555555555
	n, same := 0, 0
	cell := int(head) - 1
	colour := uint64(even) << ((cell/f.width + cell%f.width) & 1) // the cells of row 0 with the colour of the head's cell
	for y := range f.height {
		n += bits.OnesCount64(mine[y])
		same += bits.OnesCount64(mine[y] & colour)
		colour = ^colour
	}
	if f.colourless {
		return n - 1
	}
	return maxAlternating(same, n-same)
}

// claim computes the claim of a snake, except for the fields that shape computes.
func (f *rowFlood) claim(p *Position, a *flow, mine *set, c *Claim) {
	steps := f.steps(mine, a.head)
	y, bit := f.at(a.head)
	mine[y] &^= bit // without the head, only captured cells remain
	*c = Claim{
		Room: f.common(mine, mine), Near: a.near, Meal: a.meal, Food: f.common(mine, &f.food),
		Hazard: f.common(mine, &f.hazards), Steps: steps, Shut: isShut(steps, a.length, p.grow),
	}
	mine[y] |= bit
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		other := rest.First()
		if !f.has(mine, p.tail(other)) {
			continue
		}
		if other == a.seat {
			c.Tail = true
		} else {
			c.Theirs = true
		}
	}
}
