package env

import (
	"ouro"
	"ouro/field"
)

// reach is memory for drawing the plane Reach.
type reach struct {
	field   *field.Field
	blocked []bool
}

// paintReach draws the plane Reach: for each cell, the number of moves from the head of the snake,
// if no body moved. So the cells of legal moves have 1. The client must have requested the plane.
func (p *planes[T]) paintReach(view []T, b *board, seat int) {
	plane := p.plane(view, Reach)
	clear(plane)
	s := b.state
	if s.Snakes[seat].Cause != ouro.Alive {
		return
	}
	r := &b.reach
	if r.field == nil {
		r.field, r.blocked = field.New(s.Grid), make([]bool, s.Grid.Size())
	}
	field.Block(r.blocked, s, seat)
	r.field.Fill(r.blocked, s.Snakes[seat].Body.Head())
	for _, c := range r.field.Reached() {
		plane[p.pixel[c]] = p.number[r.field.At(c)]
	}
}
