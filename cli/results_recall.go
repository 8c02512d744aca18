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

// storedReport is the report of experiments with the same games, and their rows that were
// changed outside of the program.
type storedReport struct {
	*results.Set
	report  written
	changed []*store.ChangedError
}

// recall returns the reports of experiments. Solvers that played the same games share one.
func recall(ctx context.Context, s *store.Store, all []store.Experiment) (reports []storedReport, err error) {
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		r := storedReport{Set: set}
		if set.HasGames() {
			r.report, r.changed, err = set.Report(ctx, nil)
		} else {
			err = r.readFacts(ctx)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// readFacts reads the report of an experiment without games.
func (r *storedReport) readFacts(ctx context.Context) error {
	f, err := r.Found(ctx)
	if err == nil {
		r.report, r.changed = factsReport{f.Sheet, f.Facts}, f.Changed
	}
	return err
}

// factsReport is a report as a sheet for text and facts for JSON.
type factsReport struct {
	sheet *sheet.Sheet
	facts sheet.Facts
}

func (r factsReport) WriteTable(w io.Writer, width int) error { return r.sheet.WriteText(w, width) }
func (r factsReport) WriteMarkdown(w io.Writer) error         { return r.sheet.WriteMarkdown(w) }
func (r factsReport) WriteJSON(w io.Writer) error             { return encodeJSON(w, r.facts) }

// MarshalJSON returns the facts.
func (r factsReport) MarshalJSON() ([]byte, error) { return r.facts.MarshalJSON() }

func (r factsReport) WriteCSV(w io.Writer) error {
	return sheet.WriteCSV(w, r.facts, slices.Values([]sheet.Facts{r.facts}))
}

// withoutTimes returns a report without thinking times, which differ from run to run.
func withoutTimes(r written) written {
	if games, ok := r.(*lab.Report); ok {
		return games.WithoutTimes()
	}
	return r
}
