package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/roster"
)

// Experiment is the tuning of a solver of the roster in games of a tournament.
type Experiment struct {
	Plan       Plan
	Snake      ouro.Spec         // the snake with its options at the start
	Tournament *arena.Tournament // the games; its first snake is the tuned one, the others are opponents

	// Executor, if set, returns the executor that plays the games of a step.
	Executor func(s *arena.Setting) (lab.Executor, error)
}

// NewExperiment returns a tuning of the first snake of a tournament. Without other snakes, the two
// settings of a step play each other. Otherwise both play the same groups against all other snakes
// at once. NewExperiment completes the parameters from the roster: their starts, and which are
// whole numbers. The seed is that of the tournament. Errors name the options that can be tuned.
func NewExperiment(t *arena.Tournament, plan Plan) (*Experiment, error) {
	if len(t.Snakes) == 0 {
		return nil, errors.New("the tournament has no snake to tune")
	}
	plan.Seed = t.Seed
	plan.Params = slices.Clone(plan.Params)
	e := &Experiment{Plan: plan, Tournament: t}
	var err error
	if e.Snake, err = ouro.ParseSpec(t.Snakes[0].Snake); err != nil {
		return nil, fmt.Errorf("%w; only solvers of this program have options that can be tuned", err)
	}
	alone := *t
	alone.Snakes = t.Snakes[:1]
	e.Tournament = &alone
	s, err := e.setting(e.Snake, e.Snake)
	if err == nil && s.Alone && len(t.Snakes) > 1 {
		err = fmt.Errorf("by the rules %s every snake plays alone: there is no opponent", s.Rules.Name)
	}
	if err == nil && len(t.Snakes) > 1 {
		e.Tournament = t
		s, err = e.setting(e.Snake, e.Snake)
	}
	if err != nil {
		return nil, err
	}
	e.Tournament = withDefaults(t, s)
	for i := range e.Plan.Params {
		if err := e.resolve(&e.Plan.Params[i], s.Game); err != nil {
			return nil, err
		}
	}
	if err := e.Plan.Check(); err != nil {
		return nil, err
	}
	_, err = e.final(e.Start(), 0).Setting()
	return e, err
}

// withDefaults returns t with the defaults of the setting. The first two snakes of the setting are
// the two sides of a step; the first snake of t replaces both.
func withDefaults(t *arena.Tournament, s *arena.Setting) *arena.Tournament {
	all := *s.Tournament
	all.Snakes = append([]arena.Snake{t.Snakes[0]}, all.Snakes[2:]...)
	all.Games, all.Elo0, all.Elo1, all.Alpha, all.Beta = 0, t.Elo0, t.Elo1, t.Alpha, t.Beta
	return &all
}

// resolve completes a parameter from the roster's option of the same name.
func (e *Experiment) resolve(p *Param, game ouro.GameSpec) error {
	entry, err := roster.FindSolver(e.Snake.Name)
	if err != nil {
		return err
	}
	var numeric []string
	var option *roster.Option
	for i := range entry.Options {
		o := &entry.Options[i]
		if _, err := number(o.Default); err == nil {
			numeric = append(numeric, o.Key)
		}
		if o.Key == p.Name {
			option = o
		}
	}
	switch {
	case len(numeric) == 0:
		return fmt.Errorf("solver %s has no numeric option", entry.Name)
	case option == nil:
		return fmt.Errorf("solver %s has no option %q%s", entry.Name, p.Name, english.Suggestion(p.Name, numeric))
	}
	start := option.Default
	if given, ok := e.Snake.Options.Get(p.Name); ok {
		start = given
	}
	x, err := number(start)
	switch {
	case !slices.Contains(numeric, p.Name):
		return fmt.Errorf("option %s of solver %s is not a number (numeric options: %s)", p.Name, entry.Name, strings.Join(numeric, ", "))
	case err != nil && math.IsNaN(p.Start):
		return fmt.Errorf("option %s of %s has no number to start from; add one, as in %s=%s..%s@START", p.Name, e.Snake, p.Name, plainNumber(p.Lo), plainNumber(p.Hi))
	case math.IsNaN(p.Start):
		p.Start = x
	}
	return e.checkRange(p, game)
}

// checkRange returns an error unless the solver accepts both ends of the range. It sets Whole if
// the solver rejects a fraction between them.
func (e *Experiment) checkRange(p *Param, game ouro.GameSpec) error {
	plays := func(text string) error {
		one := Plan{Params: []Param{*p}}
		return roster.CanPlay(one.with(e.Snake, []string{text}), game)
	}
	for _, end := range []float64{p.Lo, p.Hi} {
		if err := plays(p.Text(end)); err != nil {
			return err
		}
	}
	between := p.Lo + (p.Hi-p.Lo)/2
	if between == math.Trunc(between) {
		between += min(0.5, (p.Hi-p.Lo)/4)
	}
	p.Whole = plays(strconv.FormatFloat(between, 'f', -1, 64)) != nil
	return nil
}

// Start returns the snake with the values at the start of the tuning.
func (e *Experiment) Start() ouro.Spec { return e.Plan.With(e.Snake, e.Plan.Starts()) }

// End returns the snake with the values of a result.
func (e *Experiment) End(r *Result) ouro.Spec { return e.Plan.With(e.Snake, r.Values()) }

// Final returns a tournament of format SPRT that tests whether the end is better than the start, in
// games that the tuning has not played. Its opponents are those of the steps. Its hypotheses are
// those of the experiment's tournament.
func (e *Experiment) Final(r *Result, games int) *arena.Tournament { return e.final(e.End(r), games) }

func (e *Experiment) final(end ouro.Spec, games int) *arena.Tournament {
	t := *e.Tournament
	t.Format, t.Games, t.Seats = arena.SPRT, games, 0
	t.Seed = e.Plan.seed(finalStream, 0)
	t.Snakes = append([]arena.Snake{{Name: "tuned", Snake: end.String()}, {Name: "start", Snake: e.Start().String()}}, e.Tournament.Snakes[1:]...)
	return &t
}

// The first two entrants in the games of a step.
const (
	plus = iota
	minus
)

// setting returns the games of a step between two settings of the snake.
func (e *Experiment) setting(up, down ouro.Spec) (*arena.Setting, error) {
	t := *e.Tournament
	against := e.Tournament.Snakes[1:]
	t.Format = arena.FreeForAll
	t.Snakes = append([]arena.Snake{{Name: "plus", Snake: up.String()}, {Name: "minus", Snake: down.String()}}, against...)
	t.Seats = 1 + len(against)
	if len(against) == 0 {
		t.Seats = 0
	}
	s, err := t.Setting()
	if err != nil || len(against) == 0 {
		return s, err
	}
	s.Seatings = arena.Among(len(against))
	return s, nil
}

// GamesOfStep returns the number of games in each step.
func (e *Experiment) GamesOfStep() int {
	if n := len(e.Tournament.Snakes); n > 1 {
		return 2 * n * e.Plan.Groups
	}
	return 2 * e.Plan.Groups
}

// Play returns an Objective that plays each step as a tournament with its own seed. If progress is
// not nil, it receives the progress of each tournament.
func (e *Experiment) Play(progress func(lab.Progress)) Objective {
	return func(ctx context.Context, t Trial) ([]float64, error) {
		s, err := e.setting(e.Plan.With(e.Snake, t.Plus), e.Plan.With(e.Snake, t.Minus))
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", t.Step, err)
		}
		s.Tournament.Seed, s.Groups = t.Seed, t.Groups
		plan, err := e.plan(ctx, s)
		if err != nil {
			return nil, err
		}
		r, err := lab.Run(ctx, plan, progress)
		if err != nil {
			return nil, err
		}
		return groupScores(s.Tournament, r.Games), nil
	}
}

func (e *Experiment) plan(ctx context.Context, s *arena.Setting) (plan lab.Plan, err error) {
	if e.Executor == nil {
		plan, err = s.Play(ctx, nil)
	} else {
		plan = s.Plan()
		plan.Executor, err = e.Executor(s)
	}
	plan.Records = false
	return plan, err
}

// groupScores returns, for each group, the mean score of plus minus that of minus.
func groupScores(t *arena.Tournament, games []lab.Tally) []float64 {
	ups, downs := t.Scores(plus, games), t.Scores(minus, games)
	scores := make([]float64, len(ups))
	for g := range scores {
		scores[g] = ups[g].Sum/float64(ups[g].N) - downs[g].Sum/float64(downs[g].N)
	}
	return scores
}

// planText is a Plan in a definition, without the seed, which is a field of the definition.
type planText struct {
	Params []string `json:"params"`
	Steps  int      `json:"steps"`
	Groups int      `json:"groups"` // groups of each step
	Gain   float64  `json:"gain,omitempty"`
}

// Definition returns the tuning as a definition. Definition and build determine all steps.
func (e *Experiment) Definition() definition.Definition {
	t := *e.Tournament
	t.Title, t.Games, t.Workers = "", 0, 0 // no step depends on these fields
	t.Elo0, t.Elo1, t.Alpha, t.Beta = 0, 0, 0, 0
	p := planText{Steps: e.Plan.Steps, Groups: e.Plan.Groups, Gain: e.Plan.Gain}
	for i := range e.Plan.Params {
		p.Params = append(p.Params, e.Plan.Params[i].String())
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // impossible: all numbers are finite
	}
	d := definition.Definition{Kind: definition.Tune, Rules: t.Rules, Seed: e.Plan.Seed, Nodes: t.Nodes, Time: t.Time, CPU: t.CPU, Tournament: t.Text(), Tuning: string(text)}
	for _, s := range t.Snakes {
		d.Solvers = append(d.Solvers, s.Snake)
	}
	return d
}

// Open returns the tuning of a definition of kind Tune.
func Open(d *definition.Definition) (*Experiment, error) {
	t, err := arena.Parse(d.Tournament)
	if err != nil {
		return nil, fmt.Errorf("definition: %w", err)
	}
	var p planText
	if err := json.Unmarshal([]byte(d.Tuning), &p); err != nil {
		return nil, fmt.Errorf("definition: %w", err)
	}
	plan := Plan{Steps: p.Steps, Groups: p.Groups, Gain: p.Gain}
	for _, text := range p.Params {
		param, err := ParseParam(text)
		if err != nil {
			return nil, fmt.Errorf("definition: %w", err)
		}
		plan.Params = append(plan.Params, param)
	}
	return NewExperiment(t, plan)
}

// SoFar returns the result of the steps in the first lines of the log.
func (e *Experiment) SoFar(lines [][]byte) (*Result, error) {
	if err := e.Plan.Check(); err != nil {
		return nil, err
	}
	c := newSPSA(e.Plan)
	for i, line := range lines {
		if err := c.replayStep(line); err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
	}
	return c.result(), nil
}
