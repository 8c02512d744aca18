package order

import (
	"context"
	"errors"
	"fmt"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake/host"
	"ouro/lab"
	"ouro/roster"
)

// OfBench returns an order in which each solver plays the same games alone. The name of a solver is
// its spec, unless the caller sets Names.
func OfBench(game ouro.GameSpec, seed uint64, budget ouro.Budget, solvers []ouro.Spec) Order {
	o := Order{Kind: Bench, Seed: seed, Nodes: budget.Nodes, Time: budget.Time, CPU: budget.CPU}
	o.setGame(game)
	for _, s := range solvers {
		o.Solvers = append(o.Solvers, s.String())
	}
	return o
}

func (o *Order) bench() (plan lab.Plan, err error) {
	if o.isHunt() {
		return o.huntBench()
	}
	game, err := o.game()
	if err != nil {
		return plan, err
	}
	rules, err := roster.RulesEntryOf(game.Rules)
	if err != nil {
		return plan, err
	}
	plan = lab.Plan{
		Kind: lab.Solo{Survive: !rules.WonAlone}, Game: game, Deal: roster.Dealer(game), Seed: o.Seed, Budget: o.Budget(), Meals: rules.OneFood,
	}
	plan.Entrants, err = o.entrants()
	return plan, err
}

func (o *Order) entrants() (all []lab.Entrant, err error) {
	if o.Names != nil && len(o.Names) != len(o.Solvers) {
		return nil, fmt.Errorf("order: %d names of %d solvers", len(o.Names), len(o.Solvers))
	}
	for i, text := range o.Solvers {
		spec, err := roster.ParseSolver(text)
		if err != nil {
			return nil, err
		}
		entry, err := roster.FindSolver(spec.Name)
		if err != nil {
			return nil, err
		}
		e := lab.Entrant{Spec: spec, Make: entry.Make}
		if o.Names != nil {
			e.Name = o.Names[i]
		}
		all = append(all, e)
	}
	return all, nil
}

// game returns the GameSpec that the fields of the order describe.
func (o *Order) game() (g ouro.GameSpec, err error) {
	if g.Rules, err = ouro.ParseSpec(o.Rules); err != nil {
		return g, fmt.Errorf("rules %w", err)
	}
	g.StartLength = o.StartLength
	switch {
	case o.Position != "":
		if g.Position, err = ouro.ParseState(o.Position); err == nil {
			g.W, g.H = g.Position.Grid.W, g.Position.Grid.H
		}
	case o.Level != "":
		if g.Level, err = ouro.ParseLevel(o.Level); err == nil {
			g.W, g.H = g.Level.Grid.W, g.Level.Grid.H
		}
	default:
		g.W, g.H, err = ouro.ParseSize(o.Board)
	}
	return g, err
}

// contest returns the plan of the games of "ouro game --games" in earlier versions: all entrants
// played together, once in each seat. They count as a free-for-all tournament of one game, and
// can no longer be played.
func (o *Order) contest() (plan lab.Plan, err error) {
	game, err := o.game()
	if err != nil {
		return plan, err
	}
	if o.Names != nil && len(o.Names) != len(o.Solvers) {
		return plan, fmt.Errorf("order: %d names of %d entrants", len(o.Names), len(o.Solvers))
	}
	game.Snakes = len(o.Solvers)
	t := &arena.Tournament{
		Format: arena.FreeForAll, Seed: o.Seed, Rules: o.Rules, Board: o.Board, Seats: len(o.Solvers), StartLength: o.StartLength,
		Nodes: o.Nodes, Time: o.Time, CPU: o.CPU, GuestTimeout: o.GuestTimeout,
	}
	plan = lab.Plan{
		Kind: arena.Kind{Tournament: t, Alone: len(o.Solvers) == 1}, Seatings: lab.Rotations(len(o.Solvers)),
		Seed: o.Seed, Game: game, Budget: o.Budget(),
		Play: func(context.Context, lab.Task) (lab.Finished, error) {
			return lab.Finished{}, errors.New("order: these games of several snakes were stored by an earlier version of ouro bench, and cannot be continued; play the snakes with ouro arena run")
		},
	}
	for i, text := range o.Solvers {
		e, err := host.ParseEntrant(text)
		if err != nil {
			return plan, err
		}
		entrant := lab.Entrant{Name: e.Name, Spec: e.Spec}
		if o.Names != nil {
			entrant.Name = o.Names[i]
		}
		if e.Guest != nil {
			entrant.Address = e.Address()
		}
		plan.Entrants = append(plan.Entrants, entrant)
		t.Snakes = append(t.Snakes, arena.Snake{Name: entrant.Name, Snake: e.Address()})
	}
	return plan, nil
}

// noPlan returns the plan function of a kind without games: it always fails, for the given reason.
func noPlan(reason string) func(*Order) (lab.Plan, error) {
	return func(*Order) (lab.Plan, error) { return lab.Plan{}, errors.New("order: " + reason) }
}

// OfExact returns the order of a computation of best play by the rules. level is nil for a board
// without walls; the size is then that of grid.
func OfExact(rules ouro.Spec, grid *ouro.Grid, level *ouro.Level, startLength int) Order {
	o := Order{Kind: Exact, Rules: rules.String(), Board: grid.String(), StartLength: startLength}
	if level != nil {
		o.Level = level.String()
	}
	return o
}
