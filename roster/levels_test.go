package roster_test

import (
	"errors"
	"strings"
	"testing"

	"ouro"
	"ouro/roster"
)

// TestLevels: a game can begin on every built-in level under its rules, and LevelName finds its
// name. Under other rules that have levels, the error lists their levels.
func TestLevels(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range roster.Levels() {
		if seen[e.Name] || e.Idea == "" {
			t.Errorf("%s: idea %q, twice %v", e.Name, e.Idea, seen[e.Name])
		}
		seen[e.Name] = true
		if name, ok := roster.LevelName(e.Level); !ok || name != e.Name {
			t.Errorf("the level %s has the name %q", e.Name, name)
		}
		for _, rules := range roster.Rules() {
			choice := roster.Choice{Rules: ouro.Spec{Name: rules.Name}, Level: e.Name, Open: roster.Level}
			game, err := choice.Game()
			var refused *roster.ChoiceError
			switch {
			case rules.Name == e.Rules:
				if err != nil || game.Level.String() != e.Level.String() {
					t.Errorf("%s: %v", e.Name, err)
				}
			case len(roster.LevelsOf(rules.Name)) == 0:
				if err == nil {
					t.Errorf("%s can be played under the rules %s", e.Name, rules.Name)
				}
			case !errors.As(err, &refused) || !strings.Contains(err.Error(), roster.LevelsOf(rules.Name)[0].Name):
				t.Errorf("%s under the rules %s: %v", e.Name, rules.Name, err)
			}
		}
	}
	if _, err := roster.Level("nosuch"); err == nil || !strings.Contains(err.Error(), "labyrinth in the maze; ell, cross") {
		t.Errorf("unknown level: %v", err)
	}
	moved := roster.LevelsOf("maze")[0].Level
	moved.Start = moved.Grid.At(3, 1)
	if name, ok := roster.LevelName(moved); ok {
		t.Errorf("a level with another start has the name %s", name)
	}
}
