package sheet

import (
	"fmt"
	"strings"
)

// writeMarkdown writes the labels, aligned left, and the figures, aligned right.
func (t *Table) writeMarkdown(b *strings.Builder) {
	if t.Title != "" {
		b.WriteString(MarkdownText(t.Title) + "\n\n")
	}
	for _, head := range t.Heads() {
		b.WriteString("| " + MarkdownText(head) + " ")
	}
	b.WriteString("|\n")
	for i := range t.Heads() {
		if i < t.Labels() {
			b.WriteString("|:---")
		} else {
			b.WriteString("|---:")
		}
	}
	b.WriteString("|\n")
	for _, row := range t.Rows() {
		for _, cell := range row {
			fmt.Fprintf(b, "| %s ", MarkdownText(strings.TrimSpace(cell)))
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
}

// markdownEscapes escapes the characters that would format a figure, options or a fault,
// or make a link.
var markdownEscapes = strings.NewReplacer("](", `]\(`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", `\`, `\\`)

// MarkdownText escapes a text for Markdown.
func MarkdownText(s string) string { return markdownEscapes.Replace(s) }
