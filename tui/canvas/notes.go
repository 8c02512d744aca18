package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ouro"
	"ouro/picture/overlay"
)

// Under draws the notes that tint the floor, and rings.
func (b *Board) Under(notes []ouro.Note) {
	inks := [...]Colour{overlay.Hot: b.Hot, overlay.Searched: b.Searched}
	for i := range notes {
		n := &notes[i]
		overlay.Tints(n, func(c ouro.Cell, ink overlay.Ink, strength float64) { b.Tint(c, inks[ink], strength) })
		if overlay.IsRing(n) && !b.Mono {
			overlay.Ring(b.State.Grid, n.Heat, func(from, to ouro.Cell, at float64) {
				b.line(from, to, Blend(b.Hot, b.Searched, at))
			})
		}
	}
}

// Paths draws the paths in this seat's notes as thin lines from its head.
func (b *Board) Paths(seat int, notes []ouro.Note) {
	if b.Mono {
		return
	}
	for n, faint := range overlay.Paths(notes) {
		ink := b.Path
		if faint {
			ink = Blend(b.Path, b.Floor, 0.5)
		}
		last := b.State.Snakes[seat].Body.Head()
		for _, c := range n.Cells {
			b.onPath[c] = b.Scale < 8 // no room for a number beside the line
			if _, ok := b.State.Grid.DirTo(last, c); ok {
				b.line(last, c, ink)
			}
			last = c
		}
		for _, d := range b.drawn {
			b.skull(d.snake, d.skin)
		}
	}
}

// Writing writes the notes of this seat as characters on the cells.
func (b *Board) Writing(seat int, notes []ouro.Note) {
	for _, n := range notes {
		switch n.Verb {
		case ouro.NoteHeat:
			if n.Label == ouro.LabelCycle && b.Scale < 6 {
				if b.Mono {
					b.cycleGlyphs(n.Heat)
				}
				continue // a line shows the order of the cycle, and numbers would hide the line
			}
			for c, v := range n.Heat {
				if b.State.Free(ouro.Cell(c)) && !b.onPath[ouro.Cell(c)] && !math.IsNaN(v) && !math.IsInf(v, 0) {
					b.number(ouro.Cell(c), FitNumber(v, b.Scale))
				}
			}
		case ouro.NoteCells:
			if b.Mono {
				b.mark(n.Cells, ':')
			}
		case ouro.NotePath:
			if b.Mono {
				b.mark(n.Cells, '•')
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
		case ouro.NoteTree, ouro.NoteValue: // these notes write nothing on cells
		}
	}
}

// number writes the number of a cell. If numbers fill their cells, odd columns have another
// style, so that neighbours do not look like one number.
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

// mark writes a character on each of these cells that is empty.
func (b *Board) mark(cells []ouro.Cell, r rune) {
	for _, c := range cells {
		if b.State.Free(c) && b.Scale > 1 {
			b.Glyph(c, r, Ink{})
		}
	}
}

// cycleGlyphs draws a cycle in thin box characters on the empty cells.
func (b *Board) cycleGlyphs(heat []float64) {
	links := make([]int, b.State.Grid.Size()) // a bit for each direction
	overlay.Ring(b.State.Grid, heat, func(from, to ouro.Cell, _ float64) {
		d, _ := b.State.Grid.DirTo(from, to)
		links[from] |= 1 << d
		links[to] |= 1 << d.Opposite()
	})
	box := map[int]rune{
		1<<ouro.Up | 1<<ouro.Down: '│', 1<<ouro.Left | 1<<ouro.Right: '─',
		1<<ouro.Up | 1<<ouro.Right: '└', 1<<ouro.Up | 1<<ouro.Left: '┘',
		1<<ouro.Down | 1<<ouro.Right: '┌', 1<<ouro.Down | 1<<ouro.Left: '┐',
	}
	for c, l := range links {
		if r, ok := box[l]; ok && b.State.Free(ouro.Cell(c)) && b.Scale > 1 {
			b.Glyph(ouro.Cell(c), r, Ink{Faint: true})
		}
	}
}

// FitNumber formats v in at most width characters and three digits, as exactly as possible:
// ".06" instead of "0.06". If the rounding error would be a tenth or more, it returns "".
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

// ShortNumber formats v in few characters.
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

// Words describes the notes of one label in one line: the last note or, for paths, the
// values of all that have one.
func Words(notes ...ouro.Note) string {
	n := notes[len(notes)-1]
	var worth []string
	for _, n := range notes {
		if n.Verb == ouro.NotePath && n.Value != 0 {
			worth = append(worth, ShortNumber(n.Value))
		}
	}
	if worth != nil {
		return strings.Join(worth, " ")
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

// TreeSize returns the number of nodes in a tree and the number of its levels.
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
