package lab_test

import (
	"context"
	"fmt"

	"ouro/lab"
)

// Two solvers play the same hundred games. Without times the report is the
// same on every machine.
func ExampleRun() {
	plan := classicPlan(4, 4, 100, winner, greedy)
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.WithoutTimes().Results {
		fmt.Printf("%s won %d of %d games, %.0f to %.0f %%\n", r.Spec, r.Won, len(r.Games), 100*r.WonRate.Lo, 100*r.WonRate.Hi)
	}
	p := report.Pairs[0]
	fmt.Printf("%s - %s: %+.1f moves where both won, clear: %v\n", p.A, p.B, p.Moves.Mean, p.Moves.Clear())
	// Output:
	// winner won 100 of 100 games, 96 to 100 %
	// greedy won 16 of 100 games, 10 to 24 %
	// winner - greedy: +20.8 moves where both won, clear: true
}
