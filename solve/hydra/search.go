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
	judge   Judge
	table   *table
	meter   search.Meter
	stop    *atomic.Bool
	stopped bool
	me, en  int
	seats   [2]int
	draw    int32 // what it is worth that both die
	enemies int
	ply     int
	evals   int64
	values  [4]int32 // of the directions at the root, for those who watch
	joint   [sim.MaxSnakes]ouro.Dir
	killers [maxPly + 1][2][2]uint8
	history [2][]([4]int32)
}

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

// turn is what a position is worth to me, with both to move.
func (s *searcher) turn(depth int, alpha, beta int32) int32 {
	if s.out() {
		return 0
	}
	p := s.pos
	mine, theirs := p.Moves(s.me), p.Moves(s.en)
	if mine == 0 || theirs == 0 {
		switch {
		case mine != 0:
			return won - int32(s.ply) - 1
		case theirs != 0:
			return -won + int32(s.ply) + 1
		default:
			return s.draw
		}
	}
	if depth <= 0 || s.ply >= maxPly {
		return s.evaluate()
	}
	if s.second() {
		return -s.lead(1, theirs, mine, depth, -beta, -alpha)
	}
	return s.lead(0, mine, theirs, depth, alpha, beta)
}

// second tells whether the enemy moves first in this turn.
func (s *searcher) second() bool { return false }

// leadKeys tell positions apart by who moves first.
var leadKeys = [2]uint64{0, 0x8ebc6af09c88c6e3}

// lead is what a position is worth to the side that moves first.
func (s *searcher) lead(side int, moves, answers ouro.DirSet, depth int, alpha, beta int32) int32 {
	key := s.pos.Hash() ^ leadKeys[side]
	e := s.table.get(key)
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
	n := s.order(side, moves, e.dir, &order)
	best, dir, low := int32(-won-1), order[0], alpha
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = -s.follow(1-side, d, &e.replies, answers, depth-cost, -beta, -low)
		} else {
			v = -s.follow(1-side, d, &e.replies, answers, depth-cost, -low-1, -low)
			if v > low && v < beta && !s.stopped {
				v = -s.follow(1-side, d, &e.replies, answers, depth-cost, -beta, -low)
			}
		}
		if s.stopped {
			return 0
		}
		if v > best {
			best, dir = v, d
			low = max(low, v)
			if v >= beta {
				s.good(side, d, depth)
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
	s.table.put(key, entry{toTable(best, s.ply), depth, bound, dir, e.replies})
	return best
}

// follow is what it is worth to the side that moves second, after the move of the
// first.
func (s *searcher) follow(side int, first uint8, replies *replies, moves ouro.DirSet, depth int, alpha, beta int32) int32 {
	cost := turnDepth / 2
	if moves.Len() == 1 {
		cost = forcedDepth
	}
	var order [4]uint8
	n := s.order(side, moves, replies.to(first), &order)
	best, dir, low := int32(-won-1), order[0], alpha
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = s.step(side, first, d, depth-cost, low, beta)
		} else {
			v = s.step(side, first, d, depth-cost, low, low+1)
			if v > low && v < beta && !s.stopped {
				v = s.step(side, first, d, depth-cost, low, beta)
			}
		}
		if s.stopped {
			return 0
		}
		if v > best {
			best, dir = v, d
			low = max(low, v)
			if v >= beta {
				s.good(side, d, depth)
				break
			}
		}
	}
	replies.set(first, dir)
	return best
}

// step makes the joint move and says what the position is worth to a side then.
func (s *searcher) step(side int, first, second uint8, depth int, alpha, beta int32) (v int32) {
	p := s.pos
	s.joint[s.seats[1-side]], s.joint[s.seats[side]] = ouro.Dir(first), ouro.Dir(second)
	p.Make(s.joint[:])
	s.ply++
	switch alive := p.Alive(); {
	case alive.Len() == 2:
		if side == 0 {
			v = s.turn(depth, alpha, beta)
		} else {
			v = -s.turn(depth, -beta, -alpha)
		}
	case alive == 0:
		v = s.draw
		if side == 1 {
			v = -v
		}
	case alive.Has(s.seats[side]):
		v = won - int32(s.ply)
	default:
		v = -won + int32(s.ply)
	}
	s.ply--
	p.Unmake()
	return v
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
func (s *searcher) order(side int, moves ouro.DirSet, best uint8, order *[4]uint8) (n int) {
	head := s.pos.Head(s.seats[side])
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
func (s *searcher) good(side int, d uint8, depth int) {
	k := &s.killers[s.ply][side]
	if k[0] != d+1 {
		k[1], k[0] = k[0], d+1
	}
	h := &s.history[side][s.pos.Head(s.seats[side])][d]
	*h += int32(depth * depth)
	if *h > 1<<22 {
		for c := range s.history[side] {
			for d := range s.history[side][c] {
				s.history[side][c][d] /= 2
			}
		}
	}
}
