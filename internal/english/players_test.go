package english_test

import (
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/english"
)

// TestPlayers: Named returns the same names for what a record stores, and defaults are not
// stored.
func TestPlayers(t *testing.T) {
	for _, c := range []struct{ seats, names, kept string }{
		{"spot greedy", "spot greedy", ""},
		{"spot spot", "spot#1 spot#2", ""},
		{"spot spot", "a b", "a b"},
		{"spot greedy", "a greedy", "a -"},
		{"spot spot spot", "a spot#1 spot#2", "a - -"},
		{"spot spot", "spot spot#1", "- spot#1"},
		{"spot greedy", "spot#1 greedy", "spot#1 -"}, // two of three that play each other
		{"spot greedy", "greedy spot", "greedy spot"},
		{"guest spot", "me spot", "me -"},
	} {
		var seats []ouro.Spec
		for _, name := range strings.Fields(c.seats) {
			seats = append(seats, ouro.Spec{Name: name})
		}
		players := english.Players(seats, strings.Fields(c.names))
		var kept []string
		for _, p := range players {
			if p.Name == "" {
				p.Name = "-"
			}
			kept = append(kept, p.Name)
		}
		if !slices.Equal(kept, strings.Fields(c.kept)) {
			t.Errorf("%s, called %s: kept are %q, want %s", c.seats, c.names, kept, c.kept)
		}
		if err := ouro.CheckPlayers(players, seats); err != nil {
			t.Errorf("%s, called %s: %v", c.seats, c.names, err)
		}
		if again := english.Named(seats, players); !slices.Equal(again, strings.Fields(c.names)) {
			t.Errorf("%s, called %s, are called %q again", c.seats, c.names, again)
		}
	}
}

func TestClash(t *testing.T) {
	for _, c := range []struct {
		names, given string
		want         [2]int
		clash        bool
	}{
		{"spot spot", "", [2]int{}, false},
		{"spot greedy spot", "0", [2]int{0, 2}, true},
		{"a spot spot", "0", [2]int{}, false},
		{"a spot a", "02", [2]int{0, 2}, true},
		{"greedy spot spot", "12", [2]int{1, 2}, true},
	} {
		i, j, clash := english.Clash(strings.Fields(c.names), func(i int) bool { return strings.ContainsRune(c.given, '0'+rune(i)) })
		if [2]int{i, j} != c.want || clash != c.clash {
			t.Errorf("%s, of which %q are given: %d, %d, %v, want %v, %v", c.names, c.given, i, j, clash, c.want, c.clash)
		}
	}
}
