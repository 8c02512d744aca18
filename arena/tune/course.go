package tune

import (
	"bytes"
	"errors"
	"math"

	"ouro"
)

// The exponents of the gain sequences, and the part of all steps that the first of
// them are damped by.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// drift is how far the luck of single games moves the centre in the whole course, in
// parts of what is tried, if there is nothing to be found: the scores of groups of
// two games differ by up to 0.7, and so it is 0.7 times this. In simulations, with
// 20 to 200 Elo to be gained, a half and the double of it are worse, for courses of
// many small steps as for those of a few large ones.
const drift = 2.5

// What is drawn from the seed: the dice of each step, the games of each step, and
// those that judge the result.
const (
	diceStream = iota
	gameStream
	finalStream
)

// seed is one of a stream. It is a number that every reader of JSON can hold.
func (p *Plan) seed(stream, i uint64) uint64 {
	return ouro.Mix(ouro.Mix(ouro.Mix(0x74756e65, p.Seed), stream), i) >> 11
}

// course is the state of a tuning.
type course struct {
	plan  Plan
	steps []Step
	// trail is where the centre was on the ranges: at the start, and after each
	// step.
	trail [][]float64
}

// Step is one that was made.
type Step struct {
	Trial
	Centre []float64 // before the step
	Tried  []float64 // distance of both sides from the centre, as a fraction of the range
	Gain   float64   // distance that the centre moves, as a fraction of Tried, if one side won all games
	Scores []float64 // by group
	Score  float64   // their mean
	After  []float64 // the centre after it, on the ranges
}

func newCourse(plan Plan) *course {
	c := &course{plan: plan}
	start := make([]float64, len(plan.Params))
	for i := range plan.Params {
		p := &plan.Params[i]
		start[i] = p.unit(p.Start)
	}
	c.trail = [][]float64{start}
	return c
}

func (c *course) over() bool { return len(c.steps) == c.plan.Steps }

// at is where the centre is now.
func (c *course) at() []float64 { return c.trail[len(c.trail)-1] }

// tried returns the distances from the centre in step k, as fractions of the ranges.
func (p *Plan) tried(k int) []float64 {
	all := make([]float64, len(p.Params))
	for i := range p.Params {
		all[i] = p.Params[i].tried() / math.Pow(float64(k+1), gamma)
	}
	return all
}

// gain is R(k).
func (p *Plan) gain(k int) float64 {
	gain := p.Gain
	if gain == 0 {
		gain = drift * math.Sqrt(float64(p.Groups)/float64(p.Steps))
	}
	a := stability * float64(p.Steps)
	return gain * math.Pow((1+a)/(float64(k+1)+a), alpha) * math.Pow(float64(k+1), 2*gamma)
}

// trial is the next step.
func (c *course) trial() Trial {
	k := len(c.steps)
	dice := ouro.NewPCG(c.plan.seed(diceStream, uint64(k)))
	t := Trial{Step: k, Seed: c.plan.seed(gameStream, uint64(k)), Groups: c.plan.Groups}
	for i, distance := range c.plan.tried(k) {
		up, roll := dice.Roll(2) == 1, float64(dice.Uint64()>>11)/(1<<53)
		minus, plus := c.plan.Params[i].around(c.at()[i], distance, roll)
		if !up {
			minus, plus = plus, minus
		}
		t.Minus, t.Plus = append(t.Minus, minus), append(t.Plus, plus)
	}
	return t
}

// after is the step that a trial with these scores is.
func (c *course) after(t Trial, scores []float64) Step {
	s := Step{Trial: t, Tried: c.plan.tried(t.Step), Gain: c.plan.gain(t.Step), Scores: scores, Score: mean(scores)}
	part := min(1, max(-1, s.Gain*s.Score))
	for i, u := range c.at() {
		p := &c.plan.Params[i]
		s.Centre = append(s.Centre, p.value(u))
		u += part * (p.unit(t.Plus[i]) - p.unit(t.Minus[i])) / 2
		s.After = append(s.After, min(1, max(0, steady(u))))
	}
	return s
}

// steady leaves out the last bits, in which machines differ.
func steady(u float64) float64 { return math.Round(u*1e9) / 1e9 }

func (c *course) add(s Step) {
	c.steps = append(c.steps, s)
	c.trail = append(c.trail, s.After)
}

// again makes a step that the log has.
func (c *course) again(line []byte) error {
	if c.over() {
		return errors.New("it is more than all steps")
	}
	scores, err := readScores(line)
	if err != nil {
		return err
	}
	t := c.trial()
	s := c.after(t, scores)
	if len(scores) != t.Groups || !bytes.Equal(s.line(&c.plan), line) {
		return errors.New("this is not the step that follows from those before it")
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
