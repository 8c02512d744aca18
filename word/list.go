package word

import (
	"errors"
	"slices"
	"strings"
)

// maxLetters is the length of the longest possible word: every cell shows Qu.
const maxLetters = 2 * maxCells

// List is a list of words, prepared for searching. It never changes, and any number of
// finders may share it.
//
// The words are in a trie without leaves, in one slice. Each node has two masks of letters:
// those that finish a word, and those that lead to a child. The letters of the neighbouring
// cells, as a mask, therefore show at once whether a trail can continue.
type List struct {
	words []string // sorted, each once
	nodes []node   // root first, parents before their children
	rank  []uint32 // by slot, the index of its word in words
	below []uint32 // by node, the number of words below it
}

// ParseList parses a list: one word a line, in either case, in any order. Blank lines and
// repetitions are ignored. Lines with other characters than a to z, or too long for any
// grid, are skipped; skipped is their number. A list without words is an error.
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
	l = &List{words: slices.Clip(slices.Compact(words))}
	l.nodes, l.rank = buildTrie(l.words)
	l.below = make([]uint32, len(l.nodes))
	l.countBelow(l.below, make([]bool, len(l.rank)), 0)
	return l, skipped, nil
}

// Len returns the number of words.
func (l *List) Len() int { return len(l.words) }

// Word returns the word at index i in alphabetical order.
func (l *List) Word(i int) string { return l.words[i] }

// Has reports whether the list contains the word.
func (l *List) Has(word string) bool {
	_, found := slices.BinarySearch(l.words, word)
	return found
}

// Begins reports whether a word of the list begins with, or equals, prefix.
func (l *List) Begins(prefix string) bool {
	i, _ := slices.BinarySearch(l.words, prefix)
	return i < len(l.words) && strings.HasPrefix(l.words[i], prefix)
}

// Points returns the points of a word of so many letters in Boggle.
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
