package tune

import (
	"context"
	"math"
	"testing"
)

// TestFitIsExact: the fit is exact if games have no luck and the worth of each parameter is
// a parabola.
func TestFitIsExact(t *testing.T) {
	params := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.2}, {Name: "b", Lo: -10, Hi: 30, Start: 20}, {Name: "n", Lo: 0, Hi: 50, Start: 5, Whole: true}}
	worth := func(v []float64) float64 {
		a, b, n := v[0]-0.6, (v[1]-2)/40, (v[2]-30)/50
		return 0.5 - 0.3*a*a - 0.2*b*b - 0.1*n*n
	}
	play := func(_ context.Context, t Trial) ([]float64, error) {
		return []float64{worth(t.Plus) - worth(t.Minus)}, nil
	}
	r, err := Run(t.Context(), Plan{Params: params, Steps: 60, Groups: 1, Gain: 3, Seed: 5}, &memory{}, play, nil)
	if err != nil {
		t.Fatal(err)
	}
	near := func(name string, got Estimate, want float64) {
		if !(math.Abs(got.Value-want) < 1e-9 && got.Error < 1e-9) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	plan := r.Plan
	near("gain of all", r.Gain, worth(r.Values())-worth(plan.Starts()))
	for i, bend := range []float64{0.3, 0.2, 0.1} {
		f := &r.Params[i]
		without := r.Values()
		without[i] = f.Start
		near("gain of "+f.Name, f.Gain, worth(r.Values())-worth(without))
		near("off of "+f.Name, f.Off, bend*0.01)
		for _, x := range []float64{f.Lo, f.Start, f.Hi} {
			without[i] = x
			near("worth of "+f.Name, f.Over(f.End, x), worth(without)-worth(r.Values()))
		}
	}
}

// TestStandardErrors: in many tunings with realistic luck, the true gain is within two standard
// errors of the estimate about as often as it should be.
func TestStandardErrors(t *testing.T) {
	params := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.3}, {Name: "b", Lo: 0, Hi: 1, Start: 0.5}}
	best := []float64{0.6, 0.5}
	elo := hill(params, best, 60)
	// each is the score, from -1 to 1, of one Elo if the difference is small. A third of the
	// games are drawn, and the first to move is 35 Elo better.
	const each = 0.7 * math.Ln10 / 800
	in, tunings := 0, 200
	for seed := range tunings {
		r, err := Run(t.Context(), Plan{Params: params, Steps: 60, Groups: 10, Seed: uint64(seed)}, &memory{}, duels(elo, 0.3), nil)
		if err != nil {
			t.Fatal(err)
		}
		truth := each * (elo(r.Values()) - elo(r.Plan.Starts()))
		if math.Abs(r.Gain.Value-truth) <= 2*r.Gain.Error {
			in++
		}
	}
	if part := float64(in) / float64(tunings); part < 0.87 || part > 0.99 {
		t.Errorf("the truth is within two errors in %.3f of the tunings", part)
	}
}

// TestFitWithoutData: there is no estimate if there are too few steps, or if the steps show
// nothing.
func TestFitWithoutData(t *testing.T) {
	params := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.3}}
	drawn := func(_ context.Context, t Trial) ([]float64, error) { return make([]float64, t.Groups), nil }
	r, err := Run(t.Context(), Plan{Params: params, Steps: 6, Groups: 2}, &memory{}, drawn, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Estimate{r.Gain, r.Params[0].Gain, r.Params[0].Off, r.Params[0].Over(0, 1)} {
		if !math.IsNaN(e.Value) || !math.IsNaN(e.Error) {
			t.Errorf("six steps give the estimate %v, want NaN", e)
		}
	}
	// If all games end alike, the steps show nothing. The estimate is then unknown, not 0.
	if r, err = Run(t.Context(), Plan{Params: params, Steps: 60, Groups: 2}, &memory{}, drawn, nil); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(r.Gain.Value) || r.Params[0].End != 0.3 || r.Params[0].Spread != 0 || r.Decisive != 0 {
		t.Errorf("games that all end alike give %+v", r.Params[0])
	}
	// With only two values of a number, bend and slope cannot be separated.
	params = []Param{{Name: "n", Lo: 0, Hi: 1, Start: 0, Whole: true}}
	if r, err = Run(t.Context(), Plan{Params: params, Steps: 50, Groups: 2}, &memory{}, duels(func(v []float64) float64 { return 40 * v[0] }, 0.3), nil); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(r.Gain.Value) {
		t.Errorf("two values give a gain of %v, want NaN", r.Gain)
	}
}
