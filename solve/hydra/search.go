package hydra

import (
	"ouro"
	"ouro/sim"
)

// A turn costs turnDepth: half for my move, half for the enemy's. A move without an
// alternative costs nothing.
const (
	turnDepth = 4
	lateDepth = 8 // from which on my late moves are reduced
	maxPly    = 120
)

// searcher searches for my move in a duel, on one thread.
type searcher struct {
	thread
	judge   Judge
	table   *table
	joint   [sim.MaxSnakes]ouro.Dir
	en      int
	draw    int32 // score of a draw
	evals   int64
	values  [4]int32               // of the moves at the root, for viewers
	killers [maxPly + 1][2]killers // mine and the enemy's
	history [2]history
}

// turn returns the value of a position for me with both to move.
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
	return s.mine(mine, theirs, depth, alpha, beta)
}

// mine returns the value of a position in which I move and the enemy replies.
func (s *searcher) mine(moves, answers ouro.DirSet, depth int, alpha, beta int32) int32 {
	key := s.pos.Hash()
	e := s.table.get(key)
	if e.bound != 0 && e.depth >= depth {
		if score := fromTable(e.score, s.ply); e.settles(score, alpha, beta) {
			return score
		}
	}
	depth -= halfDepth(moves)
	var order [4]uint8
	n := s.order(0, moves, e.dir, &order)
	best, dir, low := int32(-won-1), order[0], alpha
	for i, d := range order[:n] {
		high := beta
		if i > 0 {
			high = low + 1
		}
		less := 0
		if i > 0 && depth >= lateDepth {
			less = turnDepth / 2 // late move reduction
		}
		v := s.theirs(d, &e.replies, answers, depth-less, low, high)
		if less > 0 && v > low && !s.stopped {
			v = s.theirs(d, &e.replies, answers, depth, low, high)
		}
		if v >= high && v < beta && !s.stopped {
			v = s.theirs(d, &e.replies, answers, depth, low, beta)
		}
		if s.stopped {
			return 0
		}
		if v > best {
			best, dir = v, d
			low = max(low, v)
			if v >= beta {
				s.noteCutoff(0, d, depth)
				break
			}
		}
	}
	s.table.put(key, entry{toTable(best, s.ply), depth + halfDepth(moves), bound(best, alpha, beta), dir, e.replies})
	return best
}

// halfDepth returns the depth that a choice among these moves costs.
func halfDepth(moves ouro.DirSet) int {
	if moves.Len() == 1 {
		return 0
	}
	return turnDepth / 2
}

// theirs returns the value after my move first, before the enemy's reply.
func (s *searcher) theirs(first uint8, replies *replies, moves ouro.DirSet, depth int, alpha, beta int32) int32 {
	depth -= halfDepth(moves)
	var order [4]uint8
	n := s.order(1, moves, replies.to(first), &order)
	best, dir, high := int32(won+1), order[0], beta
	for _, d := range order[:n] {
		low := alpha
		if best <= won {
			low = max(alpha, high-1)
		}
		v := s.step(first, d, depth, low, high)
		if v <= low && v > alpha && !s.stopped {
			v = s.step(first, d, depth, alpha, high)
		}
		if s.stopped {
			return 0
		}
		if v < best {
			best, dir = v, d
			high = min(high, v)
			if v <= alpha {
				s.noteCutoff(1, d, depth)
				break
			}
		}
	}
	replies.set(first, dir)
	return best
}

// step makes the joint move and returns the value of the position after it.
func (s *searcher) step(mine, theirs uint8, depth int, alpha, beta int32) (v int32) {
	p := s.pos
	s.joint[s.me], s.joint[s.en] = ouro.Dir(mine), ouro.Dir(theirs)
	p.Make(s.joint[:])
	s.ply++
	switch alive := p.Alive(); {
	case alive.Len() == 2:
		v = s.turn(depth, alpha, beta)
	case alive == 0:
		v = s.draw
	case alive.Has(s.me):
		v = won - int32(s.ply)
	default:
		v = -won + int32(s.ply)
	}
	s.ply--
	p.Unmake()
	return v
}

// order sorts the moves of a side: 0 is mine, 1 the enemy's.
func (s *searcher) order(side int, moves ouro.DirSet, best uint8, sorted *[4]uint8) int {
	return order(moves, best, &s.killers[s.ply][side], &s.history[side][s.pos.Head(s.seat(side))], sorted)
}

// noteCutoff records a cutoff.
func (s *searcher) noteCutoff(side int, d uint8, depth int) {
	s.killers[s.ply][side].note(d)
	s.history[side].note(s.pos.Head(s.seat(side)), d, depth)
}

// seat returns the seat of a side.
func (s *searcher) seat(side int) int {
	if side == 0 {
		return s.me
	}
	return s.en
}
