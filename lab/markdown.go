package lab

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteMarkdown writes the report as tables for a document.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("**" + markdownText(r.Experiment.title()) + "**\n\n")
	for _, t := range r.Experiment.kind().tables(r) {
		writeMarkdownTable(&b, t)
	}
	for _, note := range r.notes() {
		b.WriteString("- " + markdownText(note) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMarkdownTable writes the labels, aligned left, and the figures beside
// them, aligned right.
func writeMarkdownTable(b *strings.Builder, t table) {
	columns := slices.Concat(t.labels, slices.Concat(t.groups...))
	for _, c := range columns {
		b.WriteString("| " + markdownText(c.head) + " ")
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
			fmt.Fprintf(b, "| %s ", markdownText(strings.TrimSpace(c.cells[row])))
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
}

// markdownEscapes are the characters that would change how a figure, a
// solver's options or a mishap looks.
var markdownEscapes = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", `\`, `\\`)

func markdownText(s string) string { return markdownEscapes.Replace(s) }
