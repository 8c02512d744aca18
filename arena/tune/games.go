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

// Play plays the steps: each is a tournament with a seed of its own, which is kept
// as the step that it makes. progress, unless nil, is told how far each is.
func (e *Experiment) Play(progress func(lab.Progress)) Objective {
	return func(ctx context.Context, t Trial) ([]float64, error) {
		s, err := e.setting(e.Plan.With(e.Snake, t.Plus), e.Plan.With(e.Snake, t.Minus))
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", t.Step, err)
		}
		s.Tournament.Seed, s.Groups = t.Seed, t.Groups
		c, err := arena.NewCourse(s, forgetful{})
		if err != nil {
			return nil, err
		}
		if err := e.run(ctx, s, c, progress); err != nil {
			return nil, err
		}
		return groupScores(s.Tournament, c.Games()), nil
	}
}

// run plays the games of a step, here or elsewhere.
func (e *Experiment) run(ctx context.Context, s *arena.Setting, c *arena.Course, progress func(lab.Progress)) error {
	if e.Elsewhere != nil {
		far, err := e.Elsewhere(s)
		if err != nil {
			return err
		}
		return c.RunElsewhere(ctx, far, progress)
	}
	player, err := arena.NewPlayer(ctx, s)
	if err != nil {
		return err
	}
	return c.Run(ctx, player, progress)
}

// forgetful is a store of games that are not needed again.
type forgetful struct{}

func (forgetful) Games() []arena.Game     { return nil }
func (forgetful) Keep(arena.Played) error { return nil }

// groupScores are the mean scores of plus less those of minus, by groups.
func groupScores(t *arena.Tournament, games []arena.Game) []float64 {
	ups, downs := t.Scores(plus, games), t.Scores(minus, games)
	scores := make([]float64, len(ups))
	for g := range scores {
		scores[g] = ups[g].Sum/float64(ups[g].N) - downs[g].Sum/float64(downs[g].N)
	}
	return scores
}
