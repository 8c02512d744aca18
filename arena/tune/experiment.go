package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/roster"
)

// Experiment is the tuning of a solver of the roster in games of a tournament.
type Experiment struct {
	Plan       Plan
	Snake      ouro.Spec         // at the start
	Tournament *arena.Tournament // what is played, and against whom besides itself

	// Executor, unless nil, plays the games of a step on other machines.
	Executor func(s *arena.Setting) (lab.Executor, error)
}

// NewExperiment tunes the first snake of a tournament. Without others it plays
// itself: the two settings of a step meet. With others they do not: each plays the
// same groups against all of these at once. What the plan leaves open of its
// parameters, the roster says: where they start, and which are whole numbers. Its
// seed is that of the tournament. Errors name what could be tuned.
func NewExperiment(t *arena.Tournament, plan Plan) (*Experiment, error) {
	if len(t.Snakes) == 0 {
		return nil, errors.New("no snake to tune")
	}
	plan.Seed = t.Seed
	plan.Params = slices.Clone(plan.Params)
	e := &Experiment{Plan: plan, Tournament: t}
	var err error
	if e.Snake, err = ouro.ParseSpec(t.Snakes[0].Snake); err != nil {
		return nil, fmt.Errorf("%w; only solvers of this program have options that can be tuned", err)
	}
	itself := *t
	itself.Snakes = t.Snakes[:1]
	e.Tournament = &itself
	s, err := e.setting(e.Snake, e.Snake)
	if err == nil && s.Alone && len(t.Snakes) > 1 {
		err = fmt.Errorf("by the rules %s every snake plays alone: there is nobody to play against", s.Rules.Name)
	}
	if err == nil && len(t.Snakes) > 1 {
		e.Tournament = t
		s, err = e.setting(e.Snake, e.Snake)
	}
	if err != nil {
		return nil, err
	}
	e.Tournament = described(t, s)
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

// described is the tournament as the setting chose it, with the snakes as they were
// before the two settings took the place of the first.
func described(t *arena.Tournament, s *arena.Setting) *arena.Tournament {
	all := *s.Tournament
	all.Snakes = append([]arena.Snake{t.Snakes[0]}, all.Snakes[2:]...)
	all.Games, all.Elo0, all.Elo1, all.Alpha, all.Beta = 0, t.Elo0, t.Elo1, t.Alpha, t.Beta
	return &all
}

// resolve finds the option that a parameter names.
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
		return fmt.Errorf("solver %s has no option that is a number", entry.Name)
	case option == nil:
		return fmt.Errorf("solver %s has no option %q%s", entry.Name, p.Name, english.Known(p.Name, numeric))
	}
	start := option.Default
	if given, ok := e.Snake.Options.Get(p.Name); ok {
		start = given
	}
	x, err := number(start)
	switch {
	case !slices.Contains(numeric, p.Name):
		return fmt.Errorf("option %s of solver %s is no number (those that are: %s)", p.Name, entry.Name, strings.Join(numeric, ", "))
	case err != nil && math.IsNaN(p.Start):
		return fmt.Errorf("option %s of %s is no number; %s=%s..%s@START says where to start", p.Name, e.Snake, p.Name, plain(p.Lo), plain(p.Hi))
	case math.IsNaN(p.Start):
		p.Start = x
	}
	return e.try(p, game)
}

// try sees whether the solver takes the ends of the range, and whether it takes a
// broken number between them.
func (e *Experiment) try(p *Param, game ouro.GameSpec) error {
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

// Start is the snake as it is before, with every parameter said.
func (e *Experiment) Start() ouro.Spec { return e.Plan.With(e.Snake, e.Plan.Starts()) }

// End is the snake as the course found it.
func (e *Experiment) End(r *Result) ouro.Spec { return e.Plan.With(e.Snake, r.Values()) }

// Final is the tournament that asks whether the end is better than the start, on
// games that the course has not seen: as in the steps they meet, or each plays with the
// same others. Its format is SPRT, and the hypotheses are those of the tournament that
// was tuned in.
func (e *Experiment) Final(r *Result, games int) *arena.Tournament { return e.final(e.End(r), games) }

func (e *Experiment) final(end ouro.Spec, games int) *arena.Tournament {
	t := *e.Tournament
	t.Format, t.Games, t.Seats = arena.SPRT, games, 0
	t.Seed = e.Plan.seed(finalStream, 0)
	t.Snakes = append([]arena.Snake{{Name: "tuned", Snake: end.String()}, {Name: "start", Snake: e.Start().String()}}, e.Tournament.Snakes[1:]...)
	return &t
}
