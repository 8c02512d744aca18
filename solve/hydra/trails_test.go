package hydra

import (
	"context"
	"testing"
	"time"

	"ouro"
	"ouro/rule/battlesnake"
)

// TestTrails: a snake that follows an enemy's tail through a corridor dies with the third
// step where tails leave trails, and only there.
func TestTrails(t *testing.T) {
	for rules, lost := range map[string]bool{"standard": false, "standard:map=snail_mode": true, "royale:map=snail_mode": false} {
		spec, err := ouro.ParseSpec(rules)
		if err != nil {
			t.Fatal(err)
		}
		set := ouro.Setup{Start: draw(7, 50, nil,
			[]xy{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, []xy{{1, 6}, {0, 6}, {0, 5}, {0, 4}, {0, 3}})}
		set.Start.HazardDamage = 14
		for y := 1; y < 6; y++ {
			set.Start.SetTerrain(set.Start.Grid.At(1, y), ouro.Wall)
		}
		if set.Rules, err = battlesnake.New(spec.Name, spec.Options); err != nil {
			t.Fatal(err)
		}
		solver, err := New(set)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := solver.Decide(t.Context(), ouro.Turn{State: set.Start, Nodes: 3000}); err != nil {
			t.Fatal(err)
		}
		if v := solver.(*hydra).s.values[ouro.Up]; lost != (v <= -won+3) {
			t.Errorf("%s: the only move is worth %d", rules, v)
		}
	}
}

// TestHazardsThatCame: what the table keeps of the turns before is of other positions when
// hazards have come since.
func TestHazardsThatCame(t *testing.T) {
	before := draw(7, 20, nil, []xy{{3, 3}, {3, 2}, {3, 1}, {2, 1}}, []xy{{5, 5}, {5, 4}, {5, 3}})
	before.HazardDamage = 14
	after := before.Clone()
	for y := range 7 {
		for x := range 3 {
			after.AddHazard(after.Grid.At(x, y))
		}
	}
	solver := func() ouro.Solver {
		s, err := New(ouro.Setup{Start: before, Options: ouro.Options{{Key: "depth", Value: "6"}}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	// With a deadline the table is kept; depth ends the search long before it.
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	decide := func(s ouro.Solver, state *ouro.State) ouro.Decision {
		d, err := s.Decide(ctx, ouro.Turn{State: state})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	used := solver()
	first := decide(used, before)
	got, want := decide(used, after), decide(solver(), after)
	if got.Dir != want.Dir || got.Score != want.Score || want.Score == first.Score {
		t.Errorf("%v with a used table, want %v; %v without hazards", got, want, first)
	}
}
