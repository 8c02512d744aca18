package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/studio/web"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed player.js
var playerModule string

// pageTemplate escapes all that it is given by where it stands: names come from
// strangers.
var pageTemplate = template.Must(template.New("page").Parse(pageText))

// style is that of the page: the studio's, the charts', and its own.
var style = sync.OnceValues(func() (string, error) {
	var b strings.Builder
	for _, name := range []string{"style.css", "draw/draw.css", "views/watch.css"} {
		text, err := web.Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String() + "@layer charts {\n" + chart.Style + "}\n" + pageStyle, nil
})

// player is the script of the page.
var player = sync.OnceValues(func() (string, error) { return web.Bundle(playerModule) })

// page is what the template shows.
type page struct {
	Title, Heading string
	Lead           []string
	Sections       []pageSection
	Made           string
	Style          template.CSS
	Script         template.JS
	Policy         string
}

type pageSection struct {
	Title  string // "" where there is but one
	Place  int
	Answer string
	Sheet  *sheet.Sheet
	Tables []sheet.Table // of the sheet, none of them wide
	Facts  []fact
	Moves, Lengths, Think,
	Turns []chart.Chart
	Pairs          []paired
	MorePairs      string
	Meals          *chart.Chart
	Slow           *sheet.Table
	Looked         []pageLook
	Commands       []command
	Kind, NotDrawn string // of an experiment that is not drawn
}

type pageLook struct {
	ID, Title, Who, Why, Ending string
	Number, Moves, Length       int
	Mishaps                     int
	Missing                     string
	Data                        string
}

// WriteHTML writes the report as one page that stands alone: it asks for nothing from
// elsewhere, forbids it, and runs nothing but its own player. It is light or dark as its
// reader is, and can be printed.
func (r *Report) WriteHTML(w io.Writer) error {
	looks, err := style()
	if err != nil {
		return err
	}
	p := page{Title: r.title(), Heading: r.heading(), Made: r.Made, Style: template.CSS(looks)}
	tapes := 0
	for i := range r.Sections {
		s := r.Sections[i].page(i)
		if len(r.Sections) > 1 {
			s.Title = r.Sections[i].title()
		}
		p.Sections = append(p.Sections, s)
		for _, l := range s.Looked {
			if l.Data != "" {
				tapes++
			}
		}
	}
	if len(p.Sections) == 1 {
		p.Lead = []string{p.Sections[0].Answer}
	}
	p.Policy = "default-src 'none'; img-src data:; style-src " + hashOf(looks) + "; base-uri 'none'; form-action 'none'"
	if tapes > 0 {
		script, err := player()
		if err != nil {
			return err
		}
		p.Script = template.JS(script)
		p.Policy += "; script-src " + hashOf(script)
	}
	return pageTemplate.Execute(w, p)
}

// hashOf allows a text of the page, by what a browser is told of it.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// heading is the question, or what was played.
func (r *Report) heading() string {
	if r.Question != "" {
		return printable.Line(r.Question)
	}
	if len(r.Sections) == 1 {
		return r.Sections[0].title()
	}
	return english.Count(len(r.Sections), "experiment")
}

func (r *Report) title() string { return "Ouro: " + r.heading() }

// title says what was played.
func (s *Section) title() string {
	if s.Report == nil {
		e := s.Experiments[0]
		return printable.Line(either(e.Title != "", e.Title, e.Kind))
	}
	return printable.Line(s.Report.Sheet().Title)
}

// wideTable is how many columns a table of the page has.
const wideTable = 9

// page is what the page shows of the section.
func (s *Section) page(place int) pageSection {
	p := pageSection{Place: place, Answer: s.answer(), Facts: s.facts(), Commands: s.commands()}
	if s.Report == nil {
		p.Kind = printable.Line(s.Experiments[0].Kind)
		p.NotDrawn = notDrawn(p.Kind)
		return p
	}
	p.Sheet = s.Report.Sheet()
	for i := range p.Sheet.Tables {
		p.Tables = append(p.Tables, p.Sheet.Tables[i].Split(wideTable)...)
	}
	p.Sheet.Notes = append(p.Sheet.Notes, s.Notes...)
	if len(s.Report.Games) == 0 {
		return p
	}
	switch k := s.Report.Experiment.Kind.(type) {
	case arena.Kind:
		p.Turns = s.turns()
	case lab.Measured:
		p.Turns = s.measures(k)
	default:
		p.Moves, p.Lengths, p.Pairs = s.moves(), s.lengths(), s.pairs()
		if more := len(s.Report.Pairs) - len(p.Pairs); more > 0 && len(p.Pairs) > 0 {
			p.MorePairs = english.Count(more, "more pair") + " are not drawn: those with hardly a game that both won, and those beyond the first few."
		}
		p.Meals, _ = s.Report.MealsChart()
	}
	p.Think, p.Slow, p.Looked = s.thinking(), s.slowTable(), s.looks(place)
	return p
}

// notDrawn says where there is more about experiments of a kind.
func notDrawn(kind string) string {
	switch order.Kind(kind) {
	case order.Exact:
		return "" // there is nothing to draw
	default:
		return "Experiments of the kind " + kind + " are not drawn here."
	}
}

// slowTable are the slowest decisions, nil where none was timed.
func (s *Section) slowTable() *sheet.Table {
	if len(s.Slow) == 0 {
		return nil
	}
	var who, at sheet.Columns
	for _, d := range s.Slow {
		who.Row("solver", s.Report.Results[d.Entrant].Name)
		at.Row("game", fmt.Sprint(s.number(d.Group, d.Seating)), "decision", fmt.Sprint(d.Decision), "took", sheet.Duration(d.Took))
	}
	t := sheet.NewTable(who, at)
	return &t
}

// looks are the games to look at.
func (s *Section) looks(place int) (all []pageLook) {
	for i := range s.Looked {
		l := &s.Looked[i]
		p := pageLook{
			ID: fmt.Sprintf("game-%d-%d", place, i), Why: l.Why, Ending: l.Tally.Ending.String(), Number: s.number(l.Group, l.Seating),
			Moves: int(l.Tally.Turns), Missing: l.Missing,
		}
		for _, seat := range l.Tally.Seats {
			p.Length, p.Mishaps = max(p.Length, int(seat.Length)), p.Mishaps+int(seat.Mishaps)
		}
		if l.Entrant >= 0 {
			p.Who = s.Report.Results[l.Entrant].Name
		} else {
			var names []string
			for _, seat := range l.Tally.Seats {
				names = append(names, s.Report.Results[seat.Entrant].Name)
			}
			p.Who = join(names)
		}
		p.Title = fmt.Sprintf("%s, game %d: %s in %s", p.Who, p.Number, p.Ending, english.Count(p.Moves, "move"))
		if l.Tape != nil {
			p.Data = l.Tape.Data
		}
		all = append(all, p)
	}
	return all
}
