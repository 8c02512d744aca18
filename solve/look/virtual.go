package look

import (
	"ouro"
	"ouro/field"
	"ouro/search"
)

// virtual is the virtual snake. It eats but never dies.
type virtual struct {
	grid    *ouro.Grid
	body    ouro.Body
	blocked []bool
	field   *field.Field
	way     []ouro.Cell // from the head's cell to the food
}

func newVirtual(g *ouro.Grid) *virtual {
	return &virtual{
		grid:    g,
		blocked: make([]bool, g.Size()),
		field:   field.New(g),
		way:     make([]ouro.Cell, 0, g.Size()),
	}
}

// outcome is the result of the virtual snake.
type outcome uint8

const (
	noWay      outcome = iota // the food cannot be reached, or the budget ended
	cutOff                    // after the meal the tail cannot be reached
	besideTail                // after the meal the head is right beside the tail
	safe                      // after the meal a path leads from the head to the tail
)

// walk follows the shortest path to the food on a board with these obstacles and this many free
// cells, and searches the tail from there.
//
// Each step leads nearer to the food, and the cells that the tail leaves can only shorten the
// path, so the walk ends.
func (v *virtual) walk(t ouro.Turn, blocked []bool, free int, m *search.Meter) outcome {
	copy(v.blocked, blocked)
	v.body.CopyFrom(&t.Snake().Body)
	v.way = append(v.way[:0], v.body.Head())
	for {
		head := v.body.Head()
		if !m.Allow(free + 1) {
			return noWay
		}
		v.blocked[head] = false
		reached := v.field.FillTo(head, v.blocked, t.State.Food...)
		v.blocked[head] = true
		m.Add(len(v.field.Reached()))
		if !reached {
			return noWay // on the first step: later ones have a path
		}
		d, _ := v.field.Downhill(head)
		next := v.grid.Next(head, d)
		v.way = append(v.way, next)
		v.blocked[next] = true
		if t.State.HasFood(next) {
			v.body.PushHead(next)
			return v.lookBack(free, m)
		}
		v.blocked[v.body.Shift(next)] = false
	}
}

// lookBack reports whether head and tail can meet now.
func (v *virtual) lookBack(free int, m *search.Meter) outcome {
	head, tail := v.body.Head(), v.body.Tail()
	if v.grid.Distance(head, tail) == 1 && v.body.Len() > 3 {
		return besideTail
	}
	if !m.Allow(free + 1) {
		return noWay
	}
	v.blocked[head] = false
	reached := v.field.FillTo(head, v.blocked, tail)
	m.Add(len(v.field.Reached()))
	if !reached {
		return cutOff
	}
	return safe
}
