package tune

import (
	"encoding/json"
	"strings"
	"testing"

	"ouro/arena"
)

// TestSheet: what people are told of a course, of one that ended early, and of one
// that tells nothing.
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
		{r, []string{"spot tuned against hungry, 40 steps of 40 games\n", "Played: standard 7x7, seed 4, budget nodes=10.\n", "depth", "1..4", " + ", "All options together: +"}},
		{partial, []string{"20 of 40 steps of 40 games\n", "All options together: +"}},
		{early, []string{"3 of 40 steps of 40 games\n", "The steps are too few, or too much alike, to tell a gain."}},
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
