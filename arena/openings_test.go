package arena

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/saved"
)

// positionsOf plays a tournament and lists the positions in which its groups started,
// by group.
func positionsOf(t *testing.T, tour *Tournament) (*Setting, []string) {
	t.Helper()
	s, err := tour.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, s.Groups)
	for _, f := range mustPlay(t, s) {
		file, err := saved.Open(strings.NewReader(recordOf(t, f)))
		if err != nil {
			t.Fatal(err)
		}
		at := ""
		if p := file.Record.Game.Position; p != nil {
			at = p.String()
		}
		if group := f.Tally.Group; f.Tally.Seating > 0 && at != all[group] {
			t.Errorf("group %d starts from %s and from %s", group, all[group], at)
		} else {
			all[group] = at
		}
	}
	return s, all
}

// TestOpeningsOfGroups: the games of a group start from the same opening, other groups from
// others, the same again in another run; and as the rules say where nobody chose.
func TestOpeningsOfGroups(t *testing.T) {
	tour := of(RoundRobin, "greedy", "coward")
	tour.Board, tour.Games, tour.Nodes, tour.Openings = "7x7", 6, 20, "balanced:turns=4,games=4"
	s, all := positionsOf(t, tour)
	if n := len(slices.Compact(slices.Sorted(slices.Values(all)))); n != 3 || slices.Contains(all, "") || s.Tournament.OpeningsSum == "" {
		t.Errorf("%d openings of 3 groups: %q, %+v", n, all, s.Tournament)
	}
	tour.Workers = 7
	if _, again := positionsOf(t, tour); !slices.Equal(again, all) {
		t.Errorf("again from %q, first from %q", again, all)
	}
	name := filepath.Join(t.TempDir(), "positions.txt")
	if err := os.WriteFile(name, []byte(all[1]+"\n"+all[2]+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tour.Openings, tour.Board = name, ""
	s, some := positionsOf(t, tour)
	if some[0] == some[1] || some[0] != some[2] || !slices.Contains(all[1:], some[0]) || !slices.Contains(all[1:], some[1]) {
		t.Errorf("of two positions of a file they start from %q", some)
	}
	if w := s.Warnings(); s.Game.W != 7 || len(w) != 1 || !strings.Contains(w[0], "2 openings for 3 groups: they come again, with other food") {
		t.Errorf("board %d wide, warned %q", s.Game.W, w)
	}
	tour.Openings = "rules"
	if s, byRules := positionsOf(t, tour); strings.Join(byRules, "") != "" || s.Tournament.Openings != "" {
		t.Errorf("as the rules say is from %q", byRules)
	}
}

// TestOtherPositions: a file whose positions have changed is another tournament, and
// refused where the first ones are meant; a report needs no file.
func TestOtherPositions(t *testing.T) {
	tour := of(RoundRobin, "greedy", "coward")
	tour.Openings = filepath.Join(t.TempDir(), "positions.txt")
	write := func(start int) *Setting {
		g := ouro.MustGrid(7, 7)
		st := ouro.NewState(g)
		for _, x := range []int{start, 5} {
			st.Snakes[st.AddSnake(g.At(x, 3), g.At(x, 2), g.At(x, 1))].Health = 90
		}
		if err := os.WriteFile(tour.Openings, []byte(st.String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := tour.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := write(1)
	second := write(2)
	if a, b := first.Tournament.OpeningsSum, second.Tournament.OpeningsSum; a == b || a == "" || first.Tournament.Text() == second.Tournament.Text() {
		t.Errorf("the sums are %q and %q", a, b)
	}
	if _, err := first.Tournament.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "these are not the positions of openings_sum") {
		t.Error(err)
	}
	if err := os.Remove(tour.Openings); err != nil {
		t.Fatal(err)
	}
	s, err := first.Tournament.Setting()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.spec(t.Context(), 0); err == nil {
		t.Error("games start somewhere though nobody knows where")
	}
}
