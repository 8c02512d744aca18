package report

import (
	"math"
	"testing"

	"ouro/lab"
	"ouro/lab/stat"
)

// TestPairAnswer: who is better is named with the size of the difference, which is
// positive; what is not clear is not said.
func TestPairAnswer(t *testing.T) {
	none := lab.Difference{Mean: 0, Interval: stat.Interval{Lo: -1, Hi: 1}}
	for _, c := range []struct {
		pair lab.Pair
		want string
	}{
		{lab.Pair{Games: 100, BothWon: 100, Won: none, Moves: none}, "No clear difference between a and b over 100 games."},
		{
			lab.Pair{Games: 100, BothWon: 90, Won: none, Moves: lab.Difference{Mean: -12.34, Interval: stat.Interval{Lo: -14, Hi: -10.5}}},
			"a needs 12.3 moves fewer than b in the 90 games that both won (95 % interval [10.5, 14.0]).",
		},
		{
			lab.Pair{Games: 100, BothWon: 90, Won: none, Moves: lab.Difference{Mean: 12.34, Interval: stat.Interval{Lo: 10.5, Hi: 14}}},
			"b needs 12.3 moves fewer than a in the 90 games that both won (95 % interval [10.5, 14.0]).",
		},
		{
			lab.Pair{Games: 100, BothWon: 5, Won: lab.Difference{Mean: -0.25, Interval: stat.Interval{Lo: -0.3, Hi: -0.2}}, Moves: lab.Difference{Mean: 12.34, Interval: stat.Interval{Lo: 10.5, Hi: 14}}},
			"b wins more games than a: 25.0 points (95 % interval [20.0, 30.0]).",
		},
		{
			lab.Pair{Games: 100, BothWon: 60, Won: lab.Difference{Mean: 0.25, Interval: stat.Interval{Lo: 0.2, Hi: 0.3}}, Moves: lab.Difference{Mean: 0.5, Interval: stat.Interval{Lo: 0.25, Hi: 0.75}}},
			"a wins more games than b: 25.0 points (95 % interval [20.0, 30.0]). b needs 0.50 moves fewer than a in the 60 games that both won (95 % interval [0.25, 0.75]).",
		},
	} {
		c.pair.A, c.pair.B = "a", "b"
		if got := pairAnswer(&c.pair); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestNear: of several, those that are not clearly different from the best are named.
func TestNear(t *testing.T) {
	clear := lab.Difference{Mean: 3, Interval: stat.Interval{Lo: 1, Hi: 5}}
	none := lab.Difference{Mean: 0, Interval: stat.Interval{Lo: -1, Hi: 1}}
	r := &lab.Report{Results: make([]lab.Result, 3), Pairs: []lab.Pair{{A: "a", B: "b", Won: clear, Moves: none}, {A: "c", B: "a", Won: none, Moves: none}, {A: "b", B: "c", Won: none, Moves: none}}}
	if got, want := near(r, "a"), "; not clearly different: c."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Pairs[1].Moves = clear
	if got, want := near(r, "a"), "; its difference to each of the others is clear."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := join([]string{"a", "b", "c"}), "a, b and c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAnswerOfOneGame: a mean of one game has no error, and none is written.
func TestAnswerOfOneGame(t *testing.T) {
	nan := math.NaN()
	res := lab.Result{Name: "cell", Games: 1, Won: 1, WonRate: stat.Interval{Lo: 0.05, Hi: 1}, MovesMean: stat.Interval{Lo: nan, Hi: nan}}
	res.Moves.Mean = 181
	const want = "cell won 100.0 % of 1 game (95 % interval [5.0, 100.0]), in 181.0 moves on average."
	if got := soloAnswer(&res); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
