// Package textwidth measures text as a terminal shows it: a wide letter takes two
// columns, a mark on another letter none.
package textwidth

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Of is how many columns a line of text takes.
func Of(s string) int { return ansi.StringWidth(s) }

// Align writes rows of cells in columns, each with two columns of space after its
// longest cell.
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
