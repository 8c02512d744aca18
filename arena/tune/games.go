package tune

import (
	"context"
	"fmt"

	"ouro"
	"ouro/arena"
	"ouro/lab"
)

// Entrants of the games of a step, before the others.
const (
	plus = iota
	minus
)

// setting are the games of a step.
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

// GamesOfStep is how many games each step has.
func (e *Experiment) GamesOfStep() int {
	if n := len(e.Tournament.Snakes); n > 1 {
		return 2 * n * e.Plan.Groups
	}
	return 2 * e.Plan.Groups
}

// Play returns an Objective that plays each step as a tournament with a separate seed and
// keeps its result. progress, unless nil, is called with the progress of each.
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

// plan is how the games of a step are played, here or on other machines.
func (e *Experiment) plan(ctx context.Context, s *arena.Setting) (plan lab.Plan, err error) {
	if e.Executor == nil {
		plan, err = s.Play(ctx, nil)
	} else if plan = s.Plan(); err == nil {
		plan.Executor, err = e.Executor(s)
	}
	plan.Records = false
	return plan, err
}

// groupScores are the mean scores of plus less those of minus, by groups.
func groupScores(t *arena.Tournament, games []lab.Tally) []float64 {
	ups, downs := t.Scores(plus, games), t.Scores(minus, games)
	scores := make([]float64, len(ups))
	for g := range scores {
		scores[g] = ups[g].Sum/float64(ups[g].N) - downs[g].Sum/float64(downs[g].N)
	}
	return scores
}
