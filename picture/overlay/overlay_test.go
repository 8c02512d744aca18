package overlay_test

import (
	"flag"
	"math"
	"os"
	"testing"

	"ouro"
	"ouro/picture/overlay"
)

var update = flag.Bool("update", false, "write the module of the page")

// TestTableOfThePage: the page has the same table of overlays.
func TestTableOfThePage(t *testing.T) {
	const name = "../../studio/web/draw/kinds.js"
	if *update {
		if err := os.WriteFile(name, []byte(overlay.Script()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != overlay.Script() {
		t.Errorf("%s is not the table; go test ./picture/overlay -update writes it", name)
	}
}

// mark returns the marks of notes on a board.
func mark(w, h int, head ouro.Cell, notes ...ouro.Note) []overlay.Marks {
	g := ouro.MustGrid(w, h)
	marks := make([]overlay.Marks, g.Size())
	overlay.Mark(g, head, notes, func(c ouro.Cell) *overlay.Marks { return &marks[c] })
	return marks
}

// TestTints: each finite number tints its cell, the largest most or, for steps to the food, the
// smallest. Numbers that differ by large factors are tinted by their logarithm.
func TestTints(t *testing.T) {
	nan := math.NaN()
	const none = -1
	for _, c := range []struct {
		label string
		heat  []float64
		want  []int
	}{
		{ouro.LabelPaths, []float64{1, nan, 3, math.Inf(1)}, []int{0, none, 31, none}},
		{ouro.LabelFood, []float64{1, nan, 3, 1.5}, []int{31, none, 0, 23}},
		{ouro.LabelPaths, []float64{1, 10, 100, nan}, []int{0, 16, 31, none}},
		{ouro.LabelPaths, []float64{0, 10, 100, nan}, []int{0, 3, 31, none}},
		{ouro.LabelCycle, []float64{1, 0, 2, 3}, []int{none, none, none, none}},
	} {
		for cell, m := range mark(2, 2, 0, ouro.Note{Verb: ouro.NoteHeat, Label: c.label, Heat: c.heat}) {
			got := none
			if m.Ink == overlay.Hot {
				got = int(m.Level)
			}
			if got != c.want[cell] {
				t.Errorf("%s %v: cell %d has level %d, want %d", c.label, c.heat, cell, got, c.want[cell])
			}
		}
	}
}

// TestRing: the ring of a board visits each cell once and returns. A gap in the ring has no line.
func TestRing(t *testing.T) {
	const up, right, down, left = 1 << ouro.Up, 1 << ouro.Right, 1 << ouro.Down, 1 << ouro.Left
	for cell, m := range mark(2, 2, 0, ouro.Note{Verb: ouro.NoteHeat, Label: ouro.LabelCycle, Heat: []float64{0, 1, 3, 2}}) {
		want := []overlay.Marks{{Ring: right | up}, {Ring: left | up, Place: 8}, {Ring: right | down, Place: 24}, {Ring: left | down, Place: 16}}[cell]
		if m != want {
			t.Errorf("cell %d: %+v, want %+v", cell, m, want)
		}
	}
	for cell, m := range mark(2, 2, 0, ouro.Note{Verb: ouro.NoteHeat, Label: ouro.LabelCycle, Heat: []float64{0, 1, math.NaN(), 5}}) {
		if want := []ouro.DirSet{right, left | up, 0, down}[cell]; m.Ring != want {
			t.Errorf("with a hole, cell %d: %v, want %v", cell, m.Ring, want)
		}
	}
}

// TestPaths: of the paths with one label, all but the first are faint. A path begins at the head,
// if its first cell is beside it.
func TestPaths(t *testing.T) {
	way := func(label string, cells ...ouro.Cell) ouro.Note {
		return ouro.Note{Verb: ouro.NotePath, Label: label, Cells: cells}
	}
	marks := mark(3, 3, 0, way("plan", 1, 2), way("ways", 3), way("ways", 3, 6), way("other", 8, 7))
	const up, right, down, left = 1 << ouro.Up, 1 << ouro.Right, 1 << ouro.Down, 1 << ouro.Left
	for cell, want := range map[int]overlay.Marks{
		0: {Path: right | up, Faint: up}, 1: {Path: left | right}, 2: {Path: left},
		3: {Path: down, Faint: down | up}, 6: {Faint: down}, 7: {Path: right}, 8: {Path: left},
	} {
		if marks[cell] != want {
			t.Errorf("cell %d: %+v, want %+v", cell, marks[cell], want)
		}
	}
}
