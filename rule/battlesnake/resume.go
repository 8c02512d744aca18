package battlesnake

import (
	"errors"
	"fmt"

	"ouro"
)

// Resume is the start of a game that goes on from a position, on which chance has
// acted, instead of being set up by the map. What the map draws before the first move
// and remembers, such as where a spiral begins, is read off the board, so go on with
// dice other than [Dice]. An error tells why that is no position of such a game.
func (r Rules) Resume(position *ouro.State) (*ouro.State, error) {
	g := position.Grid
	if err := r.c.board.allows(g.W, g.H, len(position.Snakes)); err != nil {
		return nil, err
	}
	if g.Wraps != r.c.ruleset.Wraps {
		return nil, fmt.Errorf("the edges of a board are joined under the rulesets that wrap and no others: it is %sw there and %s elsewhere", g, g)
	}
	if position.Room() != g.Size() || position.Hedges() > 0 {
		return nil, errors.New("there are no walls in Battlesnake but those around the board")
	}
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	for seat := range position.Snakes {
		if h := position.Snakes[seat].Health; h < 1 || h > MaxHealth {
			return nil, fmt.Errorf("snake %d has health %d, want 1 to %d", seat+1, h, MaxHealth)
		}
	}
	if err := r.checkMaze(position); err != nil {
		return nil, err
	}
	s := position.Clone()
	s.HazardDamage, s.AlwaysGrow, s.TurnBack = r.c.Damage, r.c.ruleset.Grows, true
	return s, nil
}

// checkMaze wants a snake of solo_maze to be as long as the level on the bottom row
// makes it. The ruleset royale wipes that away.
func (r Rules) checkMaze(s *ouro.State) error {
	if r.c.board.Name != soloMaze || r.c.ruleset.shrinks {
		return nil
	}
	if have, want := s.Snakes[0].Body.Len(), StartLength+readLevel(s); have != want {
		return fmt.Errorf("the snake has a length of %d, and in the level of %s that the bottom row tells it has %d", have, soloMaze, want)
	}
	return nil
}
