package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"ouro/internal/palette"
	"ouro/lab/stat"
)

// fullChart returns a chart that uses every field of [Chart].
func fullChart() *Chart {
	lone := Styled(1, "lone")
	lone.Points = []Point{{X: 4, Y: 4}}
	both := Styled(9, "two")
	both.Shape = JoinedDots
	both.Points = []Point{{X: 1, Y: 2, Lo: 1, Hi: 3}, {X: 2, Y: 3}}
	return &Chart{
		Title: `a <b> & "c"`, Spoken: "in words", Form: Square, Colour: 3,
		X: Axis{Name: "across", Hi: 10, Ticks: []Tick{{At: 10, Text: "ten"}, {At: 3.3, Mark: true}}},
		Y: Axis{Name: "up", Hi: 10, Ticks: []Tick{{At: 5, Text: "five"}, {At: 9, Mark: true}}},
		Lines: []Line{
			{Name: "one", Points: []Point{{}, {X: 5, Y: 7.5}, {X: 6}}, Band: []Point{{}, {X: 10}, {X: 10, Y: 10}}},
			both,
			lone,
			{Points: []Point{{X: 0.5, Y: 0.5}}, Shape: Dots},
		},
		Bars:  []Bar{{From: 1, To: 2, Y: 4}},
		Cells: []Cell{{From: 7, To: 8, Lo: 1, Hi: 3, Alpha: 0.5}},
	}
}

// wellFormed fails unless the text is XML.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
}

// TestFigure: all parts of a chart are drawn. Its texts are text elements, and no element
// has a style attribute.
func TestFigure(t *testing.T) {
	text := string(fullChart().Figure())
	wellFormed(t, text)
	for _, want := range []string{
		`class="plot square"`, `aria-label="in words"`, `a &lt;b&gt; &amp; &#34;c&#34;`,
		`height="100%"><polygon points="0,100 100,100 100,0" class="c0" fill-opacity="0.18"/><polyline points="0,100 50,25 60,100" class="c0" stroke-width="1.8"/>`,
		`<line x1="10%" y1="80%" x2="20%" y2="70%" class="c2" stroke-width="1.8" stroke-dasharray="8 3"/>`,
		`<line x1="10%" y1="90%" x2="10%" y2="70%" class="c2" stroke-width="2.5"/>`, `<circle cx="20%" cy="70%" r="4" class="c2"/>`,
		`<circle cx="40%" cy="60%" r="4" class="c1"/>`, `<circle cx="5%" cy="95%" r="4" class="c0"/>`,
		`<rect x="11%" y="60%" width="8%" height="40%" class="c3"/>`, `<rect x="70%" y="70%" width="10%" height="20%" class="c3" fill-opacity="0.5"/>`,
		`<line x1="33%" y1="0%" x2="33%" y2="100%" class="ink"`, `<line x1="0%" y1="10%" x2="100%" y2="10%" class="ink"`, `<line x1="0%" y1="50%" x2="100%" y2="50%" class="rule"`,
		">ten</text>", ">five</text>", ">across</text>", ">up</text>", "</svg>one</li>", "</svg>two</li>", "</svg>lone</li>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the figure has no %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "style=") || strings.Count(text, "<li>") != 3 {
		t.Errorf("an element has a style attribute, or the legend does not have the three named lines:\n%s", text)
	}
}

// TestReferenceLines: a reference line is thin. It is dashed unless Dash selects another pattern.
func TestReferenceLines(t *testing.T) {
	line := Line{Name: "bound", Points: []Point{{}, {X: 10, Y: 10}}, Shape: Reference}
	for dash, want := range []string{`"1.2" stroke-dasharray="4 3"/>`, `"1.2" stroke-dasharray="8 3"/>`, `"1.2" stroke-dasharray="2 3"/>`} {
		line.Dash = dash
		c := Chart{X: Axis{Hi: 10}, Y: Axis{Hi: 10}, Lines: []Line{line}}
		if text := string(c.Figure()); !strings.Contains(text, "stroke-width="+want) {
			t.Errorf("pattern %d: the figure has no %s:\n%s", dash, want, text)
		}
	}
}

// TestRows: each tick has a row with its text and its note. The first tick's row is at the top.
// Intervals extend along X.
func TestRows(t *testing.T) {
	y := RowAxis(Tick{Text: "first", Note: "+50"}, Tick{Text: "second"})
	c := &Chart{Form: Rows, X: Axis{Lo: -100, Hi: 100}, Y: y, Lines: []Line{{Shape: Dots, Points: []Point{Point{X: 50, Y: y.Ticks[0].At}.Within(stat.Interval{Lo: 0, Hi: 100})}}}}
	text := string(c.Figure())
	wellFormed(t, text)
	for _, want := range []string{
		`height="76"`, `<line x1="50%" y1="37.5%" x2="100%" y2="37.5%" class="c0"`, `<circle cx="75%" cy="37.5%"`,
		`y="37.5%" dx="0em" dy="-0.7em" text-anchor="start" class="ink">first<`, `text-anchor="end" class="soft">+50<`, `y="87.5%" dx="0em" dy="-0.7em" text-anchor="start" class="ink">second<`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %s:\n%s", want, text)
		}
	}
}

// TestStyle: the style sheet has the colours of the palette, and a class for each colour.
func TestStyle(t *testing.T) {
	for i, c := range []palette.RGB{palette.Blue, palette.Vermilion, palette.Green, 0, 0, palette.Black, palette.Sky} {
		if c == 0 && i != 5 {
			continue // the palette's colour is too faint on white; the style has a darker one
		}
		if want := fmt.Sprintf("--c%d: light-dark(%s, ", i, c); !strings.Contains(Style, want) {
			t.Errorf("the style has no %s", want)
		}
	}
	for c := range paper {
		if !strings.Contains(Style, ".plot ."+c.class()+" {") {
			t.Errorf("the style has no rule for the class %s", c.class())
		}
	}
}

// TestStylesDiffer: the styles of the first 28 lines differ.
func TestStylesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for i := range 28 {
		l := Styled(i, "")
		seen[l.sample()] = true
	}
	if len(seen) != 28 {
		t.Errorf("28 lines have %d different styles", len(seen))
	}
}

// TestThink: the charts of all samples have the same scale; samples without a histogram are
// omitted.
func TestThink(t *testing.T) {
	var fast, slow stat.Histogram
	for range 100 {
		fast.Add(time.Microsecond)
		slow.Add(time.Millisecond)
	}
	charts := Think([]Sample{{"fast", &fast}, {"unknown", nil}, {"slow", &slow}})
	if len(charts) != 2 || charts[1].Title != "slow" || charts[1].Colour != 2 {
		t.Fatalf("%+v", charts)
	}
	f, s := &charts[0], &charts[1]
	if len(f.Bars) != 1 || len(s.Bars) != 1 || f.X.At(f.Bars[0].From) > 5 || s.X.At(s.Bars[0].From) < 90 || f.Y.At(f.Bars[0].Y) != 100 {
		t.Errorf("%+v %+v", f, s)
	}
	if Think([]Sample{{"unknown", nil}}) != nil {
		t.Error("a sample without a histogram has a chart")
	}
}

// TestText: bars become block characters, and an interval is drawn on an axis.
func TestText(t *testing.T) {
	for _, x := range []Axis{{Lo: 3, Hi: 9}, {Lo: 1, Hi: 1e6, Log: true}} {
		counts := []uint64{0, 8, 0, 4, 1, 0}
		c := Chart{X: x, Y: CountAxis(counts), Bars: Bars(x, counts)}
		if got, want := c.Spark(), " █ ▅▂ "; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Chart{}).Spark(); got != "" {
		t.Errorf("no bars are %q", got)
	}
	for _, c := range []struct {
		axis Axis
		want string
	}{{Axis{Hi: 10}, "··──●───···"}, {Axis{}, "·····●·····"}} {
		if got := c.axis.Interval(2, 4, 7, 11); got != c.want {
			t.Errorf("%v: %q, want %q", c.axis, got, c.want)
		}
	}
}
