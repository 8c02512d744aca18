// Package overlay describes what the notes of a solver look like on a board: which cells they
// tint, which lines they draw, and how overlays are called. The terminal and the pictures draw
// what it describes. A test compares its names with those of the page.
package overlay

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"ouro"
)

// Named is an overlay whose name differs from its label.
type Named struct{ Label, Name string }

// Names lists overlays whose names differ from their labels. In lists of overlays, they come
// before all others, in this order.
var Names = []Named{
	{ouro.LabelPlan, "planned path"},
	{ouro.LabelFood, "steps to the food"},
	{ouro.LabelCycle, "cycle order"},
	{ouro.LabelScores, "scores by direction"},
	{ouro.LabelSearch, "searched cells"},
	{ouro.LabelPaths, "path scores"},
	{ouro.LabelCandidates, "ways weighed"},
	{ouro.LabelUnproven, "ways not proven safe"},
	{ouro.LabelExpected, "moves to go"},
}

// NameOf returns the name of an overlay, and its place in lists of overlays.
func NameOf(label string) (name string, place int) {
	for i, o := range Names {
		if o.Label == label {
			return o.Name, i
		}
	}
	return label, len(Names)
}

// Ink is a colour of overlays.
type Ink uint8

// The inks.
const (
	None     Ink = iota
	Hot          // of numbers on cells: the higher, the stronger
	Searched     // of cells that a search visited
)

// IsRing reports whether a note is the order of a ring, which is drawn as a line.
func IsRing(n *ouro.Note) bool { return n.Verb == ouro.NoteHeat && n.Label == ouro.LabelCycle }

// Tints calls visit for each cell that a note tints. strength is the share of the ink, from 0
// to 1.
func Tints(n *ouro.Note, visit func(c ouro.Cell, ink Ink, strength float64)) {
	switch {
	case n.Verb == ouro.NoteCells:
		for _, c := range n.Cells {
			visit(c, Searched, 0.4)
		}
	case n.Verb == ouro.NoteHeat && !IsRing(n):
		lo, hi := Bounds(n.Heat)
		for c, v := range n.Heat {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			t := (v - lo) / max(1e-9, hi-lo)
			if n.Label == ouro.LabelFood {
				t = 1 - t // near is hot
			}
			visit(ouro.Cell(c), Hot, 0.08+0.6*t)
		}
	}
}

// Bounds returns the smallest and the largest finite value.
func Bounds(heat []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range heat {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// Ring calls visit for all pairs of neighbouring cells that are consecutive in a ring. at is
// the place of a pair in the ring, from 0 to 1.
func Ring(g *ouro.Grid, order []float64, visit func(from, to ouro.Cell, at float64)) {
	var cells []ouro.Cell
	for c, v := range order {
		if !math.IsNaN(v) {
			cells = append(cells, ouro.Cell(c))
		}
	}
	slices.SortStableFunc(cells, func(a, b ouro.Cell) int { return cmp.Compare(order[a], order[b]) })
	for i, from := range cells {
		to := cells[(i+1)%len(cells)]
		if _, ok := g.DirTo(from, to); ok {
			visit(from, to, float64(i)/float64(len(cells)))
		}
	}
}

// Paths returns the paths among the notes in the order in which they are drawn. Of several
// paths with the same label, the first is the best; the others are below it and faint.
func Paths(notes []ouro.Note) iter.Seq2[*ouro.Note, bool] {
	return func(yield func(path *ouro.Note, faint bool) bool) {
		for i := range slices.Backward(notes) {
			n := &notes[i]
			if n.Verb != ouro.NotePath {
				continue
			}
			faint := i > 0 && notes[i-1].Verb == n.Verb && notes[i-1].Label == n.Label
			if !yield(n, faint) {
				return
			}
		}
	}
}
