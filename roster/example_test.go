package roster_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// A game of Battlesnake, with rules and solvers by name.
func ExampleNewGame() {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
	seats := []ouro.Spec{{Name: "greedy"}, {Name: "floodfill"}}
	game, err := roster.NewGame(spec, 1, seats, play.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := game.Run(context.Background())
	fmt.Println(seats[outcome.Winner], "wins in turn", game.State().Turn, err)
	// Output: greedy wins in turn 113 <nil>
}

func ExampleFind() {
	e, err := roster.FindSolver("shortcut")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Idea)
	for _, o := range e.Options {
		fmt.Printf("%s=%s: %s\n", o.Key, o.Default, o.Doc)
	}
	_, err = roster.Make(ouro.Spec{Name: "shortcut", Options: ouro.Options{{Key: "till", Value: "1"}}}, ouro.Setup{})
	fmt.Println(err)
	// Output:
	// a fixed cycle with shortcuts that never overtake the tail
	// until=0.5: part of the board, 0 to 1, that the body must fill to end the shortcuts
	// solver shortcut:till=1: unknown option "till" (known: until)
}

// A row of the rules has the number of snakes, their food and the default solver.
func ExampleFindRules() {
	for _, name := range []string{"classic", "maze", "standard"} {
		e, err := roster.FindRules(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: snakes %d, meal %s, solver %s\n", e.Name, e.Snakes, e.Meal, e.Solvers[0])
	}
	// Output:
	// classic: snakes 1, meal food, solver ouroboros
	// maze: snakes 1, meal edible wall, solver backtrack:discount=0.99
	// standard: snakes 16, meal food, solver hydra
}
