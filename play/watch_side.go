package play

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"slices"
)

// SideBySide plays one game, or several in step for comparison. Solvers decide one move
// ahead of the shown turn, so that their thoughts are about the shown positions.
type SideBySide struct {
	games    []*WatchedGame
	furthest int   // furthest turn that was shown
	reached  int   // turn that was reached
	broken   error // why the games cannot continue
}

// NewSideBySide returns a Watch of these games.
func NewSideBySide(games ...*WatchedGame) *Watch[[]Scene] {
	return NewWatch[[]Scene](&SideBySide{games: games})
}

// Advance plays at most one round.
func (s *SideBySide) Advance(ctx context.Context, turn int) (int, error) {
	done := s.rounds()
	switch {
	case done >= turn:
		return turn, ctx.Err()
	case done > s.reached: // a move made ahead: slow solvers' turns are not skipped
		s.reached = done
		return done, ctx.Err()
	}
	for _, g := range s.games {
		for !g.over && g.turns() <= done {
			if err := s.move(ctx, g, false); err != nil {
				return done, err
			}
		}
	}
	s.reached = s.rounds()
	return s.reached, ctx.Err()
}

func (s *SideBySide) move(ctx context.Context, g *WatchedGame, keep bool) error {
	if s.broken != nil {
		return s.broken
	}
	before := g.turns()
	err := g.move(ctx, keep)
	if ctx.Err() == nil || g.turns() > before { // otherwise the move was not made
		s.broken = err
	}
	return err
}

// rounds returns the number of moves that every game has made that is not over; if all are
// over, that of the longest.
func (s *SideBySide) rounds() int {
	longest, least := 0, -1
	for _, g := range s.games {
		longest = max(longest, g.turns())
		if !g.over && (least < 0 || g.turns() < least) {
			least = g.turns()
		}
	}
	if least < 0 {
		return longest
	}
	return least
}

// Look makes every game that is not over think about this turn.
func (s *SideBySide) Look(ctx context.Context, turn int) ([]Scene, error) {
	s.furthest = max(s.furthest, turn)
	scenes := make([]Scene, len(s.games))
	for i, g := range s.games {
		switch {
		case g.over || g.turns() > turn:
		case g.info.Due:
			g.advise(ctx)
		default:
			_ = s.move(ctx, g, true) // s.broken is returned below
		}
		scenes[i] = g.at(turn)
	}
	return scenes, cmp.Or(ctx.Err(), s.broken)
}

// Turns returns the furthest turn that was shown, or the end of a record.
func (s *SideBySide) Turns() int {
	turns := s.furthest
	for _, g := range s.games {
		turns = max(turns, g.end)
	}
	return turns
}

// Over reports whether all games have ended by this turn.
func (s *SideBySide) Over(turn int) bool {
	return !slices.ContainsFunc(s.games, func(g *WatchedGame) bool { return !g.over || g.turns() > turn })
}

// Records returns the records of all games.
func (s *SideBySide) Records(turn int) ([]encoding.TextMarshaler, error) {
	var records []encoding.TextMarshaler
	for _, g := range s.games {
		r, err := g.record(turn)
		switch {
		case err != nil:
			return nil, err
		case r != nil:
			records = append(records, r)
		}
	}
	if records == nil {
		return nil, errors.New("there is no game")
	}
	return records, nil
}

// Close closes the games.
func (s *SideBySide) Close() error {
	var errs []error
	for _, g := range s.games {
		errs = append(errs, g.close())
	}
	return errors.Join(errs...)
}
