package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"ouro/arena"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/store"
)

// reader reads the games of an experiment, each when it is asked for, in their order.
type reader struct {
	of      *store.Experiment
	next    func() (*store.Game, error, bool)
	stop    func()
	ahead   *store.Game
	changed []string // what was changed since it was written, which is left out
	err     error
}

func newReader(ctx context.Context, s *store.Store, e *store.Experiment) *reader {
	r := &reader{of: e}
	r.next, r.stop = iter.Pull2(s.Games(ctx, e.ID))
	r.step()
	return r
}

// step reads on to the next game that is sound.
func (r *reader) step() {
	r.ahead = nil
	for r.err == nil {
		g, err, more := r.next()
		var changed *store.ChangedError
		switch {
		case !more:
			return
		case errors.As(err, &changed):
			r.changed = append(r.changed, err.Error())
		case err != nil:
			r.err = err
		default:
			r.ahead = g
			return
		}
	}
}

// find is a game that does not stand before one that was asked for already.
func (r *reader) find(group, seating int) (*lab.Finished, bool) {
	before := func(g *store.Game) bool { return g.Group < group || g.Group == group && g.Seating < seating }
	for r.ahead != nil && before(r.ahead) {
		r.step()
	}
	if r.ahead == nil || r.ahead.Group != group || r.ahead.Seating != seating {
		return nil, false
	}
	f, err := finishedOf(r.of, r.ahead)
	if err != nil {
		r.err = fmt.Errorf("experiment %s: game %d: %w", r.of.Short(), group, err)
		return nil, false
	}
	return f, true
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
	changed []string
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
		key := e.Key
		if o.Kind == order.Bench {
			o.Solvers = nil
			key = o.Text()
		}
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
	var readers []*reader
	for i := range set {
		readers = append(readers, newReader(ctx, s, &set[i]))
		defer readers[i].stop()
	}
	plan.Known = func(t lab.Task) (*lab.Finished, bool) {
		if len(set) > 1 {
			return readers[t.Seating].find(t.Group, 0)
		}
		return readers[0].find(t.Group, t.Seating)
	}
	found, err := lab.Recall(plan)
	r.report = found
	for _, each := range readers {
		r.changed = append(r.changed, each.changed...)
		err = errors.Join(err, each.err)
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
	each := newReader(ctx, s, &r.of[0])
	defer each.stop()
	var games []arena.Game
	for ; each.ahead != nil; each.step() {
		g, err := arena.KeptGame(each.ahead)
		if err != nil {
			return fmt.Errorf("%s: experiment %s: %w", s.File(), r.of[0].Short(), err)
		}
		games = append(games, g)
	}
	r.changed = each.changed
	if each.err != nil {
		return each.err
	}
	t := *setting.Tournament
	t.Games = len(games)
	r.report = arena.NewReport(&t, games)
	return ctx.Err()
}

// optimum makes the report of best play.
func (r *recalled) optimum(ctx context.Context, s *store.Store) error {
	each := newReader(ctx, s, &r.of[0])
	defer each.stop()
	r.changed = each.changed
	found := exactReport{Experiment: &r.of[0]}
	if each.err == nil && each.ahead != nil {
		each.err = json.Unmarshal(each.ahead.Detail, &found.exactDetail)
	}
	r.report = &found
	return each.err
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
		Lead:  fmt.Sprintf("won with probability %.6g; %s; %d positions", r.Probability, moves, r.Positions),
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

// planOf is the plan of the games that the experiments have. Of several each is an
// entrant, who is named by the build as well where the solver is another's too.
func planOf(s *store.Store, set []store.Experiment) (plan lab.Plan, err error) {
	o, err := orderOf(s, &set[0])
	if err != nil {
		return plan, err
	}
	for i := range set[1:] {
		other, err := orderOf(s, &set[i+1])
		if err != nil {
			return plan, err
		}
		o.Solvers = append(o.Solvers, other.Solvers...)
	}
	if plan, err = o.Plan(); err != nil {
		return plan, fmt.Errorf("%s: experiment %s: %w", s.File(), set[0].Short(), err)
	}
	first, last := -1, -1
	for i := range set {
		e := &set[i]
		if len(set) > 1 && slices.ContainsFunc(set, func(o store.Experiment) bool { return o.ID != e.ID && entrantsOf(&o) == entrantsOf(e) }) {
			plan.Entrants[i].Name = entrantsOf(e) + "@" + shortBuild(e)
		}
		if e.Games > 0 {
			if first < 0 || e.First < first {
				first = e.First
			}
			last = max(last, e.Last)
		}
	}
	if plan.First = max(0, first); first >= 0 {
		plan.Groups = last - first + 1
	}
	return plan, nil
}
