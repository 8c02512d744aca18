// Package sheet shows figures to people and to programs: tables as plain text and
// Markdown, and facts as JSON and CSV. It knows nothing about what was played.
//
// A [Sheet] is for people: a title, tables and notes. [Facts] are for programs:
// JSON and CSV are made of the same ones. Figures as text are functions such as
// [Mean] and [Rate], and write [None] where a sample is too small to tell.
package sheet

import (
	"io"
	"strings"
)

// Sheet is what a report shows to people.
type Sheet struct {
	Title  string
	Lead   string // what it all comes to, unless ""
	Tables []Table
	Notes  []string // what a reader must know about the figures, a sentence or two each
}

// WriteText writes the sheet as plain text for a terminal of this many columns.
// Where the figures do not fit side by side they are stacked, and where the labels
// of rows are long each stands on a line of its own, so that 80 columns are enough.
func (s *Sheet) WriteText(w io.Writer, width int) error {
	var b strings.Builder
	b.WriteString(s.Title + "\n\n")
	if s.Lead != "" {
		writeWrapped(&b, width, s.Lead)
		b.WriteByte('\n')
	}
	for i := range s.Tables {
		s.Tables[i].writeText(&b, width)
	}
	for _, note := range s.Notes {
		writeWrapped(&b, width, note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown writes the sheet for a document.
func (s *Sheet) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("**" + MarkdownText(s.Title) + "**\n\n")
	if s.Lead != "" {
		b.WriteString(MarkdownText(s.Lead) + "\n\n")
	}
	for i := range s.Tables {
		s.Tables[i].writeMarkdown(&b)
	}
	for _, note := range s.Notes {
		b.WriteString("- " + MarkdownText(note) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
