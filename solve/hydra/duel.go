package hydra

import (
	"context"

	"ouro"
	"ouro/sim"
)

// duelStep is the increase of depth from one iteration to the next.
const duelStep = turnDepth / 2

// decideDuel decides against a single enemy. The first searcher has the position and the seats
// of the turn.
func (h *hydra) decideDuel(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	if h.s.table == nil { // the game began with one snake
		h.s.table = newTable(h.tableSize())
	}
	if nodes > 0 {
		h.s.table.forget() // the decision may depend on nothing but the position
	}
	h.s.begin(ctx, h, nodes)
	first := func() ouro.Decision { return h.deepen(&h.s, moves, duelStep, t) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	for len(h.duelists) < h.threads-1 {
		h.duelists = append(h.duelists, &searcher{thread: thread{pos: new(sim.Position)}})
	}
	for _, s := range h.duelists {
		s.draw, s.judge = h.s.draw, h.s.judge
		s.me, s.en = h.s.me, h.s.en
		s.pos.CopyFrom(h.s.pos)
		s.flood.Load(s.pos)
		s.begin(ctx, h, 0)
	}
	return beside(h, h.duelists, func(i int, s *searcher) {
		h.deepen(s, moves, duelStep*(1+(i+1)%2), ouro.Turn{})
	}, first)
}

// begin prepares a searcher for a decision.
func (s *searcher) begin(ctx context.Context, h *hydra, nodes int64) {
	s.thread.begin(ctx, h, nodes)
	s.table = h.s.table
	s.evals = 0
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

// root searches all my moves to a depth, beginning with the best of the previous iteration.
// It returns the best move searched in time and whether all were searched.
func (s *searcher) root(moves ouro.DirSet, depth int, first uint8) (dir uint8, best int32, whole bool) {
	key := s.pos.Hash()
	e := s.table.get(key)
	theirs := s.pos.Moves(s.en)
	if theirs == 0 {
		theirs = 1 // any move: all are fatal
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
