package walk_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/walk"
)

func ExampleWander() {
	s := ouro.NewState(ouro.MustGrid(5, 3))
	s.AddSnake(s.Grid.At(1, 0), s.Grid.At(0, 0))
	solver, err := walk.Wander(ouro.Setup{Start: s, Options: ouro.Options{{Key: "style", Value: "s"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
	fmt.Println(d.Dir, err)
	// Output: right <nil>
}
