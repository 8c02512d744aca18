package report

import (
	"fmt"
	"math"

	"ouro/lab/sheet"
)

// Limits of tables of the page.
const (
	wideTable = 12 // columns of figures beside one label; what is wider becomes several tables
	wideLabel = 3  // columns for which a further label has the room
	longTable = 20 // rows; what is longer is folded
	tints     = 6  // how many strengths a colour has, see page.css
)

// pageTable is a table as the page shows it.
type pageTable struct {
	Title  string
	Heads  []string
	Labels int // of the columns
	Rows   [][]pageCell
	tinted bool
}

type pageCell struct{ Text, Class, Hint string }

// Class is how the page shows the table: with two columns that label the rows, or with
// coloured cells.
func (t *pageTable) Class() string {
	switch {
	case t.tinted:
		return "cross"
	case t.Labels > 1:
		return "two"
	}
	return ""
}

// Folded is what stands above a table that is folded; "" if it is not.
func (t *pageTable) Folded() string {
	if len(t.Rows) <= longTable {
		return ""
	}
	return fmt.Sprintf("%d rows", len(t.Rows))
}

// tablesOf are the parts of a table that fit.
func tablesOf(t *sheet.Table) (parts []pageTable) {
	for _, part := range t.Split(wideTable - wideLabel*(t.Labels()-1)) {
		parts = append(parts, tableOf(&part))
	}
	return parts
}

func tableOf(t *sheet.Table) pageTable {
	p := pageTable{Title: t.Title, Heads: t.Heads(), Labels: t.Labels(), tinted: t.Tints != nil}
	for i, texts := range t.Rows() {
		row := make([]pageCell, len(texts))
		for j, text := range texts {
			row[j].Text = text
			if at := j - p.Labels; p.tinted && at >= 0 {
				row[j].Class, row[j].Hint = tint(t.Tints[i][at].By), t.Tints[i][at].Hint
			}
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// tint is the class of a coloured cell; "" colours nothing.
func tint(by float64) string {
	side := "ahead"
	if by < 0 {
		side = "behind"
	}
	strength := math.Ceil(tints * math.Min(1, math.Abs(by)))
	if !(strength > 0) { // nor NaN
		return ""
	}
	return fmt.Sprintf("%s t%.0f", side, strength)
}
