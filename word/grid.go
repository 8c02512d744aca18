// Package word finds the words in a grid of letters by the rules of Boggle. The letters of a word form
// a trail: each cell is a neighbour of the previous one, in one of eight directions, and no cell is
// used twice.
//
// [ParseGrid] parses a [Grid], and [ParseList] a [List] of words; package list has the embedded
// list. [Finder.Find] returns every word of a list that is in a grid, each with one trail.
// [Finder.Score] only adds up their points, and [Finder.Best] looks for a grid with a high score.
//
// The searches follow the trie of the list: they extend a trail only as long as some word begins with
// the trail's letters. This takes microseconds on grids of letters. Wildcards and many equal letters
// can make the number of trails very large, so Find takes a context.
package word

import (
	"errors"
	"fmt"
	"strings"

	"ouro"
)

const MaxSide = 16

const maxCells = MaxSide * MaxSide

// Face is what a cell shows: a letter 'a' to 'z', [Qu] or [Any].
type Face byte

// The faces that are not a single letter.
const (
	Qu  Face = 'Q' // the two letters q and u on one cell
	Any Face = '?' // any single letter
)

// String returns the face as [ParseGrid] reads it.
func (f Face) String() string {
	if f == Qu {
		return "Qu"
	}
	return string(rune(f))
}

// number returns the number of the face's bit in masks: 0 to 25 for a letter, and qu for Qu.
func (f Face) number() uint {
	if f == Qu {
		return qu
	}
	return uint(f - 'a')
}

func (f Face) isValid() bool { return f >= 'a' && f <= 'z' || f == Qu || f == Any }

// Cell is the number of a cell in reading order, from 0 at the top left.
type Cell uint8

// Grid is a rectangle of faces. Its sides are at most [MaxSide].
type Grid struct {
	w, h  int
	faces []Face
}

// NewGrid returns a grid with these faces in reading order. It panics if a face is invalid or
// their number is not w*h.
func NewGrid(w, h int, faces []Face) *Grid {
	if w < 1 || h < 1 || w > MaxSide || h > MaxSide || len(faces) != w*h {
		panic(fmt.Sprintf("word: %d faces on a grid of %dx%d", len(faces), w, h))
	}
	g := &Grid{w: w, h: h, faces: make([]Face, w*h)}
	for i, f := range faces {
		g.Set(Cell(i), f)
	}
	return g
}

// ParseGrid parses rows of cells, separated by '/' or line breaks. A cell is a letter of either
// case, '?' for any letter, or "Qu" with a capital Q and a small u for both letters on one cell;
// "qu", "QU" and "qU" are two cells. Spaces and tabs between cells, and line breaks at the end,
// are ignored. Errors contain the row and the column, counted from 1.
func ParseGrid(text string) (*Grid, error) {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if strings.Trim(text, " \t") == "" {
		return nil, errors.New("grid is empty")
	}
	g := new(Grid)
	for row := range strings.SplitSeq(strings.ReplaceAll(text, "/", "\n"), "\n") {
		if err := g.addRow(row); err != nil {
			return nil, fmt.Errorf("grid row %d %w", g.h, err)
		}
	}
	return g, nil
}

func (g *Grid) addRow(text string) error {
	g.h++
	if g.h > MaxSide {
		return fmt.Errorf("column 1: more than %d rows", MaxSide)
	}
	column := 0
	for i := 0; i < len(text); i++ {
		if text[i] == ' ' || text[i] == '\t' {
			continue
		}
		column++
		f := Face(text[i] | 0x20)
		switch {
		case text[i] == '?':
			f = Any
		case strings.HasPrefix(text[i:], "Qu"):
			f = Qu
			i++
		case f < 'a' || f > 'z':
			r := []rune(text[i:])[0]
			return fmt.Errorf("column %d: %q is not a cell (want a letter a to z, Qu, or ? for any letter)", column, r)
		}
		switch {
		case column > MaxSide:
			return fmt.Errorf("column %d: more than %d columns", column, MaxSide)
		case g.h > 1 && column > g.w:
			return fmt.Errorf("column %d: row 1 has only %d", column, g.w)
		}
		g.faces = append(g.faces, f)
	}
	switch {
	case column == 0:
		return errors.New("column 1: the row is empty")
	case g.h > 1 && column < g.w:
		return fmt.Errorf("column %d: the row ends here, but row 1 has %d columns", column+1, g.w)
	}
	g.w = column
	return nil
}

func (g *Grid) Columns() int { return g.w }

func (g *Grid) Rows() int { return g.h }

func (g *Grid) Cells() int { return len(g.faces) }

func (g *Grid) Face(c Cell) Face { return g.faces[c] }

func (g *Grid) Set(c Cell, f Face) {
	if !f.isValid() {
		panic(fmt.Sprintf("word: %q is not a face", f))
	}
	g.faces[c] = f
}

// String returns the text for [ParseGrid], with rows separated by '/'.
func (g *Grid) String() string {
	var b strings.Builder
	for i, f := range g.faces {
		if i > 0 && i%g.w == 0 {
			b.WriteByte('/')
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// bag has the letters of random grids, nearly as frequent as in English words. The most common letters
// are slightly rarer than in English, because grids then have more words.
const bag = "aaaaaaabbccccdddeeeeeeeeeeffggghhhiiiiiiijkllllmmmnnnnnooooooppprrrrrrsssssstttttuuuvwwxyyz"

// Random returns a grid of letters. It draws them from a bag without replacement, and refills
// the bag when it is empty. So a grid has vowels and consonants in the bag's proportions and
// seldom more than one rare letter. The letter q is [Qu], and there are no wildcards. The same
// dice always give the same grid.
func Random(w, h int, dice ouro.Dice) *Grid {
	faces := make([]Face, w*h)
	var left []Face
	for i := range faces {
		if len(left) == 0 {
			left = append([]Face(bag), Qu)
		}
		k := dice.Roll(len(left))
		faces[i] = left[k]
		left[k] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return NewGrid(w, h, faces)
}

// Draw returns the grid as text in a frame. Each cell is three characters wide.
func (g *Grid) Draw() string {
	lines := make([]string, g.Rows())
	for row := range lines {
		for column := range g.Columns() {
			lines[row] += fmt.Sprintf("%-3s", g.capital(Cell(row*g.Columns()+column)))
		}
	}
	return frame(lines, 3*g.Columns())
}

// capital returns the face of a cell in capitals, but Qu as Qu.
func (g *Grid) capital(c Cell) string {
	if f := g.Face(c); f != Qu {
		return strings.ToUpper(f.String())
	}
	return Qu.String()
}

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

// trailArrows are the arrows from a cell of a trail to the next one, by the number of rows down and
// the number of columns to the right.
var trailArrows = map[[2]int]rune{
	{0, 1}: '→', {0, -1}: '←', {1, 0}: '↓', {-1, 0}: '↑',
	{1, 1}: '↘', {1, -1}: '↙', {-1, 1}: '↗', {-1, -1}: '↖',
}

// DrawTrail returns a drawing of the grid. The letters of the trail are capitals with numbers,
// connected by arrows; ╳ marks the crossing of two arrows. If the drawing would be wider than page
// characters, the gaps between the cells are smaller.
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
	gap := 3 // columns between cells; the arrow is in the middle
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
