package word

import (
	"cmp"
	"context"
	"slices"
)

// Finder finds the words of one list in any number of grids. It keeps its
// working memory from grid to grid, and so serves one goroutine at a time.
type Finder struct {
	list   *List
	scorer scorer
	search search
}

// NewFinder is a finder for the list.
func NewFinder(l *List) *Finder {
	return &Finder{list: l, scorer: newScorer(l), search: newSearch(l)}
}

// Found is a word of the grid.
type Found struct {
	Word   string
	Points int
	Trail  []Cell // the trail that the search meets first
}

// Find returns the words of the list that are on the grid, each once, in
// alphabetical order. The trail of a word is the first one in reading order,
// cell by cell, where a q beside a u goes before a Qu. When the context ends,
// Find returns its error and what was found until then.
func (f *Finder) Find(ctx context.Context, g *Grid) ([]Found, error) {
	s := &f.search
	err := s.run(ctx, g)
	found := make([]Found, len(s.hits))
	trails := slices.Clone(s.trails)
	for i, h := range s.hits {
		word := f.list.words[f.list.rank[h.slot]]
		found[i] = Found{
			Word:   word,
			Points: Points(len(word)),
			Trail:  trails[h.from:h.to:h.to],
		}
	}
	slices.SortFunc(found, func(a, b Found) int { return cmp.Compare(a.Word, b.Word) })
	return found, err
}

// Score is the sum of the points of all words that Find returns. It allocates
// nothing.
func (f *Finder) Score(g *Grid) int {
	if f.scorer.fits(g) {
		return f.scorer.score(g)
	}
	s := &f.search
	total := 0
	if err := s.run(context.Background(), g); err != nil {
		panic(err) // the background does not end
	}
	for _, h := range s.hits {
		total += Points(len(f.list.words[f.list.rank[h.slot]]))
	}
	return total
}
