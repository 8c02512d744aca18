package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/studio/web"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed player.js
var playerModule string

// pageTemplate escapes all values, because names can come from other machines.
var pageTemplate = template.Must(template.New("page").Parse(pageText))

// style returns the style sheets of the studio, the charts and the report as one.
var style = sync.OnceValues(func() (string, error) {
	text, err := web.Styles("style.css", "draw/draw.css", "views/watch/watch.css")
	return text + "@layer charts {\n" + chart.Style + "}\n" + pageStyle, err
})

// player returns the script of the player.
var player = sync.OnceValues(func() (string, error) { return web.Bundle(playerModule) })

type page struct {
	Title, Heading string
	Lead           string // lead of the only section; "" if there are several
	Sections       []pageSection
	Made           string // the program that wrote the page
	Style          template.CSS
	Script         template.JS
	Policy         string
}

// pageSection is a Section as page.html shows it.
type pageSection struct {
	Title    string // "" if there is one section
	Sheet    *sheet.Sheet
	Ratings  *chart.Chart // the ratings of a tournament
	Tables   []pageTable
	Parts    []part
	Slow     *pageTable
	Picks    []pagePick
	Facts    []fact
	Commands []command
	Config   string
}

// pagePick is a selected game as page.html shows it.
type pagePick struct {
	ID, Title, Who, Why, Ending string
	Number, Moves, Length       int
	Faults                      int
	Missing                     string
	Data                        string
}

// WriteHTML writes the report as one self-contained page, which can be printed. The page makes no
// request, its policy forbids all requests, and its only script is the player. Its colours follow the
// reader's light or dark mode.
func (r *Report) WriteHTML(w io.Writer) error {
	css, err := style()
	if err != nil {
		return err
	}
	p := page{Title: r.title(), Heading: r.heading(), Made: r.Made, Style: template.CSS(css)}
	tapes := 0
	for i := range r.Sections {
		s := r.Sections[i].page(i)
		if len(r.Sections) > 1 {
			s.Title = s.Sheet.Title
		} else {
			p.Lead = s.Sheet.Lead
		}
		p.Sections = append(p.Sections, s)
		for _, pick := range s.Picks {
			if pick.Data != "" {
				tapes++
			}
		}
	}
	script := ""
	if tapes > 0 {
		if script, err = player(); err != nil {
			return err
		}
		p.Script = template.JS(script)
	}
	p.Policy = web.SelfContained(css, script)
	return pageTemplate.Execute(w, p)
}

// heading returns the question or, without one, the title of the only section or the number of
// experiments.
func (r *Report) heading() string {
	switch {
	case r.Question != "":
		return printable.Line(r.Question)
	case len(r.Sections) == 1:
		return r.Sections[0].sheet().Title
	}
	return english.Count(len(r.Sections), "experiment")
}

func (r *Report) title() string { return "Ouro: " + r.heading() }

// sheet returns the figures of the section, with notes about changed games.
func (s *Section) sheet() *sheet.Sheet {
	var all sheet.Sheet
	if s.Report != nil {
		all = *s.Report.Sheet()
	} else {
		all = *s.Found.Sheet
	}
	all.Title = printable.Line(all.Title)
	all.Notes = slices.Concat(all.Notes, s.notes)
	return &all
}

// page returns the section for page.html. place is its index in the report.
func (s *Section) page(place int) pageSection {
	p := pageSection{Sheet: s.sheet(), Parts: s.parts(), Picks: s.pagePicks(place), Facts: s.facts(), Commands: s.commands(), Config: s.config()}
	for i := range p.Sheet.Tables {
		p.Tables = append(p.Tables, tablesOf(&p.Sheet.Tables[i])...)
	}
	if s.Report != nil {
		if f := arena.FiguresOf(s.Report); f != nil {
			if c, known := f.RatingsChart(); known {
				p.Ratings = c
			}
		}
	}
	if t := s.slowTable(); t != nil {
		slow := tableOf(t)
		p.Slow = &slow
	}
	return p
}

// slowTable returns a table of the slowest decisions, or nil without times.
func (s *Section) slowTable() *sheet.Table {
	if len(s.Slow) == 0 {
		return nil
	}
	var solvers, decisions sheet.Columns
	for _, d := range s.Slow {
		solvers.Row("solver", s.Report.Results[d.Entrant].Name)
		decisions.Row("game", fmt.Sprint(s.number(d.Group, d.Seating)), "decision", fmt.Sprint(d.Decision), "took", sheet.Duration(d.Took))
	}
	t := sheet.NewTable(solvers, decisions)
	return &t
}

func (s *Section) pagePicks(place int) (all []pagePick) {
	for i := range s.Picks {
		l := &s.Picks[i]
		p := pagePick{
			ID: fmt.Sprintf("game-%d-%d", place, i), Why: l.Why, Ending: l.Tally.Ending.String(), Number: s.number(l.Group, l.Seating),
			Moves: int(l.Tally.Turns), Missing: l.Missing,
		}
		for _, seat := range l.Tally.Seats {
			p.Length, p.Faults = max(p.Length, int(seat.Length)), p.Faults+int(seat.Faults)
		}
		var names []string
		for _, seat := range l.Tally.Seats {
			names = append(names, s.Report.Results[seat.Entrant].Name)
		}
		if p.Who = strings.Join(names, ", "); len(names) > 1 && l.Tally.Ending == ouro.Won {
			p.Ending = names[l.Tally.Winner] + " won"
		}
		p.Title = fmt.Sprintf("%s, game %d: %s in %s", p.Who, p.Number, p.Ending, english.Count(p.Moves, "move"))
		if l.Tape != nil {
			p.Data = l.Tape.Data
		}
		all = append(all, p)
	}
	return all
}

// Limits of tables on the page.
const (
	wideTable = 12 // maximum number of columns beside one label column; wider tables are split
	wideLabel = 3  // each further label column reduces wideTable by this number
	longTable = 20 // maximum number of rows of a table that is not folded
	tints     = 6  // number of strengths of a colour; see page.css
)

// pageTable is a table as page.html shows it.
type pageTable struct {
	Title  string
	Heads  []string
	Labels int // number of label columns
	Rows   [][]pageCell
	tinted bool
}

type pageCell struct{ Text, Class, Hint string }

// Class returns the CSS class of a table.
func (t *pageTable) Class() string {
	switch {
	case t.tinted:
		return "cross"
	case t.Labels > 1:
		return "two"
	}
	return ""
}

// Folded returns the summary of a table that is too long to be shown unfolded, or "".
func (t *pageTable) Folded() string {
	if len(t.Rows) <= longTable {
		return ""
	}
	return fmt.Sprintf("%d rows", len(t.Rows))
}

// tablesOf splits a table that is too wide for the page.
func tablesOf(t *sheet.Table) (parts []pageTable) {
	for _, part := range t.Split(wideTable - wideLabel*(t.Labels()-1)) {
		parts = append(parts, tableOf(&part))
	}
	return parts
}

func tableOf(t *sheet.Table) pageTable {
	p := pageTable{Title: t.Title, Heads: t.Heads(), Labels: t.Labels(), tinted: t.Tints != nil}
	for i, texts := range t.Rows() {
		row := make([]pageCell, len(texts))
		for j, text := range texts {
			row[j].Text = text
			if k := j - p.Labels; p.tinted && k >= 0 {
				row[j].Class, row[j].Hint = tint(t.Tints[i][k].By), t.Tints[i][k].Hint
			}
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// tint returns the CSS class for the colour of a cell, or "".
func tint(by float64) string {
	side := "ahead"
	if by < 0 {
		side = "behind"
	}
	strength := math.Ceil(tints * math.Min(1, math.Abs(by)))
	if !(strength > 0) { // strength > 0 is false for NaN
		return ""
	}
	return fmt.Sprintf("%s t%.0f", side, strength)
}
