// Package words has the kind of channel on which a grid of letters is searched for
// words, step by step, as recursive backtracking does it.
//
// The page opens a channel of the kind "words" with a grid, as [word.ParseGrid] reads
// it, and is told in "opened" what is on its cells. It then asks with "steps" for so
// many of the next steps, and gets them.
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

// The words of two to five letters of the list of package word/list: enough to see
// the search at work, and a tenth of its size.
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
	maxSide  = 5    // of a grid
	maxSteps = 4096 // of one answer
)

// Words is the kind of a channel with a search for words.
func Words(ctx context.Context, ch *session.Channel) error {
	var asked struct {
		Grid string `json:"grid"`
	}
	if err := ch.Request().Into(&asked); err != nil {
		return err
	}
	g, err := parse(asked.Grid)
	if err != nil {
		return &session.Error{Message: err.Error(), Field: "grid"}
	}
	list := short()
	tell := opened{W: g.Columns(), H: g.Rows(), Words: list.Len()}
	for c := range g.Cells() {
		tell.Faces = append(tell.Faces, g.Face(word.Cell(c)).String())
	}
	if err := ch.Send(ctx, session.Opened, tell); err != nil {
		return err
	}
	next, stop := iter.Pull(Search(g, list))
	defer stop()
	for from := 0; ; {
		m, err := ch.Next(ctx)
		if err != nil {
			return nil
		}
		var said struct {
			N int `json:"n"`
		}
		if err = m.Into(&said); err == nil && m.Type != "steps" {
			err = fmt.Errorf("unknown message %q (known: steps)", m.Type)
		}
		if err != nil {
			if err := ch.Fail(ctx, err); err != nil {
				return err
			}
			continue
		}
		some := steps{From: from, Steps: []Step{}}
		for range min(max(said.N, 1), maxSteps) {
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
	Faces []string `json:"faces"` // of each cell, from the top left
	Words int      `json:"words"` // in the list
}

type steps struct {
	From  int    `json:"from"`
	Steps []Step `json:"steps"`
	Done  bool   `json:"done"` // these are the last
}

func parse(text string) (*word.Grid, error) {
	g, err := word.ParseGrid(text)
	if err != nil {
		return nil, err
	}
	if g.Columns() > maxSide || g.Rows() > maxSide {
		return nil, fmt.Errorf("a grid of %dx%d, at most %dx%d are searched here", g.Columns(), g.Rows(), maxSide, maxSide)
	}
	for c := range g.Cells() {
		if g.Face(word.Cell(c)) == word.Any {
			return nil, fmt.Errorf("cell %d is a wildcard: only letters are searched here", c+1)
		}
	}
	return g, nil
}
