package main

import (
	"fmt"
	"math"

	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// tenths is the number of fills in a calibration.
const tenths = 10

// calibration adds the games of one solver on one board: for each tenth of the fill one
// position of each game, just after a meal, so that all positions have the same length
// and are of different games.
func calibration(labels, figures *sheet.Columns, board, solver string, games []game) {
	last := 0
	for tenth := range tenths {
		cells := games[0].w * games[0].h
		length := max(1, cells*tenth/tenths)
		if length == last {
			continue
		}
		last = length
		var estimated, real, off []float64
		for i := range games {
			for j := range games[i].meals {
				if m := &games[i].meals[j]; m.length == length {
					toGo := float64(games[i].toGo(m))
					estimated, real, off = append(estimated, m.toGo), append(real, toGo), append(off, toGo-m.toGo)
				}
			}
		}
		t, r, d := stat.Describe(estimated), stat.Describe(real), stat.Describe(off)
		labels.Row("solver", solver, "board", board, "length", fmt.Sprint(length))
		figures.Row("games", fmt.Sprint(r.N), "predicted", sheet.Fixed(t.Mean, 1), "real", sheet.Mean(r.Mean, r.Interval(lab.Confidence)),
			"real - predicted", sheet.Mean(d.Mean, d.Interval(lab.Confidence)), "in %", sheet.Signed(100*d.Mean/t.Mean, 1),
			"sd of real", sheet.Fixed(r.SD, 1), "sd of the difference", sheet.Fixed(d.SD, 1), "correlation", sheet.Fixed(correlation(estimated, real), 2))
	}
}

// correlation returns Pearson's coefficient, NaN if a sample does not vary.
func correlation(xs, ys []float64) float64 {
	x, y := stat.Describe(xs), stat.Describe(ys)
	sum := 0.0
	for i := range xs {
		sum += (xs[i] - x.Mean) * (ys[i] - y.Mean)
	}
	if sum == 0 {
		return math.NaN()
	}
	return sum / (float64(len(xs)-1) * x.SD * y.SD)
}
