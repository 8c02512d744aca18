package position

import (
	"context"
	"errors"

	"ouro"
	"ouro/play"
	"ouro/solve/exact"
)

// Cost is what a move costs compared with the best move, or with that of the judge.
type Cost struct {
	Turn   int // turn of the position before the move
	Dir    ouro.Dir
	Best   []ouro.Dir // the best moves, or the judge's own
	Moves  float64    // additional expected moves
	Chance float64    // lost probability to win, or to survive
	Half   float64    // half of the 95 % interval of an estimated Moves, else 0

	Unknown bool // no judge makes progress from here
}

// Accuracy describes how moves are judged.
type Accuracy struct {
	Exact  bool        `json:"exact"`
	Judges []ouro.Spec `json:"judges,omitempty"` // unless exact
	Meals  int         `json:"meals,omitempty"`  // meals that judges play for
	Games  int         `json:"games,omitempty"`  // games that judges play after each move
}

// judge reports the cost of every move in order: by exact values where they can be
// computed, else by an estimate.
func (x *computer) judge(ctx context.Context, p *Game, e estimate, report func(Cost) error, progress func(exact.Progress)) (Accuracy, error) {
	if err := p.checkGame(); err != nil {
		return Accuracy{}, err
	}
	err := x.judgeExactly(ctx, p, report, progress)
	if none := (*NoExactError)(nil); errors.As(err, &none) {
		return e.judge(ctx, p, report)
	}
	return Accuracy{Exact: true}, err
}

// judgeExactly judges by exact values. The cost of a move is the difference between the
// expected moves with it and with the best move. In the mean over all games of a player,
// the costs add up to the difference between the player's expected moves and the optimum.
// A move that loses a part of the probability to win costs that instead, because the
// lengths of games that are won less often cannot be compared.
func (x *computer) judgeExactly(ctx context.Context, p *Game, report func(Cost) error, progress func(exact.Progress)) error {
	var boards []Board
	err := p.walk(ctx, func(_ int, _ play.Deal, s *ouro.State) error {
		if len(boards) == 0 {
			if err := x.checkExact(Board{p.Rules, s}); err != nil {
				return err
			}
		}
		boards = append(boards, Board{p.Rules, s.Clone()})
		return nil
	})
	if err != nil {
		return err
	}
	answers, err := x.values(ctx, boards, progress)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if err := report(exactCost(boards[i].State.Turn, p.Moves[i], a)); err != nil {
			return err
		}
	}
	return nil
}

func exactCost(turn int, dir ouro.Dir, a *exact.Answer) Cost {
	c := Cost{Turn: turn, Dir: dir}
	for i := range a.Best.Len() {
		c.Best = append(c.Best, a.Best.At(i))
	}
	choice := &a.Choices[dir]
	switch {
	case a.Best.Has(dir):
	case choice.Probability < a.Probability:
		c.Chance = a.Probability - choice.Probability
	case a.Probability > 0:
		c.Moves = max(0, choice.Moves-a.Moves)
	}
	return c
}
