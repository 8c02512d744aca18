package results

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"ouro/internal/buildinfo"
	"ouro/lab/chart"
	"ouro/lab/stat"
	"ouro/store"
)

// TestHistoryChart: the chart names every line and build. It draws only lines of one figure. It also
// draws lines with a single point, and points without an interval.
func TestHistoryChart(t *testing.T) {
	at := func(build string, x, lo, hi float64) historyPoint {
		return historyPoint{&store.Experiment{Build: buildinfo.Identity{Commit: build, Sum: build}, Created: time.Unix(1.7e9, 0)}, 10, x, stat.Interval{Lo: lo, Hi: hi}}
	}
	nan := math.NaN()
	one := history{name: "one", figure: "moves", points: []historyPoint{at("aaaaaaa", 100, 98, 102), at("bbbbbbb", 90, 85, 95)}}
	for _, c := range []struct {
		all   []history
		dates bool
		want  []string
	}{
		{
			[]history{one, {name: "two", figure: "moves", points: []historyPoint{at("bbbbbbb", 95, nan, nan)}}, {name: "three", figure: "turns", points: one.points}},
			false,
			[]string{"</svg>one<", "</svg>two<", ">aaaaaaa<", ">bbbbbbb<", ">moves<"},
		},
		{[]history{{name: "alone", figure: "won %", share: true, points: []historyPoint{at("aaaaaaa", 0.5, 0.5, 0.5)}}}, true, []string{">alone<", ">14 Nov ", ">50<", ">won %<"}},
	} {
		drawn := historyChart(c.all, c.dates)
		text := string(drawn.Figure())
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("the chart lacks %s:\n%s", want, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "three") {
			t.Errorf("a coordinate is not a number, or the chart has a line of another figure:\n%s", text)
		}
		var pixels bytes.Buffer
		if err := drawn.Write(&pixels, chart.PNG); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&pixels); err != nil {
			t.Error(err)
		}
	}
}
