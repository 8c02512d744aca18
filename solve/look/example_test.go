package look_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/look"
)

// The food is beside the head, but eating it would enclose the snake, so it follows its tail
// instead.
func ExampleLookahead() {
	g := ouro.MustGrid(4, 3)
	s := ouro.NewState(g)
	s.AddSnake(g.At(1, 0), g.At(1, 1), g.At(0, 1), g.At(0, 2), g.At(1, 2), g.At(2, 2), g.At(2, 1))
	s.AddFood(g.At(0, 0))
	solver, err := look.Lookahead(ouro.Setup{Start: s})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
	fmt.Println(d.Dir, err)
	// Output: right <nil>
}
