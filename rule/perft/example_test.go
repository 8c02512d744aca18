package perft_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/rule/classic"
	"ouro/rule/perft"
)

// A snake that grows with every move survives in as many positions as there are
// self-avoiding walks.
func ExampleLevels() {
	s := ouro.NewState(ouro.MustGrid(13, 13))
	s.AddSnake(s.Grid.At(6, 6))
	levels, err := perft.Levels(context.Background(), classic.Rules{}, perft.Feast(s), 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, l := range levels {
		var deaths uint64
		for _, n := range l.Deaths {
			deaths += n
		}
		fmt.Println("depth", i+1, "survive", l.Nodes-deaths)
	}
	// Output:
	// depth 1 survive 4
	// depth 2 survive 12
	// depth 3 survive 36
	// depth 4 survive 100
	// depth 5 survive 284
	// depth 6 survive 780
}
