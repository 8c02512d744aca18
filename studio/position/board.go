package position

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// Board is a position as it is drawn, and the rules that it is to be one of. It is
// read-only: changes make another one.
type Board struct {
	Rules ouro.Spec
	State *ouro.State
}

// Parse reads a position as a link has it.
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

// Text is the position on one line.
func (b Board) Text() string { return b.State.String() }

// living is the position without its dead snakes, as a game must start.
func (b Board) living() *ouro.State {
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

// Game is that which starts here.
func (b Board) Game() ouro.GameSpec {
	s := b.living()
	g := ouro.GameSpec{Rules: b.Rules, W: s.Grid.W, H: s.Grid.H, StartLength: 1, Snakes: len(s.Snakes), Position: s}
	if e, err := roster.FindRules(b.Rules.Name); err == nil {
		g.StartLength = max(1, e.StartLength)
	}
	return g
}

// Deal is what a game that goes on from here needs. Dead snakes keep their seats.
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

// Wrong tells why no game goes on from here, nil if one does.
func (b Board) Wrong() error {
	if len(b.Alive()) == 0 {
		return errors.New("there is no snake")
	}
	_, err := b.Deal(0)
	return err
}

// names are those of the snakes where nobody gave them any.
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

// Alive are the seats of the snakes that live.
func (b Board) Alive() []int {
	seats := []int{}
	for seat := range b.State.Snakes {
		if b.State.Snakes[seat].Cause == ouro.Alive {
			seats = append(seats, seat)
		}
	}
	return seats
}
