package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture/overlay"
)

// Mark sets the overlays to draw. notes are the notes of the snake in this seat.
func (b *Board) Mark(seat int, notes []ouro.Note) {
	if len(notes) > 0 {
		b.marks = make([]overlay.Marks, b.State.Grid.Size())
		overlay.Mark(b.State.Grid, b.State.Snakes[seat].Body.Head(), notes, func(c ouro.Cell) *overlay.Marks { return &b.marks[c] })
	}
}

// Under draws the overlays that bodies cover: tints and rings.
func (b *Board) Under() {
	if b.Mono {
		return
	}
	for c := range b.marks {
		m := &b.marks[c]
		if m.Ink != overlay.None && b.State.Terrain(ouro.Cell(c)) != ouro.Wall {
			b.drawGround(ouro.Cell(c), func(k Colour) Colour { return RGB(b.Overlays.Tint(m, palette.RGB(k))) })
		}
		b.lines(ouro.Cell(c), m.Ring, RGB(b.Overlays.Ring(m.Place)))
	}
}

// Paths draws the paths of the notes, the best one last, and then draws the heads again on top.
func (b *Board) Paths() {
	if b.Mono || b.marks == nil {
		return
	}
	for c := range b.marks {
		b.lines(ouro.Cell(c), b.marks[c].Faint, RGB(b.Overlays.Faint(palette.RGB(b.Floor))))
		b.lines(ouro.Cell(c), b.marks[c].Path, RGB(b.Overlays.Line))
	}
	for _, d := range b.drawn {
		b.drawHead(d.snake, d.skin)
	}
}

// lines draws thin lines from the middle of a cell in these directions.
func (b *Board) lines(c ouro.Cell, arms ouro.DirSet, k Colour) {
	if arms == 0 {
		return
	}
	x, y := b.middle(c)
	b.strand(c, snap(x), snap(y), arms, func(off float64, _ ouro.Dir, _ float64) (Colour, bool) { return k, off*float64(b.Scale) < 0.5 })
}

// Writing writes the notes of this seat as characters on the cells.
func (b *Board) Writing(seat int, notes []ouro.Note) {
	b.signs()
	for _, n := range notes {
		switch n.Verb {
		case ouro.NoteHeat:
			if kind, _ := overlay.KindOf(n.Label); kind.Look == overlay.Ring && b.Scale < 6 {
				continue // the line of a ring shows the order, and numbers would hide it
			}
			for c, v := range n.Heat {
				if b.State.Free(ouro.Cell(c)) && !b.hasPath(c) && !math.IsNaN(v) && !math.IsInf(v, 0) {
					b.number(ouro.Cell(c), FitNumber(v, b.Scale))
				}
			}
		case ouro.NoteMoves:
			head := b.State.Snakes[seat].Body.Head()
			for d, v := range n.Moves {
				if c := b.State.Grid.Next(head, ouro.Dir(d)); c != ouro.NoCell && b.State.Free(c) && !math.IsNaN(v) {
					s := ShortNumber(v)
					if len([]rune(s)) > b.Scale {
						s = FitNumber(v, b.Scale)
					}
					b.Label(c, s, Ink{FG: b.Text, Bold: true})
				}
			}
		case ouro.NotePath, ouro.NoteCells, ouro.NoteTree, ouro.NoteValue: // these notes write nothing on cells
		}
	}
}

// number writes a number on a cell. If the number is as wide as the cell, numbers in odd columns have
// another style, which separates neighbouring numbers.
func (b *Board) number(c ouro.Cell, s string) {
	k := Ink{FG: b.Text}
	if x, _ := b.State.Grid.XY(c); len(s) == b.Scale && x%2 == 1 {
		switch {
		case b.Mono:
			k.Faint = true
		case b.State.Terrain(c) == ouro.Hedge:
			k.BG = Blend(b.Brick, b.Mortar, 0.5)
		default:
			k.FG = b.Dim
		}
	}
	b.Label(c, s, k)
}

// hasPath reports whether a cell has the line of a path and no room for a number beside the line.
func (b *Board) hasPath(c int) bool { return b.Scale < 8 && b.marks[c].Path|b.marks[c].Faint != 0 }

// signs draws the overlays as characters on empty cells, for screens without colours.
func (b *Board) signs() {
	for c := range b.marks {
		m, at := &b.marks[c], ouro.Cell(c)
		if !b.Mono || b.Scale == 1 || !b.State.Free(at) {
			continue
		}
		switch {
		case m.Path|m.Faint != 0:
			b.Glyph(at, '•', Ink{})
		case m.Ink == overlay.Searched:
			b.Glyph(at, ':', Ink{})
		case m.Ring != 0:
			b.Glyph(at, boxes[m.Ring&15], Ink{Faint: true})
		}
	}
}

// boxes has the characters for the lines of a ring.
var boxes = [16]rune{'·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'}

// FitNumber formats v in at most width characters and three digits, without a leading 0: 0.06 becomes
// ".06". If the rounding error would be more than a tenth of v, FitNumber returns "".
func FitNumber(v float64, width int) string {
	decimals := 3
	for limit := 1.0; decimals > 0 && math.Abs(v) >= limit; limit *= 10 {
		decimals--
	}
	for ; decimals >= 0; decimals-- {
		s := strconv.FormatFloat(v, 'f', decimals, 64)
		if decimals > 0 {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		if strings.HasPrefix(strings.TrimPrefix(s, "-"), "0.") {
			s = strings.Replace(s, "0.", ".", 1)
		}
		rounded, err := strconv.ParseFloat(s, 64)
		if err == nil && len(s) <= width && math.Abs(rounded-v) <= math.Abs(v)/10 {
			return s
		}
	}
	return ""
}

// ShortNumber formats v with three significant digits, or as a whole number if v is whole or large.
func ShortNumber(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case math.Abs(v) < 1e6 && (v == math.Trunc(v) || math.Abs(v) >= 1e3):
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Words describes notes with the same label in one line. If there are paths with values, it lists
// their values; otherwise it describes the last note.
func Words(notes ...ouro.Note) string {
	n := notes[len(notes)-1]
	var values []string
	for _, n := range notes {
		if n.Verb == ouro.NotePath && n.Value != 0 {
			values = append(values, ShortNumber(n.Value))
		}
	}
	if values != nil {
		return strings.Join(values, " ")
	}
	switch n.Verb {
	case ouro.NotePath, ouro.NoteCells:
		return fmt.Sprintf("%d cells", len(n.Cells))
	case ouro.NoteHeat:
		lo, hi := overlay.Bounds(n.Heat)
		if lo > hi {
			return "no cell"
		}
		return ShortNumber(lo) + " to " + ShortNumber(hi)
	case ouro.NoteMoves:
		return fmt.Sprintf("▲%s ▶%s ▼%s ◀%s", ShortNumber(n.Moves[0]), ShortNumber(n.Moves[1]), ShortNumber(n.Moves[2]), ShortNumber(n.Moves[3]))
	case ouro.NoteTree:
		nodes, depth := TreeSize(n.Tree)
		return fmt.Sprintf("%d nodes, %d deep", nodes, depth)
	default:
		return ShortNumber(n.Value)
	}
}

// TreeSize returns the numbers of nodes and levels of a tree.
func TreeSize(n *ouro.Node) (nodes, depth int) {
	if n == nil {
		return 0, 0
	}
	nodes = 1
	for _, kid := range n.Kids {
		below, deep := TreeSize(kid)
		nodes += below
		depth = max(depth, deep)
	}
	return nodes, depth + 1
}
