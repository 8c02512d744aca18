package hydra

import (
	"ouro"
	"ouro/sim"
)

// ways are the distances to the next hazard-free cell and to the next food, through all
// snakes, in the root position.
type ways struct {
	harm  int     // the largest health cost of a hazard, 0 without hazards
	exit  []int16 // by cell: steps to the next cell without hazards, if there are any
	food  []int16 // by cell: steps to the next food
	queue []ouro.Cell
}

// farAway is the distance if there is no such cell.
const farAway = 100

// load computes the distances of a position.
func (w *ways) load(p *sim.Position) {
	w.harm = 0
	for c := range p.Grid().Size() {
		w.harm = max(w.harm, p.Cost(ouro.Cell(c))-1)
	}
	if w.harm > 0 {
		w.exit = w.steps(p, w.exit, func(c ouro.Cell) bool { return p.Cost(c) <= 1 })
	}
	w.food = w.steps(p, w.food, p.Food)
}

// steps returns the distance of each cell to the next sought cell, in the memory of to.
func (w *ways) steps(p *sim.Position, to []int16, sought func(ouro.Cell) bool) []int16 {
	size := p.Grid().Size()
	if len(to) != size {
		to, w.queue = make([]int16, size), make([]ouro.Cell, 0, size)
	}
	w.queue = w.queue[:0]
	for c := range ouro.Cell(size) {
		to[c] = farAway
		if sought(c) {
			to[c] = 0
			w.queue = append(w.queue, c)
		}
	}
	for i := 0; i < len(w.queue); i++ {
		c := w.queue[i]
		for d := range ouro.Dir(4) {
			if next := p.Next(c, d); next != ouro.NoCell && to[next] == farAway {
				to[next] = to[c] + 1
				w.queue = append(w.queue, next)
			}
		}
	}
	return to
}
