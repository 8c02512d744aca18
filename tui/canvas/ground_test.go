package canvas

import (
	"strings"
	"testing"

	"ouro"
)

// garden is a level with all kinds of ground.
const garden = `XXXXXXXX
XS . .XX
X XXX  X
X.....XX
X XX  .X
XXXXXXXX
`

func gardenState(t *testing.T) *ouro.State {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	s := l.State()
	s.AddSnake(l.Start)
	return s
}

// paint draws a position of one snake, without a frame.
func paint(s *ouro.State, p *Theme, scale int, notes ...ouro.Note) *Canvas {
	cols, rows := Size(s.Grid, scale)
	c := New(cols, rows)
	NewBoard(c, p, s, Box{Area: At(0, 0, cols, rows), Scale: scale}).Solo(notes)
	return c
}

// TestGroundsDiffer: floor, walls and edible walls look different, at every scale and on every
// background. The cells form blocks of two by two, because at scale 1 two cells share a character.
func TestGroundsDiffer(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(8, 4))
	s.AddSnake(s.Grid.At(7, 3))
	names := [...]string{ouro.Open: "floor", ouro.Wall: "wall", ouro.Hedge: "edible wall"}
	for c := range ouro.Cell(s.Grid.Size()) {
		if x, y := s.Grid.XY(c); x/2 < len(names) && y < 2 {
			s.SetTerrain(c, ouro.Terrain(x/2))
		}
	}
	for scale := 1; scale <= 13; scale++ {
		for name, p := range map[string]*Theme{"dark": NewTheme(true, false), "light": NewTheme(false, false), "mono": NewTheme(true, true)} {
			c := paint(s, p, scale)
			looks := map[string]string{}
			for terrain, terrainName := range names {
				x, y := 2*terrain*scale, 2*scale/2
				var b strings.Builder
				for j := range max(1, scale/2) {
					for i := range scale {
						g := c.glyphs[(y+j)*c.W+x+i]
						b.WriteString(string(appendStyle(nil, g.Ink)))
						b.WriteRune(g.r)
					}
				}
				for other, look := range looks {
					if look == b.String() {
						t.Errorf("scale %d, %s: %s looks like %s", scale, name, terrainName, other)
					}
				}
				looks[terrainName] = b.String()
			}
		}
	}
}

func TestPathScoresInTheSquares(t *testing.T) {
	s := gardenState(t)
	heat := make([]float64, s.Grid.Size())
	heat[s.Grid.At(2, 4)] = 0.06
	heat[s.Grid.At(3, 4)] = 31
	note := ouro.Note{Verb: ouro.NoteHeat, Label: ouro.LabelPaths, Heat: heat}
	for _, mono := range []bool{true, false} {
		for _, scale := range []int{4, 6, 8} {
			got := paint(s, NewTheme(true, mono), scale, note).Plain()
			for _, want := range []string{".06", "31"} {
				if !strings.Contains(got, want) {
					t.Errorf("scale %d lacks %s:\n%s", scale, want, got)
				}
			}
		}
	}
}

func TestFitNumber(t *testing.T) {
	for _, c := range []struct {
		v     float64
		width int
		want  string
	}{
		{21, 2, "21"},
		{21, 1, ""},
		{0.06, 3, ".06"},
		{0.06, 4, ".06"},
		{0.06, 2, ""},
		{0, 1, "0"},
		{-0.5, 3, "-.5"},
		{17.346, 2, "17"},
		{17.346, 4, "17.3"},
		{17.346, 6, "17.3"},
		{1.2345, 6, "1.23"},
		{-2345.6, 6, "-2346"},
		{6.5, 2, "6"},
		{6.5, 3, "6.5"},
		{9.996, 4, "10"},
		{100, 2, ""},
		{1.5, 1, ""},
		{0.0004, 4, ""},
	} {
		if got := FitNumber(c.v, c.width); got != c.want {
			t.Errorf("%g in %d columns is %q, want %q", c.v, c.width, got, c.want)
		}
	}
}
