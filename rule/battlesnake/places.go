package battlesnake

import (
	"math/bits"

	"ouro"
)

// places are the cells of a board on which something may be put. They are in
// the order of the official engine: column by column, each from the bottom.
type places struct {
	w, h  int
	taken [ouro.MaxSide]uint64 // by column, a bit for each row
}

// allPlaces are all cells of s but those with food or a living snake's body.
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

// offHazards are the cells without hazard.
func offHazards(s *ouro.State) places {
	p := places{w: s.Grid.W, h: s.Grid.H}
	p.bar(s, s.Hazards)
	return p
}

// bar excludes cells.
func (p *places) bar(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		x, y := s.Grid.XY(c)
		p.taken[x] |= 1 << y
	}
}

// barHeads excludes the cells beside the heads of living snakes. The edges do
// not count as joined, on any board.
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

// free are the cells left in a column.
func (p *places) free(x int) uint64 { return ^p.taken[x] << (64 - p.h) >> (64 - p.h) }

// has tells whether a cell of s is left.
func (p *places) has(s *ouro.State, c ouro.Cell) bool {
	x, y := s.Grid.XY(c)
	return p.taken[x]>>y&1 == 0
}

// count is the number of cells left.
func (p *places) count() int {
	n := 0
	for x := range p.w {
		n += bits.OnesCount64(p.free(x))
	}
	return n
}

// at is the cell of this rank, from 0, among those left.
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

// scatterFood puts n food on places, or as much as there is room for.
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

// clear frees the cells of a column from row lo to row hi, as far as they are
// on the board.
func (p *places) clear(x, lo, hi int) {
	for y := max(lo, 0); y <= min(hi, p.h-1); y++ {
		p.taken[x] &^= 1 << y
	}
}
