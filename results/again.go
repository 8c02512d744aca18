package results

import (
	"context"
	"errors"
	"fmt"

	"ouro/battlesnake/host"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/roster"
)

// Replayer plays games of a set again.
type Replayer struct {
	player *lab.Player
	first  int // group of the player's first game
	size   int // number of games in a group
}

// NotReplayable is the reason why games cannot be played again. In its text, "they" and "them" are
// the games.
type NotReplayable string

func (e NotReplayable) Error() string { return string(e) }

// Replayer returns a Replayer of the set. The error is a [NotReplayable] if games cannot be played
// again.
func (s *Set) Replayer(ctx context.Context) (*Replayer, error) {
	for i := range s.Experiments {
		if err := s.notReplayable(i); err != nil {
			return nil, err
		}
	}
	plan, err := s.Plan()
	if err != nil {
		return nil, err
	}
	if s.Definitions[0].Kind == definition.Arena { // Open reads the openings
		open, err := s.Definitions[0].Open(ctx)
		if err != nil {
			return nil, err
		}
		plan.Play = open.Play
	}
	plan.Records = true
	player, err := lab.NewPlayer(plan)
	return &Replayer{player, plan.First, max(1, len(plan.Seatings), len(s.Experiments))}, err
}

// notReplayable returns the reason why an experiment cannot be played again, or nil.
func (s *Set) notReplayable(i int) error {
	d, e := &s.Definitions[i], &s.Experiments[i]
	own, err := buildinfo.Current()
	switch {
	case err != nil:
		return err
	case !buildinfo.Same(own, e.Build):
		return NotReplayable("another build played them")
	case d.Kind == definition.Contest:
		return NotReplayable("an earlier version played them")
	case d.Kind == definition.Exact:
		return NotReplayable("they were computed, not played")
	case d.Time > 0 || d.CPU > 0:
		return NotReplayable("their moves depended on time")
	}
	for _, text := range d.Solvers {
		entrant, err := host.ParseEntrant(text)
		if err != nil || entrant.Guest != nil {
			return NotReplayable("a remote snake took part")
		}
		if roster.CheckUntrusted(entrant.Spec) != nil {
			return NotReplayable("a file or program of the machine took part")
		}
	}
	return nil
}

// Game plays a game again and returns it with its record.
func (a *Replayer) Game(ctx context.Context, group, seating int) (*lab.Finished, error) {
	game := (group-a.first)*a.size + seating
	if seating < 0 || seating >= a.size || game < 0 || game >= a.player.Games() {
		return nil, fmt.Errorf("there is no game %d, seating %d", group, seating)
	}
	return a.player.Play(ctx, game)
}

// ErrNoRecord means that the record of a game was not stored, and that playing the game again
// cannot replace the record.
var ErrNoRecord = errors.New("its record was not stored")

// Recorded returns a game of the set with its record. If no record is stored, Recorded plays the
// game again and uses the new record if the moves are the same.
func (s *Set) Recorded(ctx context.Context, group, seating int) (*lab.Finished, error) {
	f, err := s.Game(ctx, group, seating)
	if err != nil || f == nil || f.Record != nil {
		return f, err
	}
	if s.replayer == nil {
		if s.replayer, err = s.Replayer(ctx); err != nil {
			var why NotReplayable
			if errors.As(err, &why) {
				err = fmt.Errorf("%w, and the game cannot be played again: %w", ErrNoRecord, why)
			}
			return nil, err
		}
	}
	g, err := s.replayer.Game(ctx, group, seating)
	if err != nil {
		return nil, err
	}
	if f.Moves != (lab.Digest{}) && f.Moves != g.Moves {
		return nil, fmt.Errorf("%w, and the game went differently when it was played again", ErrNoRecord)
	}
	f.Record, f.Log = g.Record, g.Log
	return f, nil
}
