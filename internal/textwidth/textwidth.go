// Package textwidth measures text as a terminal displays it: a wide letter takes two columns, a
// combining mark none.
package textwidth

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Of returns the width of s in columns.
func Of(s string) int { return ansi.StringWidth(s) }

// Align writes rows of cells in columns. Each column is two spaces wider than its longest cell.
func Align(b *strings.Builder, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Of(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(cell)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-Of(cell)+2))
			}
		}
		b.WriteByte('\n')
	}
}
