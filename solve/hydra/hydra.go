// Package hydra
package hydra

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/field"
	"ouro/sim"
)

// plainNodes is the budget where neither time nor nodes are limited.
const plainNodes = 5000

type hydra struct {
	options
	s     searcher
	crew  []*searcher // the other threads'
	alone alone
	pack  pack
	packs []*pack // the other threads', among several enemies
	area  *sim.Area
	stop  atomic.Bool
}

// New makes hydra.
func New(setup ouro.Setup) (ouro.Solver, error) {
	return NewWith(setup, learned)
}

// NewWith makes hydra with other weights than its own.
func NewWith(setup ouro.Setup, w *Weights) (ouro.Solver, error) {
	h, err := newHydra(setup)
	if err != nil {
		return nil, err
	}
	h.s.judge = NewJudge(w)
	return h, nil
}

func newHydra(setup ouro.Setup) (*hydra, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	h := &hydra{options: opts}
	h.s.table = newTable(opts.tableSize())
	h.s.draw = opts.draw()
	h.s.pos = new(sim.Position)
	h.s.judge = NewJudge(learned)
	h.area = sim.NewArea(setup.Start.Grid)
	return h, nil
}

// Threads is on how many threads it thinks.
func (h *hydra) Threads() int { return h.threads }

// Decide answers as ouro.Solver says.
func (h *hydra) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	began := time.Time{}
	if _, timed := ctx.Deadline(); timed && t.Trace.On() {
		began = time.Now()
	}
	d, err := h.decide(ctx, t)
	if err == nil {
		h.tell(t, d, began)
	}
	return d, err
}

func (h *hydra) decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	s := &h.s
	p := s.pos
	p.Load(t.State)
	s.me = t.Seat
	moves := p.Moves(t.Seat) & t.State.Legal(t.Seat)
	if moves == 0 {
		moves = t.State.Legal(t.Seat)
	}
	if moves == 0 {
		return ouro.Decision{Dir: field.Onward(t.State, t.Seat)}, nil
	}
	rest := p.Alive() &^ (1 << t.Seat)
	if rest == 0 {
		return h.live(ctx, t, moves), nil
	}
	if rest.Len() > 1 {
		return h.among(ctx, t, moves), nil
	}
	s.flood.Load(p)
	s.judge.Load(p)
	s.en, s.enemies = rest.First(), 1
	s.seats = [2]int{s.me, s.en}
	if h.pack.pos != nil {
		h.pack.pos = nil
		s.table.forget() // what it knows was found among more enemies, on another scale
	}
	return h.duel(ctx, t, moves), nil
}

// roomiest is the step with the most room behind it.
func (h *hydra) roomiest(seat int, moves ouro.DirSet) ouro.Dir {
	p := h.s.pos
	best, most := moves.At(0), -1
	for i := range moves.Len() {
		if room := h.area.Room(p, p.Next(p.Head(seat), moves.At(i)), p.Grid().Size()); room > most {
			best, most = moves.At(i), room
		}
	}
	return best
}
