package host_test

import (
	"slices"
	"strings"
	"testing"

	"ouro/battlesnake/host"
)

// TestParseEntrant: a snake is a solver or an address, with or without a name
// and http://.
func TestParseEntrant(t *testing.T) {
	for _, c := range []struct{ text, name, address string }{
		{"exec:/opt/snake engine", "exec:/opt/snake engine", "exec:/opt/snake engine"},
		{"mine=exec:python3 snake.py http://here:80", "mine", "exec:python3 snake.py http://here:80"},
		{"spot", "spot", "spot"},
		{"spot:depth=4", "spot:depth=4", "spot:depth=4"},
		{"me=spot:depth=4", "me", "spot:depth=4"},
		{"http://127.0.0.1:8001/", "127.0.0.1:8001", "http://127.0.0.1:8001/"},
		{"me=https://snakes.example/one", "me", "https://snakes.example/one"},
		{"127.0.0.1:8001", "127.0.0.1:8001", "http://127.0.0.1:8001"},
		{"me=127.0.0.1:8001/a", "me", "http://127.0.0.1:8001/a"},
		{"localhost:8001", "localhost:8001", "http://localhost:8001"},
		{"localhost:99999", "localhost:99999", "http://localhost:99999"}, // a port that is refused as one
		{"[::1]:8001", "[::1]:8001", "http://[::1]:8001"},
		{"snakes.example", "snakes.example", "http://snakes.example"},
	} {
		e, err := host.ParseEntrant(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if e.Name != c.name || e.Address() != c.address {
			t.Errorf("%s is %s at %s, want %s at %s", c.text, e.Name, e.Address(), c.name, c.address)
		}
	}
	for _, text := range []string{"", "me=", "=spot", "http://", "spot:8x", "a b"} {
		if e, err := host.ParseEntrant(text); err == nil {
			t.Errorf("%q is %s at %s", text, e.Name, e.Address())
		}
	}
}

// TestSnakesOfOneName are told apart by numbers, or refused where people gave
// them the same name.
func TestSnakesOfOneName(t *testing.T) {
	for _, c := range []struct{ texts, want string }{
		{"spot spot greedy", "spot#1 spot#2 greedy"},
		{"a=spot b=spot", "a b"},
		{"spot=greedy spot spot", "spot spot#1 spot#2"},
		{"127.0.0.1:1 http://127.0.0.1:1", "127.0.0.1:1#1 127.0.0.1:1#2"},
	} {
		all, err := host.ParseEntrants(strings.Fields(c.texts))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range all {
			names = append(names, e.Name)
		}
		if !slices.Equal(names, strings.Fields(c.want)) {
			t.Errorf("%s are called %q, want %s", c.texts, names, c.want)
		}
	}
	_, err := host.ParseEntrants([]string{"a=spot", "b=spot", "a=greedy"})
	if want := "two snakes are called a: a=spot and a=greedy; give each a name of its own"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
