package tune

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"

	"ouro/arena"
	"ouro/lab/chart"
)

// TestWriteChart: a row for each number, with what was tried and the course to the left,
// and what values score to the right if the steps suffice to know it. Both formats are
// written.
func TestWriteChart(t *testing.T) {
	e := experiment(t, func(_ *arena.Tournament, p *Plan) { p.Steps, p.Groups = 40, 10 })
	play := duels(func(v []float64) float64 { return 60 * v[0] }, 0.3)
	for steps, right := range map[int]string{40: "score over the start, % points", 3: "too few steps to estimate the score"} {
		log := &memory{}
		if steps < 40 {
			log.full = steps
		}
		r, err := Run(t.Context(), e.Plan, log, play, nil)
		if r == nil {
			t.Fatal(err)
		}
		c := r.courseChart(0, r.Params[0].axis())
		if tried, centre := c.Lines[0].Points, c.Lines[1].Points; len(tried) != 2*steps || len(centre) != steps+1 || centre[0].Y != r.Params[0].Start {
			t.Errorf("%d steps: %d were tried, centres %v", steps, len(tried), centre)
		}
		for _, p := range slices.Concat(c.Lines[0].Points, c.Lines[1].Points) {
			if p.Y < c.Y.Lo || p.Y > c.Y.Hi {
				t.Errorf("%d steps: %v is beyond the axis from %v to %v", steps, p, c.Y.Lo, c.Y.Hi)
			}
		}
		var text, pixels bytes.Buffer
		if err := r.WriteChart(&text, chart.SVG, "spot"); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">spot, ", ">depth<", ">tried<", ">result<", ">" + right + "<"} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%d steps: there is no %s", steps, want)
			}
		}
		if strings.Contains(text.String(), "NaN") {
			t.Errorf("%d steps: a place is no number", steps)
		}
		if err := r.WriteChart(&pixels, chart.PNG, "spot"); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&pixels); err != nil {
			t.Error(err)
		}
	}
}

// TestAxis: all ticks of a number lie within its range, and there are a few.
func TestAxis(t *testing.T) {
	for _, p := range []Found{{Param: Param{Lo: -3, Hi: 8}}, {Param: Param{Lo: 0.001, Hi: 0.5, Log: true}}, {Param: Param{Lo: 1, Hi: 1e8, Log: true}}, {Param: Param{Lo: 2, Hi: 7, Log: true}}} {
		ticks := p.axis().Ticks
		for _, tick := range ticks {
			if tick.At < p.Lo-1e-9 || tick.At > p.Hi*(1+1e-9) {
				t.Errorf("%v..%v: a tick at %v", p.Lo, p.Hi, tick.At)
			}
		}
		if len(ticks) < 2 || len(ticks) > 12 {
			t.Errorf("%v..%v: %d ticks", p.Lo, p.Hi, len(ticks))
		}
	}
}
