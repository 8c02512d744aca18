package main

import (
	"context"
	"fmt"

	"ouro/lab"
	"ouro/lab/sheet"
)

// The thresholds of the sweep, as shares of the board that the snake fills. The paper uses 0.8
// and 0.9.
var (
	deviates      = []string{"0.4", "0.6", "0.7", "0.8", "0.9", "1"}
	homestretches = []string{"0.5", "0.6", "0.7", "0.8", "0.9", "1"}
)

const (
	sweepGames   = 400
	confirmGames = 2000
)

// thresholds plays predictive with all pairs of thresholds, and then compares the best pair with
// that of the paper in new games.
func thresholds(ctx context.Context, r *run) ([]sheet.Table, error) {
	var solvers []string
	for _, deviate := range deviates {
		for _, home := range homestretches {
			if deviate <= home { // above homestretch, deviate has no effect
				solvers = append(solvers, predictive(deviate, home))
			}
		}
	}
	sweep, err := r.bench(ctx, "10x10", solvers, r.games(sweepGames), r.seed)
	if err != nil {
		return nil, err
	}
	best := 0
	for i := range sweep.Results {
		if sweep.Results[i].Won > sweep.Results[best].Won {
			best = i
		}
	}
	fresh := []string{predictive("0.8", "0.9"), predictive("0.8", "0.8"), solvers[best]}
	if solvers[best] == fresh[1] {
		fresh = fresh[:2]
	}
	confirmed, err := r.bench(ctx, "10x10", fresh, r.games(confirmGames), r.seed+1)
	if err != nil {
		return nil, err
	}
	return []sheet.Table{endings(sweep), endings(confirmed)}, nil
}

func predictive(deviate, homestretch string) string {
	return fmt.Sprintf("predictive:deviate=%s,homestretch=%s", deviate, homestretch)
}

// endings returns a table of how the games ended.
func endings(r *lab.Report) sheet.Table {
	var labels, columns sheet.Columns
	for i := range r.Results {
		res := &r.Results[i]

		labels.Row("solver", res.Solver)
		columns.Row(
			"won %", sheet.Rate(res.Won, res.Games), "95 % interval", sheet.PercentInterval(res.WonRate),
			"trapped", fmt.Sprint(res.Trapped+res.Died), "looped", fmt.Sprint(res.Looped),
			"moves of won games", meanMoves(res))
	}
	return sheet.NewTable(labels, columns)
}
