package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouro"
)

// memory is a Log that lives as long as the test.
type memory struct {
	lines [][]byte
	full  int // number of lines after which Append fails; 0 means never
}

func (m *memory) Lines() [][]byte { return m.lines }

var errFull = errors.New("disk full")

func (m *memory) Append(line []byte) error {
	if m.full > 0 && len(m.lines) == m.full {
		return errFull
	}
	m.lines = append(m.lines, slices.Clone(line))
	return nil
}

// strength returns the Elo of a setting.
type strength func(values []float64) float64

// duels returns an Objective whose games have as much luck as chess. In a group each side
// moves first once, which is an advantage. A game is drawn with probability draws. The
// seeds of the groups determine all results.
func duels(f strength, draws float64) Objective {
	const first = 35 // Elo
	return func(_ context.Context, t Trial) ([]float64, error) {
		var scores []float64
		diff := f(t.Plus) - f(t.Minus)
		for g := range t.Groups {
			dice := ouro.NewPCG(ouro.GameSeed(t.Seed, g))
			uniform := func() float64 { return float64(dice.Uint64()>>11) / (1 << 53) }
			sum := 0.0
			for _, bonus := range []float64{first, -first} {
				wins := 1 / (1 + math.Pow(10, -(diff+bonus)/400)) // of Plus
				switch {
				case uniform() < draws:
				case uniform() < wins:
					sum++
				default:
					sum--
				}
			}
			scores = append(scores, sum/2)
		}
		return scores, nil
	}
}

// oppositeScores returns play with the signs of all scores reversed.
func oppositeScores(play Objective) Objective {
	return func(ctx context.Context, t Trial) ([]float64, error) {
		scores, err := play(ctx, t)
		for i := range scores {
			scores[i] = -scores[i]
		}
		return scores, err
	}
}

// problem is a snake whose best numbers are known.
type problem struct {
	name   string
	params []Param
	best   []float64
	f      strength
	within float64 // root mean square of the distances of all ends from the best, on the range
}

// hill returns a strength that is a sum of parabolas, one for each parameter. At half the
// range from the best value, each has fallen by height Elo.
func hill(params []Param, best []float64, height float64) strength {
	return func(values []float64) (elo float64) {
		for i := range params {
			x := params[i].unit(values[i]) - params[i].unit(best[i])
			elo -= height * 4 * x * x
		}
		return elo
	}
}

func problems() []problem {
	one := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.2}}
	three := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.2}, {Name: "b", Lo: -50, Hi: 50, Start: 40}, {Name: "c", Lo: 0.01, Hi: 100, Start: 0.05, Log: true}}
	whole := []Param{{Name: "depth", Lo: 1, Hi: 60, Start: 10, Whole: true}, {Name: "few", Lo: 0, Hi: 6, Start: 0, Whole: true}}
	edge := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.5}}
	rounds := []Param{{Name: "nodes", Lo: 1, Hi: 100000, Start: 10, Whole: true, Log: true}}
	plateau := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.15}}
	return []problem{
		{"one", one, []float64{0.7}, hill(one, []float64{0.7}, 150), 0.04},
		{"three", three, []float64{0.6, -10, 3}, hill(three, []float64{0.6, -10, 3}, 150), 0.04},
		{"whole numbers", whole, []float64{40, 4}, hill(whole, []float64{40, 4}, 150), 0.04},
		{"beyond the edge", edge, []float64{1}, func(v []float64) float64 { return 150 * v[0] }, 0.03},
		{"whole and logarithmic", rounds, []float64{3000}, hill(rounds, []float64{3000}, 150), 0.04},
		{"logistic", plateau, []float64{1}, func(v []float64) float64 { return 300 / (1 + math.Exp(-10*(v[0]-0.45))) }, 0.05},
	}
}

// distance returns the root mean square distance, on the range, between the ends of tunings
// and the best values.
func (p *problem) distance(t *testing.T, tunings int, play Objective) float64 {
	squares, n := 0.0, 0.0
	for seed := range tunings {
		r, err := Run(t.Context(), Plan{Params: p.params, Steps: 100, Groups: 16, Seed: uint64(seed)}, &memory{}, play, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Params {
			f := &r.Params[i]
			d := f.unit(f.End) - f.unit(p.best[i])
			squares, n = squares+d*d, n+1
		}
	}
	return math.Sqrt(squares / n)
}

// TestFindsBestValues: over many seeds, with realistic luck, tunings of 3200 games end near the
// best numbers. The snakes are some 150 Elo weaker at the ends of the range. If the signs of all
// scores are reversed, tunings end far away; so the test cannot pass by luck.
func TestFindsBestValues(t *testing.T) {
	const tunings = 40
	for _, p := range problems() {
		t.Run(p.name, func(t *testing.T) {
			play := duels(p.f, 0.3)
			found := p.distance(t, tunings, play)
			t.Logf("distance %.3f of the range", found)
			if !(found <= p.within) {
				t.Errorf("distance %.3f of the range, want at most %.3f", found, p.within)
			}
			if lost := p.distance(t, tunings, oppositeScores(play)); !(lost > 0.3) {
				t.Errorf("with reversed scores the distance is %.3f, so the test would pass without tuning", lost)
			}
		})
	}
}

// TestWeakSignals: a parameter that matters little needs more games. So the test requires only
// that tunings end nearer to the best value, on average, than they began.
func TestWeakSignals(t *testing.T) {
	params := []Param{{Name: "a", Lo: 0, Hi: 1, Start: 0.2}}
	p := problem{params: params, best: []float64{0.65}}
	if d := p.distance(t, 60, duels(hill(params, p.best, 20), 0.3)); !(d < 0.25) {
		t.Errorf("distance %.3f of the range; at the start it was 0.45", d)
	}
}

// randomPlan returns a random plan.
func randomPlan(dice *ouro.PCG) Plan {
	plan := Plan{Steps: 1 + dice.Roll(60), Groups: 1 + dice.Roll(5), Seed: dice.Uint64()}
	if dice.Roll(2) == 0 {
		plan.Gain = float64(dice.Roll(100)) / 3
	}
	for i := range 1 + dice.Roll(4) {
		p := Param{Name: fmt.Sprint("p", i), Whole: dice.Roll(2) == 0, Log: dice.Roll(3) == 0}
		scale := math.Pow(10, float64(dice.Roll(9)-4))
		if p.Whole {
			scale = 1
		}
		p.Lo = scale * float64(dice.Roll(200)-100)
		if p.Log {
			p.Lo = scale * float64(1+dice.Roll(100))
		}
		width := 1 + dice.Roll(5)
		if dice.Roll(2) == 0 {
			width = 1 + dice.Roll(5000)
		}
		p.Hi = p.Lo + scale*float64(width)
		p.Start = p.Lo + scale*float64(dice.Roll(width+1))
		p.Start = min(p.Start, p.Hi)
		if dice.Roll(2) == 0 {
			p.Step = (p.Hi - p.Lo) * float64(1+dice.Roll(100)) / 100
		}
		plan.Params = append(plan.Params, p)
	}
	return plan
}

// checkStep checks what the package promises for a step.
func checkStep(t *testing.T, plan *Plan, s *Step, before []float64) {
	t.Helper()
	for i := range plan.Params {
		p := &plan.Params[i]
		plus, minus := s.Plus[i], s.Minus[i]
		for _, x := range []float64{plus, minus, s.Centre[i]} {
			if !(x >= p.Lo && x <= p.Hi) {
				t.Fatalf("%s: %v is out of bounds, in step %+v", p, x, s)
			}
		}
		if p.Whole && (plus != math.Trunc(plus) || minus != math.Trunc(minus)) {
			t.Fatalf("%s: %v and %v are not whole", p, plus, minus)
		}
		if plus == minus {
			t.Fatalf("%s: both settings are %v in step %d", p, plus, s.Step)
		}
		distance := math.Abs(p.unit(plus)-p.unit(minus)) / 2
		if moved := math.Abs(s.After[i] - before[i]); moved > distance+1e-9 {
			t.Fatalf("%s: step %d moved by %v, the distance is %v", p, s.Step, moved, distance)
		}
	}
}

// TestStepsKeepTheBounds: whatever the plan and the scores, no game uses a number outside
// the range, and whole numbers are whole. The two settings differ in every parameter, and
// no step goes farther than it tried.
func TestStepsKeepTheBounds(t *testing.T) {
	for seed := range 400 {
		dice := ouro.NewPCG(uint64(seed))
		plan := randomPlan(dice)
		mood := dice.Roll(3) // one side always wins, or the results are random
		play := func(_ context.Context, t Trial) (scores []float64, err error) {
			for range t.Groups {
				scores = append(scores, []float64{1, -1, float64(dice.Roll(5)-2) / 2}[mood])
			}
			return scores, nil
		}
		var before []float64
		for i := range plan.Params {
			before = append(before, plan.Params[i].unit(plan.Params[i].Start))
		}
		r, err := Run(t.Context(), plan, &memory{}, play, func(s *Step) {
			checkStep(t, &plan, s, before)
			before = s.After
		})
		if err != nil || len(r.Steps) != plan.Steps {
			t.Fatalf("seed %d: %+v: %v", seed, plan, err)
		}
		for i := range r.Params {
			f := &r.Params[i]
			if !(f.End >= f.Lo && f.End <= f.Hi) || f.Whole && f.End != math.Trunc(f.End) || !(f.Spread >= 0) {
				t.Errorf("seed %d: %s: end %v, spread %v", seed, &f.Param, f.End, f.Spread)
			}
		}
	}
}

// TestWholeNumbersAreFair: the mean of the tried whole numbers is the intended number, even
// if the distance is less than 1.
func TestWholeNumbersAreFair(t *testing.T) {
	p := Param{Name: "n", Lo: 0, Hi: 20, Start: 10, Whole: true}
	for _, at := range []float64{5, 5.25, 9.5, 10.75} {
		for _, distance := range []float64{0.1, 1.5, 3.25} {
			const rolls = 1000
			var below, above float64
			for r := range rolls {
				a, b := p.around(p.unit(at), distance/20, (float64(r)+0.5)/rolls)
				below, above = below+a/rolls, above+b/rolls
			}
			far := max(1, distance)
			if math.Abs(below-(at-far)) > 1e-3 || math.Abs(above-(at+far)) > 1e-3 {
				t.Errorf("around %v by %v: %v and %v on average", at, distance, below, above)
			}
		}
	}
}

// TestIsSPSA compares a tuning with the method as Spall defines it, far from the ends of the range.
func TestIsSPSA(t *testing.T) {
	p := Param{Name: "x", Lo: -1000, Hi: 1000, Start: 0, Step: 10}
	plan := Plan{Params: []Param{p}, Steps: 200, Groups: 3, Gain: 0.8, Seed: 7}
	play := func(_ context.Context, t Trial) ([]float64, error) {
		diff := (t.Minus[0]*t.Minus[0] - t.Plus[0]*t.Plus[0]) / 5000
		return []float64{diff, diff - 0.1, diff + 0.1}, nil
	}
	const c, stability, unit = 10.0 / 2000, 20, 2000
	a := 2 * plan.Gain * c * c * math.Pow(1+stability, 0.602)
	theta := 0.5
	_, err := Run(t.Context(), plan, &memory{}, play, func(s *Step) {
		k := float64(s.Step)
		ck := c / math.Pow(k+1, 0.101)
		ak := a / math.Pow(k+1+stability, 0.602)
		delta := 1.0
		if s.Plus[0] < s.Minus[0] {
			delta = -1
		}
		if x := (theta + ck*delta) * unit; math.Abs(s.Plus[0]+1000-x) > 0.1 {
			t.Fatalf("step %d tries %v, want %v", s.Step, s.Plus[0]+1000, x)
		}
		theta += ak * s.Score / (2 * ck * delta)
		if math.Abs(s.After[0]-theta) > 1e-4 {
			t.Fatalf("step %d goes to %v, want %v", s.Step, s.After[0], theta)
		}
		theta = s.After[0]
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSameSeedSameSteps: the same seed always gives the same tuning. Another seed gives
// another tuning.
func TestSameSeedSameSteps(t *testing.T) {
	p := problems()[1]
	plan := Plan{Params: p.params, Steps: 30, Groups: 4, Seed: 3}
	var logs [3]memory
	for i := range logs {
		if i == 2 {
			plan.Seed = 4
		}
		if _, err := Run(t.Context(), plan, &logs[i], duels(p.f, 0.3), nil); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(logs[0], logs[1]) || reflect.DeepEqual(logs[0], logs[2]) {
		t.Error("tunings do not follow from their seeds")
	}
	want := `{"step":2,"seed":`
	if got := string(logs[0].lines[2]); !strings.HasPrefix(got, want) {
		t.Errorf("line 3 is %s, want %s...", got, want)
	}
}

// TestEnds: a tuning that ends early returns its result so far, and why it ended.
func TestEnds(t *testing.T) {
	p := problems()[0]
	plan := Plan{Params: p.params, Steps: 30, Groups: 4, Seed: 3}
	play := duels(p.f, 0.3)
	ctx, cancel := context.WithCancel(t.Context())
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		play Objective
		log  *memory
		want string
	}{
		"stopped": {func(ctx context.Context, t Trial) ([]float64, error) {
			if t.Step == 7 {
				cancel()
			}
			return play(ctx, t)
		}, &memory{}, context.Canceled.Error()},
		"broken": {func(ctx context.Context, t Trial) ([]float64, error) {
			if t.Step == 7 {
				return nil, broken
			}
			return play(ctx, t)
		}, &memory{}, "broken"},
		"short": {func(ctx context.Context, t Trial) ([]float64, error) {
			if t.Step == 7 {
				return []float64{1}, nil
			}
			return play(ctx, t)
		}, &memory{}, "step 7: 1 scores for 4 groups"},
		"no score": {func(ctx context.Context, t Trial) ([]float64, error) {
			if t.Step == 7 {
				return []float64{1, 0, math.NaN(), 0}, nil
			}
			return play(ctx, t)
		}, &memory{}, "step 7: score NaN: want -1 to 1"},
		"full": {play, &memory{full: 7}, errFull.Error()},
	} {
		under := t.Context()
		if name == "stopped" {
			under = ctx
		}
		r, err := Run(under, plan, c.log, c.play, nil)
		if err == nil || err.Error() != c.want || len(r.Steps) != 7 || len(c.log.lines) != 7 {
			t.Errorf("%s: %d steps, %v", name, len(r.Steps), err)
		}
		if r.Params[0].End == r.Params[0].Start {
			t.Errorf("%s: the result has the start instead of the last value", name)
		}
	}
}

func TestPlanMistakes(t *testing.T) {
	good := Param{Name: "a", Lo: 0, Hi: 1, Start: 0.5}
	with := func(change func(*Param)) Plan {
		p := good
		change(&p)
		return Plan{Params: []Param{p}, Steps: 10, Groups: 1}
	}
	for want, plan := range map[string]Plan{
		"0 parameters: want 1 to 100":                      {Steps: 10, Groups: 1},
		"0 steps: want 1 to 1000000":                       {Params: []Param{good}, Groups: 1},
		"10 steps of 0 groups: want at least one group in": {Params: []Param{good}, Steps: 10},
		"gain -1: must not be negative":                    {Params: []Param{good}, Steps: 10, Groups: 1, Gain: -1},
		"gain NaN: must not be negative":                   {Params: []Param{good}, Steps: 10, Groups: 1, Gain: math.NaN()},
		"parameter a is given twice":                       {Params: []Param{good, good}, Steps: 10, Groups: 1},
		"the range 1..1 must begin with its lower end":     with(func(p *Param) { p.Lo = 1 }),
		"a logarithmic scale needs a range above 0":        with(func(p *Param) { p.Log = true }),
		"the start 2 lies outside 0..1":                    with(func(p *Param) { p.Start = 2 }),
		"the start NaN lies outside 0..1":                  with(func(p *Param) { p.Start = math.NaN() }),
		"a step of 2 is more than the range":               with(func(p *Param) { p.Step = 2 }),
		"want whole numbers, not 0..1@0.5":                 with(func(p *Param) { p.Whole = true }),
	} {
		if _, err := Run(t.Context(), plan, &memory{}, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
