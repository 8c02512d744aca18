package hydra

// The search against two or more enemies.
//
// Idea: a tree of simultaneous moves. In every position each snake chooses for itself, without
// knowing the others' choices: the move that was best for it so far, or one with a high prior
// (many_habits.go) and few visits. A leaf is evaluated for every snake (many_value.go) and added to
// the tree, and every move on the line to the leaf records the result. I play my most visited move.
//
// The search thus models enemies as snakes that want to win, do not conspire and do not know my
// move. A search in which all enemies give the reply that is worst for me yields to threats that no
// enemy carries out, and leaves the food to others: among four snakes it won 40 of 100 games where
// a tree with equal priors won 57 (docs/results/hydra.md).
//
// Guarantee: no certainly fatal move while another move exists. With a node budget the decision is
// the same on every machine: values are integers, and the search uses only floating-point
// operations that IEEE 754 rounds exactly. Cost: a node is a turn that the search enters, about 0.6
// microseconds with four snakes (BenchmarkAmong); every fourth or fifth node is evaluated. It
// allocates nothing once the tree has reached its size, which the option hash limits. Source: ours,
// of known parts: Monte Carlo tree search with evaluation instead of playouts and decoupled choices
// (Tak, Lanctot and Winands, 2014); selection by priors as in AlphaZero (Silver and others, 2017).

import (
	"context"
	"math"
	"math/bits"

	"ouro"
	"ouro/sim"
)

// crowdSearcher searches on one thread against several enemies.
type crowdSearcher struct {
	thread
	CrowdJudge
	habits Habits
	exitDistances
	tree   tree
	depth  int // limit of turns to look ahead
	salt   int // varies the priors of each thread; 0 leaves them unchanged
	line   [maxPly]step
	worths [sim.MaxSnakes]uint32 // by seat: the result of the line
}

// step is one turn of a line: the node and each snake's move.
type step struct {
	node  uint32
	joint [sim.MaxSnakes]ouro.Dir
}

// A worth is a snake's expected share of a won game, from 0 to whole.
const (
	whole     = 1 << 12
	drawWorth = whole / 10 // a draw: all die together
)

// decideAmong decides against several enemies.
func (h *hydra) decideAmong(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	h.crowd.begin(ctx, h, h.s.pos, t.Seat, nodes)
	first := func() ouro.Decision { return h.crowd.search(moves, t) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	h.prepareCrowdThreads(ctx, t.Seat)
	d := thinkTogether(h, h.crowdThreads, func(_ int, s *crowdSearcher) { s.search(moves, ouro.Turn{}) }, first)
	d = h.mostVisited(d, moves)
	t.Offer(d.Dir)
	return d
}

// prepareCrowdThreads gives the first thread's position to the searchers of the other threads, each
// of which has its own priors.
func (h *hydra) prepareCrowdThreads(ctx context.Context, me int) {
	for n := len(h.crowdThreads); n < h.threads-1; n++ {
		h.crowdThreads = append(h.crowdThreads, &crowdSearcher{thread: thread{pos: new(sim.Position)}, CrowdJudge: NewCrowdJudge(h.crowd.weights), salt: n + 1})
	}
	for _, s := range h.crowdThreads {
		s.pos.CopyFrom(h.s.pos)
		s.begin(ctx, h, s.pos, me, 0)
	}
}

// mostVisited replaces the first thread's decision by the move with the most visits in all
// trees.
func (h *hydra) mostVisited(d ouro.Decision, moves ouro.DirSet) ouro.Decision {
	tries := h.crowd.myTries()
	all := tries
	for _, s := range h.crowdThreads {
		for dir, x := range s.myTries() {
			all[dir].n += x.n
		}
	}
	d.Dir, _ = mostVisitedMove(&all, moves)
	d.Score = tries[d.Dir].odds()
	return d
}

func (s *crowdSearcher) begin(ctx context.Context, h *hydra, p *sim.Position, me int, nodes int64) {
	s.thread.begin(ctx, h, nodes)
	s.depth = min(h.depth, maxPly)
	s.tree.clear(h.hash<<20, p.Alive().Len())
	s.load(p, me)
}

func (s *crowdSearcher) load(p *sim.Position, me int) {
	s.pos, s.me = p, me
	s.Load(p)
	s.habits.Load(p)
	s.exitDistances.load(p)
	s.flood.Load(p)
}

// offerEvery is the number of lines between two offers of the best move.
const offerEvery = 32

// deepEnough is the smallest depth limit with which the number of lines is unlimited. A search with
// a smaller limit needs no more than 16^depth lines.
const deepEnough = 8

// search plays lines until the budget is used, and returns the most visited move.
func (s *crowdSearcher) search(moves ouro.DirSet, t ouro.Turn) (best ouro.Decision) {
	best.Dir = moves.At(0)
	t.Offer(best.Dir)
	lines := math.MaxInt
	if s.depth < deepEnough {
		lines = 1 << (4 * s.depth)
	}
	for k, more := 1, true; more; k++ {
		more = s.play(moves) && k < lines
		if k%offerEvery == 0 || !more {
			tries := s.myTries()
			was := best.Dir
			if best.Dir, best.Score = mostVisitedMove(&tries, moves); best.Dir != was {
				t.Offer(best.Dir)
			}
		}
	}
	best.Depth = s.followMostVisited(best.Dir, func() {})
	best.Nodes = s.nodes()
	return best
}

// mostVisitedMove returns the most visited move and its mean result in thousandths of a logit.
func mostVisitedMove(tries *[4]try, moves ouro.DirSet) (best ouro.Dir, score float64) {
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

// tree holds positions and the results of their moves. Each position occurs once, whatever moves
// led to it.
type tree struct {
	nodes []node
	tries []try    // four for each living snake of each node, by direction
	index []uint32 // hash table with linear probing: the node of a position, 0 if empty
	most  int      // limit of nodes
}

// node is a position. The first node of a tree is unused.
type node struct {
	key   uint64
	first uint32 // index of its tries
	n     uint32 // number of lines that passed through this node
	place uint32 // slot in the index
}

// try is what a node knows about a move: the number of visits, the sum of their results, and the
// prior.
type try struct {
	n, sum uint32
	prior  float32 // the prior: the estimated probability that the snake chooses the move
}

const (
	nodeSize  = 24 + 2*4 // in bytes, including its share of the index
	trySize   = 12
	maxVisits = 1 << 19 // limit of visits, so that the sum does not overflow
)

// minTreeSnakes is the smallest number of snakes for which a tree is used.
const minTreeSnakes = 3

// room returns how many nodes of positions with this many snakes fit into size bytes.
func room(size, snakes int) int { return size / (nodeSize + 4*trySize*snakes) }

// clear empties the tree and prepares it for positions with at most this many snakes, in size bytes
// of memory. It allocates at once even the nodes that fit only after snakes have died, so that the
// search does not allocate in the middle of a game.
func (t *tree) clear(size, snakes int) {
	t.most = room(size, snakes)
	if cap(t.nodes) <= t.most || cap(t.tries) < 4*snakes*t.most {
		nodes := room(size, min(snakes, minTreeSnakes))
		t.nodes, t.tries = make([]node, 1, nodes+1), make([]try, 0, 4*snakes*t.most)
		t.index = make([]uint32, 1<<bits.Len(uint(2*nodes-1)))
	}
	for _, n := range t.nodes[1:] { // there are few nodes, whereas the index is large
		t.index[n.place] = 0
	}
	t.nodes, t.tries = t.nodes[:1], t.tries[:0]
}

// find returns the node of a position, or 0, and its slot in the index.
func (t *tree) find(key uint64) (n uint32, place uint64) {
	mask := uint64(len(t.index) - 1)
	for place = key & mask; ; place = (place + 1) & mask {
		if n = t.index[place]; n == 0 || t.nodes[n].key == key {
			return n, place
		}
	}
}

// add adds a node at this slot of the index and returns it, or 0 if the tree is full.
func (t *tree) add(key, place uint64, snakes int) (n uint32) {
	if len(t.nodes) > t.most {
		return 0
	}
	n = uint32(len(t.nodes))
	t.index[place] = n
	t.nodes = append(t.nodes, node{key: key, first: uint32(len(t.tries)), place: uint32(place)})
	for range snakes {
		t.tries = append(t.tries, try{}, try{}, try{}, try{})
	}
	return n
}

// triesOf returns the tries of the k-th living snake of a node.
func (t *tree) triesOf(n uint32, k int) *[4]try {
	return (*[4]try)(t.tries[int(t.nodes[n].first)+4*k:])
}

// addResult adds a visit of move d with this result.
func addResult(tries *[4]try, d ouro.Dir, worth uint32) {
	if tries[d].n == maxVisits {
		for i := range tries { // all four, because they are compared with each other
			tries[i].halve()
		}
	}
	tries[d].n++
	tries[d].sum += worth
}

// halve halves the number of visits and keeps the mean result.
func (x *try) halve() {
	if n := x.n / 2; x.n > 0 {
		x.n, x.sum = n, uint32(uint64(x.sum)*uint64(n)/uint64(x.n))
	}
}

func (x *try) mean() float64 { return float64(x.sum) / float64(x.n) }

// odds returns the mean result in thousandths of a logit.
func (x *try) odds() float64 {
	if x.n == 0 {
		return 0
	}
	part := max(0.5, min(whole-0.5, x.mean()))
	return math.Round(1000 * math.Log(part/(whole-part)))
}

const (
	// exploration is the factor of the bonus that a move gets for a high prior and few visits.
	exploration = 0.1 * whole
	// unvisitedPenalty is the amount by which the expected result of an unvisited move is below the
	// mean result of the node.
	unvisitedPenalty = 0.02 * whole
)

// selectMove returns the move with the highest upper bound: its mean result and a term that
// grows with its prior and shrinks with its visits (PUCT).
func selectMove(tries *[4]try, moves ouro.DirSet) ouro.Dir {
	n, sum := uint64(0), uint64(0) // sums over the four moves need more bits
	for i := range tries {
		n += uint64(tries[i].n)
		sum += uint64(tries[i].sum)
	}
	expected := 0.0
	if n > 0 {
		expected = float64(sum)/float64(n) - unvisitedPenalty
	}
	doubt := exploration * math.Sqrt(float64(n+1))
	best, most := moves.At(0), math.Inf(-1)
	for d := range ouro.Dir(4) {
		if !moves.Has(d) {
			continue
		}
		x := &tries[d]
		v := expected
		if x.n > 0 {
			v = x.mean()
		}
		if v += doubt * float64(x.prior) / float64(x.n+1); v > most {
			best, most = d, v
		}
	}
	return best
}
