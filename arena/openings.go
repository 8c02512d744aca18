package arena

import (
	"context"
	"fmt"

	"ouro"
	"ouro/arena/opening"
)

// Open is Setting for a tournament that is to be played: it also reads the openings,
// which may be files, and starts programs among the snakes.
func (t *Tournament) Open(ctx context.Context) (*Setting, error) {
	c := *t
	var book *opening.Book // nil is the start of the rules
	if !c.byRules() {
		var err error
		if book, err = opening.Read(ctx, c.Openings); err != nil {
			return nil, err
		}
		if c.Board == "" && c.Level == "" {
			c.Board = book.Board()
		}
	}
	s, err := c.Setting()
	if err == nil && book != nil {
		err = s.take(book)
	}
	if err == nil {
		err = s.try(true)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// readOpenings reads the openings unless they were read.
func (s *Setting) readOpenings(ctx context.Context) error {
	if s.openings != nil || s.Tournament.byRules() {
		return nil
	}
	book, err := opening.Read(ctx, s.Tournament.Openings)
	if err != nil {
		return err
	}
	return s.take(book)
}

// take makes the games start in positions of the book.
func (s *Setting) take(book *opening.Book) (err error) {
	t, sum := s.Tournament, book.Digest()[:16]
	if t.OpeningsSum != "" && t.OpeningsSum != sum {
		return fmt.Errorf("openings %s: these are not the positions of openings_sum %s, but of %s; remove openings_sum to use other positions", shown(t.Openings), shown(t.OpeningsSum), sum)
	}
	t.OpeningsSum = sum
	s.openings, err = book.For(s.Game, t.Seed)
	return err
}

// byRules reports whether games start as the rules say.
func (t *Tournament) byRules() bool { return t.Openings == "" || t.Openings == "rules" }

// spec returns the game of a group.
func (s *Setting) spec(ctx context.Context, group int) (ouro.GameSpec, error) {
	switch {
	case s.openings != nil:
		return s.openings.Game(ctx, group)
	case s.Tournament.Openings != "":
		return ouro.GameSpec{}, errClosed
	}
	return s.Game, nil
}
