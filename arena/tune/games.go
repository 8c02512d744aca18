package tune

import (
	"cmp"
	"context"
	"fmt"

	"ouro"
	"ouro/arena"
	"ouro/lab"
)

// Entrants of the games of a step.
const (
	plus = iota
	minus
	others
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
	s.Seatings = nil
	for _, tuned := range []int{plus, minus} {
		for _, seating := range lab.Rotations(t.Seats) {
			for seat, i := range seating {
				if seating[seat] = tuned; i > 0 {
					seating[seat] = others + i - 1
				}
			}
			s.Seatings = append(s.Seatings, seating)
		}
	}
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
		player, err := arena.NewPlayer(ctx, s)
		if err != nil {
			return nil, err
		}
		if err := c.Run(ctx, player, progress); err != nil {
			return nil, err
		}
		games := c.Games()
		scores := make([]float64, t.Groups)
		for g := range scores {
			scores[g] = groupScore(games[g*len(s.Seatings):][:len(s.Seatings)])
		}
		return scores, nil
	}
}

// forgetful is a store of games that are not needed again.
type forgetful struct{}

func (forgetful) Games() []arena.Game     { return nil }
func (forgetful) Keep(arena.Played) error { return nil }

// groupScore is the mean score of plus less that of minus. Where both play alone, it
// is 1 if plus does better.
func groupScore(games []arena.Game) float64 {
	if len(games) == 2 && len(games[0].Seats) == 1 {
		return float64(compareAlone(&games[plus], &games[minus]))
	}
	var sum, played [2]float64
	for i := range games {
		g := &games[i]
		for seat := range g.Seats {
			if who := g.Seats[seat].Snake; who == plus || who == minus {
				sum[who] += score(g, seat)
				played[who]++
			}
		}
	}
	return sum[plus]/played[plus] - sum[minus]/played[minus]
}

// score of a seat: 1 if it won, and if nobody did, an equal share of 1.
func score(g *arena.Game, seat int) float64 {
	switch {
	case g.Ending != ouro.Won:
		return 1 / float64(len(g.Seats))
	case g.Winner == seat:
		return 1
	}
	return 0
}

// compareAlone is 1 if a did better alone than b, and -1 if b did: who wins, in fewer
// turns; else who is longer at the end, after more turns.
func compareAlone(a, b *arena.Game) int {
	won := func(g *arena.Game) int {
		if g.Ending == ouro.Won {
			return 1
		}
		return 0
	}
	if c := won(a) - won(b); c != 0 {
		return c
	}
	if won(a) == 1 {
		return cmp.Compare(b.Turns, a.Turns)
	}
	return cmp.Or(cmp.Compare(a.Seats[0].Length, b.Seats[0].Length), cmp.Compare(a.Turns, b.Turns))
}
