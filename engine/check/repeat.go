package check

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
)

// first is a game that is played again and again: the same each time.
type first struct {
	game  *match
	moves []ouro.Dir
}

// repeatedTurns are the turns of such games.
const repeatedTurns = 30

func (x *exam) repeats() error {
	turns := 0
	err := x.each(usual, func(t *talk, m *match) error {
		moves, err := x.play(t, m, repeatedTurns)
		if err != nil {
			return err
		}
		f := &first{m, moves}
		x.firsts = append(x.firsts, f)
		turns += len(moves)
		return x.same(f)
	})
	if err != nil {
		return err
	}
	return passed("%s in %s, twice", english.Count(turns, "turn"), english.Count(len(x.firsts), "game"))
}

// same plays the game again, and compares it.
func (x *exam) same(f *first) error {
	m, err := newMatch(f.game.game, f.game.seed, f.game.seat)
	if err != nil {
		return err
	}
	t, err := x.open(m)
	if err != nil {
		return err
	}
	moves, err := x.play(t, m, repeatedTurns)
	if err != nil {
		return err
	}
	for i, d := range f.moves {
		if i >= len(moves) || moves[i] != d {
			return fmt.Errorf("in turn %d of the same game with the same seed and %d nodes it moves %s, and before %s", i, x.cfg.Nodes, moves[min(i, len(moves)-1)], d)
		}
	}
	return nil
}

// sameAll plays all these games again.
func (x *exam) sameAll() error {
	for _, f := range x.firsts {
		if err := x.same(f); err != nil {
			return err
		}
	}
	return nil
}

func (x *exam) forgets() error {
	err := x.each(usual, func(t *talk, m *match) error {
		_, err := x.play(t, m, 12)
		return err
	})
	if err != nil {
		return err
	}
	return x.sameAll()
}

func (x *exam) fresh() error {
	x.drop()
	return x.sameAll()
}
