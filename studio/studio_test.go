package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/studio"
	"ouro/studio/link"
)

// TestCatalog: the catalog is complete, and its lists are never null. A link with the name of any
// rules or level in the catalog is valid.
func TestCatalog(t *testing.T) {
	text, err := json.Marshal(studio.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "null") || strings.Contains(string(text), `"file"`) {
		t.Errorf("the catalog is %s", text)
	}
	var c struct {
		Solvers []struct{ Name string }
		Rules   []struct {
			Name, Board, Level string
			Snakes             int
		}
		Levels       []struct{ Name, Board, Rules string }
		Maps         []struct{ Name string }
		HunterLevels []struct{ Name string }
		Colors       []string
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Solvers) != len(roster.Solvers()) || len(c.Rules) != len(roster.Rules()) || len(c.Levels) != len(roster.Levels()) || len(c.Maps) != len(battlesnake.Maps()) || len(c.HunterLevels) == 0 || len(c.Colors) < battlesnake.MaxSnakes {
		t.Errorf("%d solvers, %d rules, %d levels, %d maps, %d levels of Snake Hunter", len(c.Solvers), len(c.Rules), len(c.Levels), len(c.Maps), len(c.HunterLevels))
	}
	resolve := func(query string) {
		t.Helper()
		l, err := link.Parse(query)
		if err == nil {
			_, err = l.Resolve()
		}
		if err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	for _, r := range c.Rules {
		if r.Level != "" {
			resolve("rules=" + r.Name + "&level=" + r.Level)
		} else {
			resolve("rules=" + r.Name + "&board=" + r.Board)
		}
	}
	for _, l := range c.Levels {
		resolve("rules=" + l.Rules + "&level=" + l.Name)
	}
}
