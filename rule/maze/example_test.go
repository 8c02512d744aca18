package maze_test

import (
	"fmt"

	"ouro"
	"ouro/rule/maze"
)

func Example() {
	level, err := ouro.ParseLevel("XXXXX\nXS..X\nXXXXX\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := maze.Start(level, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	var rules maze.Rules
	for range 2 {
		rules.Step(s, []ouro.Dir{ouro.Right})
		outcome, over := rules.Over(s)
		fmt.Println("length", s.Snakes[0].Body.Len(), "edible walls", s.Hedges(), outcome.Ending, over)
	}
	// Output:
	// length 2 edible walls 1 unfinished false
	// length 3 edible walls 0 won true
}
