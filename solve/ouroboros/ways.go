package ouroboros

import (
	"slices"

	"ouro"
)

// explorer finds paths to a square over squares that the body leaves in time.
type explorer struct {
	steps []int16 // by square: the first step in which it can be entered; noPlace if unknown
	queue []square
	way   []square
}

// passed marks squares that a path must not visit again.
const passed = -2

func newExplorer(r *ring) explorer {
	return explorer{
		steps: make([]int16, len(r.place)),
		queue: make([]square, 0, len(r.squares)),
		way:   make([]square, 0, len(r.squares)+1),
	}
}

// spread computes how soon squares can be entered, up to the given one; with 0 all squares.
func (x *explorer) spread(p *planner, to square) {
	x.forget()
	x.spreadFrom(p, p.body[0], 0, to)
}

func (x *explorer) forget() {
	for i := range x.steps {
		x.steps[i] = noPlace
	}
}

// spreadFrom continues from a square that is entered at this step.
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

// wayTo returns a random shortest path to a square, valid until the next call; nil if none
// shorter than a lap is known.
func (x *explorer) wayTo(p *planner, to square, d dice) []square {
	x.way = x.way[:0]
	return x.wayOn(p, to, 0, d)
}

// wayOn completes a path whose first steps are known.
func (x *explorer) wayOn(p *planner, to square, first int16, d dice) []square {
	last := x.steps[to]
	if int(last) >= len(p.order) {
		return nil // unknown, or a lap long
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

// wayBy returns a path to a square over another one, shortest before and after it; nil if
// it crosses itself.
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
