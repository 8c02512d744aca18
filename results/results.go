// Package results reads experiments from a store: games numbered by a common plan, reports, and
// records.
package results

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"ouro/arena"
	"ouro/arena/tune"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/store"
)

// Set is one experiment, or several that share a report. Several experiments are benches of the
// same games, and the solver of each is an entrant of the report.
type Set struct {
	Experiments []store.Experiment
	Definitions []definition.Definition // by experiment

	store    *store.Store
	replayer *Replayer // plays games again to make their records; nil before the first use
}

// Sets groups the experiments that share a report, in the order of their first experiments. An
// invalid definition is an error.
func Sets(s *store.Store, all []store.Experiment) (sets []*Set, err error) {
	at := map[string]*Set{}
	for _, e := range all {
		d, err := Definition(s, &e)
		if err != nil {
			return nil, err
		}
		same := cmp.Or(d.ReportKey(), e.Key)
		if at[same] == nil {
			at[same] = &Set{store: s}
			sets = append(sets, at[same])
		}
		at[same].Experiments = append(at[same].Experiments, e)
		at[same].Definitions = append(at[same].Definitions, d)
	}
	return sets, nil
}

// Definition returns the definition of a stored experiment.
func Definition(s *store.Store, e *store.Experiment) (definition.Definition, error) {
	if e.Kind == string(definition.Exact) {
		return definition.Definition{Kind: definition.Exact, Rules: e.Rules, Board: e.Board, StartLength: e.StartLength, Solvers: e.Solvers}, nil
	}
	d, err := definition.ParseStored(e.Definition, e.Kind, e.Solvers)
	if err != nil {
		err = fmt.Errorf("%s: experiment %s: %w", s.File(), e.Short(), err)
	}
	return d, err
}

// Plan returns the plan of the games, from the first to the last group of any experiment. Each
// of several experiments is an entrant, in order. The names of entrants with the same solver
// include the build.
func (s *Set) Plan() (lab.Plan, error) {
	d := s.Definitions[0]
	d.Solvers = nil
	for i := range s.Definitions {
		d.Solvers = append(d.Solvers, s.Definitions[i].Solvers...)
	}
	plan, err := d.Plan()
	if err != nil {
		return plan, fmt.Errorf("%s: experiment %s: %w", s.store.File(), s.Experiments[0].Short(), err)
	}
	// The definition has no title, because a title changes no game.
	if k, ok := plan.Kind.(arena.Kind); ok && s.Experiments[0].Title != k.Tournament.Heading() {
		t := *k.Tournament
		t.Title = s.Experiments[0].Title
		k.Tournament = &t
		plan.Kind = k
	}
	plan.Groups = 0
	end := 0
	for i := range s.Experiments {
		e := &s.Experiments[i]
		if len(s.Experiments) > 1 {
			addBuildName(plan.Entrants, i, e.Build.Short())
		}
		if e.Games == 0 {
			continue
		}
		if end == 0 || e.First < plan.First {
			plan.First = e.First
		}
		end = max(end, e.Last+1)
	}
	if end > 0 {
		plan.Groups = end - plan.First
	}
	return plan, nil
}

// addBuildName adds the build to the name of entrant i if another entrant has the same solver.
func addBuildName(entrants []lab.Entrant, i int, build string) {
	spec := entrants[i].Spec.String()
	for j := range entrants {
		if j != i && entrants[j].Spec.String() == spec {
			entrants[i].Name = printable.Line(spec + "@" + build)
			return
		}
	}
}

// Games returns the games of all experiments, numbered by the plan. For a changed game it yields
// a *store.ChangedError and continues. Any other error ends the iteration.
func (s *Set) Games(ctx context.Context) iter.Seq2[*lab.Finished, error] {
	return func(yield func(*lab.Finished, error) bool) {
		for i := range s.Experiments {
			for g, err := range s.store.Games(ctx, s.Experiments[i].ID) {
				var f *lab.Finished
				if err == nil {
					f, err = s.finished(i, g)
				}
				if !yield(f, err) {
					return
				}
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
		}
	}
}

// Game returns one game of the plan with its stored record and log, or nil if the game is not
// stored.
func (s *Set) Game(ctx context.Context, group, seating int) (*lab.Finished, error) {
	i := 0
	if len(s.Experiments) > 1 {
		i, seating = seating, 0
	}
	g, err := s.store.Game(ctx, s.Experiments[i].ID, group, seating)
	if err != nil || g == nil {
		return nil, err
	}
	return s.finished(i, g)
}

// finished converts a stored game of experiment i to a game of the plan.
func (s *Set) finished(i int, g *store.Game) (*lab.Finished, error) {
	f, err := g.Finished()
	if err != nil {
		return nil, fmt.Errorf("%s: experiment %s: game %d, seating %d: %w", s.store.File(), s.Experiments[i].Short(), g.Group, g.Seating, err)
	}
	if len(s.Experiments) > 1 {
		f.Tally.Seating = int32(i)
		for seat := range f.Tally.Seats {
			f.Tally.Seats[seat].Entrant = int32(i)
		}
	}
	return f, nil
}

// Report returns the report of all games except changed ones, whose errors it also returns. If
// visit is not nil, Report calls it for every counted game.
func (s *Set) Report(ctx context.Context, visit func(*lab.Finished)) (r *lab.Report, changed []*store.ChangedError, err error) {
	plan, err := s.Plan()
	if err != nil {
		return nil, nil, err
	}
	if plan.Groups == 0 {
		return nil, nil, fmt.Errorf("%s: experiment %s has no games yet", s.store.File(), s.Experiments[0].Short())
	}
	r, err = lab.NewReport(plan, func(yield func(*lab.Finished, error) bool) {
		for f, err := range s.Games(ctx) {
			var what *store.ChangedError
			if errors.As(err, &what) {
				changed = append(changed, what)
				continue
			}
			if err == nil && int(f.Tally.Group) >= plan.First+plan.Groups {
				continue // the game was stored after the plan was made
			}
			if err == nil && visit != nil {
				visit(f)
			}
			if !yield(f, err) {
				return
			}
		}
	})
	return r, changed, err
}

// Result is the result of an experiment without games, such as a tuning or best play.
type Result struct {
	Sheet  *sheet.Sheet  // for people
	Facts  sheet.Facts   // for programs
	Charts []chart.Chart // nil without charts

	Changed []*store.ChangedError // games that were omitted because they were changed
}

// HasGames reports whether the experiments have games. [Set.Report] reports on games;
// [Set.ReadResult] reads the result of an experiment without games.
func (s *Set) HasGames() bool {
	kind := s.Definitions[0].Kind
	return kind != definition.Exact && kind != definition.Tune
}

// ReadResult reads the result of a tuning or of best play.
func (s *Set) ReadResult(ctx context.Context) (*Result, error) {
	if s.Definitions[0].Kind == definition.Tune {
		return s.tuning(ctx)
	}
	return s.bestPlay(ctx)
}

func (s *Set) tuning(ctx context.Context) (*Result, error) {
	e, err := tune.Open(&s.Definitions[0])
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
	return &Result{Sheet: e.Sheet(r), Facts: e.Facts(r), Charts: r.Charts()}, nil
}

// BestPlay is the result of a computation of best play, stored as the detail of the only game of
// an experiment.
type BestPlay struct {
	Probability float64  `json:"probability"`
	Moves       *float64 `json:"moves"` // expected moves of a won game; nil if no game can be won
	Bodies      int64    `json:"bodies"`
	Positions   int64    `json:"positions"`
	Memory      uint64   `json:"memory_bytes"`
}

func (s *Set) bestPlay(ctx context.Context) (*Result, error) {
	e, f := &s.Experiments[0], new(Result)
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
