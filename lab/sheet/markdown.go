package sheet

import (
	"fmt"
	"slices"
	"strings"
)

// writeMarkdown writes the labels, aligned left, and the figures beside them,
// aligned right.
func (t *Table) writeMarkdown(b *strings.Builder) {
	if t.Title != "" {
		b.WriteString(MarkdownText(t.Title) + "\n\n")
	}
	columns := slices.Concat(t.labels, slices.Concat(t.groups...))
	for _, c := range columns {
		b.WriteString("| " + MarkdownText(c.head) + " ")
	}
	b.WriteString("|\n")
	for i := range columns {
		if i < len(t.labels) {
			b.WriteString("|:---")
		} else {
			b.WriteString("|---:")
		}
	}
	b.WriteString("|\n")
	for row := range columns[0].cells {
		for _, c := range columns {
			fmt.Fprintf(b, "| %s ", MarkdownText(strings.TrimSpace(c.cells[row])))
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
}

// markdownEscapes are the characters that would change how a figure, a
// solver's options or a mishap looks, or make a link of a name.
var markdownEscapes = strings.NewReplacer("](", `]\(`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", `\`, `\\`)

// MarkdownText is a text that Markdown shows as it is.
func MarkdownText(s string) string { return markdownEscapes.Replace(s) }
