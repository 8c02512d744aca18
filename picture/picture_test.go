package picture_test

import (
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/picture"
)

func Example() {
	g := ouro.MustGrid(5, 4)
	s := ouro.NewState(g)
	s.AddSnake(g.At(3, 2), g.At(3, 1), g.At(2, 1), g.At(2, 2), g.At(1, 2), g.At(1, 1))
	s.AddFood(g.At(0, 3))
	fmt.Print(picture.Of(s))
	// Output:
	// +-----------+
	// | * · · · · |
	// | · ╭─╮ @ · |
	// | · o ╰─╯ · |
	// | · · · · · |
	// +-----------+
}

// TestSigns: the head of each of several snakes is a letter. Walls, edible walls and hazards are
// drawn, but dead snakes are not.
func TestSigns(t *testing.T) {
	level, err := ouro.ParseLevel("X.  \n    \n    \n")
	if err != nil {
		t.Fatal(err)
	}
	s := level.State()
	g := s.Grid
	s.AddSnake(g.At(0, 0), g.At(1, 0))
	s.AddSnake(g.At(3, 1))
	s.AddSnake(g.At(3, 2), g.At(2, 2))
	s.Kill(2, ouro.HitWall)
	s.AddHazard(g.At(1, 1))
	want := `
+---------+
| ##::· · |
| · ░░· B |
| A─o · · |
+---------+
`
	if got := picture.Of(s); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestStack: a snake whose segments are all on one cell is drawn as its head. A head off
// the board is not drawn.
func TestStack(t *testing.T) {
	g := ouro.MustGrid(2, 2)
	s := ouro.NewState(g)
	s.AddSnake(g.At(0, 0), g.At(0, 0), g.At(0, 0))
	if got := picture.Of(s); !strings.Contains(got, "| @ · |") {
		t.Errorf("coiled:\n%s", got)
	}
	s = ouro.NewState(g)
	s.AddSnake(ouro.NoCell, g.At(0, 0), g.At(0, 1))
	if got := picture.Of(s); strings.Contains(got, "@") || !strings.Contains(got, "o") {
		t.Errorf("off the board:\n%s", got)
	}
}
