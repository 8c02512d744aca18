package position

import (
	"context"
	"errors"

	"ouro"
	"ouro/internal/cooperate"
	"ouro/lab/stat"
	"ouro/play"
	"ouro/roster"
)

// estimate judges moves by solvers, the first of which is the judge. It follows the game
// and says at each turn what it would do; its own move costs nothing. Where another one
// was made it plays on from every move that there is, with the same dice, in several
// games up to the same number of meals, and the cost is the mean difference between the
// move that was made and the one that it gets there from soonest. A difference that
// chance may have made (within the 95 % interval) is none. The other solvers play on in
// its place where that goes better: the champion plays well only from positions that it
// could have got to itself.
//
// So it is their judgement, and no more. Were they perfect and the games played to their
// end, the cost would be the exact one in the mean. Where they get nowhere from any move
// there is no judgement.
type estimate struct {
	judges []ouro.Spec // none are those of the rules
	meals  int
	games  int
}

// usualEstimate takes about a quarter of a minute for a game on 10x10.
var usualEstimate = estimate{meals: 3, games: 6}

func (e estimate) judge(ctx context.Context, p *Played, tell func(Cost) error) (Accuracy, error) {
	var follower *play.Asker
	how := Accuracy{Meals: e.meals, Games: e.games}
	err := p.walk(ctx, func(i int, d play.Deal, s *ouro.State) error {
		dir := p.Moves[i]
		if follower == nil {
			solver, err := e.appoint(p.Rules, &how, d, s, p.seed)
			if err != nil {
				return err
			}
			follower = play.NewAsker(solver)
		}
		own, err := decide(ctx, follower, s)
		if err != nil {
			return err
		}
		c := Cost{Turn: s.Turn, Dir: dir, Best: []ouro.Dir{own}}
		if own != dir {
			if err := e.compare(ctx, &c, how.Judges, d, s); err != nil {
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

// appoint finds those who can judge such a game, and makes the first of them.
func (e estimate) appoint(rules ouro.Spec, how *Accuracy, d play.Deal, s *ouro.State, seed uint64) (first ouro.Solver, err error) {
	all := e.judges
	if all == nil {
		entry, err := roster.FindRules(rules.Name)
		if err != nil {
			return nil, err
		}
		all = entry.Solvers
	}
	for _, spec := range all {
		solver, wrong := newJudge(spec, d, s, seed)
		switch {
		case wrong != nil:
			err = wrong
			continue
		case first == nil:
			first = solver
		default:
			if err := play.Close(solver); err != nil {
				return nil, errors.Join(err, play.Close(first))
			}
		}
		how.Judges = append(how.Judges, spec)
	}
	if first != nil {
		err = nil
	}
	return first, err
}

func newJudge(spec ouro.Spec, d play.Deal, s *ouro.State, seed uint64) (ouro.Solver, error) {
	return roster.Make(spec, ouro.Setup{Rules: d.Rules, Start: s, Seed: ouro.SolverSeed(seed, 0), Threads: 1})
}

// decide is what a judge does, with no limit of time, so that a judgement is the same on
// every machine: judges are solvers that limit themselves. One that cannot say goes
// straight on.
func decide(ctx context.Context, a *play.Asker, s *ouro.State) (ouro.Dir, error) {
	decision, fault := a.Ask(ctx, ouro.Turn{State: s})
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if fault != nil {
		return play.StraightOn(s, 0), nil
	}
	return decision.Dir, nil
}

// compare plays on from all moves that there are.
func (e estimate) compare(ctx context.Context, c *Cost, judges []ouro.Spec, d play.Deal, s *ouro.State) error {
	var from [4][]onward
	legal := s.Legal(0) | 1<<c.Dir
	for i := range legal.Len() {
		dir := legal.At(i)
		for game := range e.games {
			var best onward
			for i, judge := range judges {
				o, err := e.playOn(ctx, judge, d, s, dir, uint64(game))
				if err != nil {
					return err
				}
				if i == 0 || o.better(best) {
					best = o
				}
			}
			from[dir] = append(from[dir], best)
		}
	}
	made := from[c.Dir]
	for i := range legal.Len() {
		if dir := legal.At(i); dir != c.Dir {
			c.against(dir, made, from[dir])
		}
	}
	c.Unknown = true
	for _, games := range from {
		c.Unknown = c.Unknown && lost(games) > len(games)/2
	}
	if c.Unknown {
		c.Best, c.Moves, c.Chance, c.Half = nil, 0, 0, 0
	}
	return nil
}

// against notes the cost of the move that was made against another one, if it is the
// greatest so far: how much more often the judge gets nowhere from there, or else how
// many more moves it takes where it gets on from both.
func (c *Cost) against(dir ouro.Dir, made, other []onward) {
	var more, worse []float64
	for i, m := range made {
		o := other[i]
		if !m.lost && !o.lost {
			more = append(more, float64(m.moves-o.moves))
		}
		worse = append(worse, truth(m.lost)-truth(o.lost))
	}
	if chance, _ := beyondDoubt(worse); chance > c.Chance {
		c.Chance, c.Moves, c.Half, c.Best = chance, 0, 0, []ouro.Dir{dir}
	}
	if mean, half := beyondDoubt(more); c.Chance == 0 && mean > c.Moves {
		c.Moves, c.Half, c.Best = mean, half, []ouro.Dir{dir}
	}
}

// beyondDoubt is the mean of differences and half of its 95 % interval; a mean within it
// is 0, and so is that of too few.
func beyondDoubt(xs []float64) (mean, half float64) {
	if len(xs) < 3 {
		return 0, 0
	}
	sum := stat.Describe(xs)
	if half = sum.Interval(0.95).Half(); sum.Mean <= half {
		return 0, 0
	}
	return sum.Mean, half
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func lost(games []onward) (n int) {
	for _, o := range games {
		n += int(truth(o.lost))
	}
	return n
}

type onward struct {
	moves int
	lost  bool // or it takes longer than a lap for each meal
}

func (o onward) better(than onward) bool {
	if o.lost != than.lost {
		return than.lost
	}
	return o.moves < than.moves
}

// playOn makes a move and lets a new judge play until the last of the meals or the end.
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
		cooperate.Yield()
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
		if meals >= e.meals {
			return o, nil
		}
		if o.moves > (meals+1)*s.Room() {
			o.lost = true
			return o, nil
		}
		if asker == nil {
			solver, err := newJudge(judge, d, s, game)
			if err != nil {
				return o, err
			}
			asker = play.NewAsker(solver)
		}
		if dir, err = decide(ctx, asker, s); err != nil {
			return o, err
		}
	}
}
