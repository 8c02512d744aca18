package battlesnake

import (
	"errors"
	"fmt"

	"ouro"
)

// Resume returns the start of a game that begins with a given position instead of the setup
// of the map. What the map draws before the first move, such as where a spiral begins, is
// read from the hazards of the position, so do not use [Dice] in such a game. The error
// says why no such game starts from position.
func (r Rules) Resume(position *ouro.State) (*ouro.State, error) {
	g := position.Grid
	if err := r.c.board.allows(g.W, g.H, len(position.Snakes)); err != nil {
		return nil, err
	}
	if g.Wraps != r.c.ruleset.Wraps {
		want := "without"
		if r.c.ruleset.Wraps {
			want = "with"
		}
		return nil, fmt.Errorf("board %s: the ruleset %s needs a board %s joined edges", g, r.Ruleset(), want)
	}
	if position.Room() != g.Size() || position.Hedges() > 0 {
		return nil, errors.New("games of Battlesnake have no walls inside the board")
	}
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	for seat := range position.Snakes {
		if h := position.Snakes[seat].Health; h < 1 || h > MaxHealth {
			return nil, fmt.Errorf("snake %d has health %d, want 1 to %d", seat+1, h, MaxHealth)
		}
	}
	if err := r.checkLevel(position); err != nil {
		return nil, err
	}
	s := position.Clone()
	s.HazardDamage, s.AlwaysGrow, s.TurnBack = r.c.Damage, r.c.ruleset.Grows, true
	return s, nil
}

// checkLevel requires that a snake of solo_maze has the length of the level that the bottom
// row encodes. The ruleset royale erases that row.
func (r Rules) checkLevel(s *ouro.State) error {
	if r.c.board.Name != soloMaze || r.c.ruleset.shrinks {
		return nil
	}
	if have, want := s.Snakes[0].Body.Len(), StartLength+readLevel(s); have != want {
		return fmt.Errorf("the snake has %d segments; in the level of %s that the bottom row encodes it has %d", have, soloMaze, want)
	}
	return nil
}
