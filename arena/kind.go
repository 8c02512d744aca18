package arena

import (
	"context"
	"errors"
	"fmt"

	"ouro/internal/english"
	"ouro/lab"
)

// Kind is the kind of a tournament's games.
type Kind struct {
	Tournament *Tournament // of a Setting
	Alone      bool        // every snake plays by itself
}

// Check accepts every plan, as a Setting was checked.
func (Kind) Check(*lab.Plan) error { return nil }

// CheckTally requires the measures of Snake Hunter in its games, and none in others.
func (k Kind) CheckTally(t *lab.Tally) error {
	want := 0
	if k.Tournament.isHunt() {
		want = len(huntMeasures)
	}
	if len(t.Measures) != want {
		return fmt.Errorf("its tally has %s, want %d", english.Count(len(t.Measures), "measure"), want)
	}
	return nil
}

// Number counts the games of all groups.
func (Kind) Number(seatings int, t *lab.Tally) int { return int(t.Group)*seatings + int(t.Seating) }

// Sum adds the figures of the tournament.
func (k Kind) Sum(r *lab.Report) { r.Figures = newFigures(k, r) }

// Score returns the share of the others that the snake of a seat beat in a game of
// several, ties by half. If Alone it is 1 for a won game, else 0.
func (Kind) Score(t *lab.Tally, seat int) float64 {
	if len(t.Seats) == 1 {
		if t.Won(seat) {
			return 1
		}
		return 0
	}
	bout := boutTogether(t)
	return shareAhead(&bout, seat)
}

// errClosed reports that a Setting is played that Open did not make.
var errClosed = errors.New("a tournament that was not opened is not played")

// Plan returns the plan of the tournament's games, for counting.
func (s *Setting) Plan() lab.Plan {
	t := s.Tournament
	plan := lab.Plan{
		Title: t.Heading(), Kind: Kind{t, s.Alone}, Seatings: s.Seatings, Groups: s.Groups, Seed: t.Seed,
		Game: s.Game, Budget: s.Budget, InTurn: s.inTurn(), Records: true, Workers: s.Workers(),
		Play: func(context.Context, lab.Task) (lab.Finished, error) { return lab.Finished{}, errClosed },
	}
	for i := range s.Entrants {
		e := &s.Entrants[i]
		entrant := lab.Entrant{Name: e.Name, Spec: e.Spec}
		if e.Guest != nil {
			entrant.Address = e.Address()
		}
		plan.Entrants = append(plan.Entrants, entrant)
	}
	if t.Format == SPRT {
		plan.Stop = func() lab.Stopper { return newQuestion(t, s.Alone) }
	}
	return plan
}

// Play returns a plan that plays the games. It reads the openings unless Open did, and
// requests the name and version of remote snakes: one that does not answer is an error
// now, and a fault later. live, unless nil, shows the running games.
func (s *Setting) Play(ctx context.Context, live *Live) (lab.Plan, error) {
	m, err := newMatch(ctx, s)
	if err != nil {
		return lab.Plan{}, err
	}
	plan := s.Plan()
	plan.Play = live.Watch(m.Play)
	return plan, nil
}
