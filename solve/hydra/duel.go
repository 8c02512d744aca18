package hydra

import (
	"context"

	"ouro"
	"ouro/sim"
)

// A turn costs turnDepth of depth: half for my move, half for the enemy's. If a snake has a single
// move, its half costs nothing.
const (
	turnDepth = 4
	lateDepth = 8 // from this depth on, all my moves but the most promising are searched less deeply
	maxPly    = 120
)

// searcher searches a duel on one thread.
type searcher struct {
	thread
	judge   Judge
	table   *table
	joint   [sim.MaxSnakes]ouro.Dir // scratch: the moves of a turn by seat
	en      int                     // seat of the enemy
	draw    int32                   // score of a draw
	evals   int64                   // number of evaluations, for benchmarks
	values  [4]int32                // values of the moves at the root, for viewers
	killers [maxPly + 1][2]killers  // killers of my moves and of the enemy's
	history [2]history              // history of my moves and of the enemy's
}

// duelStep is the increase of depth from one iteration to the next.
const duelStep = turnDepth / 2

// decideDuel decides against a single enemy. The first searcher already has the position and the
// seats of the turn.
func (h *hydra) decideDuel(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	if h.s.table == nil { // the game began with a single snake
		h.s.table = newTable(h.tableSize())
	}
	if nodes > 0 {
		h.s.table.forget() // the decision may depend only on the position
	}
	h.s.begin(ctx, h, nodes)
	first := func() ouro.Decision { return h.deepen(&h.s, moves, duelStep, t) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	for len(h.duelThreads) < h.threads-1 {
		h.duelThreads = append(h.duelThreads, &searcher{thread: thread{pos: new(sim.Position)}})
	}
	for _, s := range h.duelThreads {
		s.draw, s.judge = h.s.draw, h.s.judge
		s.me, s.en = h.s.me, h.s.en
		s.pos.CopyFrom(h.s.pos)
		s.flood.Load(s.pos)
		s.begin(ctx, h, 0)
	}
	return thinkTogether(h, h.duelThreads, func(i int, s *searcher) {
		h.deepen(s, moves, duelStep*(1+(i+1)%2), ouro.Turn{})
	}, first)
}

// begin prepares the searcher for a decision with this node budget.
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

// deepen searches with increasing depth until the budget is used, the position is decided
// or the option depth is reached.
func (h *hydra) deepen(s *searcher, moves ouro.DirSet, from int, t ouro.Turn) ouro.Decision {
	best := ouro.Decision{Dir: moves.At(0)}
	t.Offer(best.Dir)
	for depth := from; depth <= turnDepth*h.depth; depth += duelStep {
		dir, v, whole := s.root(moves, depth, uint8(best.Dir))
		if dir != noDir && ouro.Dir(dir) != best.Dir {
			best.Dir = ouro.Dir(dir)
			t.Offer(best.Dir)
		}
		if !whole {
			break
		}
		best.Score, best.Depth = float64(v), depth/duelStep
		if v > decided || v < -decided {
			break
		}
	}
	best.Nodes = s.nodes()
	return best
}

// root searches all my moves to a depth, beginning with first, the best of the previous
// iteration. It returns the best move that it searched in time, and whether it searched them
// all.
func (s *searcher) root(moves ouro.DirSet, depth int, first uint8) (dir uint8, best int32, whole bool) {
	key := s.pos.Hash()
	e := s.table.get(key)
	theirs := s.pos.Moves(s.en)
	if theirs == 0 {
		theirs = 1 // any move, because all are fatal to the enemy
	}
	var order [4]uint8
	n := s.order(0, moves, first, &order)
	left := depth - halfDepth(moves)
	dir, best = noDir, -won-1
	for i, d := range order[:n] {
		var v int32
		if i == 0 {
			v = s.minNode(d, &e.replies, theirs, left, -won, won)
		} else {
			v = s.minNode(d, &e.replies, theirs, left, best, best+1)
			if v > best && !s.stopped {
				v = s.minNode(d, &e.replies, theirs, left, best, won)
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

// halfDepth returns the depth that the choice among these moves costs.
func halfDepth(moves ouro.DirSet) int {
	if moves.Len() == 1 {
		return 0
	}
	return turnDepth / 2
}

// jointNode returns the value for me of a position in which both snakes are to move.
func (s *searcher) jointNode(depth int, alpha, beta int32) int32 {
	if s.outOfBudget() {
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
	return s.maxNode(mine, theirs, depth, alpha, beta)
}

// maxNode returns the value for me of a position in which I choose a move and the enemy then
// replies.
func (s *searcher) maxNode(moves, answers ouro.DirSet, depth int, alpha, beta int32) int32 {
	key := s.pos.Hash()
	e := s.table.get(key)
	if e.bound != 0 && e.depth >= depth {
		if score := fromTable(e.score, s.ply); e.isDecisive(score, alpha, beta) {
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
		v := s.minNode(d, &e.replies, answers, depth-less, low, high)
		if less > 0 && v > low && !s.stopped {
			v = s.minNode(d, &e.replies, answers, depth, low, high)
		}
		if v >= high && v < beta && !s.stopped {
			v = s.minNode(d, &e.replies, answers, depth, low, beta)
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

// minNode returns the value for me of a turn in which my move is first and the enemy chooses its
// reply from moves.
func (s *searcher) minNode(first uint8, replies *replies, moves ouro.DirSet, depth int, alpha, beta int32) int32 {
	depth -= halfDepth(moves)
	var order [4]uint8
	n := s.order(1, moves, replies.reply(first), &order)
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

// step returns the value for me after both moves.
func (s *searcher) step(mine, theirs uint8, depth int, alpha, beta int32) (v int32) {
	p := s.pos
	s.joint[s.me], s.joint[s.en] = ouro.Dir(mine), ouro.Dir(theirs)
	p.Make(s.joint[:])
	s.ply++
	switch alive := p.Alive(); {
	case alive.Len() == 2:
		v = s.jointNode(depth, alpha, beta)
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

// order sorts the moves of one side: side 0 is me, side 1 the enemy.
func (s *searcher) order(side int, moves ouro.DirSet, best uint8, sorted *[4]uint8) int {
	return order(moves, best, &s.killers[s.ply][side], &s.history[side][s.pos.Head(s.seat(side))], sorted)
}

// noteCutoff records a move of a side that caused a cutoff.
func (s *searcher) noteCutoff(side int, d uint8, depth int) {
	s.killers[s.ply][side].note(d)
	s.history[side].note(s.pos.Head(s.seat(side)), d, depth)
}

func (s *searcher) seat(side int) int {
	if side == 0 {
		return s.me
	}
	return s.en
}
