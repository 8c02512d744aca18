package report

import (
	"fmt"
	"math"

	"ouro/lab/sheet"
)

// Limits of tables on the page.
const (
	wideTable = 12 // columns of figures beside one label; wider tables are split
	wideLabel = 3  // columns of figures that one more label replaces
	longTable = 20 // rows; longer tables are folded
	tints     = 6  // strengths of a colour, see page.css
)

// pageTable is a table on the page.
type pageTable struct {
	Title  string
	Heads  []string
	Labels int // number of label columns
	Rows   [][]pageCell
	tinted bool
}

type pageCell struct{ Text, Class, Hint string }

// Class returns the CSS class of a table with two label columns or coloured cells.
func (t *pageTable) Class() string {
	switch {
	case t.tinted:
		return "cross"
	case t.Labels > 1:
		return "two"
	}
	return ""
}

// Folded returns the summary of a folded table, or "".
func (t *pageTable) Folded() string {
	if len(t.Rows) <= longTable {
		return ""
	}
	return fmt.Sprintf("%d rows", len(t.Rows))
}

// tablesOf splits a table into tables that fit the page.
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

// tint returns the class of a coloured cell, or "".
func tint(by float64) string {
	side := "ahead"
	if by < 0 {
		side = "behind"
	}
	strength := math.Ceil(tints * math.Min(1, math.Abs(by)))
	if !(strength > 0) { // or NaN
		return ""
	}
	return fmt.Sprintf("%s t%.0f", side, strength)
}
