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

// try is how often a snake made a move, and what came of it in all.
type try struct{ n, sum uint32 }

const (
	nodeSize = 24 + 2*4 // bytes, with its places in the index
	trySize  = 8
	manyTry  = 1 << 19 // so that a sum of worths fits
)

// clear makes the tree empty, for positions of so many snakes at most, and lets it take
// this much memory.
func (t *tree) clear(size, snakes int) {
	t.most = size / (nodeSize + 4*trySize*snakes)
	if places := 1 << bits.Len(uint(2*t.most-1)); len(t.index) != places {
		t.index, t.nodes = make([]uint32, places), t.nodes[:0]
	}
	for _, n := range t.nodes[min(1, len(t.nodes)):] { // few, where the index is large
		t.index[n.place] = 0
	}
	t.nodes, t.tries = append(t.nodes[:0], node{}), t.tries[:0]
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

// add adds a node at the place where it belongs, if there is room.
func (t *tree) add(key, place uint64, snakes int) {
	if len(t.nodes) > t.most {
		return
	}
	t.index[place] = uint32(len(t.nodes))
	t.nodes = append(t.nodes, node{key: key, first: uint32(len(t.tries)), place: uint32(place)})
	for range snakes {
		t.tries = append(t.tries, try{}, try{}, try{}, try{})
	}
}

// of are the tries of the k-th snake that lives in a node.
func (t *tree) of(n uint32, k int) *[4]try {
	return (*[4]try)(t.tries[int(t.nodes[n].first)+4*k:])
}

// remember adds what came of a move of one snake.
func remember(tries *[4]try, d ouro.Dir, worth uint32) {
	if tries[d].n == manyTry {
		for i, x := range tries { // all, since they are compared
			tries[i] = try{x.n / 2, x.sum / 2}
		}
	}
	tries[d].n++
	tries[d].sum += worth
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

// curious is how much better a move may be than what came of it so far: the greater, the
// more is tried again. Found by games: a quarter and twice as much win fewer.
const curious = 0.12 * whole

// pick is the move that is best for a snake, or may be: of those that were not tried the
// next one, which begins anywhere.
func pick(tries *[4]try, moves ouro.DirSet, n uint32, anywhere int) ouro.Dir {
	doubt := curious * math.Sqrt(float64(bits.Len32(n)))
	best, most := moves.At(0), -1.0
	for i := range 4 {
		d := ouro.Dir((i + anywhere) & 3)
		if !moves.Has(d) {
			continue
		}
		x := &tries[d]
		if x.n == 0 {
			return d
		}
		if v := x.mean() + doubt/math.Sqrt(float64(x.n)); v > most {
			best, most = d, v
		}
	}
	return best
}
