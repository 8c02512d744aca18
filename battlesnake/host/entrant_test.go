package host_test

import (
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/host"
)

// TestParseEntrant: a snake is a solver, or an address with or without http://. Either may
// have a name.
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
		{"[::1]:8001", "[::1]:8001", "http://[::1]:8001"},
		{"snakes.example", "snakes.example", "http://snakes.example"},
		{"http://me:secret@here:80/a?key=secret", "here:80/a", "http://me:secret@here:80/a"},
	} {
		e, err := host.ParseEntrant(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if e.Name != c.name || e.Address() != c.address {
			t.Errorf("%s is %s at %s, want %s at %s", c.text, e.Name, e.Address(), c.name, c.address)
		}
	}
	for _, text := range []string{"", "me=", "=spot", "http://", "spot:8x", "localhost:99999", "http:/127.0.0.1", "a b", "a\u202e=spot", strings.Repeat("a", ouro.MaxName+1) + "=spot"} {
		if e, err := host.ParseEntrant(text); err == nil {
			t.Errorf("%q is %s at %s", text, e.Name, e.Address())
		}
	}
}

// TestSnakesOfOneName: equal default names are numbered, and equal given names are an error.
func TestSnakesOfOneName(t *testing.T) {
	for _, c := range []struct{ texts, want string }{
		{"spot spot greedy", "spot#1 spot#2 greedy"},
		{"a=spot b=spot", "a b"},
		{"a=spot spot spot", "a spot#1 spot#2"},
		{"a#1=spot a=spot", "a#1 a"},
		{"spot#1=greedy spot spot", "spot#1 spot#2 spot#3"}, // numbering avoids given names
		{"spot=greedy greedy=spot", "spot greedy"},
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
	for _, c := range []struct{ texts, want string }{
		{"a=spot b=spot a=greedy", "a: a=spot and a=greedy"},
		{"a=spot a=spot", "a: a=spot and a=spot"},
		{"spot=greedy spot", "spot: spot=greedy and spot"},
		{"spot spot spot=greedy", "spot: spot and spot=greedy"},
		{"spot=spot spot", "spot: spot=spot and spot"},
		{"here.example=spot http://me:secret@here.example?key=secret", "here.example: here.example=spot and http://here.example"},
	} {
		_, err := host.ParseEntrants(strings.Fields(c.texts))
		if want := "two snakes are called " + c.want + "; give each its own name"; err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", c.texts, err, want)
		}
	}
}
