// Package sheet formats figures for people and for programs: tables as plain text and
// Markdown, and facts as JSON and CSV. It does not depend on what was played.
//
// A [Sheet] is for people: a title, tables and notes. [Facts] are for programs: JSON and
// CSV have the same facts. Functions such as [Mean] and [Rate] format figures, and return
// [None] for too few values.
package sheet

import (
	"io"
	"strings"
)

// Sheet is a report for people.
type Sheet struct {
	Title  string
	Lead   string // the result in a sentence; may be ""
	Tables []Table
	Notes  []string // about the figures, each of one or two sentences
}

// WriteText writes the sheet as plain text for a terminal of width columns. Groups of
// columns that do not fit side by side are put below each other, and long labels on
// separate lines, so that 80 columns suffice.
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
