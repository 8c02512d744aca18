package env

import (
	"slices"

	"ouro"
)

func (p *planes[T]) paintFood(i int, b *board) {
	if slices.Equal(b.food, b.state.Food) {
		return
	}
	for seat := range p.seats {
		plane := p.plane(p.seen(i, seat), Food)
		if plane == nil {
			break
		}
		for _, c := range b.food {
			plane[p.pixel[c]] = 0
		}
		for _, c := range b.state.Food {
			plane[p.pixel[c]] = 1
		}
	}
	b.food = append(b.food[:0], b.state.Food...)
}

func (p *planes[T]) paintHazards(i int, b *board) {
	s := b.state
	if slices.Equal(b.hazards, s.Hazards) {
		return
	}
	for seat := range p.seats {
		plane := p.plane(p.seen(i, seat), Hazards)
		if plane == nil {
			break
		}
		for _, c := range b.hazards {
			plane[p.pixel[c]] = 0
		}
		for _, c := range s.Hazards {
			plane[p.pixel[c]] = T(min(s.Hazard(c), p.most))
		}
	}
	b.hazards = append(b.hazards[:0], s.Hazards...)
}

// paintHedges draws the ground of the maze: mostly an edible wall has been eaten, or
// nothing has happened. If the number of edible walls tells of more, one has grown,
// and it does not tell where.
func (p *planes[T]) paintHedges(i int, b *board) {
	s := b.state
	eaten := 0
	if b.moved[0].fed && b.hedges > 0 {
		eaten = 1
	}
	grown := s.Hedges() != b.hedges-eaten
	b.hedges = s.Hedges()
	switch {
	case grown:
		for seat := range p.seats {
			p.paintGround(p.seen(i, seat), s)
		}
	case eaten > 0:
		for seat := range p.seats {
			if plane := p.plane(p.seen(i, seat), Hedges); plane != nil {
				plane[p.pixel[s.Snakes[0].Body.Head()]] = 0
			}
		}
	}
}

func (p *planes[T]) paintGround(seen []T, s *ouro.State) {
	for _, on := range []struct {
		plane   []T
		terrain ouro.Terrain
	}{{p.plane(seen, Walls), ouro.Wall}, {p.plane(seen, Hedges), ouro.Hedge}} {
		if on.plane == nil {
			continue
		}
		for c := range ouro.Cell(p.cells) {
			on.plane[p.pixel[c]] = 0
			if s.Terrain(c) == on.terrain {
				on.plane[p.pixel[c]] = 1
			}
		}
	}
}
