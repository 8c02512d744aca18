package env

import (
	"slices"

	"ouro"
)

func (p *planes[T]) paintFood(i int, b *board) {
	b.food = p.paintCells(i, Food, b.food, b.state.Food, func(ouro.Cell) T { return 1 })
}

func (p *planes[T]) paintHazards(i int, b *board) {
	s := b.state
	b.hazards = p.paintCells(i, Hazards, b.hazards, s.Hazards, func(c ouro.Cell) T { return T(min(s.Hazard(c), p.most)) })
}

// paintCells replaces the cells of a plane in the observations of all seats, and returns
// the new cells in the memory of the old ones.
func (p *planes[T]) paintCells(i int, kind Plane, were, are []ouro.Cell, number func(ouro.Cell) T) []ouro.Cell {
	if slices.Equal(were, are) {
		return were
	}
	for seat := range p.seats {
		plane := p.plane(p.observation(i, seat), kind)
		if plane == nil {
			break
		}
		for _, c := range were {
			plane[p.pixel[c]] = 0
		}
		for _, c := range are {
			plane[p.pixel[c]] = number(c)
		}
	}
	return append(were[:0], are...)
}

// paintHedges draws the changes of edible walls. Mostly one was eaten, or none changed. If
// their number shows that one has regrown, all are drawn, because its cell is unknown.
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
			p.paintGround(p.observation(i, seat), s)
		}
	case eaten > 0:
		for seat := range p.seats {
			if plane := p.plane(p.observation(i, seat), Hedges); plane != nil {
				plane[p.pixel[s.Snakes[0].Body.Head()]] = 0
			}
		}
	}
}

func (p *planes[T]) paintGround(view []T, s *ouro.State) {
	for _, on := range []struct {
		plane   []T
		terrain ouro.Terrain
	}{{p.plane(view, Walls), ouro.Wall}, {p.plane(view, Hedges), ouro.Hedge}} {
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
