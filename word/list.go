package word

import (
	"errors"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// maxLetters is the length of the longest word that a grid can have, if every cell shows Qu.
const maxLetters = 2 * maxCells

// List is a list of words, prepared for searching. It is immutable, so any number of finders may
// share it.
//
// The words are in a trie without leaves, in one slice. Each node has two masks of letters: the
// letters that finish a word, and the letters that lead to a child. So one AND with a mask of the
// neighbouring cells' letters shows whether a trail can continue.
type List struct {
	text  string   // the words one after the other, sorted, without duplicates
	begin []uint32 // by word, its start in text; the last element is the length of text
	nodes []node   // root first, parents before their children
	rank  []uint32 // by slot, the index of its word in the list
	below []uint32 // by node, the number of words below the node
}

// ParseList parses a list with one word on each line, in either case and in any order. It ignores
// blank lines and repeated words. It skips lines with characters other than a to z, and lines too long
// for any grid; skipped is the number of these lines. A list without words is an error.
func ParseList(text string) (l *List, skipped int, err error) {
	words := make([]string, 0, len(text)/8)
	for line := range strings.Lines(text) {
		switch word := strings.ToLower(strings.TrimSpace(line)); {
		case word == "":
		case len(word) > maxLetters || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }):
			skipped++
		default:
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return nil, skipped, errors.New("the list has no word of the letters a to z")
	}
	slices.Sort(words)
	words = slices.Compact(words)
	l = &List{text: strings.Join(words, ""), begin: make([]uint32, 1, len(words)+1)}
	for i, word := range words {
		l.begin = append(l.begin, l.begin[i]+uint32(len(word)))
	}
	l.nodes, l.rank = buildTrie(words)
	l.below = make([]uint32, len(l.nodes))
	l.countBelow(l.below, make([]bool, len(l.rank)), 0)
	return l, skipped, nil
}

func (l *List) Len() int { return len(l.begin) - 1 }

// Word returns the word at index i in alphabetical order.
func (l *List) Word(i int) string { return l.text[l.begin[i]:l.begin[i+1]] }

func (l *List) Has(word string) bool {
	i := l.search(word)
	return i < l.Len() && l.Word(i) == word
}

// Begins reports whether a word of the list begins with, or equals, prefix.
func (l *List) Begins(prefix string) bool {
	i := l.search(prefix)
	return i < l.Len() && strings.HasPrefix(l.Word(i), prefix)
}

// search returns the index of the first word that is not before text in alphabetical order.
func (l *List) search(text string) int {
	return sort.Search(l.Len(), func(i int) bool { return l.Word(i) >= text })
}

// Points returns the points that a word with this number of letters scores in Boggle.
func Points(letters int) int {
	switch {
	case letters < 3:
		return 0
	case letters < 5:
		return 1
	case letters == 5:
		return 2
	case letters == 6:
		return 3
	case letters == 7:
		return 5
	}
	return 11
}

// node represents the words with a common prefix. Its masks have a bit for each letter a to z, and
// quBit for the two letters q and u at once.
//
// The index of a child or of a finished word is a base plus the number of its letter. As in a
// double-array trie, the bases are chosen so that the entries of all nodes interleave with few gaps.
// If the letter's bit is not set, the sum is the index of another node's entry.
type node struct {
	kids uint32 // next letters after which a word continues
	ends uint32 // next letters that finish a word and, from bit slotBits on, the points of these words
	kid  uint32 // base of the children's indexes in List.nodes
	slot uint32 // base of the finished words' indexes in List.rank
}

const (
	qu    = 26 // number of the pair qu, after the numbers of a to z
	quBit = 1 << qu

	letterBits = quBit - 1
	faceBits   = quBit | letterBits

	numQ, numU = 'q' - 'a', 'u' - 'a'
)

// trie is a trie that is being built.
type trie struct {
	words []string
	nodes []node
	rank  []uint32
	kids  mesh
	slots mesh
	queue []span
}

// span is a node and the words that it represents: words[lo:hi], which share their first depth
// letters and are longer than depth.
type span struct {
	node          uint32
	lo, hi, depth int
}

// buildTrie returns the nodes for the sorted words, the root first. rank has the index of each
// slot's word. Nodes with short prefixes, which a search visits most often, are adjacent, so that they
// fit into the processor's cache.
func buildTrie(words []string) (nodes []node, rank []uint32) {
	t := trie{words: words, nodes: make([]node, 0, len(words)), rank: make([]uint32, 0, len(words))}
	t.nodes = reach(t.nodes, t.kids.place(1)) // the root
	t.queue = append(t.queue, span{hi: len(words)})
	for i := 0; i < len(t.queue); i++ {
		t.grow(t.queue[i])
	}
	for _, s := range t.queue {
		if n := t.nodes[s.node]; n.kids&quBit != 0 {
			t.nodes = reach(t.nodes, n.kid+qu)
			t.nodes[n.kid+qu] = t.nodes[t.nodes[n.kid+numQ].kid+numU]
		}
	}
	return t.nodes, t.rank
}

// grow makes the node of s and adds the node's children to the queue.
func (t *trie) grow(s span) {
	var leading [26]span // by letter at depth, the words that continue after it
	var ending [26]int   // by letter at depth, the word that ends with it
	var n node
	for lo := s.lo; lo < s.hi; {
		letter := t.words[lo][s.depth] - 'a'
		end := t.next(lo, s.hi, s.depth)
		if len(t.words[lo]) == s.depth+1 {
			n.ends |= 1 << letter
			ending[letter] = lo
			lo++
		}
		if lo < end {
			n.kids |= 1 << letter
			leading[letter] = span{lo: lo, hi: end, depth: s.depth + 1}
		}
		lo = end
	}
	if q := leading[numQ]; q.lo < q.hi {
		kids, ends := t.pair(q.lo, q.hi, s.depth)
		n.kids |= kids
		n.ends |= ends
	}
	n.kid = t.kids.place(n.kids)
	n.slot = t.slots.place(n.ends & letterBits)
	n.ends |= uint32(Points(s.depth+1)) << slotBits
	for m := n.ends & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		t.rank = reach(t.rank, n.slot+letter)
		t.rank[n.slot+letter] = uint32(ending[letter])
	}
	t.nodes[s.node] = n
	for m := n.kids & letterBits; m != 0; m &= m - 1 {
		letter := uint32(bits.TrailingZeros32(m))
		t.nodes = reach(t.nodes, n.kid+letter)
		kid := leading[letter]
		kid.node = n.kid + letter
		t.queue = append(t.queue, kid)
	}
}

// next returns the end of the run of words from lo on that have the same letter at depth.
func (t *trie) next(lo, hi, depth int) int {
	letter := t.words[lo][depth]
	return lo + sort.Search(hi-lo, func(k int) bool { return t.words[lo+k][depth] > letter })
}

// pair looks for a u after the q that words[lo:hi] have at depth. kids is quBit if a word continues
// after the u, and ends is quBit if a word ends with the u; otherwise they are 0.
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

// reach appends zero values to s until s has an element with index i.
func reach[T any](s []T, i uint32) []T {
	for uint32(len(s)) <= i {
		var zero T
		s = append(s, zero)
	}
	return s
}

// countBelow sets left, for node i and each node below i, to the number of words below the node. It
// returns the number for i. Words whose slots are marked in done do not count.
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

// mesh assigns places in a row to masks. Masks fill the gaps that other masks leave.
type mesh struct {
	busy []uint64 // the bits of assigned places
	low  int      // all places below are assigned
}

// place assigns the places base + k for the bits k of the mask, and returns base. A negative
// base wraps around as a uint32, but base + k never does.
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

// window returns the bits of the 64 places from at on.
func (m *mesh) window(at int) uint64 {
	m.busy = reach(m.busy, uint32(at/64+1))
	return m.busy[at/64]>>(at%64) | m.busy[at/64+1]<<(64-at%64)
}
