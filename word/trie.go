package word

import (
	"math/bits"
	"sort"
)

// node stands for the words with a common beginning. The bits of its masks are
// the letters a to z, and quBit for the two letters q and u at once.
//
// A child or a finished word is found by adding the number of its letter to a
// base. The bases are chosen such that the entries of all nodes mesh without
// gaps, as in a double array; what the sum would hit without the letter's bit
// belongs to another node.
type node struct {
	kids uint32 // the next letters that are not the last
	ends uint32 // the next letters that finish a word
	kid  uint32 // base of the children: their indexes in List.nodes
	slot uint32 // base of the finished words: their indexes in List.rank
}

const (
	qu    = 26 // the number of the letter pair, after those of a to z
	quBit = 1 << qu

	letterBits = quBit - 1

	numQ, numU = 'q' - 'a', 'u' - 'a'
)

// trie is a trie while it is made.
type trie struct {
	words []string
	nodes []node
	rank  []uint32
	kids  mesh
	slots mesh
}

// buildTrie makes the nodes for the sorted words, the root first, and the rank
// of each slot, which is the index of its word.
func buildTrie(words []string) (nodes []node, rank []uint32) {
	t := trie{words: words, nodes: make([]node, 0, len(words)), rank: make([]uint32, 0, len(words))}
	t.nodes = reach(t.nodes, t.kids.place(1)) // the root
	t.grow(0, 0, len(words), 0)
	return t.nodes, t.rank
}

// grow makes node i and all below it. The node stands for words[lo:hi], which
// begin with the same depth letters and are longer.
func (t *trie) grow(i uint32, lo, hi, depth int) {
	type span struct{ lo, hi int }
	var leading [26]span // of each letter, the words that it does not finish
	var ending [26]int   // of each letter, the word that it finishes
	var n node
	for lo < hi {
		letter := t.words[lo][depth] - 'a'
		end := t.next(lo, hi, depth)
		if len(t.words[lo]) == depth+1 {
			n.ends |= 1 << letter
			ending[letter] = lo
			lo++
		}
		if lo < end {
			n.kids |= 1 << letter
			leading[letter] = span{lo, end}
		}
		lo = end
	}
	if s := leading[numQ]; s.lo < s.hi {
		kids, ends := t.pair(s.lo, s.hi, depth)
		n.kids |= kids
		n.ends |= ends
	}
	n.kid = t.kids.place(n.kids)
	n.slot = t.slots.place(n.ends & letterBits)
	for m := n.ends & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		t.rank = reach(t.rank, n.slot+letter)
		t.rank[n.slot+letter] = uint32(ending[letter])
	}
	t.nodes[i] = n
	for m := n.kids & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		t.nodes = reach(t.nodes, n.kid+letter)
		t.grow(n.kid+letter, leading[letter].lo, leading[letter].hi, depth+1)
	}
	if n.kids&quBit != 0 {
		t.nodes = reach(t.nodes, n.kid+qu)
		t.nodes[n.kid+qu] = t.nodes[t.nodes[n.kid+numQ].kid+numU]
	}
}

// next is the end of the words from lo that have the same letter at depth.
func (t *trie) next(lo, hi, depth int) int {
	letter := t.words[lo][depth]
	return lo + sort.Search(hi-lo, func(k int) bool { return t.words[lo+k][depth] > letter })
}

// pair tells as bits of kids and of ends whether words[lo:hi], which have a q
// at depth, go on with u, and whether they end with it.
func (t *trie) pair(lo, hi, depth int) (kids, ends uint32) {
	for lo < hi {
		end := t.next(lo, hi, depth+1)
		if t.words[lo][depth+1] == 'u' {
			if len(t.words[lo]) == depth+2 {
				ends = quBit
			}
			if len(t.words[end-1]) > depth+2 {
				kids = quBit
			}
		}
		lo = end
	}
	return kids, ends
}

// reach lengthens s until it has index i.
func reach[T any](s []T, i uint32) []T {
	for uint32(len(s)) <= i {
		var zero T
		s = append(s, zero)
	}
	return s
}

// countBelow sets left to the number of words below each node from i on,
// without those whose slots are done, and returns that of i.
func (l *List) countBelow(left []uint32, done []bool, i uint32) uint32 {
	n := &l.nodes[i]
	count := uint32(0)
	for m := n.ends & letterBits; m != 0; m &= m - 1 {
		if !done[n.slot+uint32(bits.TrailingZeros32(m))] {
			count++
		}
	}
	for m := n.kids & letterBits; m != 0; m &= m - 1 {
		count += l.countBelow(left, done, n.kid+uint32(bits.TrailingZeros32(m)))
	}
	if n.kids&quBit != 0 {
		left[n.kid+qu] = left[l.nodes[n.kid+numQ].kid+numU]
	}
	left[i] = count
	return count
}

// mesh deals out places in a row, such that masks slip into each other's gaps.
type mesh struct {
	busy []uint64 // a bit for each place
	low  int      // all places below are busy
}

// place takes the places base + k for the bits k of the mask. The base may be
// below zero, and wraps around then; the places are not.
func (m *mesh) place(mask uint32) (base uint32) {
	if mask == 0 {
		return 0
	}
	skip := bits.TrailingZeros32(mask)
	want := uint64(mask >> skip)
	at := m.low
	for m.window(at)&want != 0 {
		at++
	}
	m.busy[at/64] |= want << (at % 64)
	m.busy[at/64+1] |= want >> (64 - at%64)
	for m.window(m.low)&1 != 0 {
		m.low++
	}
	return uint32(at - skip)
}

// window is the 64 places from at.
func (m *mesh) window(at int) uint64 {
	m.busy = reach(m.busy, uint32(at/64+1))
	return m.busy[at/64]>>(at%64) | m.busy[at/64+1]<<(64-at%64)
}
