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

// Game is a game from which positions are derived: its start, its moves and its food.
type Game struct {
	Rules ouro.Spec
	Seats int
	Moves []ouro.Dir // Seats directions for each turn; ouro.NoDir for dead snakes
	seed  uint64     // seed of the game, from which the seeds of judges follow: a judge that played in the game repeats its moves
	deal  func() (play.Deal, error)
	foods map[int]ouro.Cell // cells on which food appears instead of a random cell, by the index of the move before
}

func (p *Game) Turns() int { return len(p.Moves) / p.Seats }

// Joint returns joint move i, with one direction for each seat.
func (p *Game) Joint(i int) []ouro.Dir { return p.Moves[i*p.Seats : (i+1)*p.Seats] }

func GameOfRecord(r *ouro.Record) *Game {
	return &Game{
		Rules: r.Game.Rules, Seats: len(r.Seats), Moves: r.Moves, seed: r.Seed,
		deal: func() (play.Deal, error) { return roster.Deal(r.Game, r.Seed) },
	}
}

// GameFrom returns a game of one snake that starts from a position. moves has one letter for each
// move. foods has the cells on which food appears, by the index of the move before.
func GameFrom(start Position, moves string, foods map[int]ouro.Cell) (*Game, error) {
	if len(start.State.Snakes) != 1 {
		return nil, errSeveral
	}
	p := &Game{Rules: start.Rules, Seats: 1, foods: foods, deal: func() (play.Deal, error) { return start.Deal(0) }}
	for i := range len(moves) {
		d, ok := ouro.DirOfLetter(moves[i])
		if !ok {
			return nil, fmt.Errorf("move %d is %q: want U, R, D or L", i+1, moves[i])
		}
		p.Moves = append(p.Moves, d)
	}
	return p, nil
}

var errSeveral = errors.New("accuracy exists only for games of one snake: among several snakes, the cost of a move depends on the other snakes")

func (p *Game) checkGame() error {
	e, err := roster.FindRules(p.Rules.Name)
	switch {
	case err != nil:
		return err
	case p.Seats != 1:
		return errSeveral
	case !e.WonAlone:
		return fmt.Errorf("accuracy exists only for games that one snake can win, not for the rules %s", p.Rules.Name)
	case len(p.Moves) == 0:
		return errors.New("the game has no moves to judge")
	}
	return nil
}

// walk derives the game. It calls visit with the index of each move and the position before that
// move. visit must not keep or change the position.
func (p *Game) walk(ctx context.Context, visit func(i int, d play.Deal, s *ouro.State) error) error {
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

// At returns the position after a number of turns. over reports whether the game is over there;
// outcome is its outcome.
func (p *Game) At(ctx context.Context, turns int) (at Position, outcome ouro.Outcome, over bool, err error) {
	d, err := p.deal()
	if err != nil {
		return at, outcome, false, err
	}
	s := d.Begin()
	for i := range min(max(0, turns), p.Turns()) {
		if i%1000 == 0 && ctx.Err() != nil {
			return at, outcome, false, ctx.Err()
		}
		d.Rules.Step(s, p.Joint(i))
		if err := p.spawn(i, d, s); err != nil {
			return at, outcome, false, err
		}
	}
	outcome, over = d.Rules.Over(s)
	return Position{p.Rules, s}, outcome, over, nil
}

func (p *Game) spawn(i int, d play.Deal, s *ouro.State) error {
	before := len(s.Food)
	d.Rules.Spawn(s, d.Dice)
	c, chosen := p.foods[i]
	if !chosen || len(s.Food) == before {
		return nil
	}
	s.RemoveFood(s.Food[len(s.Food)-1])
	if c < 0 || int(c) >= s.Grid.Size() || !s.Free(c) {
		return fmt.Errorf("food after move %d: cell %d is not free", i+1, c)
	}
	s.AddFood(c)
	return nil
}
