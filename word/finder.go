package word

import (
	"cmp"
	"context"
	"slices"
)

// Finder finds the words of one list in any number of grids. It reuses its memory, so only
// one goroutine at a time may use it.
type Finder struct {
	list   *List
	search search
}

// NewFinder returns a Finder for the list.
func NewFinder(l *List) *Finder {
	return &Finder{list: l, search: newSearch(l)}
}

// Found is a word in a grid.
type Found struct {
	Word   string
	Points int
	Trail  []Cell
}

// Find returns the words of the list in the grid, each once, in alphabetical order. The
// trail of a word is the first one in reading order, cell by cell, where two cells q and u
// precede one cell Qu. If the context ends, Find returns its error and the words so far.
func (f *Finder) Find(ctx context.Context, g *Grid) ([]Found, error) {
	s := &f.search
	err := s.run(ctx, g)
	slices.SortFunc(s.hits, func(a, b hit) int { return cmp.Compare(a.word, b.word) })
	found := make([]Found, len(s.hits))
	trails := slices.Clone(s.trails)
	for i, h := range s.hits {
		word := f.list.words[h.word]
		found[i] = Found{Word: word, Points: Points(len(word)), Trail: trails[h.from:h.to:h.to]}
	}
	return found, err
}
