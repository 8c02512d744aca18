package schedule

import (
	"iter"
	"slices"
)

// Span is the games from From to To-1.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Spans returns games, in any order, as spans.
func Spans(games []int) []Span {
	games = slices.Clone(games)
	slices.Sort(games)
	var all []Span
	for _, g := range games {
		switch n := len(all); {
		case n > 0 && all[n-1].To == g:
			all[n-1].To++
		case n == 0 || all[n-1].To < g:
			all = append(all, Span{g, g + 1})
		}
	}
	return all
}

// Each iterates over the games in spans.
func Each(spans []Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range spans {
			for n := s.From; n < s.To; n++ {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// Count returns the number of games in spans.
func Count(spans []Span) int {
	n := 0
	for _, s := range spans {
		n += s.To - s.From
	}
	return n
}
