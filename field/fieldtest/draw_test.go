package fieldtest

import (
	"slices"
	"strings"
	"testing"

	"ouro"
)

func TestPosition(t *testing.T) {
	s := Position(t,
		"X * ",
		">>@ ",
		"^<  ")
	g := s.Grid
	want := []ouro.Cell{g.At(2, 1), g.At(1, 1), g.At(0, 1), g.At(0, 0), g.At(1, 0)}
	if got := s.Snakes[0].Body.Append(nil); !slices.Equal(got, want) {
		t.Errorf("body %v, want %v", got, want)
	}
	if !slices.Equal(s.Food, []ouro.Cell{g.At(2, 2)}) {
		t.Errorf("food %v", s.Food)
	}
	if s.Terrain(g.At(0, 2)) != ouro.Wall || s.Room() != 11 {
		t.Errorf("room %d, want 11 with a wall at the top left", s.Room())
	}
}

func TestPositionErrors(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"no head":    {[]string{"  ", "  "}, "no head"},
		"ragged":     {[]string{"  ", " @ "}, "row 2 has 3 columns"},
		"unknown":    {[]string{" @", "? "}, "row 2 column 1: unknown character '?'"},
		"loose":      {[]string{"@ >", "   "}, "1 of 2 segments"},
		"two behind": {[]string{">@<", "   "}, "two segments point to the same cell"},
		"too small":  {[]string{"@"}, "each side"},
	} {
		if _, err := draw(c.rows); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
}
