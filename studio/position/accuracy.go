package position

import (
	"context"
	"errors"

	"ouro"
	"ouro/play"
	"ouro/solve/exact"
)

// Cost is what one move cost against the best one there, or against the judge's.
type Cost struct {
	Turn   int // of the position in which it was made
	Dir    ouro.Dir
	Best   []ouro.Dir // that cost nothing: the best ones, or the judge's own
	Moves  float64    // so many more moves are expected than with the best one
	Chance float64    // so much of the probability to win is lost, or to live
	Half   float64    // half of the 95 % interval of Moves, where it is estimated; else 0

	Unknown bool // the judge has no judgement here
}

// Accuracy says how moves are judged.
type Accuracy struct {
	Exact  bool        `json:"exact"`
	Judges []ouro.Spec `json:"judges,omitempty"` // where not
	Meals  int         `json:"meals,omitempty"`  // up to which they play on
	Games  int         `json:"games,omitempty"`  // in which they do, from every move
}

// judge tells the cost of every move of the game in its order: against the optimum
// where exact values can be had, else by the champion.
func (x *computer) judge(ctx context.Context, p *Played, e estimate, tell func(Cost) error, progress func(exact.Progress)) (Accuracy, error) {
	if err := p.judged(); err != nil {
		return Accuracy{}, err
	}
	err := x.exactly(ctx, p, tell, progress)
	if none := (*NoExactError)(nil); errors.As(err, &none) {
		return e.judge(ctx, p, tell)
	}
	return Accuracy{Exact: true}, err
}

// exactly judges by exact values. The cost of a move is the difference between the
// expected number of moves with it and with the best one. So over all games that
// somebody could play the costs add up, in the mean, to what is between his expected
// number of moves and the optimum. Where a move gives away a part of the probability
// to win, that is its cost: how long games last that are won more rarely compares
// with nothing.
func (x *computer) exactly(ctx context.Context, p *Played, tell func(Cost) error, progress func(exact.Progress)) error {
	var boards []Board
	err := p.walk(ctx, func(_ int, _ play.Deal, s *ouro.State) error {
		if len(boards) == 0 {
			if err := x.can(Board{p.Rules, s}); err != nil {
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
		if err := tell(exactCost(boards[i].State.Turn, p.Moves[i], a)); err != nil {
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
