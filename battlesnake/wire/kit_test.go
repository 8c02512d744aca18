package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// compact returns JSON without white space, with its keys in order.
func compact(t testing.TB, data []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, data); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return b.String()
}

func marshal(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// golden compares v with a file of testdata, ignoring white space. The files are messages
// of the official engine; never generate them from the output of this package.
func golden(t *testing.T, name string, v any) {
	t.Helper()
	if got, want := marshal(t, v), compact(t, readFile(t, name)); got != want {
		t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
	}
}

// position returns a random position under a random ruleset, and its match. Living snakes
// do not overlap. Some snakes have several segments on one cell, and one snake may be dead.
func position(seed uint64) (*wire.Match, *ouro.State) {
	dice := ouro.NewPCG(seed)
	rulesets := battlesnake.Rulesets()
	m := &wire.Match{Game: wire.Game{
		ID: fmt.Sprint("game-", seed), Map: "standard", Timeout: 1 + dice.Roll(1000),
		Ruleset: wire.Ruleset{Name: rulesets[dice.Roll(len(rulesets))].Name, Version: "test", Settings: wire.DefaultSettings()},
	}}
	w, h := 2+dice.Roll(20), 2+dice.Roll(20)
	s := ouro.NewState(ouro.MustGrid(w, h))
	switch m.Game.Ruleset.Name {
	case "wrapped", "wrapped_constrictor":
		torus, err := ouro.NewTorus(w, h)
		if err != nil {
			panic(err)
		}
		s = ouro.NewState(torus)
	}
	s.TurnBack = true
	s.AlwaysGrow = m.Game.Ruleset.Name == "constrictor" || m.Game.Ruleset.Name == "wrapped_constrictor"
	s.HazardDamage = dice.Roll(40) - 10
	m.Game.Ruleset.Settings.HazardDamagePerTurn = s.HazardDamage
	s.Turn = dice.Roll(500)
	for range dice.Roll(8) {
		if c := ouro.Cell(dice.Roll(w * h)); !s.HasFood(c) {
			s.AddFood(c)
		}
	}
	for range dice.Roll(12) {
		s.AddHazard(ouro.Cell(dice.Roll(w * h)))
	}
	for range 1 + dice.Roll(6) {
		addRandomSnake(s, dice)
	}
	for seat := range s.Snakes {
		id := strconv.Itoa(seat)
		m.Players = append(m.Players, wire.Player{ID: "snake-" + id, Name: "Name " + id, Reply: wire.Reply{Latency: time.Duration(dice.Roll(500)) * time.Millisecond, Shout: "<& \u2028"}})
	}
	return m, s
}

func addRandomSnake(s *ouro.State, dice ouro.Dice) {
	c := ouro.Cell(dice.Roll(s.Grid.Size()))
	if s.Segments(c) > 0 {
		return
	}
	cells := []ouro.Cell{c}
	used := map[ouro.Cell]bool{c: true}
	for range dice.Roll(12) {
		next := s.Grid.Next(cells[len(cells)-1], ouro.Dir(dice.Roll(4)))
		if next == ouro.NoCell || used[next] || s.Segments(next) > 0 {
			break
		}
		used[next] = true
		cells = append(cells, next)
	}
	for range dice.Roll(3) {
		cells = append(cells, cells[len(cells)-1])
	}
	seat := s.AddSnake(cells...)
	s.Snakes[seat].Health = 1 + dice.Roll(100)
	if !s.AlwaysGrow {
		s.Snakes[seat].Hunger = 100 - s.Snakes[seat].Health
	}
}
