package sparring_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/sparring"
)

// Two styles in the same position: food is beside the head, and a longer snake comes near.
func Example() {
	g := ouro.MustGrid(7, 7)
	s := ouro.NewState(g)
	s.Snakes[s.AddSnake(g.At(3, 3), g.At(3, 2), g.At(3, 1))].Health = 90
	s.Snakes[s.AddSnake(g.At(6, 3), g.At(6, 2), g.At(6, 1), g.At(6, 0))].Health = 90
	s.AddFood(g.At(4, 3))
	for _, make := range []ouro.Maker{sparring.Greedy, sparring.Coward} {
		solver, err := make(ouro.Setup{Start: s})
		if err != nil {
			fmt.Println(err)
			return
		}
		d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
		fmt.Println(d.Dir, err)
	}
	// Output:
	// right <nil>
	// left <nil>
}
