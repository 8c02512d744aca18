package hydra

import (
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// TestTrails: who follows the tail of an enemy through a corridor dies with the third step
// where tails leave trails, and only there.
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
