package position

import (
	"context"
	"errors"

	"ouro"
	"ouro/internal/cooperate"
	"ouro/lab/stat"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/exact"
)

// Cost is the cost of a move, compared with the best move or with the judge's move.
type Cost struct {
	Turn   int // turn of the position before the move
	Dir    ouro.Dir
	Best   []ouro.Dir // the best moves, or the move of the judge
	Moves  float64    // additional expected moves
	Chance float64    // lost probability of winning; in an estimate, of making progress
	Half   float64    // half the width of the 95 % interval of Moves, if Moves is an estimate

	Unknown bool // no judge makes progress from this position
}

// Accuracy describes how moves are judged.
type Accuracy struct {
	Exact  bool        `json:"exact"`
	Judges []ouro.Spec `json:"judges,omitempty"` // nil if exact
	Meals  int         `json:"meals,omitempty"`  // meals after which judges stop playing
	Games  int         `json:"games,omitempty"`  // games that each judge plays after each move
}

// judge reports the costs of all moves in order. It uses exact values if they can be
// computed, and estimates otherwise.
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

// judgeExactly judges by exact values. The cost of a move is the expected number of moves to the win
// after it, minus that number after the best move. The sum of a game's costs, in the mean over all
// games of a player, is the player's expected number of moves above the optimum. If a move lowers
// the probability of winning, its cost is the lost probability instead: expected lengths are means
// over won games, and cannot be compared if one move wins less often.
func (x *computer) judgeExactly(ctx context.Context, p *Game, report func(Cost) error, progress func(exact.Progress)) error {
	var positions []Position
	err := p.walk(ctx, func(_ int, _ play.Deal, s *ouro.State) error {
		if len(positions) == 0 {
			if err := x.checkExact(Position{p.Rules, s}); err != nil {
				return err
			}
		}
		positions = append(positions, Position{p.Rules, s.Clone()})
		return nil
	})
	if err != nil {
		return err
	}
	answers, err := x.values(ctx, positions, progress)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if err := report(exactCost(positions[i].State.Turn, p.Moves[i], a)); err != nil {
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

// estimate judges moves by solvers:
//
//  1. The first judge chooses a move at each turn of the game. This move costs nothing.
//  2. If the player made another move, all judges play several games after every legal move, with
//     the same dice after each of these moves, up to a number of meals. Of the judges' results of
//     one game, only the best counts, because the first judge may play badly from positions that it
//     would not reach.
//  3. The cost is the mean difference in moves between the games after the player's move and the
//     games after the best move. A difference whose 95 % interval contains 0 counts as 0.
//  4. If the judges make no progress after any move, the cost is unknown.
//
// With perfect judges, and games that are played to their end, the mean of the estimates would be the
// exact cost.
type estimate struct {
	judges []ouro.Spec // nil means the solvers of the rules
	meals  int         // meals after which a game of a judge stops
	games  int         // games of each judge after each move
}

// defaultEstimate judges a game on 10x10 in about 15 seconds.
var defaultEstimate = estimate{meals: 3, games: 6}

func (e estimate) judge(ctx context.Context, p *Game, report func(Cost) error) (Accuracy, error) {
	var follower *play.Asker
	how := Accuracy{Meals: e.meals, Games: e.games}
	err := p.walk(ctx, func(i int, d play.Deal, s *ouro.State) error {
		dir := p.Moves[i]
		if follower == nil {
			solver, err := e.makeJudges(p.Rules, &how, d, s, p.seed)
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
		return report(c)
	})
	if follower != nil {
		err = errors.Join(err, follower.Close())
	}
	return how, err
}

// makeJudges adds the judges that can play from s to how, and returns the first one.
func (e estimate) makeJudges(rules ouro.Spec, how *Accuracy, d play.Deal, s *ouro.State, seed uint64) (first ouro.Solver, err error) {
	all := e.judges
	if all == nil {
		entry, err := roster.FindRules(rules.Name)
		if err != nil {
			return nil, err
		}
		all = entry.Solvers
	}
	for _, spec := range all {
		solver, makeErr := newJudge(spec, d, s, seed)
		switch {
		case makeErr != nil:
			err = makeErr
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

// decide returns the move of a judge, or the move straight on if the judge has no valid answer. It
// sets no time limit, so judgements are equal on every machine; the judges limit themselves.
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

// compare sets the cost of the player's move c.Dir. To do so, it lets the judges play on after every
// legal move.
func (e estimate) compare(ctx context.Context, c *Cost, judges []ouro.Spec, d play.Deal, s *ouro.State) error {
	var results [4][]continuation // by first move
	legal := s.Legal(0) | 1<<c.Dir
	for i := range legal.Len() {
		dir := legal.At(i)
		for game := range e.games {
			var best continuation
			for i, judge := range judges {
				o, err := e.playOn(ctx, judge, fork{d, s, dir, uint64(game)})
				if err != nil {
					return err
				}
				if i == 0 || o.isBetter(best) {
					best = o
				}
			}
			results[dir] = append(results[dir], best)
		}
	}
	made := results[c.Dir]
	for i := range legal.Len() {
		if dir := legal.At(i); dir != c.Dir {
			c.compareTo(dir, made, results[dir])
		}
	}
	c.Unknown = true
	for _, games := range results {
		c.Unknown = c.Unknown && lostCount(games) > len(games)/2
	}
	if c.Unknown {
		c.Best, c.Moves, c.Chance, c.Half = nil, 0, 0, 0
	}
	return nil
}

// compareTo compares the player's move with another move, and keeps the highest cost so far. The cost
// is how much more often the judges make no progress after the player's move. If that difference is
// not significant, the cost is how many more moves the judges need after the player's move, in the
// games in which they make progress after both moves.
func (c *Cost) compareTo(dir ouro.Dir, made, other []continuation) {
	var more, worse []float64
	for i, m := range made {
		o := other[i]
		if !m.lost && !o.lost {
			more = append(more, float64(m.moves-o.moves))
		}
		worse = append(worse, oneIf(m.lost)-oneIf(o.lost))
	}
	if chance, _ := significant(worse); chance > c.Chance {
		c.Chance, c.Moves, c.Half, c.Best = chance, 0, 0, []ouro.Dir{dir}
	}
	if mean, half := significant(more); c.Chance == 0 && mean > c.Moves {
		c.Moves, c.Half, c.Best = mean, half, []ouro.Dir{dir}
	}
}

// significant returns the mean of differences and half the width of its 95 % interval. It returns
// zeros if the interval is not above 0, or if there are fewer than 3 differences.
func significant(differences []float64) (mean, half float64) {
	if len(differences) < 3 {
		return 0, 0
	}
	summary := stat.Describe(differences)
	if half = summary.Interval(0.95).Half(); summary.Mean <= half {
		return 0, 0
	}
	return summary.Mean, half
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func lostCount(games []continuation) (n int) {
	for _, o := range games {
		n += int(oneIf(o.lost))
	}
	return n
}

// A continuation is the result of a game of a judge from a fork.
type continuation struct {
	moves int
	lost  bool // the judge made no progress: it lost, or a meal took more moves than the board has free cells
}

func (o continuation) isBetter(other continuation) bool {
	if o.lost != other.lost {
		return other.lost
	}
	return o.moves < other.moves
}

// fork is a move from a position, and the number of a game that continues from there.
type fork struct {
	deal play.Deal
	from *ouro.State
	dir  ouro.Dir
	game uint64
}

// playOn makes the move of f and then the moves of a new judge. It stops when the snake has eaten
// e.meals times, when the game is over, or when a meal takes too long.
func (e estimate) playOn(ctx context.Context, judge ouro.Spec, f fork) (o continuation, err error) {
	d, s := f.deal, f.from.Clone()
	dice := ouro.NewPCG(ouro.Mix(s.Hash(), f.game))
	var asker *play.Asker
	defer func() {
		if asker != nil {
			err = errors.Join(err, asker.Close())
		}
	}()
	for meals := 0; ; {
		cooperate.Yield()
		d.Rules.Step(s, []ouro.Dir{f.dir})
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
			solver, err := newJudge(judge, d, s, f.game)
			if err != nil {
				return o, err
			}
			asker = play.NewAsker(solver)
		}
		if f.dir, err = decide(ctx, asker, s); err != nil {
			return o, err
		}
	}
}
