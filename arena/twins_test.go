package arena

import (
	"reflect"
	"strings"
	"testing"
)

// TestTwins: snakes are alike if every game of the one went as that of the other in its
// place, and nothing less.
func TestTwins(t *testing.T) {
	tour := tourOf(RoundRobin, 24, "a", "b", "c")
	tour.Nodes = 100
	for name, c := range map[string]struct {
		games []Game
		want  [][]int
	}{
		"one group":  {roundRobin("+-+-++"), nil},
		"two groups": {roundRobin("+-+-++", "-+-+=="), [][]int{{1, 2}}},
		"all three":  {roundRobin("++++++", "------"), [][]int{{0, 1, 2}}},
		"one game":   {roundRobin("+-+-++", "-+-+==", "+-++++"), nil},
		"unfinished": {roundRobin("+-+-++", "-+-+==", "+-"), [][]int{{1, 2}}},
		"by chance":  {roundRobin("+-+-+-", "-+-+=="), nil},
	} {
		r := NewReport(tour, c.games)
		if !reflect.DeepEqual(r.Twins, c.want) {
			t.Errorf("%s: %v, want %v", name, r.Twins, c.want)
		}
		if got := strings.Contains(written(t, r)["md"], "100 nodes are too few"); got != (c.want != nil) {
			t.Errorf("%s: it is told: %v", name, got)
		}
	}
	games := roundRobin("++++++", "------")
	games[7].Seats[1].Length++
	if r := NewReport(tour, games); len(r.Twins) > 0 && len(r.Twins[0]) == 3 {
		t.Errorf("a longer snake: %v", r.Twins)
	}
}
