package battlesnake

import (
	"fmt"
	"math/bits"

	"ouro"
)

// standardFood adds the food of most maps: enough to reach the minimum, or else one food by
// chance. It must be the first draw of a turn.
func standardFood(c *config, s *ouro.State, ch chance) {
	if n := foodNeeded(c, s, ch); n > 0 {
		p := freeCells(s)
		p.removeBesideHeads(s)
		scatterFood(s, ch, &p, n)
	}
}

// foodOffHazards is like standardFood, but puts no food on hazards.
func foodOffHazards(c *config, s *ouro.State, ch chance) {
	if n := foodNeeded(c, s, ch); n > 0 {
		p := freeCells(s)
		p.removeBesideHeads(s)
		p.removeCells(s, s.Hazards)
		scatterFood(s, ch, &p, n)
	}
}

func foodNeeded(c *config, s *ouro.State, ch chance) int {
	ch.beginTurn(s.Turn - 1)
	if len(s.Food) < c.MinFood {
		return c.MinFood - len(s.Food)
	}
	if c.FoodChance > 0 && 100-ch.roll(100) < c.FoodChance {
		return 1
	}
	return 0
}

// firstFood adds the food before the first move. Square boards of 7x7 and larger get one food on
// a diagonal of each head and one in the centre. Other boards get one food for each snake,
// anywhere.
func firstFood(s *ouro.State, ch chance) error {
	g := s.Grid
	if g.W == g.H && g.W >= smallBoard {
		return feedHeadsAndCentre(s, ch)
	}
	for range s.Snakes {
		p := freeCells(s)
		p.removeBesideHeads(s)
		if n := p.count(); n > 0 {
			s.AddFood(p.cell(ch.roll(n)))
		}
	}
	return nil
}

// feedHeadsAndCentre puts one food on a diagonal of each head, and one in the centre. A head's food
// is neither in a corner of the board nor in the centre, and its column or its row is farther from
// the centre than the head's. With more than four snakes, heads get food only on boards of 11x11
// and larger.
func feedHeadsAndCentre(s *ouro.State, ch chance) error {
	if !foodBesideHeads(s.Grid, len(s.Snakes)) {
		feedCentre(s)
		return nil
	}
	for seat := range s.Snakes {
		spots, n := foodSpots(s, seat)
		if n == 0 {
			return fmt.Errorf("board %s: no room for food beside snake %d of %d", s.Grid, seat+1, len(s.Snakes))
		}
		s.AddFood(spots[ch.roll(n)])
	}
	feedCentre(s)
	return nil
}

func foodBesideHeads(g *ouro.Grid, snakes int) bool {
	return snakes <= 4 || g.Size() >= mediumBoard*mediumBoard
}

func foodSpots(s *ouro.State, seat int) (spots [4]ouro.Cell, n int) {
	g := s.Grid
	x, y := g.XY(s.Snakes[seat].Body.Head())
	for _, d := range [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		c := g.At(x+d[0], y+d[1])
		outward := d[0]*(x-(g.W-1)/2) > 0 || d[1]*(y-(g.H-1)/2) > 0
		if outward && c != ouro.NoCell && !isCorner(g, c) && s.Free(c) && s.Hazard(c) == 0 && c != centre(g) {
			spots[n] = c
			n++
		}
	}
	return spots, n
}

func feedCentre(s *ouro.State) {
	if c := centre(s.Grid); s.Free(c) && s.Hazard(c) == 0 {
		s.AddFood(c)
	}
}

// centre returns the middle cell; of several, the lower left one.
func centre(g *ouro.Grid) ouro.Cell { return g.At((g.W-1)/2, (g.H-1)/2) }

func isCorner(g *ouro.Grid, c ouro.Cell) bool {
	x, y := g.XY(c)
	return (x == 0 || x == g.W-1) && (y == 0 || y == g.H-1)
}

// cellSet is a set of cells that may get food or a hazard, in the order of the official engine:
// column by column, each from the bottom.
type cellSet struct {
	w, h  int
	taken [ouro.MaxSide]uint64 // cells that are not in the set, by column, a bit for each row
}

// freeCells returns all cells of s without food and without a living snake.
func freeCells(s *ouro.State) cellSet {
	p := cellSet{w: s.Grid.W, h: s.Grid.H}
	p.removeCells(s, s.Food)
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			for i := range sn.Body.Len() {
				x, y := s.Grid.XY(sn.Body.At(i))
				p.taken[x] |= 1 << y
			}
		}
	}
	return p
}

func offHazards(s *ouro.State) cellSet {
	p := cellSet{w: s.Grid.W, h: s.Grid.H}
	p.removeCells(s, s.Hazards)
	return p
}

func (p *cellSet) removeCells(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		x, y := s.Grid.XY(c)
		p.taken[x] |= 1 << y
	}
}

// removeBesideHeads removes the cells beside the heads of living snakes. Edges do not wrap
// here, on any board.
func (p *cellSet) removeBesideHeads(s *ouro.State) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		x, y := s.Grid.XY(sn.Body.Head())
		p.taken[x] |= 1<<y<<1 | 1<<y>>1
		if x > 0 {
			p.taken[x-1] |= 1 << y
		}
		if x+1 < p.w {
			p.taken[x+1] |= 1 << y
		}
	}
}

// column returns the rows of column x whose cells are in the set, a bit for each row.
func (p *cellSet) column(x int) uint64 { return ^p.taken[x] << (64 - p.h) >> (64 - p.h) }

func (p *cellSet) has(s *ouro.State, c ouro.Cell) bool {
	x, y := s.Grid.XY(c)
	return p.taken[x]>>y&1 == 0
}

func (p *cellSet) count() int {
	n := 0
	for x := range p.w {
		n += bits.OnesCount64(p.column(x))
	}
	return n
}

// cell returns the cell of this rank, from 0, in the order of the set.
func (p *cellSet) cell(rank int) ouro.Cell {
	for x := range p.w {
		free := p.column(x)
		if n := bits.OnesCount64(free); rank >= n {
			rank -= n
			continue
		}
		for ; rank > 0; rank-- {
			free &= free - 1
		}
		return ouro.Cell(bits.TrailingZeros64(free)*p.w + x)
	}
	return ouro.NoCell
}

// scatterFood puts n food on random places, or fewer if there are fewer places.
func scatterFood(s *ouro.State, ch chance, p *cellSet, n int) {
	total := p.count()
	n = min(n, total)
	if n == 0 {
		return
	}
	if ch.canRepeat() {
		for _, rank := range ch.seeded.Ranks(total, n) {
			s.AddFood(p.cell(int(rank)))
		}
		return
	}
	for ; n > 0; n-- {
		c := p.cell(ch.roll(total))
		s.AddFood(c)
		x, y := s.Grid.XY(c)
		p.taken[x] |= 1 << y
		total--
	}
}

// add adds the cells of column x from row lo to row hi to the set, if they are on the board.
func (p *cellSet) add(x, lo, hi int) {
	for y := max(lo, 0); y <= min(hi, p.h-1); y++ {
		p.taken[x] &^= 1 << y
	}
}
