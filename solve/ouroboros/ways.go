package ouroboros

import (
	"slices"

	"ouro"
)

// explorer finds ways to a square, by whatever squares are left in time.
type explorer struct {
	steps []int16 // by square, the first step in which it can be entered; noPlace if that is not known
	queue []square
	way   []square
}

// passed are the steps of squares that a way must not pass again.
const passed = -2

func newExplorer(r *ring) explorer {
	return explorer{
		steps: make([]int16, len(r.place)),
		queue: make([]square, 0, len(r.squares)),
		way:   make([]square, 0, len(r.squares)+1),
	}
}

// spread finds how soon the squares can be entered that are nearer than this one, or
// with 0 all squares.
func (x *explorer) spread(p *planner, to square) {
	x.forget()
	x.spreadFrom(p, p.body[0], 0, to)
}

func (x *explorer) forget() {
	for i := range x.steps {
		x.steps[i] = noPlace
	}
}

// spreadFrom goes on from a square that is entered at this step.
func (x *explorer) spreadFrom(p *planner, from square, step int16, to square) {
	x.steps[from] = step
	x.queue = append(x.queue[:0], from)
	for i := 0; i < len(x.queue) && x.queue[i] != to; i++ {
		s := x.queue[i]
		step := x.steps[s] + 1
		for _, next := range p.around(s) {
			if p.cells[next] != ouro.NoCell && x.steps[next] == noPlace && p.leaves[next] <= step {
				x.steps[next] = step
				x.queue = append(x.queue, next)
			}
		}
	}
}

// wayTo is one of the shortest ways to a square, at random; nil if none is known that is shorter than a lap. It is
// good until the next one.
func (x *explorer) wayTo(p *planner, to square, d dice) []square {
	x.way = x.way[:0]
	return x.wayOn(p, to, 0, d)
}

// wayOn is the way with the rest of it, which begins at this step.
func (x *explorer) wayOn(p *planner, to square, first int16, d dice) []square {
	last := x.steps[to]
	if int(last) >= len(p.order) {
		return nil // it is not known, or a lap long
	}
	x.way = slices.Grow(x.way[:first], int(last-first)+1)[:last+1]
	x.way[last] = to
	for s, step := to, last-1; step >= first; step-- {
		var from [4]square
		n := 0
		for _, before := range p.around(s) {
			if x.steps[before] == step {
				from[n] = before
				n++
			}
		}
		s = from[d.Roll(n)]
		x.way[step] = s
	}
	return x.way
}

// wayBy is a way to a square that passes another one, and is shortest before and after
// that; nil if it meets itself.
func (x *explorer) wayBy(p *planner, by, to square, d dice) []square {
	x.spread(p, by)
	way := x.wayTo(p, by, d)
	if way == nil || slices.Contains(way, to) {
		return nil
	}
	x.forget()
	for _, s := range way {
		x.steps[s] = passed
	}
	step := int16(len(way) - 1)
	x.spreadFrom(p, by, step, to)
	return x.wayOn(p, to, step, d)
}
