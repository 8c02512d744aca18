// Package words implements the kind of channel that searches a grid of letters for words,
// step by step, by recursive backtracking.
//
// The page opens a channel of the kind "words" with a grid in the format of
// [word.ParseGrid], receives its cells in "opened", and requests the next steps with
// "steps".
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

// The words with two to five letters of package word/list, a tenth of its size.
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
	maxSteps = 4096 // in one answer
)

// Words is the kind of channel with a search for words.
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
	Faces []string `json:"faces"` // of each cell, from the top left
	Words int      `json:"words"` // in the list
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
		return nil, fmt.Errorf("a grid of %dx%d; the limit is %dx%d", g.Columns(), g.Rows(), maxSide, maxSide)
	}
	for c := range g.Cells() {
		if g.Face(word.Cell(c)) == word.Any {
			return nil, fmt.Errorf("cell %d is a wildcard; want a letter", c+1)
		}
	}
	return g, nil
}
