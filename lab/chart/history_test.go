package chart_test

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"ouro/lab/chart"
)

// TestHistory: every series and build is named, the same history is the same drawing,
// and points without an interval, or alone, are drawn too.
func TestHistory(t *testing.T) {
	nan := math.NaN()
	for _, h := range []*chart.History{
		{Title: "cell", Figure: "moves", Builds: []string{"aaaaaaa", "bbbbbbb"}, Series: []chart.Series{
			{Name: "one", Points: []chart.Point{{At: 0, X: 100, Lo: 98, Hi: 102}, {At: 1, X: 90, Lo: 85, Hi: 95}}},
			{Name: "two", Points: []chart.Point{{At: 1, X: 95, Lo: nan, Hi: nan}}},
		}},
		{Title: "over days", Figure: "won %", Series: []chart.Series{{Name: "one", Points: []chart.Point{{At: 1.7e9, X: 50, Lo: 50, Hi: 50}}}}},
	} {
		var first, again, pixels bytes.Buffer
		for w, f := range map[*bytes.Buffer]chart.Format{&first: chart.SVG, &again: chart.SVG, &pixels: chart.PNG} {
			if err := chart.WriteHistory(w, f, h); err != nil {
				t.Fatal(err)
			}
		}
		text := first.String()
		for _, want := range append([]string{h.Title, h.Figure, "one"}, h.Builds...) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: nothing is called %q", h.Title, want)
			}
		}
		if text != again.String() || strings.Contains(text, "NaN") {
			t.Errorf("%s: drawn twice it differs, or a place is no number", h.Title)
		}
		if _, err := png.Decode(&pixels); err != nil {
			t.Error(err)
		}
	}
	if err := chart.WriteHistory(new(bytes.Buffer), chart.SVG, &chart.History{}); err == nil {
		t.Error("nothing was drawn")
	}
}
