package frame

import (
	"testing"

	"ouro"
	"ouro/rule/maze"
	"ouro/tui/canvas"
)

// TestNeeds: a terminal of the size that Needs returns shows the whole board. A terminal with one
// column or row less does not.
func TestNeeds(t *testing.T) {
	grids := []*ouro.Grid{ouro.MustGrid(2, 2), ouro.MustGrid(64, 64), ouro.MustGrid(5, 50)}
	for _, level := range maze.Levels() {
		grids = append(grids, level.Level.Grid)
	}
	whole := func(g *ouro.Grid, w, h int) bool {
		b, _ := Beside(canvas.New(w, h), canvas.NewTheme(true, true), g)
		return b.Whole
	}
	for _, g := range grids {
		w, h := Needs(g)
		if !whole(g, w, h) {
			t.Errorf("%s does not fit into %dx%d", g, w, h)
		}
		if w > MinWidth && whole(g, w-1, h) || h > minHeight && whole(g, w, h-1) {
			t.Errorf("%s fits into less than %dx%d", g, w, h)
		}
	}
}
