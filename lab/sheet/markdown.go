package sheet

import (
	"fmt"
	"strings"
)

// writeMarkdown writes the labels, aligned left, and the figures beside them,
// aligned right.
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

// markdownEscapes are the characters that would change how a figure, a
// solver's options or a fault looks, or make a link of a name.
var markdownEscapes = strings.NewReplacer("](", `]\(`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", `\`, `\\`)

// MarkdownText is a text that Markdown shows as it is.
func MarkdownText(s string) string { return markdownEscapes.Replace(s) }
