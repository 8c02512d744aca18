// Package words implements the kind of channel that searches a grid of letters for words
// by recursive backtracking and shows the steps of the search.
//
// The page opens a channel of the kind "words" with a grid in the format of
// [word.ParseGrid]. It receives the cells of the grid in "opened" and requests the next
// steps with "steps".
package words

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"sync"

	"ouro/studio/session"
	"ouro/word"
)

// packed has the words of two to five letters of the list in package word/list. It has a tenth of
// the size of that list.
//
//go:embed short.txt.gz
var packed []byte

var short = sync.OnceValue(func() *word.List {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Sprintf("words: the embedded list: %v", err))
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(fmt.Sprintf("words: the embedded list: %v", err))
	}
	l, _, err := word.ParseList(string(text))
	if err != nil {
		panic(fmt.Sprintf("words: the embedded list: %v", err))
	}
	return l
})

const (
	maxSide  = 5    // most columns, and most rows, of a grid
	maxSteps = 4096 // most steps in one answer
)

// Words serves a channel that searches a grid for words. It is a [session.Kind].
func Words(ctx context.Context, ch *session.Channel) error {
	var req struct {
		Grid string `json:"grid"`
	}
	if err := ch.Request().Into(&req); err != nil {
		return err
	}
	g, err := parse(req.Grid)
	if err != nil {
		return &session.Error{Message: err.Error(), Field: "grid"}
	}
	list := short()
	o := opened{W: g.Columns(), H: g.Rows(), Words: list.Len()}
	for c := range g.Cells() {
		o.Faces = append(o.Faces, g.Face(word.Cell(c)).String())
	}
	if err := ch.Send(ctx, session.Opened, o); err != nil {
		return err
	}
	next, stop := iter.Pull(Search(g, list))
	defer stop()
	for from := 0; ; {
		m, err := ch.Next(ctx)
		if err != nil {
			return nil
		}
		var args struct {
			N int `json:"n"`
		}
		if err = m.Into(&args); err == nil && m.Type != "steps" {
			err = fmt.Errorf("unknown message %q (known: steps)", m.Type)
		}
		if err != nil {
			if err := ch.Fail(ctx, err); err != nil {
				return err
			}
			continue
		}
		some := steps{From: from, Steps: []Step{}}
		for range min(max(args.N, 1), maxSteps) {
			s, ok := next()
			if some.Done = !ok; !ok {
				break
			}
			some.Steps = append(some.Steps, s)
		}
		from += len(some.Steps)
		if err := ch.Send(ctx, "steps", some); err != nil {
			return err
		}
	}
}

type opened struct {
	W     int      `json:"w"`
	H     int      `json:"h"`
	Faces []string `json:"faces"` // letters of each cell, row by row from the top left
	Words int      `json:"words"` // number of words in the list
}

type steps struct {
	From  int    `json:"from"`
	Steps []Step `json:"steps"`
	Done  bool   `json:"done"` // the search has ended
}

func parse(text string) (*word.Grid, error) {
	g, err := word.ParseGrid(text)
	if err != nil {
		return nil, err
	}
	if g.Columns() > maxSide || g.Rows() > maxSide {
		return nil, fmt.Errorf("the grid has %dx%d letters; the limit is %dx%d", g.Columns(), g.Rows(), maxSide, maxSide)
	}
	for c := range g.Cells() {
		if g.Face(word.Cell(c)) == word.Any {
			return nil, fmt.Errorf("letter %d of the grid is a wildcard; use a letter from a to z", c+1)
		}
	}
	return g, nil
}

// Step is one step of a search: forward to a cell, or back from the last cell of the trail.
type Step struct {
	Back bool      `json:"back,omitempty"`
	Cell word.Cell `json:"cell"`
	Text string    `json:"text"`           // letters of the trail after the step
	Word bool      `json:"word,omitempty"` // the text is a word that was not found before
	Goes bool      `json:"goes,omitempty"` // some longer word begins with the text, so the search continues
}

// Search returns the steps of a search for words by recursive backtracking. The search starts at
// every cell and follows every trail of neighbouring cells without repeated cells. It extends a trail
// only if some longer word of the list begins with the trail's letters. It visits the neighbours of a
// cell clockwise, beginning on the right.
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

// clockwise has the offsets of the neighbours, clockwise from the one on the right.
var clockwise = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// visit goes to a cell, searches from its neighbours and goes back. It returns false if
// yield does.
func (s *search) visit(c word.Cell, before string) bool {
	text := before + letters(s.grid.Face(c))
	step := Step{Cell: c, Text: text, Word: s.list.Has(text) && !s.found[text], Goes: s.list.Begins(text) && s.hasLongerWord(text)}
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

func (s *search) hasLongerWord(text string) bool {
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
