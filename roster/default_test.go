package roster_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
)

func defaultGame(t *testing.T, e roster.RulesEntry) ouro.GameSpec {
	t.Helper()
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: e.Name}, StartLength: max(1, e.StartLength)}
	var err error
	if e.Level != "" {
		if spec.Level, err = maze.Level(e.Level); err == nil {
			spec.W, spec.H = spec.Level.Grid.W, spec.Level.Grid.H
		}
	} else {
		spec.W, spec.H, err = ouro.ParseSize(e.Board)
	}
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestDefaultsPlay(t *testing.T) {
	for _, e := range roster.Rules() {
		spec := defaultGame(t, e)
		best, err := roster.DefaultSolver(spec)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		entry, err := roster.FindSolver(best.Name)
		if err != nil || entry.Kind != e.Kind {
			t.Errorf("%s is played by %s, which is made for %s (%v)", e.Name, best, entry.Kind, err)
		}
		snakes, err := roster.DefaultSnakes(spec)
		if err != nil || len(snakes) != 1+len(e.Partners) || snakes[0].String() != best.String() {
			t.Errorf("%s is played by %v (%v)", e.Name, snakes, err)
		}
		spec.Snakes = len(snakes)
		g, err := roster.NewGame(spec, 1, snakes, play.Config{Budget: ouro.Budget{Nodes: 100}})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for range 3 {
			if err := g.Move(t.Context()); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
		if n := len(g.Incidents()); n > 0 {
			t.Errorf("%s: %d mishaps in three moves", e.Name, n)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDefaultSnakesHaveRoom: the default snakes fit on every board of every map.
func TestDefaultSnakesHaveRoom(t *testing.T) {
	for _, m := range battlesnake.Maps() {
		sizes := m.Sizes
		if len(sizes) == 0 {
			sizes = []battlesnake.Size{{W: max(7, m.MinSide), H: max(7, m.MinSide)}}
		}
		for _, size := range sizes {
			spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard", Options: ouro.Options{{Key: "map", Value: m.Name}, {Key: "shrink", Value: "10"}}}, W: size.W, H: size.H, StartLength: battlesnake.StartLength}
			snakes, err := roster.DefaultSnakes(spec)
			spec.Snakes = len(snakes)
			if _, dealt := roster.Deal(spec, 1); err != nil || dealt != nil || len(snakes) != min(4, m.MaxSnakes) {
				t.Errorf("%s %s: %v: %v, %v", m.Name, size, snakes, err, dealt)
			}
		}
	}
}

func TestTheBestOfClassicWins(t *testing.T) {
	spec := defaultGame(t, roster.Rules()[0])
	best, err := roster.DefaultSolver(spec)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		g, err := roster.NewGame(spec, ouro.GameSeed(seed, 0), []ouro.Spec{best}, play.Config{})
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := g.Run(t.Context())
		if err != nil || outcome.Ending != ouro.Won {
			t.Error(fmt.Sprintf("seed %d of %s: %s", seed, best, outcome.Ending), err)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}
