package hydra

// The search against two and more enemies.
//
// Idea: a tree of simultaneous moves. In every position each snake chooses for itself,
// without knowing the others' choices: the move that was best for it so far, or one with a
// high prior (many_habits.go) and few visits. A leaf is evaluated for every snake
// (many_value.go) and added to the tree (many_tree.go), and every move on the line records
// its result. I play my most visited move.
//
// Enemies are thus modelled as snakes that want to win, do not conspire and do not know my
// move. A search in which all enemies answer with the reply that is worst for me yields to
// threats that no enemy carries out and leaves the food to others: among four snakes it won 40
// of 100 games where a tree with equal priors won 57 (docs/results/hydra.md).
//
// Guarantee: no certainly fatal move if there is another. With a node budget the decision is
// equal on every machine: values are integers, and only floating-point operations that
// IEEE 754 rounds exactly are used.
// Cost: a node is a turn that the search enters, about 0.6 microseconds with four snakes
// (BenchmarkAmong); every fourth or fifth is evaluated. It allocates nothing once the tree
// has reached its size, which the option hash limits.
// Source: ours, of known parts: Monte Carlo tree search with evaluation instead of playouts
// and decoupled choices (Tak, Lanctot and Winands, 2014); selection by priors as in
// AlphaZero (Silver and others, 2017).

import (
	"context"
	"math"

	"ouro"
	"ouro/sim"
)

// pack searches for my move among several enemies, on one thread.
type pack struct {
	thread
	CrowdJudge
	habits Habits
	ways
	tree   tree
	depth  int // limit of turns to look ahead
	salt   int // varies the priors of each thread
	line   [maxPly]step
	worths [sim.MaxSnakes]uint32 // result of the line, by seat
}

// step is one turn of the line: the node and the moves.
type step struct {
	node  uint32
	joint [sim.MaxSnakes]ouro.Dir
}

// A worth is the expected part of a won game, from 0 to whole.
const (
	whole     = 1 << 12
	drawWorth = whole / 10 // a draw: all die together
)

// decideAmong decides against several enemies.
func (h *hydra) decideAmong(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	h.pack.begin(ctx, h, h.s.pos, t.Seat, nodes)
	first := func() ouro.Decision { return h.pack.search(moves, t) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	h.preparePacks(ctx, t.Seat)
	d := beside(h, h.packs, func(_ int, s *pack) { s.search(moves, ouro.Turn{}) }, first)
	d = h.mostVisited(d, moves)
	t.Offer(d.Dir)
	return d
}

// preparePacks prepares the packs of the other threads, each with its own priors, for the position
// of the first.
func (h *hydra) preparePacks(ctx context.Context, me int) {
	for n := len(h.packs); n < h.threads-1; n++ {
		h.packs = append(h.packs, &pack{thread: thread{pos: new(sim.Position)}, CrowdJudge: NewCrowdJudge(h.pack.weights), salt: n + 1})
	}
	for _, s := range h.packs {
		s.pos.CopyFrom(h.s.pos)
		s.begin(ctx, h, s.pos, me, 0)
	}
}

// mostVisited replaces the first thread's decision by the move with the most visits in all trees.
func (h *hydra) mostVisited(d ouro.Decision, moves ouro.DirSet) ouro.Decision {
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

// begin prepares a pack for a decision.
func (s *pack) begin(ctx context.Context, h *hydra, p *sim.Position, me int, nodes int64) {
	s.thread.begin(ctx, h, nodes)
	s.depth = min(h.depth, maxPly)
	s.tree.clear(h.hash<<20, p.Alive().Len())
	s.load(p, me)
}

// load prepares a pack for a position.
func (s *pack) load(p *sim.Position, me int) {
	s.pos, s.me = p, me
	s.Load(p)
	s.habits.Load(p)
	s.ways.load(p)
	s.flood.Load(p)
}

// offers is the number of lines between two offers of the best move.
const offers = 32

// enough is the depth from which on the number of lines is unlimited. Below it 16^depth
// lines are enough.
const enough = 8

// search plays lines until the budget is used.
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

// favourite returns the most visited move and its mean result in thousandths of a logit.
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
