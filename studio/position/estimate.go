package position

import (
	"context"
	"errors"
	"math"
	"time"

	"ouro"
	"ouro/lab/stat"
	"ouro/play"
	"ouro/roster"
)

// estimate judges moves by a solver, the judge. It follows the game and says at each
// turn what it would do. Where that is another move than the one that was made, it
// plays on from both, with the same dice, in several games up to the same number of
// meals. The cost is the mean difference of the moves that this takes.
//
// So it is the judge's own judgement, and no more: a move that is better than the
// judge's comes out with a negative cost. Were the judge perfect and the games played
// to their end, the cost would be the exact one in the mean.
type estimate struct {
	judgeSpec ouro.Spec // zero is the strongest that can play
	meals     int
	games     int
	think     time.Duration // for one decision, of solvers that take all they get
	most      int           // moves of a game that is played on
}

// usualEstimate takes some seconds for a game of the champion's on 10x10.
var usualEstimate = estimate{meals: 4, games: 8, think: 20 * time.Millisecond, most: 4000}

func (e estimate) judge(ctx context.Context, p *Played, tell func(Cost) error) (Accuracy, error) {
	var follower *play.Asker
	how := Accuracy{Judge: e.judgeSpec, Meals: e.meals, Games: e.games}
	err := p.walk(ctx, func(i int, d play.Deal, s *ouro.State) error {
		dir := p.Moves[i]
		if follower == nil {
			if how.Judge.Name == "" {
				var err error
				if how.Judge, err = roster.DefaultSolver((Board{p.Rules, s}).Game()); err != nil {
					return err
				}
			}
			solver, err := newJudge(how.Judge, d, s, 1)
			if err != nil {
				return err
			}
			follower = play.NewAsker(solver)
		}
		own, err := e.decide(ctx, follower, s)
		if err != nil {
			return err
		}
		c := Cost{Turn: s.Turn, Dir: dir, Best: []ouro.Dir{own}}
		if own != dir {
			if err := e.compare(ctx, &c, how.Judge, d, s, own); err != nil {
				return err
			}
		}
		return tell(c)
	})
	if follower != nil {
		err = errors.Join(err, follower.Close())
	}
	return how, err
}

func newJudge(spec ouro.Spec, d play.Deal, s *ouro.State, seed uint64) (ouro.Solver, error) {
	return roster.Make(spec, ouro.Setup{Rules: d.Rules, Start: s, Seed: ouro.SolverSeed(seed, 0), Threads: 1})
}

// decide is what a judge does. Where it cannot say, it goes straight on.
func (e estimate) decide(ctx context.Context, a *play.Asker, s *ouro.State) (ouro.Dir, error) {
	limited, cancel := context.WithTimeout(ctx, e.think)
	defer cancel()
	decision, mishap := a.Ask(limited, ouro.Turn{State: s})
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if mishap != nil {
		return play.StraightOn(s, 0), nil
	}
	return decision.Dir, nil
}

// compare plays on from the move that was made and from the judge's own.
func (e estimate) compare(ctx context.Context, c *Cost, judge ouro.Spec, d play.Deal, s *ouro.State, own ouro.Dir) error {
	var more []float64
	lost := 0
	for game := range e.games {
		made, err := e.playOn(ctx, judge, d, s, c.Dir, uint64(game))
		if err != nil {
			return err
		}
		with, err := e.playOn(ctx, judge, d, s, own, uint64(game))
		if err != nil {
			return err
		}
		switch {
		case made.lost && !with.lost:
			lost++
		case with.lost && !made.lost:
			lost--
		case !made.lost:
			more = append(more, float64(made.moves-with.moves))
		}
	}
	c.Chance = float64(lost) / float64(e.games)
	if len(more) > 0 {
		sum := stat.Describe(more)
		c.Moves = sum.Mean
		if len(more) > 1 {
			c.Half = sum.Interval(0.95).Half()
		}
		if math.IsNaN(c.Half) || math.IsInf(c.Half, 0) {
			c.Half = 0
		}
	}
	return nil
}

// onward is how a game went on.
type onward struct {
	moves int
	lost  bool
}

// playOn makes a move and lets a judge of its own play on to the last of the meals or
// to the end of the game.
func (e estimate) playOn(ctx context.Context, judge ouro.Spec, d play.Deal, from *ouro.State, dir ouro.Dir, game uint64) (o onward, err error) {
	s := from.Clone()
	dice := ouro.NewPCG(ouro.Mix(from.Hash(), game))
	var asker *play.Asker
	defer func() {
		if asker != nil {
			err = errors.Join(err, asker.Close())
		}
	}()
	for meals := 0; ; {
		d.Rules.Step(s, []ouro.Dir{dir})
		d.Rules.Spawn(s, dice)
		o.moves++
		outcome, over := d.Rules.Over(s)
		if over {
			o.lost = outcome.Ending != ouro.Won
			return o, nil
		}
		if s.Snakes[0].Hunger == 0 {
			meals++
		}
		if meals >= e.meals || o.moves >= e.most {
			return o, nil
		}
		if asker == nil {
			solver, err := newJudge(judge, d, s, game)
			if err != nil {
				return o, err
			}
			asker = play.NewAsker(solver)
		}
		if dir, err = e.decide(ctx, asker, s); err != nil {
			return o, err
		}
	}
}
