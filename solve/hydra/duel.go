package hydra

import (
	"context"
	"sync"

	"ouro"
	"ouro/sim"
)

// duel decides where one enemy is left. The position and the seats of the first
// searcher are those of the turn. The other searchers run beside it over the same
// position and share what they find out in the table, nothing else: each is a little
// ahead or behind, so that they seldom do the same at the same time (lazy SMP).
func (h *hydra) duel(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := t.Nodes
	_, timed := ctx.Deadline()
	if !timed && nodes == 0 {
		nodes = plainNodes
	}
	if nodes > 0 {
		h.s.table.forget() // the same nodes find the same move, whatever was asked before
	}
	h.stop.Store(false)
	h.s.begin(h, ctx, nodes)
	if nodes > 0 || h.threads == 1 {
		return h.s.deepen(moves, turnDepth/2, h.depth, t)
	}
	for len(h.crew) < h.threads-1 {
		h.crew = append(h.crew, &searcher{pos: new(sim.Position)})
	}
	var others sync.WaitGroup
	for i, s := range h.crew {
		s.table, s.draw, s.judge = h.s.table, h.s.draw, h.s.judge
		s.me, s.en = h.s.me, h.s.en
		s.pos.CopyFrom(h.s.pos)
		s.flood.Load(s.pos)
		s.begin(h, ctx, 0)
		others.Go(func() { s.deepen(moves, turnDepth/2*(1+(i+1)%2), h.depth, ouro.Turn{}) })
	}
	d := h.s.deepen(moves, turnDepth/2, h.depth, t)
	h.stop.Store(true)
	others.Wait()
	for _, s := range h.crew {
		d.Nodes += s.meter.Nodes()
	}
	return d
}

// begin readies a searcher for a decision.
func (s *searcher) begin(h *hydra, ctx context.Context, nodes int64) {
	s.meter = h.meter(ctx, nodes)
	s.stop, s.stopped, s.ply, s.evals = &h.stop, false, 0, 0
	for i := range s.history {
		if len(s.history[i]) != s.pos.Grid().Size() {
			s.history[i] = make(history, s.pos.Grid().Size())
		}
		clear(s.history[i])
	}
	clear(s.killers[:])
	for d := range s.values {
		s.values[d] = unknown
	}
}

// deepen searches deeper and deeper until the budget is used up, the game is
// decided, or it is turns deep.
func (s *searcher) deepen(moves ouro.DirSet, from, turns int, t ouro.Turn) ouro.Decision {
	best := ouro.Decision{Dir: moves.At(0)}
	t.Offer(best.Dir)
	for depth := from; depth <= turnDepth*turns; depth += turnDepth / 2 {
		dir, v, whole := s.root(moves, depth, uint8(best.Dir))
		if dir != noDir && ouro.Dir(dir) != best.Dir {
			best.Dir = ouro.Dir(dir)
			t.Offer(best.Dir)
		}
		if !whole {
			break
		}
		best.Score, best.Depth = float64(v), depth*2/turnDepth
		if v > decided || v < -decided {
			break
		}
	}
	best.Nodes = s.meter.Nodes()
	return best
}

// root searches all moves of mine to a depth: the best of those that it comes to, and
// whether these are all. It begins with the move that was best before.
func (s *searcher) root(moves ouro.DirSet, depth int, first uint8) (dir uint8, best int32, whole bool) {
	key := s.pos.Hash()
	e := s.table.get(key)
	theirs := s.pos.Moves(s.en)
	if theirs == 0 {
		theirs = 1 // any: all are certain to kill
	}
	var order [4]uint8
	n := s.order(0, moves, first, &order)
	left := depth - halfDepth(moves)
	dir, best = noDir, -won-1
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = s.theirs(d, &e.replies, theirs, left, -won, won)
		} else {
			v = s.theirs(d, &e.replies, theirs, left, best, best+1)
			if v > best && !s.stopped {
				v = s.theirs(d, &e.replies, theirs, left, best, won)
			}
		}
		if s.stopped {
			return dir, best, false
		}
		s.values[d] = v
		if v > best {
			best, dir = v, d
		}
	}
	s.table.put(key, entry{best, depth, exact, dir, e.replies})
	return dir, best, true
}
