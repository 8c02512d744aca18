package cli

import (
	"context"
	"io"
	"slices"

	"ouro/lab"
	"ouro/lab/sheet"
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
		if set.HasGames() {
			r.report, r.changed, err = set.Report(ctx, nil)
		} else {
			err = r.found(ctx)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// found makes the report of an experiment without games.
func (r *recalled) found(ctx context.Context) error {
	f, err := r.Found(ctx)
	if err == nil {
		r.report, r.changed = factsReport{f.Sheet, f.Facts}, f.Changed
	}
	return err
}

// factsReport is a report that is a sheet for people and facts for programs.
type factsReport struct {
	sheet *sheet.Sheet
	facts sheet.Facts
}

func (r factsReport) WriteTable(w io.Writer, width int) error { return r.sheet.WriteText(w, width) }
func (r factsReport) WriteMarkdown(w io.Writer) error         { return r.sheet.WriteMarkdown(w) }
func (r factsReport) WriteJSON(w io.Writer) error             { return encodeJSON(w, r.facts) }

// MarshalJSON is the facts.
func (r factsReport) MarshalJSON() ([]byte, error) { return r.facts.MarshalJSON() }

func (r factsReport) WriteCSV(w io.Writer) error {
	return sheet.WriteCSV(w, r.facts, slices.Values([]sheet.Facts{r.facts}))
}

// untimed is a report without the figures that differ from run to run.
func untimed(r written) written {
	if games, ok := r.(*lab.Report); ok {
		return games.WithoutTimes()
	}
	return r
}
