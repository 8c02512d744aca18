package hydra

import (
	"sync/atomic"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// A turn costs a search this much depth: half for my move, half for theirs. A move
// without alternative costs less.
const (
	turnDepth   = 4
	forcedDepth = 1
	maxPly      = 120
)

// searcher looks for my move on one thread.
type searcher struct {
	pos     *sim.Position
	flood   sim.Flood
	table   *table
	meter   search.Meter
	stop    *atomic.Bool
	stopped bool
	me, en  int
	enemies int
	draw    int32 // what it is worth that both die
	ply     int
	evals   int64
	joint   [sim.MaxSnakes]ouro.Dir
	killers [maxPly + 1][2][2]uint8
	history [2][]([4]int32)
}

// keys of the moves that are made but not yet answered.
var dirKeys = [...]uint64{0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3}

// out tells whether to stop.
func (s *searcher) out() bool {
	if s.stopped {
		return true
	}
	if !s.meter.Tick() || s.stop.Load() {
		s.stopped = true
	}
	return s.stopped
}

// mine is what the position is worth with me to move.
func (s *searcher) mine(depth int, alpha, beta int32) int32 {
	if s.out() {
		return 0
	}
	p := s.pos
	moves := p.Moves(s.me)
	theirs := p.Moves(s.en)
	if moves == 0 || theirs == 0 {
		switch {
		case moves != 0:
			return won - int32(s.ply) - 1
		case theirs != 0:
			return -won + int32(s.ply) + 1
		default:
			return s.draw
		}
	}
	key := p.Hash()
	e, ok := s.table.get(key)
	if ok && e.depth >= depth {
		score := fromTable(e.score, s.ply)
		switch {
		case e.bound == exact,
			e.bound == atLeast && score >= beta,
			e.bound == atMost && score <= alpha:
			return score
		}
	}
	if depth <= 0 || s.ply >= maxPly {
		v := s.evaluate()
		s.table.put(key, entry{v, 0, exact, e.dir})
		return v
	}
	cost := turnDepth / 2
	if moves.Len() == 1 {
		cost = forcedDepth
	}
	var order [4]uint8
	n := s.order(0, s.me, moves, e.dir, &order)
	best, dir, low := int32(-won-1), order[0], alpha
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = s.theirs(d, key, theirs, depth-cost, low, beta)
		} else {
			v = s.theirs(d, key, theirs, depth-cost, low, low+1)
			if v > low && v < beta && !s.stopped {
				v = s.theirs(d, key, theirs, depth-cost, low, beta)
			}
		}
		if s.stopped {
			return 0
		}
		if v > best {
			best, dir = v, d
			if v > low {
				low = v
			}
			if v >= beta {
				s.good(0, s.me, d, depth)
				break
			}
		}
	}
	bound := uint8(exact)
	if best >= beta {
		bound = atLeast
	} else if best <= alpha {
		bound = atMost
	}
	s.table.put(key, entry{toTable(best, s.ply), depth, bound, dir})
	return best
}

// theirs is what it is worth after my move, with theirs to come.
func (s *searcher) theirs(mine uint8, key uint64, moves ouro.DirSet, depth int, alpha, beta int32) int32 {
	p := s.pos
	key ^= dirKeys[mine]
	e, _ := s.table.get(key)
	if e.bound != 0 && e.depth >= depth {
		score := fromTable(e.score, s.ply)
		switch {
		case e.bound == exact,
			e.bound == atLeast && score >= beta,
			e.bound == atMost && score <= alpha:
			return score
		}
	}
	cost := turnDepth / 2
	if moves.Len() == 1 {
		cost = forcedDepth
	}
	var order [4]uint8
	n := s.order(1, s.en, moves, e.dir, &order)
	best, dir, high := int32(won+1), order[0], beta
	for i, d := range order[:n] {
		s.joint[s.me], s.joint[s.en] = ouro.Dir(mine), ouro.Dir(d)
		var v int32
		p.Make(s.joint[:])
		s.ply++
		if alive := p.Alive(); alive.Len() < 2 {
			switch {
			case alive == 0:
				v = s.draw
			case alive.Has(s.me):
				v = won - int32(s.ply)
			default:
				v = -won + int32(s.ply)
			}
		} else if i == 0 {
			v = s.mine(depth-cost, alpha, high)
		} else {
			v = s.mine(depth-cost, high-1, high)
			if v < high && v > alpha && !s.stopped {
				v = s.mine(depth-cost, alpha, high)
			}
		}
		s.ply--
		p.Unmake()
		if s.stopped {
			return 0
		}
		if v < best {
			best, dir = v, d
			if v < high {
				high = v
			}
			if v <= alpha {
				s.good(1, s.en, d, depth)
				break
			}
		}
	}
	bound := uint8(exact)
	if best >= beta {
		bound = atLeast
	} else if best <= alpha {
		bound = atMost
	}
	s.table.put(key, entry{toTable(best, s.ply), depth, bound, dir})
	return best
}

// Scores of decided positions count the turns from the root; in the table they
// count from the position.
func toTable(v int32, ply int) int32 {
	switch {
	case v > decided:
		return v + int32(ply)
	case v < -decided:
		return v - int32(ply)
	}
	return v
}

func fromTable(v int32, ply int) int32 {
	switch {
	case v > decided:
		return v - int32(ply)
	case v < -decided:
		return v + int32(ply)
	}
	return v
}

// order sorts moves, the most promising first.
func (s *searcher) order(side, seat int, moves ouro.DirSet, best uint8, order *[4]uint8) (n int) {
	head := s.pos.Head(seat)
	var rank [4]int32
	k := &s.killers[s.ply][side]
	h := &s.history[side][head]
	for d := range uint8(4) {
		if !moves.Has(ouro.Dir(d)) {
			continue
		}
		r := h[d]
		switch d {
		case best:
			r = 1 << 30
		case k[0] - 1:
			r += 1 << 24
		case k[1] - 1:
			r += 1 << 23
		}
		i := n
		for ; i > 0 && rank[i-1] < r; i-- {
			rank[i], order[i] = rank[i-1], order[i-1]
		}
		rank[i], order[i] = r, d
		n++
	}
	return n
}

// good notes a move that cut.
func (s *searcher) good(side, seat int, d uint8, depth int) {
	k := &s.killers[s.ply][side]
	if k[0] != d+1 {
		k[1], k[0] = k[0], d+1
	}
	h := &s.history[side][s.pos.Head(seat)][d]
	*h += int32(depth * depth)
	if *h > 1<<22 {
		for c := range s.history[side] {
			for d := range s.history[side][c] {
				s.history[side][c][d] /= 2
			}
		}
	}
}
