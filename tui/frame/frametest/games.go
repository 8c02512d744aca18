package frametest

import (
	"os"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// ReadRecord reads a saved game and checks that it replays.
func ReadRecord(t *testing.T, name string) *ouro.Record {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Replay(t.Context(), &r, deal, nil); err != nil {
		t.Fatal(err)
	}
	return &r
}

// Specs returns solvers without options.
func Specs(names ...string) []ouro.Spec {
	var list []ouro.Spec
	for _, name := range names {
		list = append(list, ouro.Spec{Name: name})
	}
	return list
}

// garden is a level with all kinds of ground.
const garden = `XXXXXXXX
XS . .XX
X XXX  X
X.....XX
X XX  .X
XXXXXXXX
`

// GardenGame returns a game of the maze on a small level with all kinds of ground.
func GardenGame(t *testing.T, regrow string) ouro.GameSpec {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	return MazeGame(l, regrow)
}

// MazeGame returns a game of the maze on this level.
func MazeGame(l *ouro.Level, regrow string) ouro.GameSpec {
	rules := ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: regrow}}}
	return ouro.GameSpec{Rules: rules, W: l.Grid.W, H: l.Grid.H, Level: l, StartLength: 1}
}

// GardenState returns the start of that game.
func GardenState(t *testing.T) *ouro.State {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	s := l.State()
	s.AddSnake(l.Start)
	return s
}
