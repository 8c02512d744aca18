package sim_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/sim"
)

func TestOwnersAgainstTwin(t *testing.T) {
	var f sim.Flood
	var owners []int
	several := 0
	for seed := range uint64(120) {
		dice := ouro.NewPCG(seed)
		size := [][2]int{{7, 7}, {11, 11}, {12, 11}, {19, 19}}[dice.Roll(4)]
		s := crowdedState(t, dice, rulesets[dice.Roll(len(rulesets))], size[0], size[1], 1+dice.Roll(4), 20)
		p := sim.New(s)
		f.Load(p)
		owners = f.Owners(p, owners)
		_, cells := claims(p, s)
		if len(owners) != s.Grid.Size() {
			t.Fatalf("%d owners of %d cells", len(owners), s.Grid.Size())
		}
		seen := map[int]bool{}
		for c, got := range owners {
			want := slices.IndexFunc(cells, func(own []ouro.Cell) bool { return slices.Contains(own, ouro.Cell(c)) })
			if want < 0 {
				want = ouro.NoSeat
			}
			if got != want {
				t.Fatalf("seed %d: the owner of cell %d is %d, want %d: %v", seed, c, got, want, s)
			}
			seen[got] = true
		}
		if len(seen) > 2 {
			several++
		}
	}
	if several < 20 {
		t.Errorf("only %d boards with several owners", several)
	}
}
