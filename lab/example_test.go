package lab_test

import (
	"context"
	"fmt"

	"ouro/lab"
)

// Two solvers play the same hundred games. Without times, the report is the same on every machine.
func ExampleRun() {
	plan := classicPlan(4, 4, 100, winner, greedy)
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.WithoutTimes().Results {
		fmt.Printf("%s won %d of %d games, %.0f to %.0f %%\n", r.Name, r.Won, r.Games, 100*r.WonRate.Lo, 100*r.WonRate.Hi)
	}
	p := report.Pairs[0]
	fmt.Printf("%s - %s: %+.1f moves where both won, clear: %v\n", p.A, p.B, p.Moves.Mean, p.Moves.IsClear())
	// Output:
	// winner won 100 of 100 games, 96 to 100 %
	// greedy won 16 of 100 games, 10 to 24 %
	// winner - greedy: +20.8 moves where both won, clear: true
}

// Two snakes play against each other from fifty starts, each once in either
// seat.
func ExampleRun_tournament() {
	plan := tournamentPlan(50, first, rammer)
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Printf("%s won %d of %d games\n", r.Name, r.Won, r.Games)
	}
	// Output:
	// first won 92 of 100 games
	// rammer won 5 of 100 games
}

// In Rotations every entrant has every seat once.
func ExampleRotations() {
	for _, seating := range lab.Rotations(3) {
		fmt.Println(seating)
	}
	// Output:
	// [0 1 2]
	// [2 0 1]
	// [1 2 0]
}
