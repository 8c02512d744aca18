package arena

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/saved"
)

// seated returns how often each snake takes each seat, and how often each two snakes meet.
func seated(t *testing.T, n int, seatings [][]int) (seats, met [][]int) {
	t.Helper()
	k := len(seatings[0])
	for range n {
		seats, met = append(seats, make([]int, k)), append(met, make([]int, n))
	}
	for _, seating := range seatings {
		if len(seating) != k {
			t.Fatalf("%v does not have %d seats", seating, k)
		}
		for seat, a := range seating {
			seats[a][seat]++
			for other, b := range seating {
				if other != seat {
					if a == b {
						t.Fatalf("%v seats %d twice", seating, a)
					}
					met[a][b]++
				}
			}
		}
	}
	return seats, met
}

// same reports whether all numbers are equal, except those for which isOmitted returns true.
func same(rows [][]int, isOmitted func(i, j int) bool) bool {
	first := -1
	for i, row := range rows {
		for j, x := range row {
			if isOmitted(i, j) {
				continue
			}
			if first < 0 {
				first = x
			}
			if x != first {
				return false
			}
		}
	}
	return true
}

func omitNothing(int, int) bool  { return false }
func omitDiagonal(i, j int) bool { return i == j }

// TestRoundRobinIsFair: every two snakes meet once in each order. So every snake takes each
// seat equally often.
func TestRoundRobinIsFair(t *testing.T) {
	for n := 2; n <= 16; n++ {
		all := RoundRobin.seatings(n, 2)
		seats, met := seated(t, n, all)
		if len(all) != n*(n-1) || !same(seats, omitNothing) || !same(met, omitDiagonal) || met[0][1] != 2 {
			t.Errorf("%d snakes: %d games, seats %v, met %v", n, len(all), seats, met)
		}
	}
}

// TestGauntletIsFair: the first snake meets each of the others once in each order, and
// the others never meet.
func TestGauntletIsFair(t *testing.T) {
	for n := 2; n <= 16; n++ {
		seats, met := seated(t, n, Gauntlet.seatings(n, 2))
		for a := range n {
			if seats[a][0] != seats[a][1] {
				t.Errorf("%d snakes: snake %d takes the seats %v times", n, a, seats[a])
			}
			for b := range n {
				if want := map[bool]int{true: 2}[a != b && (a == 0 || b == 0)]; met[a][b] != want {
					t.Errorf("%d snakes: %d meets %d %d times", n, a, b, met[a][b])
				}
			}
		}
	}
}

func TestSPRTIsFair(t *testing.T) {
	if got := fmt.Sprint(SPRT.seatings(2, 2)); got != "[[0 1] [1 0]]" {
		t.Error(got)
	}
	// With four snakes, the first two play against the same others in the same seats, and
	// never meet.
	if got := fmt.Sprint(SPRT.seatings(4, 0)); got != "[[0 2 3] [3 0 2] [2 3 0] [1 2 3] [3 1 2] [2 3 1]]" {
		t.Error(got)
	}
}

// TestFreeForAllIsFair: for all numbers of snakes and seats, every snake takes each seat equally
// often. If a group has all choices of snakes, every pair meets equally often. Otherwise the
// numbers of meetings differ by at most a quarter of their mean.
func TestFreeForAllIsFair(t *testing.T) {
	designs := 0
	for n := 2; n <= 16; n++ {
		for k := 2; k <= n; k++ {
			all := FreeForAll.seatings(n, k)
			seats, met := seated(t, n, all)
			if !same(seats, omitNothing) {
				t.Errorf("%d of %d: seats %v", k, n, seats)
			}
			if len(all) > mostSeatings+n {
				t.Errorf("%d of %d: %d games", k, n, len(all))
			}
			if choices(n, k)*k <= mostSeatings {
				if !same(met, omitDiagonal) {
					t.Errorf("%d of %d: met %v", k, n, met)
				}
				continue
			}
			designs++
			least, most, sum := 1<<30, 0, 0
			for a := range n {
				for b := range n {
					if a != b {
						least, most, sum = min(least, met[a][b]), max(most, met[a][b]), sum+met[a][b]
					}
				}
			}
			if mean := float64(sum) / float64(n*(n-1)); float64(most-least) > max(2, 0.25*mean) {
				t.Errorf("%d of %d: pairs meet %d to %d times, %.1f in the mean of %d games", k, n, least, most, mean, len(all))
			}
		}
	}
	if designs < 20 {
		t.Errorf("only %d cases have a part of all choices", designs)
	}
}

// TestFreeForAllOfAll: if every snake has a seat, a group has only the rotations of the snakes.
func TestFreeForAllOfAll(t *testing.T) {
	if got := fmt.Sprint(FreeForAll.seatings(3, 3)); got != "[[0 1 2] [2 0 1] [1 2 0]]" {
		t.Error(got)
	}
}

func TestFormatsAreKnown(t *testing.T) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		if err := Format(f.Name).check(2); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(names, []string{"roundrobin", "gauntlet", "ffa", "sprt"}) {
		t.Error(names)
	}
}

// positionsOf plays a tournament and returns the start position of each group. It is "" for the
// start of the rules.
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
		start := ""
		if p := file.Record.Game.Position; p != nil {
			start = p.String()
		}
		if group := f.Tally.Group; f.Tally.Seating > 0 && start != all[group] {
			t.Errorf("group %d starts from %s and from %s", group, all[group], start)
		} else {
			all[group] = start
		}
	}
	return s, all
}

// TestOpeningsOfGroups: all games of a group start from the same opening, and different groups have
// different openings. A second run has the same openings. With openings "rules", games start as the
// rules determine.
func TestOpeningsOfGroups(t *testing.T) {
	tour := tournamentOf(RoundRobin, "greedy", "coward")
	tour.Board, tour.Games, tour.Nodes, tour.Openings = "7x7", 6, 20, "balanced:turns=4,games=4"
	s, all := positionsOf(t, tour)
	if n := len(slices.Compact(slices.Sorted(slices.Values(all)))); n != 3 || slices.Contains(all, "") || s.Tournament.OpeningsSum == "" {
		t.Errorf("%d openings of 3 groups: %q, %+v", n, all, s.Tournament)
	}
	tour.Workers = 7
	if _, again := positionsOf(t, tour); !slices.Equal(again, all) {
		t.Errorf("the second run starts from %q, the first from %q", again, all)
	}
	name := filepath.Join(t.TempDir(), "positions.txt")
	if err := os.WriteFile(name, []byte(all[1]+"\n"+all[2]+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tour.Openings, tour.Board = name, ""
	s, some := positionsOf(t, tour)
	if some[0] == some[1] || some[0] != some[2] || !slices.Contains(all[1:], some[0]) || !slices.Contains(all[1:], some[1]) {
		t.Errorf("with two positions in a file, the groups start from %q", some)
	}
	if w := s.Warnings(); s.Game.W != 7 || len(w) != 1 || !strings.Contains(w[0], "2 openings for 3 groups: some positions start several groups, each time with other food") {
		t.Errorf("board %d wide, warned %q", s.Game.W, w)
	}
	tour.Openings = "rules"
	if s, byRules := positionsOf(t, tour); strings.Join(byRules, "") != "" || s.Tournament.Openings != "" {
		t.Errorf("with openings \"rules\", games start from %q", byRules)
	}
}

// TestOtherPositions: if the positions of the file change, the text of the tournament changes. A
// tournament with the digest of the old positions rejects the new ones. Setting does not need the
// file.
func TestOtherPositions(t *testing.T) {
	tour := tournamentOf(RoundRobin, "greedy", "coward")
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
	if _, err := first.Tournament.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "but openings_sum is") {
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
		t.Error("spec returned no error without the openings file")
	}
}
