// Package hydra
package hydra

import (
	"context"
	"fmt"
	"sync/atomic"

	"ouro"
	"ouro/field"
	"ouro/sim"
)

// plainNodes is the budget where neither time nor nodes are limited.
const plainNodes = 5000

type hydra struct {
	options
	s    searcher
	area *sim.Area
	stop atomic.Bool
}

// New makes hydra.
func New(setup ouro.Setup) (ouro.Solver, error) {
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
	h.area = sim.NewArea(setup.Start.Grid)
	return h, nil
}

// Threads is on how many threads it thinks.
func (h *hydra) Threads() int { return h.threads }

func (h *hydra) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
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
	if rest.Len() != 1 {
		d := h.roomiest(t.Seat, moves)
		t.Offer(d)
		return ouro.Decision{Dir: d}, nil
	}
	s.flood.Load(p)
	s.en = rest.First()
	s.enemies = 1
	s.seats = [2]int{s.me, s.en}
	nodes := t.Nodes
	if _, timed := ctx.Deadline(); nodes > 0 || !timed {
		s.table.forget()
		if nodes == 0 {
			nodes = plainNodes
		}
	}
	s.meter = h.meter(ctx, nodes)
	h.stop.Store(false)
	s.stop, s.stopped, s.ply, s.evals = &h.stop, false, 0, 0
	for i := range s.history {
		if len(s.history[i]) != p.Grid().Size() {
			s.history[i] = make([][4]int32, p.Grid().Size())
		}
		clear(s.history[i])
	}
	clear(s.killers[:])
	best := ouro.Decision{Dir: moves.At(0)}
	t.Offer(best.Dir)
	for depth := 2; depth <= turnDepth*h.depth; depth += 2 {
		d, v, ok := s.root(moves, depth, uint8(best.Dir))
		if ok || d != noDir {
			if ouro.Dir(d) != best.Dir {
				best.Dir = ouro.Dir(d)
				t.Offer(best.Dir)
			}
		}
		if !ok {
			break
		}
		best.Score, best.Depth = float64(v), depth/2
		if v > decided || v < -decided {
			break
		}
	}
	best.Nodes = s.meter.Nodes()
	return best, nil
}

// root searches all moves to a depth.
func (s *searcher) root(moves ouro.DirSet, depth int, first uint8) (dir uint8, best int32, ok bool) {
	p := s.pos
	key := p.Hash()
	e := s.table.get(key)
	theirs := p.Moves(s.en)
	if theirs == 0 {
		theirs = 1
	}
	var order [4]uint8
	n := s.order(0, moves, first, &order)
	cost := turnDepth / 2
	if n == 1 {
		cost = forcedDepth
	}
	dir, best = noDir, -won-1
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = -s.follow(1, d, &e.replies, theirs, depth-cost, -won, won)
		} else {
			v = -s.follow(1, d, &e.replies, theirs, depth-cost, -best-1, -best)
			if v > best && !s.stopped {
				v = -s.follow(1, d, &e.replies, theirs, depth-cost, -won, -best)
			}
		}
		if s.stopped {
			return dir, best, false
		}
		if v > best {
			best, dir = v, d
		}
	}
	s.table.put(key, entry{best, depth, exact, dir, e.replies})
	return dir, best, true
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
