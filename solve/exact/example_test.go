package exact_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/solve/exact"
)

func ExampleSolve() {
	report, err := exact.Solve(context.Background(), ouro.OpenLevel(ouro.MustGrid(3, 4)), 1, exact.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("won with probability %g in %.4f moves, from %d positions\n", report.Probability, report.Moves, report.Positions)
	// Output: won with probability 1 in 26.8599 moves, from 3298 positions
}

func ExampleAsk() {
	_, err := exact.ParsePosition("C*.\nBA.\n...\n.D.\n", false)
	fmt.Println(err)
	s, err := exact.ParsePosition("C*.\nBA.\n...\n", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := exact.Ask(context.Background(), s, exact.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range ouro.Dirs {
		fmt.Printf("%s: fatal %v, best %v\n", d, answer.Choices[d].Fatal, answer.Best.Has(d))
	}
	// Output:
	// position line 4 column 2: segment D is not beside C
	// up: fatal false, best true
	// right: fatal false, best false
	// down: fatal false, best false
	// left: fatal true, best false
}
