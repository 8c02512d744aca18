package plot

import (
	"encoding/xml"
	"errors"
	"html/template"
	"io"
	"strings"
	"testing"
	"time"

	"ouro/lab/stat"
)

// drawn is a chart as a page has it.
func drawn(t *testing.T, c Chart) string {
	t.Helper()
	var b strings.Builder
	if err := template.Must(template.New("page").Parse(Template)).ExecuteTemplate(&b, "chart", &c); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatalf("%v: %s", err, b.String())
		}
	}
}

// TestChart: all that a chart has is drawn, its words are text, and nothing has a style
// of its own.
func TestChart(t *testing.T) {
	x := Axis{0, 10}
	var points Points
	points.Add(0, 100)
	points.Add(x.At(5), x.Down(2.5))
	lone := Styled(1, "lone")
	lone.Points.Add(40, 60)
	text := drawn(t, Chart{
		Title: `a <b> & "c"`, Says: "in words", XName: "x", YName: "y", X: append(x.Ticks(5, Whole), Tick{At: 33, Mark: true}), Y: x.Ticks(2, Whole),
		Lines: []Line{{Name: "one", Points: points, Area: append(points, Dot{100, 100})}, Styled(9, "two"), lone},
		Bars:  []Bar{{1, 2, 3, 4}}, Dots: []Dot{{5, 6}}, Squares: []Square{{Bar{7, 8, 9, 10}, 0.5}}, Colour: 3, Square: true,
	})
	for _, want := range []string{
		`aria-label="in words"`, `a &lt;b&gt; &amp; &#34;c&#34;`, `points="0,100 50,75"`, `<polygon points="0,100 50,75 100,100"`, `class="c2 d1"`,
		`x="1%" y="2%" width="3%" height="4%" class="c3"`, `cx="5%" cy="6%"`, `cx="40%" cy="60%" r="4" class="c1"`, `fill-opacity="0.5"`, `x1="33%" x2="33%"`, ">10</text>", ">one</li>", `class="plot square"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %s: %s", want, text)
		}
	}
	if strings.Contains(text, "style=") {
		t.Error("something has a style of its own")
	}
}

// TestThink: what was thought is drawn on one scale, by those of whom it is known.
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
	if f, s := charts[0].Bars, charts[1].Bars; len(f) != 1 || len(s) != 1 || f[0].X > 5 || s[0].X < 90 || f[0].H != 100 {
		t.Errorf("%+v %+v", f, s)
	}
	if Think([]Sample{{"unknown", nil}}) != nil {
		t.Error("something is drawn of nothing")
	}
}
