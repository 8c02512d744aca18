package position

import (
	"context"
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/cooperate"
	"ouro/play"
	"ouro/roster"
)

// Played is a game that was played, by whomever: its start, its moves and its chance.
// Every position of it is derived again when it is asked for.
type Played struct {
	Rules ouro.Spec
	Seats int
	Moves []ouro.Dir // Seats for each turn; ouro.NoDir of the dead
	seed  uint64     // of the game: a judge that played in it plays so again
	deal  func() (play.Deal, error)
	foods map[int]ouro.Cell // food that was chosen, by the index of the turn behind which it came
}

// Turns is how many joint moves were made.
func (p *Played) Turns() int { return len(p.Moves) / p.Seats }

// Joint is the joint move at index i.
func (p *Played) Joint(i int) []ouro.Dir { return p.Moves[i*p.Seats : (i+1)*p.Seats] }

// Recorded is the game of a record.
func Recorded(r *ouro.Record) *Played {
	return &Played{
		Rules: r.Game.Rules, Seats: len(r.Seats), Moves: r.Moves, seed: r.Seed,
		deal: func() (play.Deal, error) { return roster.Deal(r.Game, r.Seed) },
	}
}

// Continued is a game from a board: its moves, by their letters, and where food came,
// by the index of the move.
func Continued(b Board, moves string, foods map[int]ouro.Cell) (*Played, error) {
	if len(b.State.Snakes) != 1 {
		return nil, errSeveral
	}
	p := &Played{Rules: b.Rules, Seats: 1, foods: foods, deal: func() (play.Deal, error) { return b.Deal(0) }}
	for i := range len(moves) {
		d, ok := ouro.DirOfLetter(moves[i])
		if !ok {
			return nil, fmt.Errorf("move %d is %q: want U, R, D or L", i+1, moves[i])
		}
		p.Moves = append(p.Moves, d)
	}
	return p, nil
}

var errSeveral = errors.New("accuracy is of games of one snake: what a move costs among several depends on what the others do")

// judged tells why the accuracy of such a game is not known.
func (p *Played) judged() error {
	e, err := roster.FindRules(p.Rules.Name)
	switch {
	case err != nil:
		return err
	case p.Seats != 1:
		return errSeveral
	case !e.WonAlone:
		return fmt.Errorf("accuracy is of games that one snake can win, and under the rules %s it cannot", p.Rules.Name)
	case len(p.Moves) == 0:
		return errors.New("no move was made yet")
	}
	return nil
}

// walk goes through the game. Visit sees each position in which a move was made, by
// the move's index; it must not keep or change it.
func (p *Played) walk(ctx context.Context, visit func(i int, d play.Deal, s *ouro.State) error) error {
	d, err := p.deal()
	if err != nil {
		return err
	}
	s := d.Begin()
	for i := range p.Turns() {
		cooperate.Yield()
		if err := ctx.Err(); err != nil {
			return err
		}
		if outcome, over := d.Rules.Over(s); over {
			return fmt.Errorf("move %d comes after the game's end (%s)", i+1, outcome.Ending)
		}
		if err := visit(i, d, s); err != nil {
			return err
		}
		d.Rules.Step(s, p.Joint(i))
		if err := p.spawn(i, d, s); err != nil {
			return err
		}
	}
	return nil
}

// At is the position after so many moves, and how the game ended there, if it did.
func (p *Played) At(ctx context.Context, turns int) (b Board, outcome ouro.Outcome, over bool, err error) {
	d, err := p.deal()
	if err != nil {
		return b, outcome, false, err
	}
	s := d.Begin()
	for i := range min(max(0, turns), p.Turns()) {
		if i%1000 == 0 && ctx.Err() != nil {
			return b, outcome, false, ctx.Err()
		}
		d.Rules.Step(s, p.Joint(i))
		if err := p.spawn(i, d, s); err != nil {
			return b, outcome, false, err
		}
	}
	outcome, over = d.Rules.Over(s)
	return Board{p.Rules, s}, outcome, over, nil
}

// spawn lets chance act after a move, or puts food where it came.
func (p *Played) spawn(i int, d play.Deal, s *ouro.State) error {
	before := len(s.Food)
	d.Rules.Spawn(s, d.Dice)
	c, chosen := p.foods[i]
	if !chosen || len(s.Food) == before {
		return nil
	}
	s.RemoveFood(s.Food[len(s.Food)-1])
	if c < 0 || int(c) >= s.Grid.Size() || !s.Free(c) {
		return fmt.Errorf("food behind move %d: there is no room on cell %d", i+1, c)
	}
	s.AddFood(c)
	return nil
}
