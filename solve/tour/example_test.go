package tour_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/tour"
)

func Example() {
	s := ouro.NewState(ouro.MustGrid(6, 6))
	s.AddSnake(s.Grid.At(2, 2))
	s.AddFood(s.Grid.At(2, 4))
	for i, make := range []ouro.Maker{tour.Hamilton, tour.Shortcut, tour.Repair, tour.Cell} {
		solver, err := make(ouro.Setup{Start: s})
		if err != nil {
			fmt.Println(err)
			return
		}
		d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
		fmt.Println([]string{"Hamilton", "Shortcut", "Repair", "Cell"}[i], d.Dir, err)
	}
	// Output:
	// Hamilton down <nil>
	// Shortcut left <nil>
	// Repair down <nil>
	// Cell right <nil>
}

// A board with an odd number of cells has no Hamiltonian cycle. The cell tree refuses it; the
// fixed cycle plays it.
func ExampleCell() {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(s.Grid.At(2, 2))
	_, err := tour.Cell(ouro.Setup{Start: s})
	fmt.Println(err)
	_, err = tour.Hamilton(ouro.Setup{Start: s})
	fmt.Println(err)
	// Output:
	// board 5x5: solver cell needs a board with two even sides
	// <nil>
}
