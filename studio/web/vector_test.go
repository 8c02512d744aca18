package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
	"ouro/studio/frames"
)

var update = flag.Bool("update", false, "rewrite tests/frames.json")

// board is the size of a board, in the form that channels send.
type board struct {
	W     int  `json:"w"`
	H     int  `json:"h"`
	Wraps bool `json:"wraps"`
}

// vector is a game as the page receives it, with the positions that the page must compute.
type vector struct {
	Name    string           `json:"name"`
	Board   board            `json:"board"`
	Key     *frames.Lane     `json:"key"`
	Changes []*frames.Change `json:"changes"`
	Keys    []*frames.Lane   `json:"keys"` // expected positions after some turns
}

// TestVectors: the engine sends the frames in tests/frames.json. The page's tests use the
// same file to check that the page applies changes correctly.
func TestVectors(t *testing.T) {
	vectors := []vector{
		played(t, "classic", ouro.GameSpec{W: 4, H: 4, StartLength: 1}, 60, "cell"),
		played(t, "maze:regrow=original", ouro.GameSpec{Level: level(t, "nook"), StartLength: 1}, 60, "backtrack:depth=6"),
		played(t, "royale:shrink=2", ouro.GameSpec{W: 7, H: 7, StartLength: 3}, 60, "greedy", "hungry", "random", "coward"),
		played(t, "wrapped:map=hz_hazard_pits", ouro.GameSpec{W: 11, H: 11, StartLength: 3}, 80, "greedy", "hungry"),
		played(t, "constrictor", ouro.GameSpec{W: 9, H: 9, StartLength: 3}, 40, "floodfill", "greedy"),
	}
	var text bytes.Buffer
	text.WriteString("[")
	for i, v := range vectors {
		if i > 0 {
			text.WriteString(",")
		}
		one, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n")
		text.Write(one)
	}
	text.WriteString("\n]\n")
	const file = "tests/frames.json"
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	known, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(known, text.Bytes()) {
		t.Errorf("%s is not what the engine sends; run go test ./studio/web -update to rewrite it, then scripts/check-page to test the page with it", file)
	}
}

func level(t *testing.T, name string) *ouro.Level {
	t.Helper()
	for _, l := range maze.Levels() {
		if l.Name == name {
			return l.Level
		}
	}
	t.Fatalf("no level %s", name)
	return nil
}

// played plays a game and returns it, with expected positions at every seventh turn and
// at the end.
func played(t *testing.T, rules string, game ouro.GameSpec, turns int, solvers ...string) vector {
	t.Helper()
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		t.Fatal(err)
	}
	game.Rules, game.Snakes = spec, len(solvers)
	if game.Level != nil {
		game.W, game.H = game.Level.Grid.W, game.Level.Grid.H
	}
	var seats []ouro.Spec
	for _, text := range solvers {
		seat, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, seat)
	}
	g, err := roster.NewGame(game, 3, seats, play.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	names := english.Snakes(solvers)
	s := g.State().Clone()
	v := vector{Name: rules, Board: board{s.Grid.W, s.Grid.H, s.Grid.Wraps}, Key: frames.Of(s, names)}
	for turn := 1; turn <= turns; turn++ {
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, over := g.Over()
		next := g.State().Clone()
		change := new(frames.Change)
		change.Between(s, next, names)
		change.Hash = frames.Hash(next)
		v.Changes = append(v.Changes, change)
		s = next
		if turn%7 == 0 || over || turn == turns {
			v.Keys = append(v.Keys, frames.Of(s, names))
		}
		if over {
			break
		}
	}
	return v
}
