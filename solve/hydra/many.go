package hydra

// With two and more enemies.
//
// Idea: paranoid alpha-beta: I move, then all enemies together answer, knowing my
// move, as is worst for me. All joint answers would be too many, and most of them
// conspiracies; so each move of each enemy is made in one joint answer at least, and
// there are as many answers as the enemy with most moves has moves (many_joint.go; so
// does Shapeshifter). That goes for enemies far away too: to take for known what they
// will do costs more games than the depth that it gains wins.
//
// Table, killers, history, null windows and cheap forced moves are those of the duel.
// To die together with an enemy of equal length on one cell, who would not do that
// to himself, is not lost but nearly so (trade).
//
// When all conspire, many a position is lost that nobody would make me lose. So
// where every move loses within the depth, the table of my moves against the
// enemies' answers decides, each weighed by how plausible it is (many_odds.go).
//
// Guarantee: no move that is certain to kill if there is another; with a number of
// nodes the answer is the same everywhere.
// Cost: a node is a position with me to move; nothing is allocated once the
// greatest depth was reached.
// Source: ours; paranoid search is of Sturtevant and Korf (2000).

import (
	"ouro"
	"ouro/sim"
)

// pack looks for my move among several enemies, on one thread.
type pack struct {
	thread
	CrowdJudge
	ways
	every   bool // all joint answers
	strict  bool // the table tells nothing of deeper searches
	killers [maxPly + 1]killers
	history history // by the cell of my head
	answers [maxPly + 2]answers
}

const (
	// trade is what it is worth to die together with an enemy while others live.
	trade = -decided / 2

	// nobody is what it is worth that all die together: as good as one win of ten.
	nobody = -2200
)

// load prepares for a decision.
func (s *pack) load(p *sim.Position, me int) {
	s.pos, s.me = p, me
	s.Load(p)
	s.ways.load(p)
	s.flood.Load(p)
	if n := p.Grid().Size(); len(s.history) != n {
		s.history = make(history, n)
	}
	clear(s.history)
	clear(s.killers[:])
}

// root searches all moves to a depth, first first. Where it does not come to all, it
// believes no loss: the next move may lose later, or not at all.
func (s *pack) root(moves ouro.DirSet, depth int, first uint8) (dir uint8, best int32, ok bool) {
	var order [4]uint8
	n := s.order(moves, first, &order)
	key := s.pos.Hash()
	dir, best = noDir, -won-1
	for i, d := range order[:n] {
		v := s.after(i == 0, d, key, depth-cost(n), max(best, -won), won)
		if s.stopped {
			if best <= -decided {
				dir = noDir
			}
			return dir, best, false
		}
		if v > best {
			best, dir = v, d
		}
	}
	return dir, best, true
}

// after is what my move d is worth, with a null window first unless it is the first.
func (s *pack) after(first bool, d uint8, key uint64, depth int, alpha, beta int32) int32 {
	if !first {
		if v := s.theirs(d, key, depth, alpha, alpha+1); v <= alpha || v >= beta || s.stopped {
			return v
		}
	}
	return s.theirs(d, key, depth, alpha, beta)
}

// cost is the depth that a choice of n moves takes: a move without alternative
// takes less.
func cost(n int) int {
	if n == 1 {
		return 1 // a forced move: the others branch all the same
	}
	return turnDepth / 2
}

// mine is what the position is worth with me to move.
func (s *pack) mine(depth int, alpha, beta int32) int32 {
	if s.out() {
		return 0
	}
	moves := s.pos.Moves(s.me)
	if moves == 0 {
		return s.doomed()
	}
	key := s.pos.Hash()
	e, v, ok := s.known(key, depth, alpha, beta)
	if ok {
		return v
	}
	if depth <= 0 || s.ply >= maxPly {
		v := s.evaluate()
		s.table.put(key, entry{v, 0, exact, e.dir, noReplies})
		return v
	}
	var order [4]uint8
	n := s.order(moves, e.dir, &order)
	best, dir, low := int32(-won-1), order[0], alpha
	for i, d := range order[:n] {
		v := s.after(i == 0, d, key, depth-cost(n), low, beta)
		if s.stopped {
			return 0
		}
		if v > best {
			best, dir, low = v, d, max(low, v)
			if v >= beta {
				s.good(d, depth)
				break
			}
		}
	}
	s.remember(key, best, depth, bound(best, alpha, beta), dir)
	return best
}

// doomed is what it is worth to be without a move: lost, or drawn if nobody has one.
func (s *pack) doomed() int32 {
	for rest := s.pos.Alive(); rest != 0; rest = rest.Rest() {
		if s.pos.Moves(rest.First()) != 0 {
			return -won + int32(s.ply) + 1
		}
	}
	return nobody
}

// keys of my moves that are not yet answered.
var dirKeys = [...]uint64{0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3}

// theirs is what the position is worth after my move, before the enemies' answer.
func (s *pack) theirs(mine uint8, key uint64, depth int, alpha, beta int32) int32 {
	key ^= dirKeys[mine]
	e, v, ok := s.known(key, depth, alpha, beta)
	if ok {
		return v
	}
	a := &s.answers[s.ply]
	s.list(a, mine)
	if int(e.dir) < a.n {
		a.first = e.dir
	}
	best, which, high := int32(won+1), uint8(0), beta
	for i := range a.n {
		k := a.at(i)
		var v int32
		if i == 0 {
			v = s.answer(a, k, mine, depth-cost(a.n), alpha, high)
		} else if v = s.answer(a, k, mine, depth-cost(a.n), high-1, high); v < high && v > alpha && !s.stopped {
			v = s.answer(a, k, mine, depth-cost(a.n), alpha, high)
		}
		if s.stopped {
			return 0
		}
		if v < best {
			best, which, high = v, k, min(high, v)
			if v <= alpha {
				break
			}
		}
	}
	s.remember(key, best, depth, bound(best, alpha, beta), which)
	return best
}

// answer is what the k-th of the joint answers leaves.
func (s *pack) answer(a *answers, k uint8, mine uint8, depth int, alpha, beta int32) (v int32) {
	p := s.pos
	copy(s.joint[:], a.moves[k][:])
	s.joint[s.me] = ouro.Dir(mine)
	before := p.Alive()
	p.Make(s.joint[:])
	s.ply++
	switch alive := p.Alive(); {
	case alive == 0:
		v = nobody
	case !alive.Has(s.me):
		v = s.fallen(before &^ alive)
	case alive.Len() == 1:
		v = won - int32(s.ply)
	default:
		v = s.mine(depth, alpha, beta)
	}
	s.ply--
	p.Unmake()
	return v
}

// fallen is what my death is worth while others live; with me died these.
func (s *pack) fallen(dead sim.SeatSet) int32 {
	if s.pos.Cause(s.me) == ouro.HeadOn {
		for rest := dead &^ (1 << s.me); rest != 0; rest = rest.Rest() {
			if e := rest.First(); s.pos.Head(e) == s.pos.Head(s.me) && s.pos.Cause(e) == ouro.HeadOn {
				return trade + int32(s.ply)
			}
		}
	}
	return -won + int32(s.ply)
}

// known is what the table has of a position, and its value if that is settled by it.
func (s *pack) known(key uint64, depth int, alpha, beta int32) (e entry, v int32, ok bool) {
	e = s.table.get(key)
	if e.bound == 0 || e.depth < depth || s.strict && e.depth != depth {
		return e, 0, false
	}
	v = fromTable(e.score, s.ply)
	return e, v, e.settles(v, alpha, beta)
}

// remember keeps a value; of answers, the table has room for the number of the first
// few.
func (s *pack) remember(key uint64, v int32, depth int, bound, best uint8) {
	if best > 7 {
		best = noDir
	}
	s.table.put(key, entry{toTable(v, s.ply), depth, bound, best, noReplies})
}

// order sorts my moves, the most promising first.
func (s *pack) order(moves ouro.DirSet, best uint8, sorted *[4]uint8) int {
	return order(moves, best, &s.killers[s.ply], &s.history[s.pos.Head(s.me)], sorted)
}

// good notes a move of mine that cut.
func (s *pack) good(d uint8, depth int) {
	s.killers[s.ply].note(d)
	s.history.note(s.pos.Head(s.me), d, depth)
}
