package hydra

import (
	"context"
	"testing"
	"time"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
)

func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  Family
	}{
		{"standard", Standard},
		{"wrapped", Wrapped},
		{"royale", Royale},
		{"wrapped:map=royale", Royale},
		{"standard:map=royale", Royale},
		{"standard:map=hz_inner_wall", Royale},
		{"standard:map=hz_inner_wall,damage=-5", Standard},
		{"constrictor", Constrictor},
		{"wrapped_constrictor", Constrictor},
		{"constrictor:map=royale", Constrictor},
	} {
		spec, err := ouro.ParseSpec(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := battlesnake.New(spec.Name, spec.Options)
		if err != nil {
			t.Fatal(err)
		}
		s, err := rules.Start(11, 11, 2, ouro.NewPCG(1))
		if err != nil {
			t.Fatal(err)
		}
		h, err := newHydra(ouro.Setup{Rules: rules, Start: s})
		if err != nil {
			t.Fatal(err)
		}
		if got := FamilyOf(sim.New(s), h.shrinks); got != c.want {
			t.Errorf("%s: %s, want %s", c.rules, FamilyNames[got], FamilyNames[c.want])
		}
	}
}

// TestHazardsAreInputs: without hazards, the inputs for hazards are the same for all snakes; with
// hazards, each of these inputs differs in some position.
func TestHazardsAreInputs(t *testing.T) {
	for _, ruleset := range []string{"standard", "royale"} {
		var differ [4]int
		for seed := range uint64(30) {
			s := newSearcher(learned(Royale))
			wander(t, ruleset, 7, 7, 2, seed, func(state *ouro.State) {
				s.score(state, 0, 1)
				var mine, theirs Inputs
				s.judge.Fill(s.pos, &s.flood, 0, 1, &mine, &theirs)
				for i := range differ {
					if in := len(Tables) - len(differ) + i; mine[in] != theirs[in] {
						differ[i]++
					}
				}
			})
		}
		for i, n := range differ {
			if (n > 0) != (ruleset == "royale") {
				t.Errorf("%s: the input %s differs in %d positions", ruleset, Tables[len(Tables)-len(differ)+i].Name, n)
			}
		}
	}
}

// TestTableOfOneFamily: the transposition table is emptied when the family changes during a
// game, and only then.
func TestTableOfOneFamily(t *testing.T) {
	set := setup(11, "depth=1")
	h, err := newHydra(set)
	if err != nil {
		t.Fatal(err)
	}
	s := set.Start.Clone()
	s.HazardDamage = 14
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	decide := func() uint64 {
		t.Helper()
		if _, err := h.Decide(ctx, ouro.Turn{State: s}); err != nil {
			t.Fatal(err)
		}
		return h.s.table.salt
	}
	first := decide()
	if again := decide(); again != first {
		t.Error("the table is emptied although the family is the same")
	}
	s.AddHazard(0)
	if later := decide(); later == first {
		t.Error("the table still holds values of another family")
	}
}

// TestPrizes: the weights of a family differ from the learned ones only in the length, by the prize
// for each segment up to mostPrized.
func TestPrizes(t *testing.T) {
	for f := range families {
		plain := NewWeights(LearnedWeights(f))
		for i, w := range learned(f) {
			n := 0
			if longer := i - atLength - lengthMost; longer <= lengthMost {
				n = prizes[f] * max(-8, min(longer, 8))
			}
			if early(w) != early(plain[i])+n || end(w) != end(plain[i])+n {
				t.Errorf("%s, value %d: (%d, %d), learned (%d, %d), want %d more", FamilyNames[f], i, early(w), end(w), early(plain[i]), end(plain[i]), n)
			}
		}
	}
	if prizes[Standard] <= 0 || prizes[Wrapped] <= 0 {
		t.Error("no prize under standard or wrapped rules")
	}
}
