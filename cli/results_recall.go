package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/results"
	"ouro/store"
)

// recalled is the report of experiments of the same games, with what was changed of
// them.
type recalled struct {
	*results.Set
	report  written
	changed []*store.ChangedError
}

// recall makes the report of each set of experiments that is one: solvers that have
// played the same games are laid side by side.
func recall(ctx context.Context, s *store.Store, all []store.Experiment) (reports []recalled, err error) {
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		r := recalled{Set: set}
		if set.Experiments[0].Kind == string(order.Exact) {
			err = r.optimum(ctx, s)
		} else {
			err = r.games(ctx)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// games makes the report of experiments that have games.
func (r *recalled) games(ctx context.Context) error {
	report, changed, err := r.Report(ctx, nil)
	r.report, r.changed = report, changed
	return err
}

// optimum makes the report of best play.
func (r *recalled) optimum(ctx context.Context, s *store.Store) error {
	found := exactReport{Experiment: &r.Experiments[0]}
	r.report = &found
	for g, err := range s.Games(ctx, r.Experiments[0].ID) {
		var what *store.ChangedError
		if errors.As(err, &what) {
			r.changed = append(r.changed, what)
			continue
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(g.Detail, &found.exactDetail) // there is one
	}
	return nil
}

// exactReport is what is kept of best play.
type exactReport struct {
	*store.Experiment
	exactDetail
}

func (r *exactReport) sheet() *sheet.Sheet {
	moves := "no game can be won"
	if r.Moves != nil {
		moves = fmt.Sprintf("%.6f expected moves", *r.Moves)
	}
	return &sheet.Sheet{
		Title: fmt.Sprintf("%s, start length %d", r.Title, r.StartLength),
		Lead:  fmt.Sprintf("won with probability %.6g; %s; %s", r.Probability, moves, english.Count(int(r.Positions), "position")),
	}
}

func (r *exactReport) WriteTable(w io.Writer, width int) error { return r.sheet().WriteText(w, width) }
func (r *exactReport) WriteMarkdown(w io.Writer) error         { return r.sheet().WriteMarkdown(w) }
func (r *exactReport) WriteJSON(w io.Writer) error             { return encodeJSON(w, r) }

// MarshalJSON is what is kept.
func (r *exactReport) MarshalJSON() ([]byte, error) { return json.Marshal(r.exactDetail) }

func (r *exactReport) WriteCSV(w io.Writer) error {
	row := sheet.FactsOf("board", r.Board, "start_length", r.StartLength, "probability", r.Probability, "positions", r.Positions)
	if r.Moves != nil {
		row.Add("moves", sheet.Number(*r.Moves))
	}
	return sheet.WriteCSV(w, row, slices.Values([]sheet.Facts{row}))
}

// untimed is a report without the figures that differ from run to run.
func untimed(r written) written {
	if games, ok := r.(*lab.Report); ok {
		return games.WithoutTimes()
	}
	return r
}
