package order

import (
	"fmt"

	"ouro"
	"ouro/lab"
	"ouro/roster"
)

// OfBench returns an experiment in which each solver plays the same games alone. The
// solvers are named by their specs, unless Names is set.
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
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return plan, err
	}
	plan = lab.Plan{
		Kind: lab.Solo{Survive: !rules.WonAlone}, Game: game, Deal: roster.Dealer(game), Seed: o.Seed, Budget: o.Budget(), Meals: rules.OneFood,
	}
	plan.Entrants, err = o.entrants()
	return plan, err
}

// entrants returns the solvers of the order.
func (o *Order) entrants() (all []lab.Entrant, err error) {
	if o.Names != nil && len(o.Names) != len(o.Solvers) {
		return nil, fmt.Errorf("order: %d names of %d solvers", len(o.Names), len(o.Solvers))
	}
	for i, text := range o.Solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("solver %w", err)
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

// game parses the fields that say how games start.
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
