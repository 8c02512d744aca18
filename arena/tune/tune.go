// Package tune searches, by self-play, for the options with which a snake plays best.
//
// The method is SPSA, simultaneous perturbation stochastic approximation (Spall 1992), as used for
// chess engines. Each step changes every number a little up or down, at random. The snake with
// these changes plays the snake with the opposite changes, in groups of games with the same start
// and food in which both take every seat. Then all numbers move towards the winner in proportion to
// its score, at most by the tried distance. The number of games in a step does not depend on the
// number of options. The luck of single games averages out over the tuning. CMA-ES, the alternative
// in gonum, ranks a population of settings in each generation. Such ranks are luck until every
// setting has played hundreds of games. The range of a number is scaled to 0 to 1, linearly or
// logarithmically. In step k of N, counted from 0, with d half of the distance between the two
// settings,
//
//	tried distance    c(k) = c / (k+1)^0.101
//	movement          d * min(1, R(k) * score)    score: the mean of groups, from -1 to 1
//	R(k)              R * ((1+A) / (k+1+A))^0.602 * (k+1)^0.202    A = N/10
//
// These are Spall's gain sequences, a(k) = R(k)*c(k)^2, except at the ends of the range. By default
// c is a quarter of the range, and R is 2.5 * sqrt(groups of a step / steps): in a whole tuning,
// luck alone then moves a number by about twice the tried distance. Whole numbers are tried at a
// distance of at least 1 on both sides. The same random number rounds both settings up or down, so
// that their expected mean is the centre.
//
// The centres are the numbers between the two settings of each step. The result is their mean in
// the second half of the tuning. The tuning is reproducible if the seed determines the scores of
// the games.
package tune

import (
	"context"
	"fmt"
	"math"
)

// Plan is a tuning to run.
type Plan struct {
	Params []Param
	Steps  int
	Groups int     // number of groups in each step
	Gain   float64 // R of the package comment; 0 means the default
	Seed   uint64
}

// Limits of a plan, with which a tuning fits in memory.
const (
	MaxParams = 100
	MaxSteps  = 1_000_000
	MaxGroups = 1_000_000 // of all steps
)

func (p *Plan) Check() error {
	switch {
	case len(p.Params) == 0 || len(p.Params) > MaxParams:
		return fmt.Errorf("%d parameters: want 1 to %d", len(p.Params), MaxParams)
	case p.Steps < 1 || p.Steps > MaxSteps:
		return fmt.Errorf("%d steps: want 1 to %d", p.Steps, MaxSteps)
	case p.Groups < 1 || p.Groups > MaxGroups/p.Steps:
		return fmt.Errorf("%d steps of %d groups: want at least one group in each step, and at most %d groups in all steps", p.Steps, p.Groups, MaxGroups)
	case !(p.Gain >= 0) || math.IsInf(p.Gain, 0):
		return fmt.Errorf("gain %v: must not be negative; 0 lets ouro choose", p.Gain)
	}
	seen := map[string]bool{}
	for i := range p.Params {
		if err := p.Params[i].check(); err != nil {
			return err
		}
		if name := p.Params[i].Name; seen[name] {
			return fmt.Errorf("parameter %s is given twice", name)
		}
		seen[p.Params[i].Name] = true
	}
	return nil
}

// Trial is a pair of settings to compare in a step.
type Trial struct {
	Step        int
	Seed        uint64 // seed of the step's games; no other step uses it
	Groups      int
	Plus, Minus []float64 // options of the two sides, by parameter
}

// Objective plays a trial. For each group, in order, it returns the score of Plus minus that of
// Minus, from -1 to 1.
type Objective func(ctx context.Context, t Trial) ([]float64, error)

// Run makes the steps that the log lacks. When ctx ends or a trial fails, Run returns the result so
// far with the error. The result is nil if the log belongs to another plan. If onStep is not nil,
// it receives every step, first those of the log.
func Run(ctx context.Context, plan Plan, log Log, play Objective, onStep func(*Step)) (*Result, error) {
	if err := plan.Check(); err != nil {
		return nil, err
	}
	c := newSPSA(plan)
	for i, line := range log.Lines() {
		if err := c.replayStep(line); err != nil {
			return nil, fmt.Errorf("line %d of the log of steps: %w", i+1, err)
		}
		reportStep(onStep, c)
	}
	for !c.isDone() {
		if err := c.step(ctx, log, play); err != nil {
			return c.result(), err
		}
		reportStep(onStep, c)
	}
	return c.result(), nil
}

// reportStep passes the last step to onStep.
func reportStep(onStep func(*Step), c *spsa) {
	if onStep != nil {
		onStep(&c.steps[len(c.steps)-1])
	}
}

// step plays the next trial and adds its step to the log.
func (c *spsa) step(ctx context.Context, log Log, play Objective) error {
	t := c.trial()
	scores, err := play(ctx, t)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil: // the scores may lack games
		return ctx.Err()
	case len(scores) != t.Groups:
		return fmt.Errorf("step %d: %d scores for %d groups", t.Step, len(scores), t.Groups)
	}
	for _, x := range scores {
		if !(math.Abs(x) <= 1) {
			return fmt.Errorf("step %d: score %v: want -1 to 1", t.Step, x)
		}
	}
	s := c.makeStep(t, scores)
	if err := log.Append(s.line(&c.plan)); err != nil {
		return err
	}
	c.add(s)
	return nil
}
