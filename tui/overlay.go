package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
)

// fixedOverlays have keys of their own, from 1 on, whatever the solver. What
// else a solver tells gets the keys after them, in the order of its telling.
var fixedOverlays = [...]struct{ label, name string }{
	{ouro.LabelPlan, "planned path"},
	{ouro.LabelFood, "steps to the food"},
	{ouro.LabelCycle, "cycle order"},
	{ouro.LabelScores, "scores by direction"},
	{ouro.LabelSearch, "searched cells"},
	{ouro.LabelPaths, "path scores"},
}

const maxOverlays = 9

// overlayOf is the number of the overlay with a fixed place, or 0.
func overlayOf(label string) int {
	for i, o := range fixedOverlays {
		if o.label == label {
			return i + 1
		}
	}
	return 0
}

// overlayLabel is the label and the name of an overlay, if there is such a one.
func overlayLabel(n int, extras []string) (label, name string, ok bool) {
	if n <= len(fixedOverlays) {
		o := fixedOverlays[n-1]
		return o.label, o.name, true
	}
	if n -= len(fixedOverlays) + 1; n < len(extras) {
		return extras[n], extras[n], true
	}
	return "", "", false
}

// find is the notes with this label, in their order.
func find(notes []ouro.Note, label string) []ouro.Note {
	var found []ouro.Note
	for _, n := range notes {
		if n.Label == label {
			found = append(found, n)
		}
	}
	return found
}

// drawScene draws a position with the notes that are switched on.
func (p *picture) drawScene(notes []ouro.Note) {
	p.drawFloor()
	for _, n := range notes {
		p.under(n)
	}
	p.drawSnakes()
	for _, n := range notes {
		if n.Verb == ouro.NotePath {
			p.drawPath(n.Cells)
		}
	}
	p.drawFood()
	p.show()
	for _, n := range notes {
		p.writing(n)
	}
}

// under draws what a note says about the floor.
func (p *picture) under(n ouro.Note) {
	switch {
	case n.Verb == ouro.NoteCells:
		for _, c := range n.Cells {
			p.tint(c, p.searched, 0.4)
		}
	case n.Verb == ouro.NoteHeat && n.Label == ouro.LabelCycle:
		if !p.mono {
			p.cycle(n.Heat, func(a, b ouro.Cell, t float64) {
				p.line(a, b, blend(p.palette.heat, p.palette.searched, t))
			})
		}
	case n.Verb == ouro.NoteHeat:
		lo, hi := bounds(n.Heat)
		for c, v := range n.Heat {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			t := (v - lo) / max(1e-9, hi-lo)
			if n.Label == ouro.LabelFood {
				t = 1 - t // near is hot
			}
			p.tint(ouro.Cell(c), p.palette.heat, 0.08+0.6*t)
		}
	}
}

// bounds are the least and the greatest finite values.
func bounds(heat []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range heat {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// cycle visits the pairs of neighbouring cells that follow each other in the
// order given by heat, with the place of the pair in [0, 1].
func (p *picture) cycle(heat []float64, visit func(a, b ouro.Cell, t float64)) {
	var order []ouro.Cell
	for c, v := range heat {
		if !math.IsNaN(v) {
			order = append(order, ouro.Cell(c))
		}
	}
	slices.SortStableFunc(order, func(a, b ouro.Cell) int {
		switch {
		case heat[a] < heat[b]:
			return -1
		case heat[a] > heat[b]:
			return 1
		}
		return 0
	})
	for i, a := range order {
		b := order[(i+1)%len(order)]
		if _, ok := p.state.Grid.DirTo(a, b); ok {
			visit(a, b, float64(i)/float64(len(order)))
		}
	}
}

// drawPath draws a walk as a thin line from the head on.
func (p *picture) drawPath(cells []ouro.Cell) {
	if p.mono {
		return
	}
	last := p.state.Snakes[0].Body.Head()
	for _, c := range cells {
		p.onPath[c] = p.scale < 8 // no room for a number beside the line
		if _, ok := p.state.Grid.DirTo(last, c); ok {
			p.line(last, c, p.path)
		}
		last = c
	}
	for i := range p.state.Snakes {
		p.skull(&p.state.Snakes[i])
	}
}

// writing puts what a note says in characters on the cells.
func (p *picture) writing(n ouro.Note) {
	switch n.Verb {
	case ouro.NoteHeat:
		if n.Label == ouro.LabelCycle && p.scale < 6 {
			if p.mono {
				p.cycleGlyphs(n.Heat)
			}
			return // the line tells the order, numbers would hide it
		}
		for c, v := range n.Heat {
			if p.state.Free(ouro.Cell(c)) && !p.onPath[ouro.Cell(c)] && !math.IsNaN(v) && !math.IsInf(v, 0) {
				p.number(ouro.Cell(c), fitNumber(v, p.scale))
			}
		}
	case ouro.NoteCells:
		if p.mono {
			p.mark(n.Cells, ':')
		}
	case ouro.NotePath:
		if p.mono {
			p.mark(n.Cells, '•')
		}
	case ouro.NoteMoves:
		head := p.state.Snakes[0].Body.Head()
		for d, v := range n.Moves {
			if c := p.state.Grid.Next(head, ouro.Dir(d)); c != ouro.NoCell && p.state.Free(c) && !math.IsNaN(v) {
				s := shortNumber(v)
				if len([]rune(s)) > p.scale {
					s = fitNumber(v, p.scale)
				}
				p.label(c, s, ink{fg: p.text, bold: true})
			}
		}
	case ouro.NoteTree, ouro.NoteValue: // nothing on a cell
	}
}

// number writes a cell's number. Where it fills the cell, every other column
// looks different, so that neighbours do not read as one number.
func (p *picture) number(c ouro.Cell, s string) {
	k := ink{fg: p.text}
	if x, _ := p.state.Grid.XY(c); len(s) == p.scale && x%2 == 1 {
		switch {
		case p.mono:
			k.faint = true
		case p.state.Terrain(c) == ouro.Hedge:
			k.bg = blend(p.brick, p.mortar, 0.5)
		default:
			k.fg = p.dim
		}
	}
	p.label(c, s, k)
}

// mark writes a glyph on those of the cells that are empty.
func (p *picture) mark(cells []ouro.Cell, r rune) {
	for _, c := range cells {
		if p.state.Free(c) && p.scale > 1 {
			p.glyph(c, r, ink{})
		}
	}
}

// cycleGlyphs draws a cycle in thin box characters on the empty cells.
func (p *picture) cycleGlyphs(heat []float64) {
	links := make([]int, p.state.Grid.Size()) // a bit for each direction
	p.cycle(heat, func(a, b ouro.Cell, _ float64) {
		d, _ := p.state.Grid.DirTo(a, b)
		links[a] |= 1 << d
		links[b] |= 1 << d.Opposite()
	})
	box := map[int]rune{
		1<<ouro.Up | 1<<ouro.Down: '│', 1<<ouro.Left | 1<<ouro.Right: '─',
		1<<ouro.Up | 1<<ouro.Right: '└', 1<<ouro.Up | 1<<ouro.Left: '┘',
		1<<ouro.Down | 1<<ouro.Right: '┌', 1<<ouro.Down | 1<<ouro.Left: '┐',
	}
	for c, l := range links {
		if r, ok := box[l]; ok && p.state.Free(ouro.Cell(c)) && p.scale > 1 {
			p.glyph(ouro.Cell(c), r, ink{faint: true})
		}
	}
}

// fitNumber is v in at most width characters and three digits, as exact as
// fits: ".06" rather than "0.06". Where a tenth of it or more would be lost it
// is nothing.
func fitNumber(v float64, width int) string {
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
		shown, err := strconv.ParseFloat(s, 64)
		if err == nil && len(s) <= width && math.Abs(shown-v) <= math.Abs(v)/10 {
			return s
		}
	}
	return ""
}

// shortNumber is v in few characters.
func shortNumber(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// inWords says in one line what a note holds, for the panel.
func inWords(n ouro.Note) string {
	switch n.Verb {
	case ouro.NotePath:
		return fmt.Sprintf("%d cells", len(n.Cells))
	case ouro.NoteCells:
		return fmt.Sprintf("%d cells", len(n.Cells))
	case ouro.NoteHeat:
		lo, hi := bounds(n.Heat)
		if lo > hi {
			return "no cell"
		}
		return shortNumber(lo) + " to " + shortNumber(hi)
	case ouro.NoteMoves:
		return fmt.Sprintf("▲%s ▶%s ▼%s ◀%s", shortNumber(n.Moves[0]), shortNumber(n.Moves[1]), shortNumber(n.Moves[2]), shortNumber(n.Moves[3]))
	case ouro.NoteTree:
		nodes, depth := treeSize(n.Tree)
		return fmt.Sprintf("%d nodes, %d deep", nodes, depth)
	default:
		return shortNumber(n.Value)
	}
}

// treeSize counts the nodes of a tree and its levels.
func treeSize(n *ouro.Node) (nodes, depth int) {
	if n == nil {
		return 0, 0
	}
	nodes = 1
	for _, kid := range n.Kids {
		below, deep := treeSize(kid)
		nodes += below
		depth = max(depth, deep)
	}
	return nodes, depth + 1
}
