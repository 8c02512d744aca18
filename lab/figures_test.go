package lab

import (
	"math"
	"testing"
	"time"

	"ouro/lab/stat"
)

func TestFigures(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ have, want string }{
		{rateText(0, 0), "-"},
		{rateText(0, 1000), "0.0"},
		{rateText(1000, 1000), "100.0"},
		{rateText(999, 1000), "99.9"},
		{rateText(99999, 100000), "99.999"},
		{rateText(1, 100000), "0.001"},
		{rateText(1, 3), "33.3"},
		{meanText(1041.84, stat.Interval{Lo: 1038.64, Hi: 1045.04}), "1041.8 ± 3.2"},
		{meanText(41.567, stat.Interval{Lo: 41.447, Hi: 41.687}), "41.57 ± 0.12"},
		{meanText(7, stat.Interval{Lo: nan, Hi: nan}), "7.0 ± -"},
		{meanText(nan, stat.Interval{}), "-"},
		{signed(-0.04, 1), "0.0"},
		{signed(-0.06, 1), "-0.1"},
		{signed(12.34, 1), "+12.3"},
		{significant(0), "0"},
		{significant(12345.6), "12346"},
		{significant(99.96), "100.0"},
		{significant(1.234), "1.23"},
		{significant(0.01234), "0.0123"},
		{durationText(0), "0ns"},
		{durationText(999 * time.Nanosecond), "999ns"},
		{durationText(1500 * time.Nanosecond), "1.50µs"},
		{durationText(25 * time.Millisecond), "25.0ms"},
		{durationText(90 * time.Second), "90.0s"},
		{decimals(nan), ""},
		{decimals(-0.0000001), "0"},
		{decimals(1041.5), "1041.5"},
		{decimals(1000), "1000"},
		{decimals(2.0 / 3), "0.666667"},
	} {
		if c.have != c.want {
			t.Errorf("%q, want %q", c.have, c.want)
		}
	}
}

// TestShownPairs: up to four entrants every pair is shown, above that those
// with the best, which wins most and then moves least.
func TestShownPairs(t *testing.T) {
	entrants := []struct {
		won   int
		moves float64
	}{{10, 900}, {9, 100}, {10, 800}, {0, math.NaN()}, {10, 850}}
	for n := 2; n <= len(entrants); n++ {
		r := &Report{}
		for i, e := range entrants[:n] {
			r.Results = append(r.Results, Result{
				Name: string(rune('a' + i)), Games: 10,
				Won: e.won, Moves: stat.Summary{Mean: e.moves},
			})
		}
		for a := range n {
			for b := a + 1; b < n; b++ {
				r.Pairs = append(r.Pairs, Pair{A: r.Results[a].Name, B: r.Results[b].Name})
			}
		}
		shown := r.shownPairs()
		if n <= fewResults && len(shown) != len(r.Pairs) {
			t.Errorf("%d entrants: %d pairs shown of %d", n, len(shown), len(r.Pairs))
		}
		if n > fewResults && len(shown) != n-1 {
			t.Errorf("%d entrants: %d pairs shown, want the %d with the best", n, len(shown), n-1)
		}
		if n > 2 && r.best() != "c" {
			t.Errorf("%d entrants: best is %s, want c", n, r.best())
		}
	}
}
