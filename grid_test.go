package ouro_test

import (
	"strings"
	"testing"

	"ouro"
)

func TestDir(t *testing.T) {
	for i, d := range ouro.Dirs {
		if d.Opposite().Opposite() != d || d.Opposite() == d || d.TurnRight().TurnLeft() != d || d.TurnRight().TurnRight() != d.Opposite() {
			t.Errorf("%v turns wrongly", d)
		}
		if ouro.Dirs[(i+1)%4] != d.TurnRight() {
			t.Errorf("Dirs is not clockwise at %v", d)
		}
		if back, ok := ouro.DirOfLetter(d.Letter()); !ok || back != d {
			t.Errorf("%v is letter %c, which is %v", d, d.Letter(), back)
		}
		text, err := d.MarshalText()
		var back ouro.Dir
		if err != nil || back.UnmarshalText(text) != nil || back != d {
			t.Errorf("%v does not survive its text %q", d, text)
		}
	}
	if _, ok := ouro.DirOfLetter('x'); ok {
		t.Error("x is a direction")
	}
	if _, err := ouro.NoDir.MarshalText(); err == nil {
		t.Error("NoDir has a name")
	}
	var d ouro.Dir
	if err := d.UnmarshalText([]byte("north")); err == nil || !strings.Contains(err.Error(), "known: up, right, down, left") {
		t.Errorf("error %v does not list the known directions", err)
	}
}

// TestDirSet compares every set with a plain list.
func TestDirSet(t *testing.T) {
	for set := range ouro.DirSet(16) {
		var list []ouro.Dir
		for _, d := range ouro.Dirs {
			if set.Has(d) {
				list = append(list, d)
			}
		}
		if set.Len() != len(list) {
			t.Errorf("set %b has %d directions, want %d", set, set.Len(), len(list))
		}
		for i, d := range list {
			if set.At(i) != d {
				t.Errorf("set %b at %d is %v, want %v", set, i, set.At(i), d)
			}
		}
	}
}

func TestGrid(t *testing.T) {
	offsets := map[ouro.Dir][2]int{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}
	for _, size := range [][2]int{{2, 2}, {2, 64}, {64, 2}, {5, 3}, {64, 64}} {
		g := ouro.MustGrid(size[0], size[1])
		if g.Size() != size[0]*size[1] {
			t.Errorf("%s has %d cells", g, g.Size())
		}
		for c := range ouro.Cell(g.Size()) {
			x, y := g.XY(c)
			if g.At(x, y) != c {
				t.Fatalf("%s: cell %d is (%d,%d), which is cell %d", g, c, x, y, g.At(x, y))
			}
			for d, o := range offsets {
				n := g.Next(c, d)
				if n != g.At(x+o[0], y+o[1]) || n != g.Neighbours(c)[d] {
					t.Fatalf("%s: %v of (%d,%d) is %d", g, d, x, y, n)
				}
				if n == ouro.NoCell {
					continue
				}
				if back, ok := g.DirTo(c, n); !ok || back != d || g.Distance(c, n) != 1 {
					t.Fatalf("%s: the step from %d to %d is %v", g, c, n, back)
				}
			}
		}
	}
	g := ouro.MustGrid(7, 5)
	if _, ok := g.DirTo(0, 2); ok {
		t.Error("cells 0 and 2 are neighbours")
	}
	if _, ok := g.DirTo(6, 7); ok {
		t.Error("the end of a row is beside the start of the next")
	}
	if _, ok := g.DirTo(0, ouro.NoCell); ok {
		t.Error("NoCell is a neighbour")
	}
	if d := g.Distance(g.At(1, 4), g.At(6, 0)); d != 9 {
		t.Errorf("distance %d, want 9", d)
	}
}

func TestSizes(t *testing.T) {
	for _, bad := range [][2]int{{1, 5}, {5, 1}, {0, 0}, {-3, 4}, {65, 2}, {2, 65}} {
		if _, err := ouro.NewGrid(bad[0], bad[1]); err == nil {
			t.Errorf("NewGrid accepts a board of %dx%d", bad[0], bad[1])
		}
	}
	if w, h, err := ouro.ParseSize("12x7"); w != 12 || h != 7 || err != nil {
		t.Errorf("12x7 is %d columns and %d rows (%v)", w, h, err)
	}
	for _, bad := range []string{"", "10", "x", "10x", "x10", "10x10x10", "axb", "1x9", "10x65", "-2x4", "10 x 10", "9999999999999999999x2"} {
		if _, _, err := ouro.ParseSize(bad); err == nil || !strings.Contains(err.Error(), `"`+bad+`"`) {
			t.Errorf("size %q: error %v does not name it", bad, err)
		}
	}
}

func TestNames(t *testing.T) {
	for c := ouro.Alive; c <= ouro.HitBody; c++ {
		text, err := c.MarshalText()
		var back ouro.Cause
		if err != nil || back.UnmarshalText(text) != nil || back != c {
			t.Errorf("cause %v does not survive its text", c)
		}
	}
	for e := ouro.Unfinished; e <= ouro.Looped; e++ {
		text, err := e.MarshalText()
		var back ouro.Ending
		if err != nil || back.UnmarshalText(text) != nil || back != e {
			t.Errorf("ending %v does not survive its text", e)
		}
	}
	var e ouro.Ending
	if e.UnmarshalText([]byte("lost")) == nil {
		t.Error("lost is an ending")
	}
}

func TestTorus(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 5}, {5, 3}, {19, 11}} {
		g, err := ouro.NewTorus(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		steps := distances(g)
		for c := range ouro.Cell(g.Size()) {
			for _, d := range ouro.Dirs {
				n := g.Next(c, d)
				if n == ouro.NoCell || g.Next(n, d.Opposite()) != c {
					t.Fatalf("%s: %v of cell %d is %d, but the step back leads to another cell", g, d, c, n)
				}
			}
			for b, want := range steps[c] {
				if got := g.Distance(c, ouro.Cell(b)); got != want {
					t.Fatalf("%s: from %d to %d it is %d steps, want %d", g, c, b, got, want)
				}
			}
		}
	}
	g, err := ouro.NewTorus(4, 3)
	if err != nil {
		t.Fatal(err)
	}
	if g.Next(g.At(3, 1), ouro.Right) != g.At(0, 1) || g.Next(g.At(2, 0), ouro.Down) != g.At(2, 2) {
		t.Error("an edge joins the wrong cells")
	}
	if _, err := ouro.NewTorus(1, 3); err == nil {
		t.Error("NewTorus accepts a torus of one column")
	}
	if ouro.NewState(g).Equal(ouro.NewState(ouro.MustGrid(4, 3))) {
		t.Error("a board that wraps equals one that does not")
	}
}

// distances returns the number of steps between each pair of cells.
func distances(g *ouro.Grid) [][]int {
	all := make([][]int, g.Size())
	for from := range all {
		steps := make([]int, g.Size())
		for i := range steps {
			steps[i] = -1
		}
		steps[from] = 0
		for queue := []ouro.Cell{ouro.Cell(from)}; len(queue) > 0; queue = queue[1:] {
			for _, n := range g.Neighbours(queue[0]) {
				if n != ouro.NoCell && steps[n] < 0 {
					steps[n] = steps[queue[0]] + 1
					queue = append(queue, n)
				}
			}
		}
		all[from] = steps
	}
	return all
}
