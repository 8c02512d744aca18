package tune

import (
	"encoding/json"
	"fmt"
	"slices"

	"ouro/arena"
	"ouro/order"
)

// planText is what an order says of a Plan, whose seed is that of the order.
type planText struct {
	Params []string `json:"params"`
	Steps  int      `json:"steps"`
	Groups int      `json:"groups"` // of each step
	Gain   float64  `json:"gain,omitempty"`
}

// Order is the tuning as data: who has the order and the build makes the same steps.
func (e *Experiment) Order() order.Order {
	t := *e.Tournament
	t.Title, t.Games, t.Workers = "", 0, 0 // which change no step
	t.Elo0, t.Elo1, t.Alpha, t.Beta = 0, 0, 0, 0
	p := planText{Steps: e.Plan.Steps, Groups: e.Plan.Groups, Gain: e.Plan.Gain}
	for i := range e.Plan.Params {
		p.Params = append(p.Params, e.Plan.Params[i].String())
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // no number is infinite
	}
	o := order.Order{Kind: order.Tune, Rules: t.Rules, Seed: e.Plan.Seed, Nodes: t.Nodes, Time: t.Time, CPU: t.CPU, Tournament: t.Text(), Tuning: string(text)}
	for _, s := range t.Snakes {
		o.Solvers = append(o.Solvers, s.Snake)
	}
	return o
}

// Open is the tuning of an order of that kind.
func Open(o *order.Order) (*Experiment, error) {
	t, err := arena.Parse(o.Tournament)
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	var p planText
	if err := json.Unmarshal([]byte(o.Tuning), &p); err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	plan := Plan{Steps: p.Steps, Groups: p.Groups, Gain: p.Gain}
	for _, text := range p.Params {
		param, err := ParseParam(text)
		if err != nil {
			return nil, fmt.Errorf("order: %w", err)
		}
		plan.Params = append(plan.Params, param)
	}
	return NewExperiment(t, plan)
}

// SoFar is the result of the steps that were made.
func (e *Experiment) SoFar(lines [][]byte) (*Result, error) {
	if err := e.Plan.Check(); err != nil {
		return nil, err
	}
	c := newCourse(e.Plan)
	for i, line := range lines {
		if err := c.again(line); err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
	}
	return c.result(), nil
}

// Memory is a Log that keeps steps while the program runs.
type Memory struct{ lines [][]byte }

// Lines are the steps so far.
func (m *Memory) Lines() [][]byte { return m.lines }

// Append adds a step.
func (m *Memory) Append(line []byte) error {
	m.lines = append(m.lines, slices.Clone(line))
	return nil
}
