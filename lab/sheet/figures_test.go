package sheet

import (
	"math"
	"testing"
	"time"

	"ouro/lab/stat"
)

func TestFigures(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ have, want string }{
		{Rate(0, 0), "-"},
		{Rate(0, 1000), "0.0"},
		{Rate(1000, 1000), "100.0"},
		{Rate(999, 1000), "99.9"},
		{Rate(99999, 100000), "99.999"},
		{Rate(1, 100000), "0.001"},
		{Rate(1, 3), "33.3"},
		{Mean(1041.84, stat.Interval{Lo: 1038.64, Hi: 1045.04}), "1041.8 ± 3.2"},
		{Mean(41.567, stat.Interval{Lo: 41.447, Hi: 41.687}), "41.57 ± 0.12"},
		{Mean(7, stat.Interval{Lo: nan, Hi: nan}), "7.0 ± -"},
		{Mean(nan, stat.Interval{}), "-"},
		{Signed(-0.04, 1), "0.0"},
		{Signed(-0.06, 1), "-0.1"},
		{Signed(12.34, 1), "+12.3"},
		{Significant(0), "0"},
		{Significant(12345.6), "12346"},
		{Significant(99.96), "100.0"},
		{Significant(1.234), "1.23"},
		{Significant(0.01234), "0.0123"},
		{Duration(0), "0ns"},
		{Duration(999 * time.Nanosecond), "999ns"},
		{Duration(1500 * time.Nanosecond), "1.50µs"},
		{Duration(25 * time.Millisecond), "25.0ms"},
		{Duration(90 * time.Second), "90.0s"},
		{decimals(nan), ""},
		{decimals(math.Inf(-1)), ""},
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
