package sheet_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// newSheet returns a sheet with all fields set except Lead.
func newSheet() *sheet.Sheet {
	var names, counts, times sheet.Columns
	names.Row("snake", "a|b")
	counts.Row("won", "3", "lost", "12")
	times.Row("p99", "1.20ms")
	names.Row("snake", "[click](http://example.org)")
	counts.Row("won", "12", "lost", "3")
	times.Row("p99", "-")
	titled := sheet.NewTable(names, counts, nil, times)
	titled.Title = "who won"
	return &sheet.Sheet{
		Title:  "a game",
		Tables: []sheet.Table{titled, sheet.NewTable(names[:1], counts[:1])},
		Notes:  []string{"a note that is longer than the line it may have", "another"},
	}
}

func TestText(t *testing.T) {
	var b strings.Builder
	if err := newSheet().WriteText(&b, 90); err != nil {
		t.Fatal(err)
	}
	const want = `a game

who won
snake                        won  lost     p99
a|b                            3    12  1.20ms
[click](http://example.org)   12     3       -

snake                        won
a|b                            3
[click](http://example.org)   12

a note that is longer than the line it may have
another
`
	if b.String() != want {
		t.Errorf("have\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := newSheet().WriteText(&b, 16); err != nil { // this is too narrow for figures beside labels
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "a|b\n    3    12\n") || !strings.Contains(text, "a note that is\nlonger than the\n") {
		t.Errorf("narrow:\n%s", text)
	}
}

// TestWideNames: columns are aligned in a terminal, where a character may take two columns
// or none.
func TestWideNames(t *testing.T) {
	var names, won sheet.Columns
	for _, name := range []string{"蛇", "x y", "e\u0301te\u0301", "👩‍🚀"} {
		names.Row("snake", name, "against", "蛇蛇")
		won.Row("won", "3")
	}
	table := sheet.NewTable(names, won)
	want := []string{
		"snake - against  won",
		"蛇 - 蛇蛇          3",
		"x y - 蛇蛇         3",
		"e\u0301te\u0301 - 蛇蛇         3",
		"👩‍🚀 - 蛇蛇          3",
	}
	if got := table.Lines(60); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := newSheet().WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"**a game**\n\nwho won\n\n| snake | won | lost | p99 |\n|:---|---:|---:|---:|\n| a\\|b | 3 | 12 | 1.20ms |\n",
		`| [click]\(http://example.org) |`,
		"- a note that",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}

// TestLead: the lead is between the title and the tables.
func TestLead(t *testing.T) {
	s := newSheet()
	s.Lead = "The first is better, of *two*."
	var text, markdown strings.Builder
	if err := errors.Join(s.WriteText(&text, 20), s.WriteMarkdown(&markdown)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "a game\n\nThe first is better,\nof *two*.\n\nwho won\n") {
		t.Errorf("text:\n%s", text.String())
	}
	if !strings.HasPrefix(markdown.String(), "**a game**\n\nThe first is better, of \\*two\\*.\n\nwho won\n") {
		t.Errorf("Markdown:\n%s", markdown.String())
	}
}

// TestFacts: JSON and CSV have the same facts, except those for only one format.
func TestFacts(t *testing.T) {
	facts := sheet.FactsOf(
		"name", sheet.InJSON("x"),
		"snake", sheet.InCSV("x"),
		"none", sheet.Sparse(0),
		"some", sheet.Sparse(1),
		"unknown", sheet.Number(math.NaN()),
		"score", sheet.MeanFacts(0.5, stat.Interval{Lo: 0.25, Hi: math.Inf(1)}),
		"list", []string{"a", "b"},
	)
	facts.Add("last", sheet.Each([]int{1}, func(i *int) sheet.Facts { return sheet.FactsOf("i", *i) }))
	text, err := json.Marshal(facts)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"x","some":1,"unknown":null,"score":{"mean":0.5,"ci95":[0.25,null]},"list":["a","b"],"last":[{"i":1}]}`; string(text) != want {
		t.Errorf("JSON: %s, want %s", text, want)
	}
	var b strings.Builder
	if err := sheet.WriteCSV(&b, facts[:7], slices.Values([]sheet.Facts{facts[:7]})); err != nil {
		t.Fatal(err)
	}
	if want := "snake,none,some,unknown,score_mean,score_lo95,score_hi95,list\nx,0,1,,0.5,0.25,,a b\n"; b.String() != want {
		t.Errorf("CSV: %s, want %s", b.String(), want)
	}
}

// TestFactsOfOdd: a name without a value panics.
func TestFactsOfOdd(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a name without a value did not panic")
		}
	}()
	sheet.FactsOf("a", 1, "b")
}

// brokenWriter is a writer whose writes all fail.
type brokenWriter struct{}

var errFull = errors.New("full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	var w brokenWriter
	for name, err := range map[string]error{
		"text":     newSheet().WriteText(w, 80),
		"markdown": newSheet().WriteMarkdown(w),
		"CSV":      sheet.WriteCSV(w, sheet.FactsOf("a", 1), slices.Values([]sheet.Facts{})),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSplit: the parts of a table together have each column once. A group of columns is not
// divided, and each part has the labels of the rows.
func TestSplit(t *testing.T) {
	var labels, a, b, c sheet.Columns
	labels.Row("solver", "x")
	a.Row("a1", "1", "a2", "2", "a3", "3")
	b.Row("b1", "4")
	c.Row("c1", "5", "c2", "6")
	table := sheet.NewTable(labels, a, b, c)
	table.Title = "title"
	for limit, want := range map[int]string{
		1: "solver a1 a2 a3|solver b1|solver c1 c2", 4: "solver a1 a2 a3 b1|solver c1 c2", 3: "solver a1 a2 a3|solver b1 c1 c2", 99: "solver a1 a2 a3 b1 c1 c2",
	} {
		var parts []string
		for i, part := range table.Split(limit) {
			parts = append(parts, strings.Join(part.Heads(), " "))
			if (part.Title != "") != (i == 0) {
				t.Errorf("part %d has the title %q", i, part.Title)
			}
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%d columns: %s, want %s", limit, got, want)
		}
	}
	alone := sheet.NewTable(labels)
	if parts := alone.Split(3); len(parts) != 1 || len(parts[0].Rows()) != 1 {
		t.Errorf("of labels alone: %v", parts)
	}
	table.Tints = [][]sheet.Tint{make([]sheet.Tint, 6)}
	if parts := table.Split(3); len(parts) != 1 || parts[0].Tints == nil {
		t.Errorf("of a coloured table: %d parts", len(parts))
	}
}
