package check

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
)

// first is a game that is played again and again: the same each time.
type first struct {
	place place
	seed  uint64
	moves []ouro.Dir
}

// repeatedTurns are the turns of such games.
const repeatedTurns = 30

func (x *exam) repeats() error {
	turns := 0
	for _, kind := range x.kinds() {
		for _, p := range usual[kind] {
			f := &first{place: p, seed: x.seed()}
			moves, err := x.replay(f)
			if refused(err) {
				continue
			}
			if err != nil {
				return err
			}
			f.moves = moves
			if err := x.same(f); err != nil {
				return err
			}
			x.firsts = append(x.firsts, f)
			turns += len(moves)
		}
	}
	return passed("%s in %s, twice", english.Count(turns, "turn"), english.Count(len(x.firsts), "game"))
}

// replay plays the game, from its beginning.
func (x *exam) replay(f *first) ([]ouro.Dir, error) {
	m, err := f.place.match(f.seed)
	if err != nil {
		return nil, err
	}
	t, err := x.open(m)
	if err != nil {
		return nil, err
	}
	return x.play(t, m, repeatedTurns)
}

// same plays the game again, and compares it.
func (x *exam) same(f *first) error {
	moves, err := x.replay(f)
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
