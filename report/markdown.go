package report

import (
	"fmt"
	"io"
	"strings"

	"ouro/lab/sheet"
)

// WriteMarkdown writes the report as Markdown: all texts and figures of the page, with
// each distribution as a line of block characters.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", sheet.MarkdownText(r.heading()))
	for i := range r.Sections {
		s := &r.Sections[i]
		if len(r.Sections) > 1 {
			fmt.Fprintf(&b, "## %s\n\n", sheet.MarkdownText(s.sheet().Title))
		}
		if err := s.writeMarkdown(&b, i); err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "Written by %s.\n", sheet.MarkdownText(r.Made))
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Section) writeMarkdown(b *strings.Builder, place int) error {
	p := s.page(place)
	say := func(format string, args ...any) { fmt.Fprintf(b, format+"\n\n", args...) }
	if err := p.Sheet.WriteMarkdown(b); err != nil {
		return err
	}
	b.WriteByte('\n')
	for _, part := range p.Parts {
		if part.Words != "" {
			say("%s", sheet.MarkdownText(part.Title+": "+part.Words))
		}
		var sparks []string
		for i := range part.Charts {
			if c := &part.Charts[i]; len(c.Bars) > 0 && c.Spoken != "" {
				sparks = append(sparks, fmt.Sprintf("- `%s` %s", c.Spark(), sheet.MarkdownText(c.Spoken)))
			}
		}
		if sparks != nil {
			say("**%s**\n\n%s", sheet.MarkdownText(part.Title), strings.Join(sparks, "\n"))
		}
	}
	if len(p.Picks) > 0 {
		var who, what sheet.Columns
		for _, l := range p.Picks {
			who.Row("game", fmt.Sprintf("%s #%d", l.Who, l.Number))
			what.Row("why", l.Why, "ending", l.Ending, "moves", fmt.Sprint(l.Moves), "length", fmt.Sprint(l.Length), "mishaps", fmt.Sprint(l.Faults))
		}
		if err := s.table(b, "Selected games", sheet.NewTable(who, what)); err != nil {
			return err
		}
	}
	if t := s.slowTable(); t != nil {
		if err := s.table(b, "The slowest decisions", *t); err != nil {
			return err
		}
	}
	say("**What was played**")
	for _, f := range p.Facts {
		fmt.Fprintf(b, "- %s: %s\n", f.Name, sheet.MarkdownText(f.Text))
	}
	b.WriteByte('\n')
	say("**Reproduce this report**")
	for _, c := range p.Commands {
		say("%s:\n\n    %s", c.Makes, strings.ReplaceAll(c.Line, "\n", "\n    "))
	}
	if p.Config != "" {
		say("the tournament as a file, for ouro arena run --config:\n\n    %s", strings.ReplaceAll(strings.TrimSpace(p.Config), "\n", "\n    "))
	}
	return nil
}

func (s *Section) table(b *strings.Builder, title string, t sheet.Table) error {
	return (&sheet.Sheet{Title: title, Tables: []sheet.Table{t}}).WriteMarkdown(b)
}
