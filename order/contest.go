package order

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// OfContest is an experiment in which the entrants play together, once in each seat.
// Guests have guestTimeout for an answer.
func OfContest(game ouro.GameSpec, seed uint64, budget ouro.Budget, entrants []host.Entrant, guestTimeout time.Duration) Order {
	o := Order{Kind: Contest, Seed: seed, Nodes: budget.Nodes, Time: budget.Time, CPU: budget.CPU}
	o.setGame(game)
	named := false
	for i := range entrants {
		e := &entrants[i]
		o.Solvers, o.Names = append(o.Solvers, e.Address()), append(o.Names, e.Name)
		named = named || e.Name != e.Address()
		if e.Guest != nil {
			o.GuestTimeout = guestTimeout
		}
	}
	if !named {
		o.Names = nil
	}
	return o
}

// contest is the plan. Guests are asked only by who has invited them: where there are
// some, Play is for the caller to replace.
func (o *Order) contest() (plan lab.Plan, err error) {
	game, err := o.game()
	if err != nil {
		return plan, err
	}
	if o.Names != nil && len(o.Names) != len(o.Solvers) {
		return plan, fmt.Errorf("order: %d names of %d entrants", len(o.Names), len(o.Solvers))
	}
	game.Snakes = len(o.Solvers)
	plan = lab.Plan{
		Title: ContestTitle(game), Kind: lab.Contest{}, Seatings: lab.Rotations(game.Snakes), Seed: o.Seed,
		Game: game, Deal: roster.Dealer(game), Budget: o.Budget(), Fallback: play.Safest, InTurn: true,
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
			plan.InTurn, plan.Play = false, noGuests
		} else {
			entry, err := roster.FindSolver(e.Spec.Name)
			if err != nil {
				return plan, err
			}
			entrant.Make = entry.Make
		}
		plan.Entrants = append(plan.Entrants, entrant)
	}
	return plan, nil
}

func noGuests(context.Context, lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
	return lab.Tally{}, nil, errors.New("order: snakes elsewhere play only with who has invited them")
}

// ContestTitle names for people what is played together.
func ContestTitle(game ouro.GameSpec) string {
	mapName, _ := game.Rules.Options.Get("map")
	return fmt.Sprintf("%s on map %s %dx%d", game.Rules.Name, mapName, game.W, game.H)
}
