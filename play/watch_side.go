package play

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"slices"
)

// SideBySide plays games in step, so that they can be compared, or just one.
// The solvers have always decided one move more than is shown: so their
// thoughts are about the positions that are shown.
type SideBySide struct {
	games    []*WatchedGame
	furthest int   // turn that was looked at
	reached  int   // turn that was played on to
	broken   error // why nobody plays on
}

// NewSideBySide watches these games.
func NewSideBySide(games ...*WatchedGame) *Watch[[]Scene] {
	return NewWatch[[]Scene](&SideBySide{games: games})
}

// Advance plays one round at most.
func (s *SideBySide) Advance(ctx context.Context, turn int) (int, error) {
	done := s.rounds()
	switch {
	case done >= turn:
		return turn, ctx.Err()
	case done > s.reached: // the move ahead: a turn of slow solvers is not passed over
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

// move lets a game that goes on make a move.
func (s *SideBySide) move(ctx context.Context, g *WatchedGame, keep bool) error {
	if s.broken != nil {
		return s.broken
	}
	before := g.turns()
	err := g.move(ctx, keep)
	if ctx.Err() == nil || g.turns() > before { // else the move is still to be made
		s.broken = err
	}
	return err
}

// rounds is the number of moves that every game has made which is not over;
// when all are, that of the longest.
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

// Look lets every game that goes on think about this turn.
func (s *SideBySide) Look(ctx context.Context, turn int) ([]Scene, error) {
	s.furthest = max(s.furthest, turn)
	scenes := make([]Scene, len(s.games))
	for i, g := range s.games {
		switch {
		case g.over || g.turns() > turn:
		case g.info.Due:
			g.advised(ctx)
		default:
			_ = s.move(ctx, g, true) // told below
		}
		scenes[i] = g.at(turn)
	}
	return scenes, cmp.Or(ctx.Err(), s.broken)
}

// Turns is the furthest turn that was looked at, or the end of a record.
func (s *SideBySide) Turns() int {
	turns := s.furthest
	for _, g := range s.games {
		turns = max(turns, g.end)
	}
	return turns
}

// Over tells whether all games have ended by this turn.
func (s *SideBySide) Over(turn int) bool {
	return !slices.ContainsFunc(s.games, func(g *WatchedGame) bool { return !g.over || g.turns() > turn })
}

// Records are those of the games that there are.
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
