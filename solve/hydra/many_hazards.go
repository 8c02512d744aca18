package hydra

import (
	"ouro"
	"ouro/sim"
)

// hazards are those of the position that a decision is made in.
type hazards struct {
	harm  int     // the most health that a hazard costs, 0 if there is none
	way   []int16 // by cell, where there are hazards: steps to the next cell without
	queue []ouro.Cell
}

// farAway is the way where no cell is without hazard.
const farAway = 100

// load finds the hazards of a position, and the ways out of them.
func (h *hazards) load(p *sim.Position) {
	h.harm = 0
	for c := range p.Grid().Size() {
		h.harm = max(h.harm, p.Cost(ouro.Cell(c))-1)
	}
	if h.harm > 0 {
		h.leave(p)
	}
}

// leave finds the ways out.
func (h *hazards) leave(p *sim.Position) {
	size := p.Grid().Size()
	if len(h.way) != size {
		h.way, h.queue = make([]int16, size), make([]ouro.Cell, 0, size)
	}
	h.queue = h.queue[:0]
	for c := range ouro.Cell(size) {
		h.way[c] = farAway
		if p.Cost(c) <= 1 {
			h.way[c] = 0
			h.queue = append(h.queue, c)
		}
	}
	for i := 0; i < len(h.queue); i++ {
		c := h.queue[i]
		for d := range ouro.Dir(4) {
			if to := p.Next(c, d); to != ouro.NoCell && h.way[to] == farAway {
				h.way[to] = h.way[c] + 1
				h.queue = append(h.queue, to)
			}
		}
	}
}
