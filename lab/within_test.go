package lab_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

// TestWithin: an experiment ends with the first group, from the 30th on, after which half
// of the interval of every entrant's mean is small enough: of its moves if it has won all
// games, else of its length. Share is the square of the wanted share by the present one.
func TestWithin(t *testing.T) {
	const share = 0.05
	for name, lost := range map[string]bool{"won": false, "lost": true} {
		dice := rand.New(rand.NewPCG(1, 2))
		stopper := lab.Within(share, 2)()
		var values [2][]float64 // by entrant
		ended := false
		for groups := 1; groups <= 2000 && !ended; groups++ {
			var group []lab.Tally
			for e := range values {
				g := lab.Tally{Ending: ouro.Won, Turns: int32(60 + dice.IntN(80)), Seats: []lab.Seat{{Entrant: int32(e), Length: int32(5 + dice.IntN(60))}}}
				if lost && e == 1 {
					g.Ending = ouro.Died
					values[e] = append(values[e], float64(g.Seats[0].Length))
				} else {
					values[e] = append(values[e], float64(g.Turns))
				}
				group = append(group, g)
			}
			worst := 0.0
			for e := range values {
				s := stat.Describe(values[e])
				worst = max(worst, s.Interval(lab.Confidence).Half()/s.Mean/share)
			}
			want := groups >= 30 && worst <= 1
			if ended = stopper.Add(group); ended != want {
				t.Fatalf("%s: after %d groups it ends: %v, of an error of %v of what is wanted", name, groups, ended, worst)
			}
			if far := min(1, 1/(worst*worst)); groups >= 30 && math.Abs(stopper.Share()-far) > 1e-9 || groups < 30 && stopper.Share() != 0 {
				t.Fatalf("%s: after %d groups it is %v far, want %v", name, groups, stopper.Share(), far)
			}
		}
		if !ended || len(values[0]) == 30 {
			t.Errorf("%s: it ended after %d groups: the test proves less than it should", name, len(values[0]))
		}
	}
}

// TestNothingInCommon: two entrants without a common group are not compared, and the
// verdict says so.
func TestNothingInCommon(t *testing.T) {
	plan := classicPlan(4, 4, 2, winner, greedy)
	_, all := played(t, plan)
	r := countOf(t, plan, all[gameOf{0, 0}], all[gameOf{1, 1}]).Report()
	if lead := r.Sheet().Lead; lead != "winner and greedy have no game in common yet." {
		t.Error(lead)
	}
	for _, format := range formats(t, r) {
		if strings.Contains(format, "NaN") {
			t.Errorf("NaN in\n%s", format)
		}
	}
}
