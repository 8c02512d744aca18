package backtrack_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/rule/maze"
	"ouro/solve/backtrack"
)

// One meal is a single step to the left; two meals are four steps to the right.
func ExampleNew() {
	level, err := ouro.ParseLevel("XXXXXXXX\nX.S  ..X\nXXXXXXXX\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := maze.Start(level, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, depth := range []string{"1", "4"} {
		solver, err := backtrack.New(ouro.Setup{Start: s, Options: ouro.Options{{Key: "depth", Value: depth}}})
		if err != nil {
			fmt.Println(err)
			return
		}
		d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
		fmt.Println("depth", d.Depth, "goes", d.Dir, err)
	}
	// Output:
	// depth 1 goes left <nil>
	// depth 4 goes right <nil>
}
