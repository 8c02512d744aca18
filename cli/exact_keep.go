package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"ouro"
	"ouro/order"
	"ouro/results"
	"ouro/solve/exact"
	"ouro/store"
)

// exactResult is a result, new or stored, and its cost.
type exactResult struct {
	exact.Report
	took   time.Duration
	memory uint64
}

// openShelf opens the shelf of the board; it is nil without --store.
func (o *exactOptions) openShelf(ctx context.Context) (*storage, error) {
	if o.store.name() == "" {
		return nil, nil
	}
	what := order.OfExact(ouro.MustGrid(o.board.w, o.board.h), o.startLength)
	return o.store.openShelves(ctx, []store.Experiment{{
		Kind: string(what.Kind), Order: what.Text(), Title: fmt.Sprintf("best play of %s %s", what.Rules, what.Board),
		Rules: what.Rules, Board: what.Board, StartLength: what.StartLength, Reproducible: true,
	}}, 0, "")
}

// optimum returns the stored result. Without one, or if --save needs the table of moves,
// it computes and stores the result.
func (o *exactOptions) optimum(ctx context.Context, talk io.Writer, kept *storage, options exact.Options) (*exactResult, error) {
	if kept != nil && o.save == "" {
		if r, err := storedOptimum(kept); r != nil || err != nil {
			if err == nil {
				fmt.Fprintf(talk, "ouro: stored in %s\n", kept.store.File())
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
	return r, storeOptimum(kept, r)
}

// storedOptimum returns the stored result, or nil.
func storedOptimum(kept *storage) (*exactResult, error) {
	g, err := kept.shelves[0].Find(0, 0)
	if g == nil || err != nil {
		return nil, err
	}
	var d results.BestPlay
	if err := json.Unmarshal(g.Detail, &d); err != nil {
		return nil, fmt.Errorf("%s: the stored result of the board cannot be read: %w", kept.store.File(), err)
	}
	r := &exactResult{took: g.Took, memory: d.Memory}
	r.Probability, r.Moves, r.Bodies, r.Positions = d.Probability, math.NaN(), d.Bodies, d.Positions
	if d.Moves != nil {
		r.Moves = *d.Moves
	}
	return r, nil
}

func storeOptimum(kept *storage, r *exactResult) error {
	if kept == nil {
		return nil
	}
	detail, err := json.Marshal(results.BestPlay{Probability: r.Probability, Moves: numberOrNull(r.Moves), Bodies: r.Bodies, Positions: r.Positions, Memory: r.memory})
	if err != nil {
		return err
	}
	return kept.shelves[0].Put(&store.Game{Took: r.took, Detail: detail})
}
