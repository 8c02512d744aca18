package battlesnake

import (
	"math/bits"

	"ouro"
)

// places is a set of cells on which something may be put. Its order is that of the official
// engine: column by column, each from the bottom.
type places struct {
	w, h  int
	taken [ouro.MaxSide]uint64 // by column, a bit for each row
}

// allPlaces returns all cells of s without food and without a living snake.
func allPlaces(s *ouro.State) places {
	p := places{w: s.Grid.W, h: s.Grid.H}
	p.bar(s, s.Food)
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

// offHazards returns the cells without hazard.
func offHazards(s *ouro.State) places {
	p := places{w: s.Grid.W, h: s.Grid.H}
	p.bar(s, s.Hazards)
	return p
}

// bar removes cells from the set.
func (p *places) bar(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		x, y := s.Grid.XY(c)
		p.taken[x] |= 1 << y
	}
}

// barHeads removes the cells beside the heads of living snakes. Edges do not wrap here, on
// any board.
func (p *places) barHeads(s *ouro.State) {
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

// free returns the cells of column x that are in the set.
func (p *places) free(x int) uint64 { return ^p.taken[x] << (64 - p.h) >> (64 - p.h) }

func (p *places) has(s *ouro.State, c ouro.Cell) bool {
	x, y := s.Grid.XY(c)
	return p.taken[x]>>y&1 == 0
}

// count returns the number of cells in the set.
func (p *places) count() int {
	n := 0
	for x := range p.w {
		n += bits.OnesCount64(p.free(x))
	}
	return n
}

// at returns the cell of this rank, from 0.
func (p *places) at(rank int) ouro.Cell {
	for x := range p.w {
		free := p.free(x)
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
func scatterFood(s *ouro.State, ch chance, p *places, n int) {
	total := p.count()
	n = min(n, total)
	if n == 0 {
		return
	}
	if ch.replays() {
		for _, rank := range ch.seeded.Ranks(total, n) {
			s.AddFood(p.at(int(rank)))
		}
		return
	}
	for ; n > 0; n-- {
		c := p.at(ch.roll(total))
		s.AddFood(c)
		x, y := s.Grid.XY(c)
		p.taken[x] |= 1 << y
		total--
	}
}

// clear adds the cells of column x from row lo to row hi, as far as they are on the board.
func (p *places) clear(x, lo, hi int) {
	for y := max(lo, 0); y <= min(hi, p.h-1); y++ {
		p.taken[x] &^= 1 << y
	}
}
