package words

import (
	"iter"

	"ouro/word"
)

// Step is a step of a search: to a cell, or back from the last cell of the trail.
type Step struct {
	Back bool      `json:"back,omitempty"`
	Cell word.Cell `json:"cell"`
	Text string    `json:"text"`           // letters of the trail after the step
	Word bool      `json:"word,omitempty"` // a new word
	Goes bool      `json:"goes,omitempty"` // longer words begin with the text
}

// Search is recursive backtracking over a grid: from every cell along every trail without
// repeated cells, while a word of the list begins with its letters. Neighbours are
// visited clockwise, from the right one on.
func Search(g *word.Grid, l *word.List) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		s := search{grid: g, list: l, used: make([]bool, g.Cells()), found: map[string]bool{}, yield: yield}
		for c := range g.Cells() {
			if !s.visit(word.Cell(c), "") {
				return
			}
		}
	}
}

type search struct {
	grid  *word.Grid
	list  *word.List
	used  []bool
	found map[string]bool
	yield func(Step) bool
}

// clockwise are the offsets of the neighbours, from the right one on.
var clockwise = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// visit goes to a cell, on to its neighbours and back. It returns false when yield does.
func (s *search) visit(c word.Cell, before string) bool {
	text := before + letters(s.grid.Face(c))
	step := Step{Cell: c, Text: text, Word: s.list.Has(text) && !s.found[text], Goes: s.list.Begins(text) && s.longer(text)}
	if step.Word {
		s.found[text] = true
	}
	if !s.yield(step) {
		return false
	}
	if step.Goes {
		s.used[c] = true
		x, y := int(c)%s.grid.Columns(), int(c)/s.grid.Columns()
		for _, by := range clockwise {
			nx, ny := x+by[0], y+by[1]
			if nx < 0 || ny < 0 || nx >= s.grid.Columns() || ny >= s.grid.Rows() {
				continue
			}
			if n := word.Cell(ny*s.grid.Columns() + nx); !s.used[n] && !s.visit(n, text) {
				return false
			}
		}
		s.used[c] = false
	}
	return s.yield(Step{Back: true, Cell: c, Text: before})
}

// longer reports whether a longer word begins with the text.
func (s *search) longer(text string) bool {
	for letter := 'a'; letter <= 'z'; letter++ {
		if s.list.Begins(text + string(letter)) {
			return true
		}
	}
	return false
}

func letters(f word.Face) string {
	if f == word.Qu {
		return "qu"
	}
	return f.String()
}
