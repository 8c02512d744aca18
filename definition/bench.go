package definition

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

// OfBench returns a definition in which each solver plays the same games alone. The name of a
// solver is its spec, unless the caller sets Names.
func OfBench(game ouro.GameSpec, seed uint64, budget ouro.Budget, solvers []ouro.Spec) Definition {
	d := Definition{Kind: Bench, Seed: seed, Nodes: budget.Nodes, Time: budget.Time, CPU: budget.CPU}
	d.setGame(game)
	for _, s := range solvers {
		d.Solvers = append(d.Solvers, s.String())
	}
	return d
}

func (d *Definition) bench() (plan lab.Plan, err error) {
	if d.isHunt() {
		return d.huntBench()
	}
	game, err := d.game()
	if err != nil {
		return plan, err
	}
	rules, err := roster.RulesEntryOf(game.Rules)
	if err != nil {
		return plan, err
	}
	plan = lab.Plan{
		Kind: lab.Solo{Survive: !rules.WonAlone}, Game: game, Deal: roster.Dealer(game), Seed: d.Seed, Budget: d.Budget(), Meals: rules.OneFood,
	}
	plan.Entrants, err = d.entrants()
	return plan, err
}

func (d *Definition) entrants() (all []lab.Entrant, err error) {
	if d.Names != nil && len(d.Names) != len(d.Solvers) {
		return nil, fmt.Errorf("definition: %d names of %d solvers", len(d.Names), len(d.Solvers))
	}
	for i, text := range d.Solvers {
		spec, err := roster.ParseSolver(text)
		if err != nil {
			return nil, err
		}
		entry, err := roster.FindSolver(spec.Name)
		if err != nil {
			return nil, err
		}
		e := lab.Entrant{Spec: spec, Make: entry.Make}
		if d.Names != nil {
			e.Name = d.Names[i]
		}
		all = append(all, e)
	}
	return all, nil
}

// game returns the GameSpec that the fields of the definition describe.
func (d *Definition) game() (g ouro.GameSpec, err error) {
	if g.Rules, err = ouro.ParseSpec(d.Rules); err != nil {
		return g, fmt.Errorf("rules %w", err)
	}
	g.StartLength = d.StartLength
	switch {
	case d.Position != "":
		if g.Position, err = ouro.ParseState(d.Position); err == nil {
			g.W, g.H = g.Position.Grid.W, g.Position.Grid.H
		}
	case d.Level != "":
		if g.Level, err = ouro.ParseLevel(d.Level); err == nil {
			g.W, g.H = g.Level.Grid.W, g.Level.Grid.H
		}
	default:
		g.W, g.H, err = ouro.ParseSize(d.Board)
	}
	return g, err
}

// contest returns the plan of the games of "ouro game --games" in earlier versions: all entrants
// played together, once in each seat. The games count as a free-for-all tournament of one game, and
// can no longer be played.
func (d *Definition) contest() (plan lab.Plan, err error) {
	game, err := d.game()
	if err != nil {
		return plan, err
	}
	if d.Names != nil && len(d.Names) != len(d.Solvers) {
		return plan, fmt.Errorf("definition: %d names of %d entrants", len(d.Names), len(d.Solvers))
	}
	game.Snakes = len(d.Solvers)
	t := &arena.Tournament{
		Format: arena.FreeForAll, Seed: d.Seed, Rules: d.Rules, Board: d.Board, Seats: len(d.Solvers), StartLength: d.StartLength,
		Nodes: d.Nodes, Time: d.Time, CPU: d.CPU, GuestTimeout: d.GuestTimeout,
	}
	plan = lab.Plan{
		Kind: arena.Kind{Tournament: t, Alone: len(d.Solvers) == 1}, Seatings: lab.Rotations(len(d.Solvers)),
		Seed: d.Seed, Game: game, Budget: d.Budget(),
		Play: func(context.Context, lab.Task) (lab.Finished, error) {
			return lab.Finished{}, errors.New("definition: an earlier version of Ouro stored these games of several snakes, and they cannot be continued; play the snakes with ouro arena run")
		},
	}
	for i, text := range d.Solvers {
		e, err := host.ParseEntrant(text)
		if err != nil {
			return plan, err
		}
		entrant := lab.Entrant{Name: e.Name, Spec: e.Spec}
		if d.Names != nil {
			entrant.Name = d.Names[i]
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
func noPlan(reason string) func(*Definition) (lab.Plan, error) {
	return func(*Definition) (lab.Plan, error) { return lab.Plan{}, errors.New("definition: " + reason) }
}

// OfExact returns the definition of a computation of best play by the rules. level is nil for a
// board without walls; the size is then that of grid.
func OfExact(rules ouro.Spec, grid *ouro.Grid, level *ouro.Level, startLength int) Definition {
	d := Definition{Kind: Exact, Rules: rules.String(), Board: grid.String(), StartLength: startLength}
	if level != nil {
		d.Level = level.String()
	}
	return d
}
