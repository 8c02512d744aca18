package path_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/path"
)

func ExampleBFS() {
	s := ouro.NewState(ouro.MustGrid(4, 4))
	s.AddSnake(s.Grid.At(1, 1), s.Grid.At(1, 2), s.Grid.At(0, 2))
	s.AddFood(s.Grid.At(3, 3))
	solver, err := path.BFS(ouro.Setup{Start: s})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := solver.Decide(context.Background(), ouro.Turn{State: s, Trace: ouro.NewTrace(func(n ouro.Note) {
		if n.Label == ouro.LabelPlan {
			fmt.Println("plan:", n.Cells)
		}
	})})
	fmt.Println(d.Dir, "first,", d.Depth, "steps", err)
	// Output:
	// plan: [5 6 10 14 15]
	// right first, 4 steps <nil>
}
