package word

import (
	"errors"
	"slices"
	"strings"
)

// maxLetters is the length of the longest word that any grid can hold: every
// cell shows Qu.
const maxLetters = 2 * maxCells

// List is a list of words, ready to be searched for. It never changes, and any
// number of finders may share it.
//
// The words are in a trie of which only the inner nodes exist, in one flat
// slice. A node knows by two masks of letters which of them finish a word and
// which of them lead on, so that the letters of the neighbouring cells, as a
// mask, tell without looking farther whether a trail is dead.
type List struct {
	words []string // sorted, each once
	nodes []node   // the root first, parents before their children
	rank  []uint32 // of each slot, the index of its word in words
	below []uint32 // of each node, the number of words below it
}

// ParseList reads a list: one word a line, in either case, in any order.
// Blank lines and repetitions do not count. A line that is no word of the
// letters a to z, or is too long for any grid, is skipped; skipped counts them.
// A list without any word is an error.
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
		return nil, skipped, errors.New("no word of the letters a to z")
	}
	slices.Sort(words)
	l = &List{words: slices.Clip(slices.Compact(words))}
	l.nodes, l.rank = buildTrie(l.words)
	l.below = make([]uint32, len(l.nodes))
	l.countBelow(l.below, make([]bool, len(l.rank)), 0)
	return l, skipped, nil
}

// Len is the number of words.
func (l *List) Len() int { return len(l.words) }

// Word is the word at index i in alphabetical order.
func (l *List) Word(i int) string { return l.words[i] }

// Has tells whether the list holds the word.
func (l *List) Has(word string) bool {
	_, found := slices.BinarySearch(l.words, word)
	return found
}

// Begins tells whether a word of the list begins so, or is it.
func (l *List) Begins(prefix string) bool {
	i, _ := slices.BinarySearch(l.words, prefix)
	return i < len(l.words) && strings.HasPrefix(l.words[i], prefix)
}

// Points is what a word of so many letters counts in Boggle.
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
