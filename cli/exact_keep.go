package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/solve/exact"
	"ouro/store"
)

// exactResult is what was found, now or earlier, and what it took.
type exactResult struct {
	exact.Report
	took   time.Duration
	memory uint64
}

// exactDetail is a result as it is kept, as the one game of its experiment.
type exactDetail struct {
	Probability float64  `json:"probability"`
	Moves       *float64 `json:"moves"` // null if no game can be won
	Bodies      int64    `json:"bodies"`
	Positions   int64    `json:"positions"`
	Memory      uint64   `json:"memory_bytes"`
}

// openShelf opens the shelf of the board; nil if none was asked for.
func (o *exactOptions) openShelf(ctx context.Context) (*keeping, error) {
	if o.store.name() == "" {
		return nil, nil
	}
	what := order.OfExact(ouro.MustGrid(o.board.w, o.board.h), o.startLength)
	return o.store.openShelves(ctx, []store.Experiment{{
		Kind: string(what.Kind), Order: what.Text(), Title: fmt.Sprintf("best play of %s %s", what.Rules, what.Board),
		Rules: what.Rules, Board: what.Board, StartLength: what.StartLength, Reproducible: true,
	}}, 0, "")
}

// optimum is what was found earlier or, if a table of moves is wanted or nothing was,
// is found now and kept.
func (o *exactOptions) optimum(ctx context.Context, talk io.Writer, kept *keeping, options exact.Options) (*exactResult, error) {
	if kept != nil && o.save == "" {
		if r, err := kept.optimum(); r != nil || err != nil {
			if err == nil {
				fmt.Fprintf(talk, "ouro: known from %s\n", kept.store.File())
			}
			return r, err
		}
	}
	began := time.Now()
	report, err := exact.Solve(ctx, ouro.MustGrid(o.board.w, o.board.h), o.startLength, options)
	if err != nil {
		return nil, err
	}
	r := &exactResult{*report, time.Since(began), memoryTaken()}
	return r, kept.keepOptimum(r)
}

// optimum is a result that is kept; nil if none is.
func (k *keeping) optimum() (*exactResult, error) {
	g, err := k.shelves[0].Find(0, 0)
	if g == nil || err != nil {
		return nil, err
	}
	var d exactDetail
	if err := json.Unmarshal(g.Detail, &d); err != nil {
		return nil, fmt.Errorf("%s: what is kept of the board is not what was found: %w", k.store.File(), err)
	}
	r := &exactResult{took: g.Took, memory: d.Memory}
	r.Probability, r.Moves, r.Bodies, r.Positions = d.Probability, math.NaN(), d.Bodies, d.Positions
	if d.Moves != nil {
		r.Moves = *d.Moves
	}
	return r, nil
}

func (k *keeping) keepOptimum(r *exactResult) error {
	if k == nil {
		return nil
	}
	detail, err := json.Marshal(exactDetail{r.Probability, numberOrNull(r.Moves), r.Bodies, r.Positions, r.memory})
	if err != nil {
		return err
	}
	return k.shelves[0].Put(&store.Game{Took: r.took, Detail: detail})
}

// report is a result that is kept, for people and for programs.
func (d *exactDetail) report(e *store.Experiment) factsReport {
	moves := "no game can be won"
	facts := sheet.FactsOf("board", e.Board, "start_length", e.StartLength, "probability", d.Probability, "bodies", sheet.InJSON(d.Bodies), "positions", d.Positions,
		"memory_bytes", sheet.InJSON(d.Memory))
	if d.Moves != nil {
		moves = fmt.Sprintf("%.6f expected moves", *d.Moves)
		facts.Add("moves", *d.Moves)
	} else {
		facts.Add("moves", sheet.InJSON(nil))
	}
	return factsReport{&sheet.Sheet{
		Title: fmt.Sprintf("%s, start length %d", e.Title, e.StartLength),
		Lead:  fmt.Sprintf("won with probability %.6g; %s; %s", d.Probability, moves, english.Count(int(d.Positions), "position")),
	}, facts}
}
