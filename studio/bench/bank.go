package bench

import (
	"context"
	"encoding"
	"errors"
	"runtime"

	"ouro"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/link"
)

// bank keeps the games that were played, all of whole groups from the first on, so
// that they are those of one experiment of so many games.
type bank struct {
	plan    lab.Plan
	games   map[[2]int32]lab.Tally // by group and seating
	groups  int                    // that are played
	meals   []map[int]lab.Meals    // by entrant and length
	optimum float64                // expected moves of best play, 0 if that is not known
}

// newBank is a bank for what a link asks for.
func newBank(a *link.Asked, solvers []ouro.Spec) (*bank, error) {
	rules, err := roster.FindRules(a.Game.Rules.Name)
	if err != nil {
		return nil, err
	}
	b := &bank{games: map[[2]int32]lab.Tally{}, plan: lab.Plan{
		Game: a.Game, Deal: roster.Dealer(a.Game), Seed: a.Seed, Budget: a.Budget, First: a.Index, Meals: rules.OneFood, Workers: workers(),
	}}
	for _, spec := range solvers {
		entry, err := roster.FindSolver(spec.Name)
		if err != nil {
			return nil, err
		}
		b.plan.Entrants = append(b.plan.Entrants, lab.Entrant{Spec: spec, Make: yielding(entry.Make)})
		b.meals = append(b.meals, map[int]lab.Meals{})
	}
	if grid, err := ouro.NewGrid(a.Game.W, a.Game.H); err == nil && rules.OneFood && a.Game.Level == nil && a.Game.Position == nil && a.Game.StartLength == 1 {
		b.optimum, _ = exact.Known(grid)
	}
	return b, nil
}

// workers leaves processors to whoever else is served.
func workers() int { return min(4, max(1, runtime.NumCPU()/2)) }

// play plays so many groups more. When ctx ends before, they are as if they had not
// been played.
func (b *bank) play(ctx context.Context, groups int) error {
	plan := b.plan
	plan.First, plan.Groups = b.plan.First+b.groups, groups
	r, err := lab.Run(ctx, plan, nil)
	if err != nil {
		return err
	}
	for _, t := range r.Games {
		b.games[[2]int32{t.Group, t.Seating}] = t
	}
	for e := range r.Results {
		for _, m := range r.Results[e].Meals {
			sum := b.meals[e][m.Length]
			b.meals[e][m.Length] = lab.Meals{Length: m.Length, Count: sum.Count + m.Count, Moves: sum.Moves + m.Moves, Distance: sum.Distance + m.Distance}
		}
	}
	b.groups += groups
	return nil
}

// report is that of one experiment of all games that were played, without times; nil
// if there are none.
func (b *bank) report(ctx context.Context) (*lab.Report, error) {
	if b.groups == 0 {
		return nil, nil
	}
	plan := b.plan
	plan.Groups, plan.Meals, plan.Workers = b.groups, false, 1
	plan.Known = func(t lab.Task) (lab.Tally, bool) {
		known, ok := b.games[[2]int32{int32(t.Group), int32(t.Seating)}]
		return known, ok
	}
	plan.Play = unplayable // so that the plan is not tried out again
	r, err := lab.Run(ctx, plan, nil)
	if err != nil {
		return nil, err
	}
	r = r.WithoutTimes()
	if b.plan.Meals {
		for e := range r.Results {
			r.Results[e].Meals = b.mealsOf(e)
		}
	}
	return r, nil
}

// measured is the report as it is taken away: with how far the moves are above what
// is known of the best, as --vs-optimum and --vs-distance add it.
func (b *bank) measured(ctx context.Context) (*lab.Report, error) {
	r, err := b.report(ctx)
	if err != nil || r == nil {
		return r, err
	}
	if b.optimum > 0 {
		r.AgainstOptimum(b.optimum)
	}
	if b.plan.Meals {
		r.AgainstDistance()
	}
	return r, nil
}

// mealsOf are the meals of an entrant by length.
func (b *bank) mealsOf(e int) []lab.Meals {
	all := []lab.Meals{}
	for length := range b.plan.Game.W*b.plan.Game.H + 1 {
		if m := b.meals[e][length]; m.Count > 0 {
			all = append(all, m)
		}
	}
	return all
}

// unplayable plays no game: all are known.
func unplayable(context.Context, lab.Task) (t lab.Tally, record encoding.TextMarshaler, err error) {
	return t, nil, errors.New("it was not played")
}

// yielding lets a solver give way to the page now and then where there is one thread
// for all.
func yielding(make ouro.Maker) ouro.Maker {
	if !alone {
		return make
	}
	return func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := make(s)
		if err != nil {
			return nil, err
		}
		return &polite{Solver: solver}, nil
	}
}

// polite is a solver that gives way.
type polite struct{ ouro.Solver }

func (p *polite) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	giveWay()
	return p.Solver.Decide(ctx, t)
}

// Close closes the solver, if that is to be closed.
func (p *polite) Close() error { return play.Close(p.Solver) }
