package spot_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/spot"
)

// There is more room to the left of the head than to the right. With a node budget, the
// decision is the same on every machine.
func ExampleNew() {
	g := ouro.MustGrid(7, 7)
	s := ouro.NewState(g)
	s.Snakes[s.AddSnake(g.At(3, 0), g.At(3, 1), g.At(4, 1), g.At(5, 1), g.At(6, 1), g.At(6, 2), g.At(5, 2), g.At(4, 2), g.At(3, 2))].Health = 90
	solver, err := spot.New(ouro.Setup{Start: s})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := solver.Decide(context.Background(), ouro.Turn{State: s, Nodes: 200})
	fmt.Println(d.Dir, "after", d.Nodes, "nodes", err)
	// Output: left after 199 nodes <nil>
}
