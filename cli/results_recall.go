package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro/arena/tune"
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
		switch set.Orders[0].Kind {
		case order.Exact:
			err = r.optimum(ctx, s)
		case order.Tune:
			err = r.tuning(ctx, s)
		default:
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
	for g, err := range s.Games(ctx, r.Experiments[0].ID) {
		var what *store.ChangedError
		if errors.As(err, &what) {
			r.changed = append(r.changed, what)
			continue
		}
		if err != nil {
			return err
		}
		var d exactDetail // there is one
		if err := json.Unmarshal(g.Detail, &d); err != nil {
			return err
		}
		r.report = d.report(&r.Experiments[0])
		return nil
	}
	return fmt.Errorf("%s: experiment %s has no result yet", s.File(), r.Experiments[0].Short())
}

// tuning makes the report of a tuning.
func (r *recalled) tuning(ctx context.Context, s *store.Store) error {
	e, err := tune.Open(&r.Orders[0])
	if err != nil {
		return err
	}
	lines, err := s.Steps(ctx, r.Experiments[0].ID)
	if err != nil {
		return err
	}
	found, err := e.SoFar(lines)
	if err != nil {
		return fmt.Errorf("%s: experiment %s: %w", s.File(), r.Experiments[0].Short(), err)
	}
	r.report = factsReport{e.Sheet(found), e.Facts(found)}
	return nil
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
