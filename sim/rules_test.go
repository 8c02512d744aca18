package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
)

// difference describes the first difference between p and s, or returns "". If snakes grow with every
// move, difference compares only the causes of death of dead snakes, because the rules let dead
// snakes grow, too.
func difference(p *sim.Position, s *ouro.State) string {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if p.Cause(seat) != sn.Cause || p.Alive().Has(seat) != (sn.Cause == ouro.Alive) {
			return fmt.Sprintf("seat %d: cause %v, want %v", seat, p.Cause(seat), sn.Cause)
		}
		if sn.Cause != ouro.Alive && s.AlwaysGrow {
			continue
		}
		if got, want := p.Body(seat, nil), sn.Body.Append(nil); !slices.Equal(got, want) || p.Len(seat) != len(want) || p.Head(seat) != want[0] {
			return fmt.Sprintf("seat %d: body %v of %d, want %v", seat, got, p.Len(seat), want)
		}
		if p.Health(seat) != sn.Health {
			return fmt.Sprintf("seat %d: health %d, want %d", seat, p.Health(seat), sn.Health)
		}
	}
	got, want := p.AppendFood(nil), slices.Clone(s.Food)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || p.FoodLeft() != len(want) {
		return fmt.Sprintf("food %v (%d), want %v", got, p.FoodLeft(), want)
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		if (p.FreeAt(c) > 0) != (s.Segments(c) > 0) {
			return fmt.Sprintf("cell %d: free at %d, %d segments", c, p.FreeAt(c), s.Segments(c))
		}
		if !s.HasFood(c) && p.Cost(c) != 1+s.Hazard(c)*s.HazardDamage {
			return fmt.Sprintf("cell %d: costs %d, %d layers of %d", c, p.Cost(c), s.Hazard(c), s.HazardDamage)
		}
	}
	return ""
}

// TestAgainstRules plays random games of every ruleset with the rules and with a Position. Half of
// the games have no random events, and the Position is loaded once. In the other games, the Position
// is loaded after the random events of each turn.
func TestAgainstRules(t *testing.T) {
	deaths := map[ouro.Cause]int{}
	for seed := range uint64(3000) {
		ruleset := rulesets[seed%6]
		dice := ouro.NewPCG(seed)
		s := randomStart(t, dice, ruleset)
		rules, err := battlesnake.New(ruleset, ouro.Options{{Key: "damage", Value: fmt.Sprint(s.HazardDamage)}})
		if err != nil {
			t.Fatal(err)
		}
		p := sim.New(s)
		joint := make([]ouro.Dir, p.Seats())
		chance := seed%2 == 0
		for turn := range 120 {
			outcome, over := rules.Over(s)
			if p.Seats() > 1 && ruleset != "solo" && (over != p.Over() || outcome.Winner != p.Winner()) {
				t.Fatalf("seed %d (%s) turn %d: over %v, winner %d, want %v, %d", seed, ruleset, turn, p.Over(), p.Winner(), over, outcome.Winner)
			}
			if over {
				break
			}
			randomJoint(p, dice, joint)
			p.Step(joint)
			rules.Step(s, joint)
			if wrong := difference(p, s); wrong != "" {
				t.Fatalf("seed %d (%s) turn %d: %s", seed, ruleset, turn, wrong)
			}
			if chance {
				rules.Spawn(s, dice)
				p.Load(s)
			}
		}
		for seat := range s.Snakes {
			deaths[s.Snakes[seat].Cause]++
		}
	}
	for cause := ouro.Alive; cause <= ouro.Burnt; cause++ {
		if deaths[cause] < 20 {
			t.Errorf("only %d snakes ended as %v", deaths[cause], cause)
		}
	}
}

// TestAgainstMaps does the same as TestAgainstRules with four snakes, on every map that has
// room for four. The maps add hazards of all shapes, many layers, and trails.
func TestAgainstMaps(t *testing.T) {
	played := 0
	for i, m := range battlesnake.Maps() {
		for seed := range uint64(20) {
			damage := []string{"14", "-5"}[seed%2]
			rules, err := battlesnake.New("standard", ouro.Options{{Key: "map", Value: m.Name}, {Key: "damage", Value: damage}, {Key: "shrink", Value: "3"}})
			if err != nil {
				t.Fatal(err)
			}
			dice := ouro.NewPCG(100*seed + uint64(i))
			s, err := rules.Start(11, 11, 4, dice)
			if err != nil {
				continue // the map needs another size or fewer snakes
			}
			played++
			p, joint := sim.New(s), make([]ouro.Dir, 4)
			for turn := range 200 {
				if _, over := rules.Over(s); over {
					break
				}
				p.Load(s)
				randomJoint(p, dice, joint)
				p.Step(joint)
				rules.Step(s, joint)
				if wrong := difference(p, s); wrong != "" {
					t.Fatalf("map %s seed %d turn %d: %s", m.Name, seed, turn, wrong)
				}
				rules.Spawn(s, dice)
			}
		}
	}
	if played < 200 {
		t.Errorf("only %d games", played)
	}
}
