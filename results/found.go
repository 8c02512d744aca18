package results

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ouro/arena/tune"
	"ouro/internal/english"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/store"
)

// Found is the result of an experiment whose report is not about games: a tuning, or the
// computation of best play.
type Found struct {
	Sheet  *sheet.Sheet  // for people
	Facts  sheet.Facts   // for programs
	Charts []chart.Chart // nil without charts

	Changed []*store.ChangedError // games that were omitted
}

// HasGames reports whether [Set.Report] can report on the experiments; if not,
// [Set.Found] has their result.
func (s *Set) HasGames() bool {
	kind := s.Orders[0].Kind
	return kind != order.Exact && kind != order.Tune
}

// Found reads the result of an experiment without games.
func (s *Set) Found(ctx context.Context) (*Found, error) {
	if s.Orders[0].Kind == order.Tune {
		return s.tuning(ctx)
	}
	return s.bestPlay(ctx)
}

// tuning reads the steps of a tuning.
func (s *Set) tuning(ctx context.Context) (*Found, error) {
	e, err := tune.Open(&s.Orders[0])
	if err != nil {
		return nil, err
	}
	lines, err := s.store.Steps(ctx, s.Experiments[0].ID)
	if err != nil {
		return nil, err
	}
	r, err := e.SoFar(lines)
	if err != nil {
		return nil, fmt.Errorf("%s: experiment %s: %w", s.store.File(), s.Experiments[0].Short(), err)
	}
	return &Found{Sheet: e.Sheet(r), Facts: e.Facts(r), Charts: r.Charts()}, nil
}

// BestPlay is the result of a computation of best play, the detail of its only game.
type BestPlay struct {
	Probability float64  `json:"probability"`
	Moves       *float64 `json:"moves"` // nil if no game can be won
	Bodies      int64    `json:"bodies"`
	Positions   int64    `json:"positions"`
	Memory      uint64   `json:"memory_bytes"`
}

// bestPlay reads the result of a computation of best play.
func (s *Set) bestPlay(ctx context.Context) (*Found, error) {
	e, f := &s.Experiments[0], new(Found)
	for g, err := range s.store.Games(ctx, e.ID) {
		var what *store.ChangedError
		if errors.As(err, &what) {
			f.Changed = append(f.Changed, what)
			continue
		}
		var d BestPlay
		if err == nil {
			err = json.Unmarshal(g.Detail, &d)
		}
		if err != nil {
			return nil, err
		}
		f.Sheet, f.Facts = d.sheet(e), d.facts(e)
		return f, nil
	}
	return nil, fmt.Errorf("%s: experiment %s has no result yet", s.store.File(), e.Short())
}

func (d *BestPlay) sheet(e *store.Experiment) *sheet.Sheet {
	moves := "no game can be won"
	if d.Moves != nil {
		moves = fmt.Sprintf("%.6f expected moves", *d.Moves)
	}
	return &sheet.Sheet{
		Title: fmt.Sprintf("%s, start length %d", e.Title, e.StartLength),
		Lead:  fmt.Sprintf("won with probability %.6g; %s; %s", d.Probability, moves, english.Count(int(d.Positions), "position")),
	}
}

func (d *BestPlay) facts(e *store.Experiment) sheet.Facts {
	facts := sheet.FactsOf("board", e.Board, "start_length", e.StartLength, "probability", d.Probability, "bodies", sheet.InJSON(d.Bodies), "positions", d.Positions,
		"memory_bytes", sheet.InJSON(d.Memory))
	if d.Moves != nil {
		facts.Add("moves", *d.Moves)
	} else {
		facts.Add("moves", sheet.InJSON(nil))
	}
	return facts
}
