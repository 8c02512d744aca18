package main

import (
	"fmt"
	"math"

	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// tenths are the fills of a calibration, in tenths of the board.
const tenths = 10

// calibration adds the games of one solver on one board: at each tenth of the fill one
// position of each game, just after a meal with the next food there, so that all have
// the same length and no two are of the same game.
func calibration(labels, figures *sheet.Columns, board, solver string, games []game) {
	last := 0
	for tenth := range tenths {
		cells := games[0].w * games[0].h
		length := max(1, cells*tenth/tenths)
		if length == last {
			continue
		}
		last = length
		var told, real, off []float64
		for i := range games {
			for j := range games[i].meals {
				if m := &games[i].meals[j]; m.length == length {
					toGo := float64(games[i].toGo(m))
					told, real, off = append(told, m.toGo), append(real, toGo), append(off, toGo-m.toGo)
				}
			}
		}
		t, r, d := stat.Describe(told), stat.Describe(real), stat.Describe(off)
		labels.Row("solver", solver, "board", board, "length", fmt.Sprint(length))
		figures.Row("games", fmt.Sprint(r.N), "predicted", sheet.Fixed(t.Mean, 1), "real", sheet.Mean(r.Mean, r.Interval(lab.Confidence)),
			"real - predicted", sheet.Mean(d.Mean, d.Interval(lab.Confidence)), "in %", sheet.Signed(100*d.Mean/t.Mean, 1),
			"sd of real", sheet.Fixed(r.SD, 1), "sd of the difference", sheet.Fixed(d.SD, 1), "correlation", sheet.Fixed(correlation(told, real), 2))
	}
}

// correlation is Pearson's, NaN where one of them does not vary.
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
