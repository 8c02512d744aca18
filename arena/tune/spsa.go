package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/lab/sheet"
)

// alpha and gamma are the exponents of the gain sequences in the package comment. stability is A as
// a share of all steps; A damps the first steps.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// drift determines how far luck moves the centre in a whole tuning: by 0.7 times drift, in units of
// the tried distance. The factor 0.7 is the largest standard deviation of the score of a group of
// two games. In simulations with 20 to 200 Elo to gain, half and twice this value were worse, both
// for many small steps and for a few large ones.
const drift = 2.5

// Streams of seeds: for the dice of each step, the games of each step, and the games that judge the
// result.
const (
	diceStream = iota
	gameStream
	finalStream
)

// seed returns seed i of a stream. It has at most 53 bits, which every JSON reader preserves.
func (p *Plan) seed(stream, i uint64) uint64 {
	return ouro.Mix(ouro.Mix(ouro.Mix(0x74756e65, p.Seed), stream), i) >> 11
}

// spsa is a running tuning by simultaneous perturbation stochastic approximation.
type spsa struct {
	plan  Plan
	steps []Step
	trail [][]float64 // centres as positions on the ranges, at the start and after each step
}

// Step is a finished step of a tuning.
type Step struct {
	Trial
	Centre    []float64 // the centre before the step, in the units of the options
	Distances []float64 // distance of both sides from the centre, as a fraction of the range
	Gain      float64   // how far the centre would move if one side won all games, as a fraction of Distances
	Scores    []float64 // by group
	Score     float64   // mean of Scores
	After     []float64 // the centre after the step, as positions on the ranges
}

func newSPSA(plan Plan) *spsa {
	c := &spsa{plan: plan}
	start := make([]float64, len(plan.Params))
	for i := range plan.Params {
		p := &plan.Params[i]
		start[i] = p.unit(p.Start)
	}
	c.trail = [][]float64{start}
	return c
}

func (c *spsa) isDone() bool { return len(c.steps) == c.plan.Steps }

func (c *spsa) centre() []float64 { return c.trail[len(c.trail)-1] }

// distances returns the distances from the centre in step k, as fractions of the ranges.
func (p *Plan) distances(k int) []float64 {
	all := make([]float64, len(p.Params))
	for i := range p.Params {
		all[i] = p.Params[i].firstDistance() / math.Pow(float64(k+1), gamma)
	}
	return all
}

// gain returns R(k) of the package comment.
func (p *Plan) gain(k int) float64 {
	gain := p.Gain
	if gain == 0 {
		gain = drift * math.Sqrt(float64(p.Groups)/float64(p.Steps))
	}
	a := stability * float64(p.Steps)
	return gain * math.Pow((1+a)/(float64(k+1)+a), alpha) * math.Pow(float64(k+1), 2*gamma)
}

// trial returns the next trial.
func (c *spsa) trial() Trial {
	k := len(c.steps)
	dice := ouro.NewPCG(c.plan.seed(diceStream, uint64(k)))
	t := Trial{Step: k, Seed: c.plan.seed(gameStream, uint64(k)), Groups: c.plan.Groups}
	for i, distance := range c.plan.distances(k) {
		up, roll := dice.Roll(2) == 1, float64(dice.Uint64()>>11)/(1<<53)
		minus, plus := c.plan.Params[i].around(c.centre()[i], distance, roll)
		if !up {
			minus, plus = plus, minus
		}
		t.Minus, t.Plus = append(t.Minus, minus), append(t.Plus, plus)
	}
	return t
}

// makeStep returns the step of a trial with these scores.
func (c *spsa) makeStep(t Trial, scores []float64) Step {
	s := Step{Trial: t, Distances: c.plan.distances(t.Step), Gain: c.plan.gain(t.Step), Scores: scores, Score: mean(scores)}
	part := min(1, max(-1, s.Gain*s.Score))
	for i, u := range c.centre() {
		p := &c.plan.Params[i]
		s.Centre = append(s.Centre, p.value(u))
		u += part * (p.unit(t.Plus[i]) - p.unit(t.Minus[i])) / 2
		s.After = append(s.After, min(1, max(0, roundOff(u))))
	}
	return s
}

// roundOff removes the last digits, which differ between processors.
func roundOff(u float64) float64 { return math.Round(u*1e9) / 1e9 }

func (c *spsa) add(s Step) {
	c.steps = append(c.steps, s)
	c.trail = append(c.trail, s.After)
}

// replayStep adds a step from a line of the log.
func (c *spsa) replayStep(line []byte) error {
	if c.isDone() {
		return errors.New("the log has more steps than the tuning")
	}
	scores, err := readScores(line)
	if err != nil {
		return err
	}
	t := c.trial()
	s := c.makeStep(t, scores)
	if len(scores) != t.Groups || !bytes.Equal(s.line(&c.plan), line) {
		return errors.New("this step does not follow from the steps before it")
	}
	c.add(s)
	return nil
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// Log stores the steps of a tuning, each as a line of JSON. The lines and the plan suffice to
// resume the tuning.
type Log interface {
	Lines() [][]byte          // the stored lines, without line ends
	Append(line []byte) error // adds a line durably
}

// Memory is a Log in memory.
type Memory struct{ lines [][]byte }

func (m *Memory) Lines() [][]byte { return m.lines }

func (m *Memory) Append(line []byte) error {
	m.lines = append(m.lines, slices.Clone(line))
	return nil
}

// stepLine is a step as a line of the log.
type stepLine struct {
	Step      int         `json:"step"`   // counted from 0
	Seed      uint64      `json:"seed"`   // seed of the step's games
	Centre    sheet.Facts `json:"centre"` // centre before the step, by parameter
	Distances sheet.Facts `json:"tried"`  // distance of both sides from the centre, as a fraction of the range
	Plus      sheet.Facts `json:"plus"`
	Minus     sheet.Facts `json:"minus"`
	Gain      float64     `json:"gain"`
	Scores    []float64   `json:"scores"` // by group
}

func (s *Step) line(p *Plan) []byte {
	named := func(values []float64, format func(x float64) float64) (facts sheet.Facts) {
		for i := range p.Params {
			facts.Add(p.Params[i].Name, format(values[i]))
		}
		return facts
	}
	exact := func(x float64) float64 { return x }
	rounded := func(x float64) float64 { return roundTrip(x, 'g', digits) }
	text, err := json.Marshal(stepLine{
		Step: s.Step, Seed: s.Seed,
		Centre: named(s.Centre, rounded), Distances: named(s.Distances, rounded),
		Plus: named(s.Plus, exact), Minus: named(s.Minus, exact),
		Gain: roundTrip(s.Gain, 'g', digits), Scores: s.Scores,
	})
	if err != nil {
		panic(err) // impossible: all numbers are finite
	}
	return text
}

// readScores returns the scores of a line, which determine all other values of the line.
func readScores(line []byte) ([]float64, error) {
	var s struct {
		Scores []float64 `json:"scores"`
	}
	if err := jsonl.Decode(line, &s); err != nil {
		return nil, err
	}
	return s.Scores, nil
}
