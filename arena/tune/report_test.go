package tune

import (
	"bytes"
	"encoding/json"
	"image/png"
	"slices"
	"strings"
	"testing"

	"ouro/arena"
	"ouro/lab/chart"
)

// TestSheet checks the sheets of a whole tuning, of one that ended early, and of one with
// too few steps for an estimate.
func TestSheet(t *testing.T) {
	e := experiment(t, func(_ *arena.Tournament, p *Plan) { p.Steps, p.Groups = 40, 10 })
	play := duels(func(v []float64) float64 { return 60 * v[0] }, 0.3)
	log := &memory{full: 20}
	partial, err := Run(t.Context(), e.Plan, log, play, nil)
	if err == nil {
		t.Fatal("the log is not full")
	}
	log.full = 0
	r, err := Run(t.Context(), e.Plan, log, play, nil)
	if err != nil {
		t.Fatal(err)
	}
	early, err := Run(t.Context(), e.Plan, &memory{full: 3}, play, nil)
	if err == nil {
		t.Fatal("the log is not full")
	}
	for _, c := range []struct {
		r    *Result
		want []string
	}{
		{r, []string{"spot tuned against hungry, 40 steps of 40 games\n", "Played: standard 7x7, seed 4, budget nodes=10.\n", "depth", "1..4", " + ", "All options together gain +"}},
		{partial, []string{"20 of 40 steps of 40 games\n", "All options together gain +"}},
		{early, []string{"3 of 40 steps of 40 games\n", "The steps are too few, or their results too similar, to show a gain."}},
	} {
		var b strings.Builder
		if err := e.Sheet(c.r).WriteText(&b, 80); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if want = strings.Trim(want, " "); !strings.Contains(b.String(), want) {
				t.Errorf("there is no %q in\n%s", want, &b)
			}
		}
		for line := range strings.Lines(b.String()) {
			if len(line) > 81 {
				t.Errorf("more than 80 columns: %s", line)
			}
		}
		if _, err := json.Marshal(e.Facts(c.r)); err != nil {
			t.Error(err)
		}
	}
	if end := e.End(r).String(); end != "spot:depth=4" || e.Start().String() != "spot:depth=2" {
		t.Errorf("from %s to %s", e.Start(), end)
	}
}

// TestWriteChart: each parameter has a row. On the left are the tried values and the tuning; on the
// right are the scores of values, if there are enough steps. WriteChart writes both formats.
func TestWriteChart(t *testing.T) {
	e := experiment(t, func(_ *arena.Tournament, p *Plan) { p.Steps, p.Groups = 40, 10 })
	play := duels(func(v []float64) float64 { return 60 * v[0] }, 0.3)
	for steps, right := range map[int]string{40: "score above that of the start, in % points", 3: "too few steps to estimate the score"} {
		log := &memory{}
		if steps < 40 {
			log.full = steps
		}
		r, err := Run(t.Context(), e.Plan, log, play, nil)
		if r == nil {
			t.Fatal(err)
		}
		c := r.trendChart(0, r.Params[0].axis())
		if played, centre := c.Lines[0].Points, c.Lines[1].Points; len(played) != 2*steps || len(centre) != steps+1 || centre[0].Y != r.Params[0].Start {
			t.Errorf("%d steps: %d values were played, centres %v", steps, len(played), centre)
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

// TestAxis: a parameter has a few ticks, all within its range.
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
