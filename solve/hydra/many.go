package hydra

// With two and more enemies.
//
// Idea: a tree of what all may do at once. In every position each snake chooses for
// itself, not knowing what the others choose: the move that was best for it so far, or
// one that is likely at a glance (many_habits.go) and was tried too seldom to say. All
// moves are made together; where the tree ends the position is judged for every snake
// (many_value.go), the tree grows by it (many_tree.go), and each snake on the way
// remembers what came of its move. I make the move that was tried most.
//
// So enemies are snakes that want to win, who do not conspire and do not know what I
// am about to do. A search in which all of them answer my move as is worst for me,
// which is what hydra did here before, gives way to threats that nobody carries out
// and leaves the food to others: of games with three spots it won 40 of 100 where a tree
// won 57 in which all moves were likely alike (docs/results/hydra.md).
//
// Guarantee: no move that is certain to kill if there is another; with a number of
// nodes the answer is the same everywhere: worths are whole numbers, and of floating
// point only what IEEE 754 rounds exactly.
// Cost: a node is a turn that the search enters, about 0.6 microseconds of four
// snakes (BenchmarkAmong); every fourth or fifth is judged. Nothing is allocated once
// the tree was as large as it gets, which hash limits.
// Source: ours, of known parts: a judgement instead of playouts, and that each snake
// chooses for itself, are of the Monte Carlo tree search of games with simultaneous moves
// (Tak, Lanctot and Winands, 2014); the choice by likelihood is AlphaZero's (Silver and
// others, 2017).

import (
	"context"
	"math"

	"ouro"
	"ouro/sim"
)

// pack looks for my move among several enemies, on one thread.
type pack struct {
	thread
	CrowdJudge
	habits Habits
	ways
	tree   tree
	depth  int // turns to look ahead at most
	salt   int // other habits are expected on each thread
	line   [maxPly]step
	worths [sim.MaxSnakes]uint32 // what came of the line, by seat
}

// step is a turn of the line that is being played: the node, and the moves.
type step struct {
	node  uint32
	joint [sim.MaxSnakes]ouro.Dir
}

// A worth is the part of a game that is won: all of it, none, or what one may hope for.
const (
	whole  = 1 << 12
	nobody = whole / 10 // all die together
)

// among decides where several enemies live.
func (h *hydra) among(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	h.pack.begin(ctx, h, h.s.pos, t.Seat, nodes)
	first := func() ouro.Decision { return h.pack.search(moves, t) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	h.gather(ctx, t.Seat)
	d := beside(h, h.packs, func(_ int, s *pack) { s.search(moves, ouro.Turn{}) }, first)
	d = h.agree(d, moves)
	t.Offer(d.Dir)
	return d
}

// gather readies the packs of the other threads, each with other habits, for the position
// of the first.
func (h *hydra) gather(ctx context.Context, me int) {
	for n := len(h.packs); n < h.threads-1; n++ {
		h.packs = append(h.packs, &pack{thread: thread{pos: new(sim.Position)}, CrowdJudge: NewCrowdJudge(h.pack.weights), salt: n + 1})
	}
	for _, s := range h.packs {
		s.pos.CopyFrom(h.s.pos)
		s.begin(ctx, h, s.pos, me, 0)
	}
}

// agree makes of what the first thread decides what all of them tried most.
func (h *hydra) agree(d ouro.Decision, moves ouro.DirSet) ouro.Decision {
	tries := h.pack.mine()
	all := tries
	for _, s := range h.packs {
		for dir, x := range s.mine() {
			all[dir].n += x.n
		}
	}
	d.Dir, _ = favourite(&all, moves)
	d.Score = tries[d.Dir].odds()
	return d
}

// begin readies a pack for a decision.
func (s *pack) begin(ctx context.Context, h *hydra, p *sim.Position, me int, nodes int64) {
	s.thread.begin(ctx, h, nodes)
	s.depth = min(h.depth, maxPly)
	s.tree.clear(h.hash<<20, p.Alive().Len())
	s.load(p, me)
}

// load prepares for a position.
func (s *pack) load(p *sim.Position, me int) {
	s.pos, s.me = p, me
	s.Load(p)
	s.habits.Load(p)
	s.ways.load(p)
	s.flood.Load(p)
}

// offers is the number of lines after which the best move so far is offered.
const offers = 32

// enough is the depth from which on lines are not counted. Fewer turns are known well
// enough after 16 lines for one, and 16 times as many for each one more.
const enough = 8

// search plays lines until the budget is used up.
func (s *pack) search(moves ouro.DirSet, t ouro.Turn) (best ouro.Decision) {
	best.Dir = moves.At(0)
	t.Offer(best.Dir)
	lines := math.MaxInt
	if s.depth < enough {
		lines = 1 << (4 * s.depth)
	}
	for k, more := 1, true; more; k++ {
		more = s.play(moves) && k < lines
		if k%offers == 0 || !more {
			tries := s.mine()
			was := best.Dir
			if best.Dir, best.Score = favourite(&tries, moves); best.Dir != was {
				t.Offer(best.Dir)
			}
		}
	}
	best.Depth = s.expect(best.Dir, func() {})
	best.Nodes = s.nodes()
	return best
}

// favourite is the move that was tried most, and what came of it as the logarithm of
// odds, in thousandths.
func favourite(tries *[4]try, moves ouro.DirSet) (best ouro.Dir, score float64) {
	if moves == 0 {
		return best, 0
	}
	best = moves.At(0)
	for d, x := range tries {
		if moves.Has(ouro.Dir(d)) && x.n > tries[best].n {
			best = ouro.Dir(d)
		}
	}
	return best, tries[best].odds()
}
