package check

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
)

// replay is a game whose moves must be the same every time.
type replay struct {
	game  *match
	moves []ouro.Dir
}

// repeatedTurns is the number of turns of such a game.
const repeatedTurns = 30

func (x *exam) repeats() error {
	turns := 0
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
		moves, err := x.play(t, m, repeatedTurns)
		if err != nil {
			return err
		}
		f := &replay{m, moves}
		x.replays = append(x.replays, f)
		turns += len(moves)
		return x.same(f)
	})
	if err != nil {
		return err
	}
	return passed("%s in %s, twice", english.Count(turns, "turn"), english.Count(len(x.replays), "game"))
}

// same plays the game again and compares the moves.
func (x *exam) same(f *replay) error {
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
			return fmt.Errorf("in turn %d of the same game, with the same seed and %d nodes, it moved %s and before that %s", i, x.cfg.Nodes, moves[min(i, len(moves)-1)], d)
		}
	}
	return nil
}

// sameAll plays all replays again.
func (x *exam) sameAll() error {
	for _, f := range x.replays {
		if err := x.same(f); err != nil {
			return err
		}
	}
	return nil
}

func (x *exam) forgets() error {
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
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
