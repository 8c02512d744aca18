package hydra

import (
	"math"
	"math/bits"

	"ouro"
)

// tree holds the positions of the lines, each once whatever its move order, and the results
// of their moves.
type tree struct {
	nodes []node
	tries []try    // four for each living snake of a node, by direction, in the order of the nodes
	index []uint32 // hash table with linear probing: the node of a position, 0 if empty
	most  int      // limit of nodes
}

// node is a position. The first node of a tree is unused.
type node struct {
	key   uint64
	first uint32 // index of its tries
	n     uint32 // lines through this node
	place uint32 // in the index
}

// try is the number of visits of a move, the sum of their results, and the prior of the move.
type try struct {
	n, sum uint32
	likely float32
}

const (
	nodeSize = 24 + 2*4 // bytes, with its share of the index
	trySize  = 12
	manyTry  = 1 << 19 // limit of visits, so that the sum fits
)

// fewest is the smallest number of snakes that a tree is for.
const fewest = 3

// room returns how many nodes of this many snakes fit into size bytes.
func room(size, snakes int) int { return size / (nodeSize + 4*trySize*snakes) }

// clear empties the tree, for positions of at most this many snakes and size bytes of
// memory. It allocates all at once, including the nodes that fit when snakes have died, so
// that it does not allocate in the middle of a game.
func (t *tree) clear(size, snakes int) {
	t.most = room(size, snakes)
	if cap(t.nodes) <= t.most || cap(t.tries) < 4*snakes*t.most {
		nodes := room(size, min(snakes, fewest))
		t.nodes, t.tries = make([]node, 1, nodes+1), make([]try, 0, 4*snakes*t.most)
		t.index = make([]uint32, 1<<bits.Len(uint(2*nodes-1)))
	}
	for _, n := range t.nodes[1:] { // few, whereas the index is large
		t.index[n.place] = 0
	}
	t.nodes, t.tries = t.nodes[:1], t.tries[:0]
}

// at returns the node of a position, or 0, and its place in the index.
func (t *tree) at(key uint64) (n uint32, place uint64) {
	mask := uint64(len(t.index) - 1)
	for place = key & mask; ; place = (place + 1) & mask {
		if n = t.index[place]; n == 0 || t.nodes[n].key == key {
			return n, place
		}
	}
}

// add adds a node at this place of the index and returns it, or 0 if the tree is full.
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

// of returns the tries of the k-th living snake of a node.
func (t *tree) of(n uint32, k int) *[4]try {
	return (*[4]try)(t.tries[int(t.nodes[n].first)+4*k:])
}

// remember adds the result of a move.
func remember(tries *[4]try, d ouro.Dir, worth uint32) {
	if tries[d].n == manyTry {
		for i := range tries { // all, because they are compared
			tries[i].halve()
		}
	}
	tries[d].n++
	tries[d].sum += worth
}

// halve halves the number of visits and keeps their mean.
func (x *try) halve() {
	if n := x.n / 2; x.n > 0 {
		x.n, x.sum = n, uint32(uint64(x.sum)*uint64(n)/uint64(x.n))
	}
}

// mean returns the mean result, 0 to whole.
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
	// exploration weighs exploration: how far above its mean a move with prior 1 may be scored.
	exploration = 0.1 * whole
	// unvisitedPenalty is how far below the mean of the node an unvisited move is expected.
	unvisitedPenalty = 0.02 * whole
)

// pick returns the move with the highest upper bound: its mean result and a term that grows
// with its prior and shrinks with its visits (PUCT).
func pick(tries *[4]try, moves ouro.DirSet) ouro.Dir {
	n, sum := uint64(0), uint64(0) // the sums of four need more bits
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
		if v += doubt * float64(x.likely) / float64(x.n+1); v > most {
			best, most = d, v
		}
	}
	return best
}
