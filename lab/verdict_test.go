package lab

import (
	"math"
	"testing"

	"ouro"
	"ouro/lab/stat"
)

// TestTablePairs: for up to four entrants, a table has every pair. For more entrants, it has the
// pairs with the best entrant. The best entrant wins the most games; if several do, it is the one
// that needs the fewest moves.
func TestTablePairs(t *testing.T) {
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
		pairs := r.TablePairs()
		if n <= fewResults && len(pairs) != len(r.Pairs) {
			t.Errorf("%d entrants: %d pairs shown of %d", n, len(pairs), len(r.Pairs))
		}
		if n > fewResults && len(pairs) != n-1 {
			t.Errorf("%d entrants: %d pairs shown, want the %d with the best", n, len(pairs), n-1)
		}
		if n > 2 && r.best() != "c" {
			t.Errorf("%d entrants: best is %s, want c", n, r.best())
		}
	}
}

// TestFewer: Fewer counts the games that both won and in which A needed fewer moves. In the
// exchanged pair, it counts those in which B needed fewer. Games that only B won reduce the
// difference of the rates.
func TestFewer(t *testing.T) {
	r := &Report{Results: make([]Result, 2)}
	for group, turns := range [][2]int32{{10, 12}, {9, 9}, {20, 15}, {7, 30}, {0, 3}} {
		for entrant, n := range turns {
			g := Tally{Group: int32(group), Turns: n, Ending: ouro.Won, Seats: []Seat{{Entrant: int32(entrant)}}}
			if n == 0 {
				g.Ending = ouro.Died
			}
			r.Games = append(r.Games, g)
		}
	}
	r.compareAll(compareSolo)
	p := r.Pairs[0]
	if q := p.exchanged(); p.BothWon != 4 || p.Fewer != 2 || p.Same != 1 || q.Fewer != 1 || q.Same != 1 {
		t.Errorf("%+v, exchanged %+v", p, q)
	}
	if p.Won.Mean != -1.0/5 {
		t.Errorf("the rates differ by %v, want -1/5", p.Won.Mean)
	}
}

// TestVerdictAlone: the verdict about a single entrant has its rounded figures and their
// intervals.
func TestVerdictAlone(t *testing.T) {
	turns := stat.Summary{N: 4, Mean: 41.25, SD: 2}
	for want, c := range map[string]struct {
		kind Solo
		r    Result
	}{
		"a lives for 41.2 turns [38.1, 44.4], over 4 games":                         {Solo{Survive: true}, Result{Games: 4, Turns: turns}},
		"a wins 2.0 % of 100 games [0.6, 7.0] and reaches length 41.2 [38.1, 44.4]": {Solo{}, Result{Games: 100, Won: 2, WonRate: stat.Wilson(2, 100, Confidence), Length: turns}},
		"a wins all 4 games, in 41.2 moves [38.1, 44.4]":                            {Solo{}, Result{Games: 4, Won: 4, Moves: turns, MovesMean: turns.Interval(Confidence)}},
	} {
		c.r.Name = "a"
		if got := c.kind.leadAlone(&c.r); got != want {
			t.Errorf("have %q, want %q", got, want)
		}
	}
}
