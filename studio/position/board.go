package position

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// Board is a position with the rules for it. It may be impossible in a game. It is
// read-only: changes return another board.
type Board struct {
	Rules ouro.Spec
	State *ouro.State
}

// Parse parses a position as links have it.
func Parse(rules, position string) (Board, error) {
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		return Board{}, fmt.Errorf("rules %w", err)
	}
	if _, err := roster.FindRules(spec.Name); err != nil {
		return Board{}, err
	}
	s, err := ouro.ParseState(position)
	if err != nil {
		return Board{}, fmt.Errorf("position: %w", err)
	}
	return Board{spec, s}, nil
}

// Text returns the position on one line.
func (b Board) Text() string { return b.State.String() }

// withoutDead returns the position without dead snakes, as the start of a game must be.
func (b Board) withoutDead() *ouro.State {
	dead := false
	for i := range b.State.Snakes {
		dead = dead || b.State.Snakes[i].Cause != ouro.Alive
	}
	if !dead {
		return b.State
	}
	sk := sketchOf(b.State)
	return sk.state()
}

// Game returns the game that starts here.
func (b Board) Game() ouro.GameSpec {
	s := b.withoutDead()
	g := ouro.GameSpec{Rules: b.Rules, W: s.Grid.W, H: s.Grid.H, StartLength: 1, Snakes: len(s.Snakes), Position: s}
	if e, err := roster.FindRules(b.Rules.Name); err == nil {
		g.StartLength = max(1, e.StartLength)
	}
	return g
}

// Deal returns a game that continues from here. Dead snakes keep their seats.
func (b Board) Deal(seed uint64) (play.Deal, error) {
	d, err := roster.Deal(b.Game(), seed)
	if err != nil {
		return d, err
	}
	if len(d.Start.Snakes) < len(b.State.Snakes) {
		s := b.State.Clone()
		s.TurnBack, s.AlwaysGrow, s.HazardDamage = d.Start.TurnBack, d.Start.AlwaysGrow, d.Start.HazardDamage
		d.Start = s
	}
	if outcome, over := d.Rules.Over(d.Start); over {
		return play.Deal{}, fmt.Errorf("the game is over here: %s", b.names().Outcome(outcome))
	}
	return d, nil
}

// Check returns an error that says why no game can continue from here.
func (b Board) Check() error {
	if len(b.Alive()) == 0 {
		return errors.New("there is no snake")
	}
	_, err := b.Deal(0)
	return err
}

// names returns default names for the snakes.
func (b Board) names() english.Snakes {
	if len(b.State.Snakes) == 1 {
		return english.Snakes{"the snake"}
	}
	names := make(english.Snakes, len(b.State.Snakes))
	for seat := range names {
		names[seat] = string(english.Letter(seat))
	}
	return names
}

// Alive returns the seats of living snakes.
func (b Board) Alive() []int {
	seats := []int{}
	for seat := range b.State.Snakes {
		if b.State.Snakes[seat].Cause == ouro.Alive {
			seats = append(seats, seat)
		}
	}
	return seats
}
