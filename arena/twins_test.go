package arena

import (
	"reflect"
	"strings"
	"testing"

	"ouro/lab"
)

// TestTwins: two snakes are twins only if every game ended the same when one took the place
// of the other.
func TestTwins(t *testing.T) {
	tour := tourOf(RoundRobin, 24, "a", "b", "c")
	tour.Nodes = 100
	for name, c := range map[string]struct {
		games []lab.Finished
		want  [][]int
	}{
		"one group":  {roundRobin("+-+-++"), nil},
		"two groups": {roundRobin("+-+-++", "-+-+=="), [][]int{{1, 2}}},
		"all three":  {roundRobin("++++++", "------"), [][]int{{0, 1, 2}}},
		"one game":   {roundRobin("+-+-++", "-+-+==", "+-++++"), nil},
		"unfinished": {roundRobin("+-+-++", "-+-+==", "+-"), [][]int{{1, 2}}},
		"by chance":  {roundRobin("+-+-+-", "-+-+=="), nil},
	} {
		r := reportOf(t, tour, c.games)
		if !reflect.DeepEqual(r.Twins, c.want) {
			t.Errorf("%s: %v, want %v", name, r.Twins, c.want)
		}
		if got := strings.Contains(writeAll(t, r)["md"], "100 nodes are too few"); got != (c.want != nil) {
			t.Errorf("%s: the report warns of too few nodes: %v, want the opposite", name, got)
		}
	}
	games := roundRobin("++++++", "------")
	games[7].Tally.Seats[1].Length++
	if r := reportOf(t, tour, games); len(r.Twins) > 0 && len(r.Twins[0]) == 3 {
		t.Errorf("a longer snake: %v", r.Twins)
	}
}

// TestWhyAlike: the note names options in which twins differ. It advises more nodes only
// under a limit of nodes.
func TestWhyAlike(t *testing.T) {
	_, games := sprtGames(repeatPairs(2, "+-")...)
	const few = "because 100 nodes are too few for different moves: try more."
	for _, c := range []struct {
		a, b  string
		nodes int64
		want  string
	}{
		{"hydra:threads=2", "hydra", 100, "perhaps because the options in which they differ, threads, have no effect in these games, or " + few},
		{"hydra:hash=1,threads=2", "hydra:hash=2,style=calm", 100, "in which they differ, hash, threads, style, have no effect"},
		{"hydra:threads=2,hash=1", "hydra:hash=1", 0, "perhaps because the options in which they differ, threads, have no effect in these games."},
		{"hydra:hash=1", "hydra:hash=1", 100, "perhaps " + few},
		{"hydra:hash=1", "spot:hungry=40", 100, "perhaps " + few},
		{"exec:./a", "exec:./b", 100, "perhaps " + few},
		{"http://127.0.0.1:1", "hydra", 0, "or their addresses lead to the same program."},
	} {
		tour := tourOf(RoundRobin, 4, "a", "b")
		tour.Nodes, tour.Snakes[0].Snake, tour.Snakes[1].Snake = c.nodes, c.a, c.b
		r := reportOf(t, tour, games)
		if notes := r.twinNotes(); len(notes) != 1 || !strings.Contains(notes[0], c.want) {
			t.Errorf("%s and %s: %q, want %q", c.a, c.b, notes, c.want)
		}
	}
}
