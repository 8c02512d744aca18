// Package overlay defines what a solver's notes look like on a board: the cells that they tint, the
// lines that they draw, their colours, and the names of overlays. [Mark] makes [Marks], which the
// terminal, SVG, GIF and PNG draw. The page draws by itself; it reads [Kinds] and the colours from
// the module draw/kinds.js, which a test of this package writes.
package overlay

import (
	"cmp"
	"math"
	"slices"

	"ouro"
	"ouro/internal/palette"
)

// Kind is a kind of overlay. If Look is empty, the verb of the notes determines how they are drawn.
type Kind struct {
	Label string `json:"label"` // label of the solver's notes
	Name  string `json:"name"`  // name that viewers show
	Look  Look   `json:"look,omitempty"`
}

// Look is how the numbers of a note are drawn. Without a Look, larger numbers have stronger tints.
type Look string

const (
	Near Look = "near" // smaller numbers have stronger tints
	Ring Look = "ring" // a line visits the cells in the order of their numbers
)

// Kinds lists the overlays that have a name or a Look. Lists of overlays begin with them, in this
// order.
var Kinds = []Kind{
	{ouro.LabelPlan, "planned path", ""},
	{ouro.LabelFood, "steps to the food", Near},
	{ouro.LabelCycle, "cycle order", Ring},
	{ouro.LabelScores, "scores by direction", ""},
	{ouro.LabelSearch, "searched cells", ""},
	{ouro.LabelPaths, "path scores", ""},
	{ouro.LabelCandidates, "ways weighed", ""},
	{ouro.LabelUnproven, "ways not proven safe", ""},
	{ouro.LabelExpected, "moves to go", ""},
}

// KindOf returns the kind of the overlay with this label, and its place in lists of overlays.
func KindOf(label string) (kind Kind, place int) {
	for i, k := range Kinds {
		if k.Label == label {
			return k, i
		}
	}
	return Kind{label, label, ""}, len(Kinds)
}

type Colours struct{ Line, Hot, Searched palette.RGB }

// The colours on dark and on light boards.
var (
	Dark  = Colours{Line: 0xFFFFFF, Hot: palette.Purple, Searched: palette.Sky}
	Light = Colours{Line: 0x14181D, Hot: 0xB0568A, Searched: palette.Blue}
)

type Ink uint8

const (
	None     Ink = iota
	Hot          // tint of cells with numbers
	Searched     // tint of cells that a search visited
)

// Levels is the number of strengths that a tint can have, and of colours along a ring.
const Levels = 32

// Marks describe what overlays draw on a cell. Lines lead from the middle of the cell to its
// neighbours.
type Marks struct {
	Ink   Ink
	Level uint8       // strength of the tint Hot, below Levels
	Place uint8       // place in the ring, below Levels
	Ring  ouro.DirSet // lines of a ring
	Path  ouro.DirSet // lines of the best path
	Faint ouro.DirSet // lines of other paths
}

// Tint returns the colour of a cell whose colour without overlays is k.
func (c *Colours) Tint(m *Marks, k palette.RGB) palette.RGB {
	switch m.Ink {
	case Hot:
		return palette.Blend(k, c.Hot, 0.08+0.6*float64(m.Level)/(Levels-1))
	case Searched:
		return palette.Blend(k, c.Searched, 0.4)
	default:
		return k
	}
}

// Ring returns the colour of a ring at this place, which is below Levels.
func (c *Colours) Ring(place uint8) palette.RGB {
	return palette.Blend(c.Hot, c.Searched, float64(place)/(Levels-1))
}

// Faint returns the colour of all paths but the best, on a board with this colour.
func (c *Colours) Faint(floor palette.RGB) palette.RGB { return palette.Blend(c.Line, floor, 0.5) }

// Mark adds the notes of a snake to the marks of cells. head is the cell of the snake's head, and at
// returns the marks of a cell. Of consecutive paths with the same label, the first is the best.
func Mark(g *ouro.Grid, head ouro.Cell, notes []ouro.Note, at func(ouro.Cell) *Marks) {
	for i := range notes {
		n := &notes[i]
		switch n.Verb {
		case ouro.NoteCells:
			for _, c := range n.Cells {
				at(c).Ink = Searched
			}
		case ouro.NoteHeat:
			if kind, _ := KindOf(n.Label); kind.Look == Ring {
				markRing(g, n.Heat, at)
			} else {
				markHeat(n.Heat, kind.Look == Near, at)
			}
		case ouro.NotePath:
			lines := func(c ouro.Cell) *ouro.DirSet { return &at(c).Path }
			if i > 0 && notes[i-1].Verb == n.Verb && notes[i-1].Label == n.Label {
				lines = func(c ouro.Cell) *ouro.DirSet { return &at(c).Faint }
			}
			last := head
			for _, c := range n.Cells {
				join(g, last, c, lines)
				last = c
			}
		case ouro.NoteMoves, ouro.NoteTree, ouro.NoteValue: // these notes mark no cells
		}
	}
}

// join adds the line between two cells to their lines. If the cells are not neighbours, join adds
// nothing and returns false.
func join(g *ouro.Grid, from, to ouro.Cell, lines func(ouro.Cell) *ouro.DirSet) bool {
	d, ok := g.DirTo(from, to)
	if ok {
		*lines(from) |= 1 << d
		*lines(to) |= 1 << d.Opposite()
	}
	return ok
}

// markHeat tints the cells with finite numbers. If near is true, smaller numbers have stronger
// tints. The scale is logarithmic if the largest number is at least 30 times the smallest, because
// most tints would look alike on a linear scale.
func markHeat(heat []float64, near bool, at func(ouro.Cell) *Marks) {
	lo, hi := Bounds(heat)
	scale := func(v float64) float64 { return v }
	if !near && lo > 0 && hi >= 30*lo {
		scale = math.Log
	}
	for c, v := range heat {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		t := (scale(v) - scale(lo)) / max(1e-9, scale(hi)-scale(lo))
		if near {
			t = 1 - t
		}
		m := at(ouro.Cell(c))
		m.Ink, m.Level = Hot, uint8(math.Round(t*(Levels-1)))
	}
}

// Bounds returns the smallest and the largest finite number. Without finite numbers, it returns
// +Inf and -Inf.
func Bounds(heat []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range heat {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// markRing adds the lines between consecutive cells of a ring.
func markRing(g *ouro.Grid, order []float64, at func(ouro.Cell) *Marks) {
	var cells []ouro.Cell
	for c, v := range order {
		if !math.IsNaN(v) {
			cells = append(cells, ouro.Cell(c))
		}
	}
	slices.SortStableFunc(cells, func(a, b ouro.Cell) int { return cmp.Compare(order[a], order[b]) })
	for i, from := range cells {
		if join(g, from, cells[(i+1)%len(cells)], func(c ouro.Cell) *ouro.DirSet { return &at(c).Ring }) {
			at(from).Place = uint8(i * Levels / len(cells))
		}
	}
}
