package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/store"
)

// soundGames are the games of an experiment that are as they were written, in their order;
// what was changed is added to the list.
func soundGames(ctx context.Context, s *store.Store, e *store.Experiment, changed *[]*store.ChangedError) iter.Seq2[*store.Game, error] {
	return store.Sound(s.Games(ctx, e.ID), func(what *store.ChangedError) { *changed = append(*changed, what) })
}

// finished are the games of an experiment as it counts them.
func finished(ctx context.Context, s *store.Store, e *store.Experiment) iter.Seq2[*lab.Finished, error] {
	return func(yield func(*lab.Finished, error) bool) {
		for g, err := range s.Games(ctx, e.ID) {
			var f *lab.Finished
			if err == nil {
				if f, err = finishedOf(e, g); err != nil {
					err = fmt.Errorf("%s: experiment %s: game %d: %w", s.File(), e.Short(), g.Group, err)
				}
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

// finishedOf is a game as an experiment counts it, whichever kind it is of.
func finishedOf(e *store.Experiment, g *store.Game) (*lab.Finished, error) {
	if e.Kind != string(order.Arena) {
		return g.Finished()
	}
	game, err := arena.KeptGame(g)
	if err != nil {
		return nil, err
	}
	f := game.Finished()
	if g.Record != nil {
		f.Record = g.Record
	}
	return f, nil
}

// recalled is the report of experiments of the same games, with what was changed of
// them.
type recalled struct {
	of      []store.Experiment
	report  written
	changed []*store.ChangedError
}

// written is what an experiment has found, in every form.
type written interface {
	WriteTable(w io.Writer, width int) error
	WriteMarkdown(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// recall makes the report of each set of experiments that is one: solvers that have
// played the same games are laid side by side.
func recall(ctx context.Context, s *store.Store, all []store.Experiment) (reports []recalled, err error) {
	var sets [][]store.Experiment
	var games []string
	for _, e := range all {
		o, err := orderOf(s, &e)
		if err != nil {
			return nil, err
		}
		key := cmp.Or(o.Together(), e.Key)
		i := slices.Index(games, key)
		if i < 0 {
			i, games, sets = len(games), append(games, key), append(sets, nil)
		}
		sets[i] = append(sets[i], e)
	}
	for _, set := range sets {
		r := recalled{of: set}
		switch set[0].Kind {
		case string(order.Arena):
			err = r.tournament(ctx, s)
		case string(order.Exact):
			err = r.optimum(ctx, s)
		default:
			err = r.experiment(ctx, s)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// experiment makes the report of experiments of the same games, or of one.
func (r *recalled) experiment(ctx context.Context, s *store.Store) error {
	set := r.of
	plan, err := planOf(s, set)
	if err != nil {
		return err
	}
	if plan.Groups == 0 {
		return fmt.Errorf("%s: experiment %s has no games yet", s.File(), set[0].Short())
	}
	var streams []*store.Stream
	for i := range set {
		streams = append(streams, store.NewStream(finished(ctx, s, &set[i])))
		defer streams[i].Close()
	}
	plan.Known = func(t lab.Task) (*lab.Finished, bool) {
		if len(set) > 1 {
			return streams[t.Seating].Find(t.Group, 0)
		}
		return streams[0].Find(t.Group, t.Seating)
	}
	found, err := lab.Recall(plan)
	r.report = found
	for _, each := range streams {
		each.Rest()
		r.changed = append(r.changed, each.Changed...)
		err = errors.Join(err, each.Err)
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// tournament makes the report of a tournament.
func (r *recalled) tournament(ctx context.Context, s *store.Store) error {
	o, err := orderOf(s, &r.of[0])
	if err != nil {
		return err
	}
	setting, err := o.Played()
	if err != nil {
		return fmt.Errorf("%s: experiment %s: %w", s.File(), r.of[0].Short(), err)
	}
	var games []arena.Game
	for g, err := range soundGames(ctx, s, &r.of[0], &r.changed) {
		if err != nil {
			return err
		}
		game, err := arena.KeptGame(g)
		if err != nil {
			return fmt.Errorf("%s: experiment %s: %w", s.File(), r.of[0].Short(), err)
		}
		games = append(games, game)
	}
	t := *setting.Tournament
	t.Games = len(games)
	r.report = arena.NewReport(&t, games)
	return ctx.Err()
}

// optimum makes the report of best play.
func (r *recalled) optimum(ctx context.Context, s *store.Store) error {
	found := exactReport{Experiment: &r.of[0]}
	r.report = &found
	for g, err := range soundGames(ctx, s, &r.of[0], &r.changed) {
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

// planOf is the plan of the games that the experiments have.
func planOf(s *store.Store, set []store.Experiment) (lab.Plan, error) {
	var all []order.Kept
	for i := range set {
		e := &set[i]
		o, err := orderOf(s, e)
		if err != nil {
			return lab.Plan{}, err
		}
		k := order.Kept{Order: o, Build: shortBuild(e), First: e.First}
		if e.Games > 0 {
			k.Groups = e.Last - e.First + 1
		}
		all = append(all, k)
	}
	plan, err := order.Recalled(all)
	if err != nil {
		err = fmt.Errorf("%s: experiment %s: %w", s.File(), set[0].Short(), err)
	}
	return plan, err
}
