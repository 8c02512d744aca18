package arena

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/chart"
	"ouro/lab/sheet"
)

//go:embed page.html
var pageText string

// pageTemplate escapes all that it is given by where it stands: names come from
// strangers.
var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template shows.
type page struct {
	Title, Heading, Played, Lead string
	Ratings                      *chart.Chart
	Standings, Ends, Answers     *sheet.Table
	Cross                        *grid
	Pairs                        *sheet.Table
	Charts, Think                []chart.Chart
	Notes                        []string
	Text                         string
	ChartStyle                   template.CSS
}

// WriteHTML writes the report as one page that stands alone: it asks for nothing from
// elsewhere, has no scripts, is light or dark as its reader is, and can be printed.
func (r *Report) WriteHTML(w io.Writer) error {
	standings := r.standingsTable()
	p := page{
		Title: r.title(), Heading: printable.Line(r.heading()), Played: printable.Line(r.playedText()),
		Ratings: r.ratingsChart(), Standings: &standings, Notes: r.notes(), Lead: r.lead(),
		Text: r.again(), ChartStyle: template.CSS(chart.Style),
	}
	if len(r.Standings) > 2 && len(r.Pairs) > 0 {
		p.Cross = r.grid()
	}
	if len(r.Pairs) > 0 {
		pairs := r.pairsTable()
		p.Pairs = &pairs
	}
	if r.Games > 0 {
		ends, answers := r.endsTable(), r.answersTable()
		p.Ends, p.Answers, p.Charts, p.Think = &ends, &answers, r.charts(), r.thinkCharts()
	}
	return pageTemplate.Execute(w, p)
}

// again is the text of a tournament with the same games: how many are played at once
// makes no difference to them.
func (r *Report) again() string {
	t := *r.Tournament
	t.Workers = 0
	return t.Text()
}

// grid is the cross table, coloured.
type grid struct {
	Heads []string
	Rows  []gridRow
}

type gridRow struct {
	Name  string
	Cells []gridCell
}

type gridCell struct {
	Text, Title string
	Side        string  // "ahead", "behind" or ""
	Alpha       float64 // how strong its colour is
}

func (r *Report) grid() *grid {
	g := &grid{}
	for i := range r.Standings {
		g.Heads = append(g.Heads, fmt.Sprint(i+1))
		row := gridRow{Name: strings.TrimSpace(r.label(i))}
		for j := range r.Standings {
			row.Cells = append(row.Cells, r.gridCell(i, j))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (r *Report) gridCell(i, j int) gridCell {
	a, b := &r.Standings[i], &r.Standings[j]
	p, met := r.Pair(a.Snake, b.Snake)
	switch {
	case i == j:
		return gridCell{Text: "·"}
	case !met:
		return gridCell{Text: sheet.None}
	}
	c := gridCell{
		Text: crossText(p.Score.Value, len(r.Standings)),
		Title: fmt.Sprintf("%s against %s: %s in %s, 95 %% interval %s, LOS %s %%", a.Name, b.Name,
			percent(p.Score.Value), english.Count(p.Games, strings.TrimSuffix(r.unit(), "s")), percentInterval(p.Score), likelihood(p.LOS)),
		Alpha: math.Round(100*1.3*math.Abs(p.Score.Value-0.5)) / 100,
	}
	switch {
	case p.Score.Value > 0.5:
		c.Side = "ahead"
	case p.Score.Value < 0.5:
		c.Side = "behind"
	}
	return c
}
