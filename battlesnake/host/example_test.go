package host_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/battlesnake/host"
)

// A game of two solvers; a guest would also be an Entrant.
func ExampleNew() {
	ctx := context.Background()
	game, err := host.New(ctx, host.Config{
		Game: ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3},
		Seed: 1,
		Entrants: []host.Entrant{
			{Name: "one", Spec: ouro.Spec{Name: "greedy"}},
			{Name: "two", Spec: ouro.Spec{Name: "floodfill"}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, over := game.Over()
	for ; !over; outcome, over = game.Over() {
		if err := game.Move(ctx); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(game.Result(outcome).WinnerName, "wins in turn", game.State().Turn)
	fmt.Println(game.End(ctx))
	// Output:
	// one wins in turn 160
	// <nil>
}
