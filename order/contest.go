package order

import (
	"context"
	"errors"
	"fmt"

	"ouro/arena"
	"ouro/battlesnake/host"
	"ouro/lab"
)

// contest returns the plan of games that earlier versions played with ouro game --games:
// all entrants together, once in each seat. They are counted as a free-for-all tournament
// of one game, and can no longer be played.
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
			return lab.Finished{}, errors.New("order: games of this kind can no longer be played; ouro arena run plays them as a tournament")
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
