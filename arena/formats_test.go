package arena

import (
	"fmt"
	"slices"
	"testing"
)

// seated counts who sat in which seat and who met whom.
func seated(t *testing.T, n int, seatings [][]int) (seats, met [][]int) {
	t.Helper()
	k := len(seatings[0])
	for range n {
		seats, met = append(seats, make([]int, k)), append(met, make([]int, n))
	}
	for _, seating := range seatings {
		if len(seating) != k {
			t.Fatalf("%v has not %d seats", seating, k)
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

// same tells whether all numbers that are not left out are the same.
func same(rows [][]int, leaveOut func(i, j int) bool) bool {
	first := -1
	for i, row := range rows {
		for j, x := range row {
			if leaveOut(i, j) {
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

func nothing(int, int) bool { return false }
func self(i, j int) bool    { return i == j }

// TestRoundRobinIsFair: everybody meets everybody once in each order, and so sits
// equally often in each seat.
func TestRoundRobinIsFair(t *testing.T) {
	for n := 2; n <= 16; n++ {
		all := RoundRobin.seatings(n, 2)
		seats, met := seated(t, n, all)
		if len(all) != n*(n-1) || !same(seats, nothing) || !same(met, self) || met[0][1] != 2 {
			t.Errorf("%d snakes: %d games, seats %v, met %v", n, len(all), seats, met)
		}
	}
}

// TestGauntletIsFair: the first meets each of the others once in each order, and
// nobody else meets.
func TestGauntletIsFair(t *testing.T) {
	for n := 2; n <= 16; n++ {
		seats, met := seated(t, n, Gauntlet.seatings(n, 2))
		for a := range n {
			if seats[a][0] != seats[a][1] {
				t.Errorf("%d snakes: %d sits %v", n, a, seats[a])
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
	// Two among others: each with the same others in the same seats, and never together.
	if got := fmt.Sprint(SPRT.seatings(4, 0)); got != "[[0 2 3] [3 0 2] [2 3 0] [1 2 3] [3 1 2] [2 3 1]]" {
		t.Error(got)
	}
}

// TestFreeForAllIsFair: whatever the numbers, everybody sits equally often in each
// seat; who meets whom is the same for all pairs where all choices are played, and
// else differs by at most a quarter of the mean.
func TestFreeForAllIsFair(t *testing.T) {
	designs := 0
	for n := 2; n <= 16; n++ {
		for k := 2; k <= n; k++ {
			all := FreeForAll.seatings(n, k)
			seats, met := seated(t, n, all)
			if !same(seats, nothing) {
				t.Errorf("%d of %d: seats %v", k, n, seats)
			}
			if len(all) > mostSeatings+n {
				t.Errorf("%d of %d: %d games", k, n, len(all))
			}
			if choices(n, k)*k <= mostSeatings {
				if !same(met, self) {
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
		t.Errorf("only %d designs of a part of all choices", designs)
	}
}

// TestFreeForAllOfAll are the rotations alone.
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
