package word

import (
	"fmt"
	"strings"
)

// Draw returns the grid as text in a frame, with three columns for each cell.
func (g *Grid) Draw() string {
	lines := make([]string, g.Rows())
	for row := range lines {
		for column := range g.Columns() {
			lines[row] += fmt.Sprintf("%-3s", g.capital(Cell(row*g.Columns()+column)))
		}
	}
	return frame(lines, 3*g.Columns())
}

func (g *Grid) capital(c Cell) string {
	if f := g.Face(c); f != Qu {
		return strings.ToUpper(f.String())
	}
	return Qu.String()
}

// frame draws a frame around the lines, which it pads to the width.
func frame(lines []string, width int) string {
	var b strings.Builder
	edge := "+" + strings.Repeat("-", width+2) + "+\n"
	b.WriteString(edge)
	for _, line := range lines {
		fmt.Fprintf(&b, "|  %-*s|\n", width, line)
	}
	b.WriteString(edge)
	return b.String()
}

// Arrows from a cell to the next, by rows down and columns right.
var trailArrows = map[[2]int]rune{
	{0, 1}: '→', {0, -1}: '←', {1, 0}: '↓', {-1, 0}: '↑',
	{1, 1}: '↘', {1, -1}: '↙', {-1, 1}: '↗', {-1, -1}: '↖',
}

// DrawTrail returns the grid with the cells of the trail in capitals and numbered, and
// arrows between them. A ╳ is where two arrows cross. A grid that would be wider than page
// has smaller gaps.
func (g *Grid) DrawTrail(trail []Cell, page int) string {
	label := make([]string, g.Cells())
	for c := range label {
		label[c] = strings.ToLower(g.capital(Cell(c)))
	}
	for i, c := range trail {
		label[c] = fmt.Sprintf("%s%d", g.capital(c), i+1)
	}
	widest := 0
	for _, text := range label {
		widest = max(widest, len(text))
	}
	gap := 3 // between cells, with the arrow in the middle
	if (widest+gap)*g.Columns()+3 > page {
		gap = 1
	}
	pitch := widest + gap
	canvas := make([][]rune, 2*g.Rows()-1)
	for y := range canvas {
		canvas[y] = []rune(strings.Repeat(" ", pitch*g.Columns()-gap))
	}
	for c, text := range label {
		copy(canvas[2*(c/g.Columns())][pitch*(c%g.Columns()):], []rune(text))
	}
	for i := 1; i < len(trail); i++ {
		a, b := int(trail[i-1]), int(trail[i])
		down, right := b/g.Columns()-a/g.Columns(), b%g.Columns()-a%g.Columns()
		y, x := 2*(a/g.Columns())+down, pitch*(a%g.Columns())
		switch right {
		case 1:
			x += widest + gap/2
		case -1:
			x -= gap/2 + 1
		}
		if canvas[y][x] == ' ' {
			canvas[y][x] = trailArrows[[2]int{down, right}]
		} else {
			canvas[y][x] = '╳'
		}
	}
	lines := make([]string, len(canvas))
	for y, row := range canvas {
		lines[y] = string(row)
	}
	return frame(lines, pitch*g.Columns()-gap+2)
}
