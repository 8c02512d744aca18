package results

import (
	"context"
	"errors"
	"fmt"

	"ouro/battlesnake/host"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
)

// Again plays games of a set again, each as it was: for what was not kept of them.
type Again struct {
	player *lab.Player
	first  int // group of the player's first game
	size   int // of a group
}

// NotAgain is why games cannot be played again, in words.
type NotAgain string

func (e NotAgain) Error() string { return string(e) }

// Again prepares to play games again. A [NotAgain] says why that is not possible.
func (s *Set) Again(ctx context.Context) (*Again, error) {
	for i := range s.Experiments {
		if err := s.notAgain(i); err != nil {
			return nil, err
		}
	}
	plan, err := s.Plan()
	if err != nil {
		return nil, err
	}
	if s.Orders[0].Kind == order.Arena { // openings are read
		open, err := s.Orders[0].Open(ctx)
		if err != nil {
			return nil, err
		}
		plan.Play = open.Play
	}
	plan.Records = true
	player, err := lab.NewPlayer(plan)
	return &Again{player, plan.First, max(1, len(plan.Seatings), len(s.Experiments))}, err
}

// notAgain is why the games of an experiment cannot be played again; nil if they can.
func (s *Set) notAgain(i int) error {
	o, e := &s.Orders[i], &s.Experiments[i]
	own, err := buildinfo.Own()
	switch {
	case err != nil:
		return err
	case !buildinfo.Same(own, e.Build):
		return NotAgain("another build played them")
	case o.Kind == order.Contest:
		return NotAgain("an earlier version played them")
	case o.Kind == order.Exact:
		return NotAgain("they were computed")
	case o.Time > 0 || o.CPU > 0:
		return NotAgain("the clock had a say")
	}
	for _, text := range o.Solvers {
		entrant, err := host.ParseEntrant(text)
		if err != nil || entrant.Guest != nil {
			return NotAgain("a remote snake took part")
		}
		if roster.FromElsewhere(entrant.Spec) != nil {
			return NotAgain("a file or program of the machine took part")
		}
	}
	return nil
}

// Game plays a game again, with its record.
func (a *Again) Game(ctx context.Context, group, seating int) (*lab.Finished, error) {
	game := (group-a.first)*a.size + seating
	if seating < 0 || seating >= a.size || game < 0 || game >= a.player.Games() {
		return nil, fmt.Errorf("there is no game %d, seating %d", group, seating)
	}
	return a.player.Play(ctx, game)
}

// ErrNoRecord is the error of a game whose record was not kept and cannot be made.
var ErrNoRecord = errors.New("its record was not kept")

// Recorded is a game of the set with its record: the one that was kept, or that of the
// game played again, if it is the same game.
func (s *Set) Recorded(ctx context.Context, group, seating int) (*lab.Finished, error) {
	f, err := s.Game(ctx, group, seating)
	if err != nil || f == nil || f.Record != nil {
		return f, err
	}
	if s.again == nil {
		if s.again, err = s.Again(ctx); err != nil {
			var why NotAgain
			if errors.As(err, &why) {
				err = fmt.Errorf("%w, and it is not played again: %w", ErrNoRecord, why)
			}
			return nil, err
		}
	}
	g, err := s.again.Game(ctx, group, seating)
	if err != nil {
		return nil, err
	}
	if f.Moves != (lab.Digest{}) && f.Moves != g.Moves {
		return nil, fmt.Errorf("%w, and played again it is another game", ErrNoRecord)
	}
	f.Record, f.Log = g.Record, g.Log
	return f, nil
}
