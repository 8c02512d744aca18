package hydra

import (
	"math"
	"math/bits"

	"ouro"
)

// tree is the positions that lines have come to, each once however they came to it, and
// what came of the moves that were tried there.
type tree struct {
	nodes []node
	tries []try    // four for each snake that lives in a node, by direction, node by node
	index []uint32 // by hash of the position, or in the next place that is free: its node; 0 is none
	most  int      // nodes
}

// node is a position. The first of all nodes is none.
type node struct {
	key   uint64
	first uint32 // of its tries
	n     uint32 // lines that went on from here
	place uint32 // in the index
}

// try is how often a snake made a move, what came of it in all, and how likely the move
// was before that.
type try struct {
	n, sum uint32
	likely float32
}

const (
	nodeSize = 24 + 2*4 // bytes, with its places in the index
	trySize  = 12
	manyTry  = 1 << 19 // so that the sum of the worths of a try fits
)

// fewest is for how few snakes a tree is: for less there is a search.
const fewest = 3

// room is how many nodes of so many snakes fit into this much memory.
func room(size, snakes int) int { return size / (nodeSize + 4*trySize*snakes) }

// clear makes the tree empty, for positions of so many snakes at most, and lets it take
// this much memory. It takes it at once, with the nodes that it may have when snakes have
// died, so that it takes none in the middle of a game, and what its index is rounded up by.
func (t *tree) clear(size, snakes int) {
	t.most = room(size, snakes)
	if cap(t.nodes) <= t.most || cap(t.tries) < 4*snakes*t.most {
		nodes := room(size, min(snakes, fewest))
		t.nodes, t.tries = make([]node, 1, nodes+1), make([]try, 0, 4*snakes*t.most)
		t.index = make([]uint32, 1<<bits.Len(uint(2*nodes-1)))
	}
	for _, n := range t.nodes[1:] { // few, where the index is large
		t.index[n.place] = 0
	}
	t.nodes, t.tries = t.nodes[:1], t.tries[:0]
}

// at is the node of a position, 0 if there is none, and the place where it belongs.
func (t *tree) at(key uint64) (n uint32, place uint64) {
	mask := uint64(len(t.index) - 1)
	for place = key & mask; ; place = (place + 1) & mask {
		if n = t.index[place]; n == 0 || t.nodes[n].key == key {
			return n, place
		}
	}
}

// add adds a node at the place where it belongs, and returns it, 0 if there is no room.
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

// of are the tries of the k-th snake that lives in a node.
func (t *tree) of(n uint32, k int) *[4]try {
	return (*[4]try)(t.tries[int(t.nodes[n].first)+4*k:])
}

// remember adds what came of a move of one snake.
func remember(tries *[4]try, d ouro.Dir, worth uint32) {
	if tries[d].n == manyTry {
		for i := range tries { // all, since they are compared
			tries[i].halve()
		}
	}
	tries[d].n++
	tries[d].sum += worth
}

// halve makes it half as many tries, of which the same comes.
func (x *try) halve() {
	if n := x.n / 2; x.n > 0 {
		x.n, x.sum = n, uint32(uint64(x.sum)*uint64(n)/uint64(x.n))
	}
}

// mean is what comes of the move, a part of whole.
func (x *try) mean() float64 { return float64(x.sum) / float64(x.n) }

// odds are the logarithm of the odds to win, in thousandths.
func (x *try) odds() float64 {
	if x.n == 0 {
		return 0
	}
	part := max(0.5, min(whole-0.5, x.mean()))
	return math.Round(1000 * math.Log(part/(whole-part)))
}

const (
	// curious is how much better than what came of it so far a move may be that is certain
	// to be made: the greater, the more is tried that is likely or was tried seldom.
	curious = 0.1 * whole
	// untried is how much worse a move may be expected to be than those that were tried.
	untried = 0.02 * whole
)

// pick is the move that is best for a snake, or may be: by what came of it, and by how
// likely it was if it was tried seldom.
func pick(tries *[4]try, moves ouro.DirSet) ouro.Dir {
	n, sum := uint64(0), uint64(0) // of all four, which need more bits than those of one
	for i := range tries {
		n += uint64(tries[i].n)
		sum += uint64(tries[i].sum)
	}
	expected := 0.0
	if n > 0 {
		expected = float64(sum)/float64(n) - untried
	}
	doubt := curious * math.Sqrt(float64(n+1))
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
