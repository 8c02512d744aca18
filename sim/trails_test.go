package sim_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
)

// TestTrails plays random games of snail_mode with the rules and with a Position that is loaded once.
// It makes each move, undoes it, and makes it again. After each turn, the Position must equal the
// State, and a Position that is loaded from the State.
func TestTrails(t *testing.T) {
	burnt, played := 0, map[string]int{}
	for seed := range uint64(600) {
		ruleset, damage := rulesets[seed%6], []int{9, 14, -5, 60}[seed%4]
		spec, err := ouro.ParseSpec(fmt.Sprintf("%s:map=snail_mode,food=0,minfood=0,damage=%d", ruleset, damage))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := battlesnake.New(spec.Name, spec.Options)
		if err != nil {
			t.Fatal(err)
		}
		if !rules.Trails() {
			continue
		}
		dice := ouro.NewPCG(seed)
		w, h, snakes := 3+dice.Roll(11), 3+dice.Roll(11), 1+dice.Roll(8)
		if ruleset == "solo" {
			snakes = 1
		}
		s, err := rules.Start(w, h, snakes, dice)
		if err != nil {
			continue // the board is too small for so many snakes
		}
		played[ruleset]++
		p, anew, c := new(sim.Position), new(sim.Position), new(sim.Position)
		p.LeaveTrails()
		anew.LeaveTrails()
		p.Load(s)
		joint := make([]ouro.Dir, snakes)
		for turn := range 150 {
			if _, over := rules.Over(s); over {
				break
			}
			before := p.Hash()
			randomJoint(p, dice, joint)
			c.CopyFrom(p)
			p.Make(joint)
			p.Unmake()
			if p.Hash() != before || c.Hash() != before {
				t.Fatalf("seed %d (%s) turn %d: hash %x, %x of a copy, was %x", seed, ruleset, turn, p.Hash(), c.Hash(), before)
			}
			p.Make(joint)
			c.Step(joint)
			rules.Step(s, joint)
			rules.Spawn(s, dice)
			anew.Load(s)
			for _, q := range []*sim.Position{p, c, anew} {
				if wrong := difference(q, s); wrong != "" {
					t.Fatalf("seed %d (%s) turn %d: %s", seed, ruleset, turn, wrong)
				}
				if q.Hash() != p.Hash() {
					t.Fatalf("seed %d (%s) turn %d: hash %x, want %x", seed, ruleset, turn, q.Hash(), p.Hash())
				}
			}
		}
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause == ouro.Burnt {
				burnt++
			}
		}
	}
	if burnt < 20 || len(played) < 5 {
		t.Errorf("%d snakes burnt, in games of %v; want at least 20, and five rulesets", burnt, played)
	}
}

func TestTrailsAfterUnmake(t *testing.T) {
	rules, err := battlesnake.New("standard", ouro.Options{{Key: "map", Value: "snail_mode"}})
	if err != nil {
		t.Fatal(err)
	}
	deaths := 0
	for seed := range uint64(100) {
		dice := ouro.NewPCG(seed)
		s, err := rules.Start(11, 11, 4, dice)
		if err != nil {
			t.Fatal(err)
		}
		p := new(sim.Position)
		p.LeaveTrails()
		p.Load(s)
		joint := make([]ouro.Dir, 4)
		var history []string
		for range 60 {
			history = append(history, trailsOf(p))
			randomJoint(p, dice, joint)
			p.Make(joint)
		}
		deaths += 4 - p.Alive().Len()
		for turn := len(history) - 1; turn >= 0; turn-- {
			p.Unmake()
			if got := trailsOf(p); got != history[turn] {
				t.Fatalf("seed %d turn %d:\n%s, want\n%s", seed, turn, got, history[turn])
			}
		}
	}
	if deaths < 100 {
		t.Errorf("only %d deaths", deaths)
	}
}

func trailsOf(p *sim.Position) string {
	text := fmt.Sprint(p.Alive(), p.Hash())
	for c := range ouro.Cell(p.Grid().Size()) {
		text += fmt.Sprint(" ", p.Layers(c))
	}
	return text
}
