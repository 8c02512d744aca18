package report

import (
	"fmt"
	"math"

	"ouro/lab/sheet"
)

// Limits of tables of the page.
const (
	wideTable = 10 // columns of figures; what is wider becomes several tables
	longTable = 20 // rows; what is longer is folded
	tints     = 6  // how many strengths a colour has, see page.css
)

// pageTable is a table as the page shows it.
type pageTable struct {
	Title  string
	Heads  []string
	Labels int // of the columns
	Rows   [][]pageCell
}

type pageCell struct{ Text, Class, Hint string }

// Two returns whether two columns label the rows.
func (t *pageTable) Two() bool { return t.Labels > 1 }

// Folded is what stands above a table that is folded; "" if it is not.
func (t *pageTable) Folded() string {
	if len(t.Rows) <= longTable {
		return ""
	}
	return fmt.Sprintf("%d rows", len(t.Rows))
}

func tableOf(t *sheet.Table) pageTable {
	p := pageTable{Title: t.Title, Heads: t.Heads(), Labels: t.Labels()}
	for i, texts := range t.Rows() {
		row := make([]pageCell, len(texts))
		for j, text := range texts {
			row[j].Text = text
			if at := j - p.Labels; t.Tints != nil && at >= 0 {
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
		return "level"
	}
	return fmt.Sprintf("%s t%.0f", side, strength)
}
