package wire_test

import (
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// TestGameOfRules: NewGame and Spec restore the name and options of rules.
func TestGameOfRules(t *testing.T) {
	for _, text := range []string{
		"standard", "solo:food=20", "royale:shrink=7,damage=-3", "wrapped_constrictor:map=hz_spiral,minfood=0", "wrapped:map=royale",
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := wire.NewGame("g", spec, 300*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if g.TimeLimit() != 300*time.Millisecond || g.Ruleset.Name != spec.Name {
			t.Errorf("%s: %+v", text, g)
		}
		back := g.Spec()
		want, err := battlesnake.New(spec.Name, spec.Options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := battlesnake.New(back.Name, back.Options)
		if err != nil || got.Settings() != want.Settings() || got.Map() != want.Map() || got.Ruleset() != want.Ruleset() {
			t.Errorf("%s became %s, %v", text, back, err)
		}
		if _, err := g.Rules(); err != nil {
			t.Error(err)
		}
	}
	if _, err := wire.NewGame("g", ouro.Spec{Name: "classic"}, time.Second); err == nil || !strings.Contains(err.Error(), "unknown ruleset") {
		t.Error(err)
	}
}

// TestForeignMap: a snake can play an unknown map, but not an unknown ruleset.
func TestForeignMap(t *testing.T) {
	g := wire.Game{Map: "hz_new", Ruleset: wire.Ruleset{Name: "wrapped", Settings: wire.Settings{FoodSpawnChance: 500}}}
	if r, err := g.Rules(); err != nil || r.(battlesnake.Rules).Ruleset() != "wrapped" {
		t.Error(err)
	}
	g.Ruleset.Name = "chess"
	if _, err := g.Rules(); err == nil {
		t.Error("chess is played")
	}
	if r, err := (&wire.Game{}).Rules(); err != nil || r.(battlesnake.Rules).Ruleset() != "standard" {
		t.Error(err)
	}
}

// TestEngineToWire: Match and State restore positions of real games, for living and dead snakes,
// apart from what requests do not have.
func TestEngineToWire(t *testing.T) {
	for _, ruleset := range battlesnake.Rulesets() {
		name := ruleset.Name
		rules, err := battlesnake.New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(2) {
			g, err := wire.NewGame("g", ouro.Spec{Name: name}, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			m := &wire.Match{Game: g, Players: []wire.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
			dice := battlesnake.NewDice(int64(seed))
			s, err := rules.Start(11, 11, 4, dice)
			if err != nil {
				t.Fatal(err)
			}
			moves := ouro.NewPCG(seed)
			joint := make([]ouro.Dir, 4)
			for range 100 {
				compareWire(t, m, s)
				if _, over := rules.Over(s); over {
					break
				}
				for seat := range joint {
					if joint[seat] = ouro.Dir(moves.Roll(4)); s.Snakes[seat].Cause != ouro.Alive {
						continue
					}
					if legal := s.Legal(seat); legal.Len() > 0 && moves.Roll(20) > 0 {
						joint[seat] = legal.At(moves.Roll(legal.Len()))
					}
				}
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
		}
	}
}

func compareWire(t *testing.T, m *wire.Match, s *ouro.State) {
	t.Helper()
	for seat, r := range m.Requests(s) {
		got, at, err := r.State()
		if err != nil {
			t.Fatalf("%s turn %d seat %d: %v", m.Game.Ruleset.Name, s.Turn, seat, err)
		}
		me, sent := &got.Snakes[at], &s.Snakes[seat]
		if !sameBody(&me.Body, &sent.Body) || me.Health != max(0, sent.Health) || (me.Cause == ouro.Alive) != (sent.Cause == ouro.Alive) || me.Off != sent.Off {
			t.Fatalf("%s turn %d seat %d: %+v, sent %+v", m.Game.Ruleset.Name, s.Turn, seat, me, sent)
		}
		for c := range ouro.Cell(s.Grid.Size()) {
			if got.Segments(c) != s.Segments(c) || got.HasFood(c) != s.HasFood(c) || got.Hazard(c) != s.Hazard(c) {
				t.Fatalf("%s turn %d seat %d: cell %d differs", m.Game.Ruleset.Name, s.Turn, seat, c)
			}
		}
		if got.Turn != s.Turn || got.HazardDamage != s.HazardDamage || got.AlwaysGrow != s.AlwaysGrow || got.TurnBack != s.TurnBack || got.Grid.Wraps != s.Grid.Wraps {
			t.Fatalf("%s turn %d: what solvers must know differs", m.Game.Ruleset.Name, s.Turn)
		}
	}
}

func sameBody(a, b *ouro.Body) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if a.At(i) != b.At(i) {
			return false
		}
	}
	return true
}
