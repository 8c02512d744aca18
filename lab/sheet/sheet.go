// Package sheet formats figures for people and for programs: tables as plain text and Markdown, and
// facts as JSON and CSV. The package knows nothing about games.
//
// A [Sheet] is for people: a title, tables and notes. [Facts] are for programs, in JSON and CSV.
// Functions such as [Mean] and [Rate] format figures, and return [None] for too few values.
package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ouro/internal/textwidth"
)

// Sheet is a report for people.
type Sheet struct {
	Title  string
	Lead   string // the result in a sentence; may be ""
	Tables []Table
	Notes  []string // remarks about the figures
}

// WriteText writes the sheet as plain text for a terminal of width columns. Groups of columns that
// do not fit side by side are written below each other, and long labels above their rows. So any
// table fits in 80 columns.
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

// Table is a table of figures, with labels of rows and groups of columns.
type Table struct {
	Title  string   // title above the table; may be ""
	Tints  [][]Tint // tints of the cells beside the labels, row by row, for pages; may be nil
	labels Columns
	groups []Columns
}

// Tint colours a cell on a page.
type Tint struct {
	By   float64 // from -1 (bad for the row) to 1 (good)
	Hint string  // further text about the cell
}

func NewTable(labels Columns, groups ...Columns) Table {
	return Table{labels: labels, groups: slices.DeleteFunc(groups, func(c Columns) bool { return c == nil })}
}

// Split divides the table for narrow pages. A part has at most limit columns beside the labels, or
// a single group that has more. A table with tints is not divided.
func (t *Table) Split(limit int) []Table {
	var parts []Table
	if t.Tints != nil {
		return []Table{*t}
	}
	used := 0
	for _, g := range t.groups {
		if n := len(parts); n > 0 && used+len(g) <= limit {
			parts[n-1].groups = append(parts[n-1].groups, g)
			used += len(g)
			continue
		}
		parts = append(parts, Table{labels: t.labels, groups: []Columns{g}})
		used = len(g)
	}
	if len(parts) == 0 {
		return []Table{*t}
	}
	parts[0].Title = t.Title
	return parts
}

type tableColumn struct {
	head  string
	cells []string
}

// Labels returns the number of label columns, which are the first columns.
func (t *Table) Labels() int { return len(t.labels) }

func (t *Table) Heads() (heads []string) {
	for _, c := range t.columns() {
		heads = append(heads, c.head)
	}
	return heads
}

func (t *Table) Rows() [][]string {
	rows := make([][]string, len(t.labels[0].cells))
	for _, c := range t.columns() {
		for i, cell := range c.cells {
			rows[i] = append(rows[i], cell)
		}
	}
	return rows
}

func (t *Table) columns() Columns { return slices.Concat(t.labels, slices.Concat(t.groups...)) }

// Columns are adjacent columns of a table.
type Columns []tableColumn

// Row adds a row. The arguments are a heading and a cell for each column.
func (c *Columns) Row(headed ...string) {
	for i := 0; i < len(headed); i += 2 {
		if i/2 == len(*c) {
			*c = append(*c, tableColumn{head: headed[i]})
		}
		column := &(*c)[i/2]
		column.cells = append(column.cells, headed[i+1])
	}
}

// gap separates two columns.
const gap = "  "

// writeText writes the table as text, with an empty line after each part.
func (t *Table) writeText(b *strings.Builder, width int) {
	if t.Title != "" {
		b.WriteString(t.Title + "\n")
	}
	head, rows := t.joined()
	writeColumns(b, width, head, rows, t.groups)
}

// Lines returns the lines of the table as [Sheet.WriteText] writes them.
func (t *Table) Lines(width int) []string {
	var b strings.Builder
	t.writeText(&b, width)
	return strings.Split(strings.TrimSuffix(b.String(), "\n\n"), "\n")
}

// joined joins the labels of each row: "a - b" for a and b.
func (t *Table) joined() (head string, rows []string) {
	head, rows = t.labels[0].head, slices.Clone(t.labels[0].cells)
	for _, c := range t.labels[1:] {
		head += " - " + c.head
		for i, cell := range c.cells {
			rows[i] += " - " + cell
		}
	}
	return head, rows
}

// writeColumns writes the groups of columns beside the labels of the rows. It writes as many groups
// side by side as fit, and the next ones below as a further part. An empty line follows each part.
func writeColumns(b *strings.Builder, width int, head string, labels []string, groups []Columns) {
	labelWidth := textwidth.Of(head)
	for _, l := range labels {
		labelWidth = max(labelWidth, textwidth.Of(l))
	}
	ownLine := labelWidth > width/3
	if ownLine {
		labelWidth = 0
	}
	for len(groups) > 0 {
		line, used := groups[0], labelWidth+groupWidth(groups[0])
		groups = groups[1:]
		for len(groups) > 0 && used+groupWidth(groups[0]) <= width {
			used += groupWidth(groups[0])
			line = append(line[:len(line):len(line)], groups[0]...)
			groups = groups[1:]
		}
		out := rowWriter{b, labelWidth, ownLine}
		out.write(head, line, -1)
		for row, label := range labels {
			out.write(label, line, row)
		}
		b.WriteByte('\n')
	}
}

type rowWriter struct {
	*strings.Builder
	labelWidth int  // width of the column of labels
	ownLine    bool // whether each label is on a line above its row
}

func (b rowWriter) write(label string, columns Columns, row int) {
	var line strings.Builder
	if b.ownLine {
		b.WriteString(label + "\n")
		label = ""
	}
	line.WriteString(label + strings.Repeat(" ", b.labelWidth-textwidth.Of(label)))
	for _, c := range columns {
		cell := c.head
		if row >= 0 {
			cell = c.cells[row]
		}
		line.WriteString(gap + strings.Repeat(" ", c.width()-textwidth.Of(cell)) + cell)
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

func (c *tableColumn) width() int {
	width := textwidth.Of(c.head)
	for _, cell := range c.cells {
		width = max(width, textwidth.Of(cell))
	}
	return width
}

func groupWidth(columns Columns) int {
	width := 0
	for i := range columns {
		width += len(gap) + columns[i].width()
	}
	return width
}

// writeWrapped writes text in lines of at most width, broken at spaces.
func writeWrapped(b *strings.Builder, width int, text string) {
	used := 0
	for word := range strings.FieldsSeq(text) {
		n := textwidth.Of(word)
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	b.WriteByte('\n')
}

// writeMarkdown writes the table in Markdown, with labels aligned left and figures aligned right.
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

// markdownEscapes escapes characters in figures, options and faults that would format text or
// make a link.
var markdownEscapes = strings.NewReplacer("](", `]\(`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", `\`, `\\`)

func MarkdownText(s string) string { return markdownEscapes.Replace(s) }
