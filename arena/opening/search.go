package opening

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ouro"
	"ouro/field"
	"ouro/play"
	"ouro/roster"
)

// Search finds balanced positions. From a start of the rules, it plays some turns with sensible and
// some random moves. Then a snake plays several games against itself from this position, each with
// different food. The position is balanced if these games favour no seat; see Find.Balanced.
type Search struct {
	Turns int       // turn of the position
	Nodes int64     // nodes that the snake can search for a move
	Games int       // number of games that judge a position
	Snake ouro.Spec // solver of all seats
}

const (
	usualTurns = 20
	usualNodes = 50
	usualGames = 8

	judgeTurns = 100 // turns after which a judging game ends without a winner
	maxTries   = 100 // number of positions that are tried for an opening
)

// Find is a position with the results of the games that judged it.
type Find struct {
	Position string
	Scores   []float64 // by seat: 1 for each won game; without a winner, the seats in first place share 1
	Games    int
}

// Balanced reports whether no seat is favoured. It computes Pearson's chi-squared of the scores
// against equal shares. This must be at most its expected value for equal seats: the number of
// seats minus one. With eight games, a position with two equal seats passes in 70 % of cases; a
// position from which one seat wins four of five games passes in 20 %.
func (f *Find) Balanced() bool { return f.leastChiSquared(0) <= float64(len(f.Scores)-1) }

// leastChiSquared returns the smallest chi-squared that is possible after gamesLeft more games.
func (f *Find) leastChiSquared(gamesLeft int) (chi2 float64) {
	n := float64(len(f.Scores))
	share := float64(f.Games) / n
	if gamesLeft > 0 {
		deviation := max(slices.Max(f.Scores)-share, share-slices.Min(f.Scores)-float64(gamesLeft), 0)
		return deviation * deviation / share * n / (n - 1) // least if the other seats share the opposite deviation equally
	}
	for _, score := range f.Scores {
		chi2 += (score - share) * (score - share) / share
	}
	return chi2
}

func newSearch(options ouro.Options) (*Search, error) {
	r := options.Read()
	s := &Search{
		Turns: r.Int("turns", usualTurns, 1, 1000),
		Nodes: int64(r.Int("nodes", usualNodes, 1, 1_000_000)),
		Games: r.Int("games", usualGames, 4, 1000),
	}
	name := r.Text("snake", "spot")
	if err := r.Err(); err != nil {
		return nil, err
	}
	var err error
	s.Snake, err = ouro.ParseSpec(name)
	return s, err
}

// searchCache has the balanced positions that were found, by group.
type searchCache struct {
	search Search
	game   ouro.GameSpec
	seed   uint64

	mu      sync.Mutex
	byGroup map[int]*cachedFind
}

// cachedFind is the opening of a group. The first goroutine that needs the opening searches for it;
// others wait.
type cachedFind struct {
	mu   sync.Mutex
	find *Find
}

func (s *Search) newCache(game ouro.GameSpec, seed uint64) (*searchCache, error) {
	if game.Snakes < 2 {
		return nil, errors.New("openings: balanced positions are for games of several snakes; want rules, or a file of positions")
	}
	if err := roster.CanPlay(s.Snake, game); err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	return &searchCache{search: *s, game: game, seed: seed, byGroup: map[int]*cachedFind{}}, nil
}

func (f *searchCache) find(ctx context.Context, group int) (*Find, error) {
	f.mu.Lock()
	o := f.byGroup[group]
	if o == nil {
		o = &cachedFind{}
		f.byGroup[group] = o
	}
	f.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.find == nil {
		find, err := f.search.Find(ctx, f.game, ouro.Mix(ouro.Mix(f.seed, orderStream), uint64(group)))
		if err != nil {
			return nil, err
		}
		o.find = find
	}
	return o.find, nil
}

// Find returns a balanced position, which the seed determines.
func (s *Search) Find(ctx context.Context, game ouro.GameSpec, seed uint64) (*Find, error) {
	over, favoured := 0, 0
	for try := range maxTries {
		from := ouro.Mix(seed, uint64(try))
		position, err := s.randomStart(ctx, game, from)
		if err != nil {
			return nil, err
		}
		if position == nil {
			over++
			continue
		}
		find, err := s.judge(ctx, game, position, from)
		if err != nil {
			return nil, err
		}
		if find.Balanced() {
			return find, nil
		}
		favoured++
	}
	return nil, fmt.Errorf("openings: no balanced position was found in %d tries of %d turns: in %d of them a snake had died, in %d one seat won too often; fewer turns may help (balanced:turns=%d)",
		maxTries, s.Turns, over, favoured, max(1, s.Turns/2))
}

// randomStart plays some turns from a start of the rules. It returns nil if a snake died.
func (s *Search) randomStart(ctx context.Context, game ouro.GameSpec, seed uint64) (position *ouro.State, err error) {
	g, err := s.newGame(game, seed, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	for range s.Turns {
		if err := g.Move(ctx); err != nil {
			return nil, err
		}
		if _, over := g.Over(); over || slices.ContainsFunc(g.State().Snakes, func(sn ouro.Snake) bool { return sn.Cause != ouro.Alive }) {
			return nil, nil
		}
	}
	return g.State(), nil
}

// newGame returns a game of the snake against itself. If random is set, about half of the moves are
// random.
func (s *Search) newGame(game ouro.GameSpec, seed uint64, random bool) (*play.Game, error) {
	deal, err := roster.Deal(game, seed)
	if err != nil {
		return nil, err
	}
	cfg := play.Config{Deal: deal, Budget: ouro.Budget{Nodes: s.Nodes}, Fallback: play.Safest}
	for seat := range deal.Start.Snakes {
		setup := ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: 1}
		solver, err := roster.Make(s.Snake, setup)
		if err != nil {
			return nil, errors.Join(err, play.Close(cfg.Seats...))
		}
		if random {
			solver = &halfRandom{solver, field.New(deal.Start.Grid), ouro.NewPCG(setup.Seed)}
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	g, err := play.New(cfg)
	if err != nil {
		return nil, errors.Join(err, play.Close(cfg.Seats...))
	}
	return g, nil
}

// halfRandom replaces about half of a solver's moves by random steps that leave room for the snake.
type halfRandom struct {
	ouro.Solver
	reach *field.Field
	dice  ouro.Dice
}

func (w *halfRandom) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if w.dice.Roll(2) == 0 {
		return w.Solver.Decide(ctx, t)
	}
	blocked := make([]bool, t.State.Grid.Size())
	field.Block(blocked, t.State, t.Seat)
	var roomy ouro.DirSet
	legal, body := t.State.Legal(t.Seat), &t.Snake().Body
	for i := range legal.Len() {
		if d := legal.At(i); w.reach.Fill(blocked, t.State.Grid.Next(body.Head(), d)) >= body.Len() {
			roomy |= 1 << d
		}
	}
	if roomy == 0 {
		return w.Solver.Decide(ctx, t)
	}
	return ouro.Decision{Dir: roomy.At(w.dice.Roll(roomy.Len()))}, nil
}

func (w *halfRandom) Close() error { return play.Close(w.Solver) }

// judge plays the games that judge a position. It ends early if the position cannot be balanced.
func (s *Search) judge(ctx context.Context, game ouro.GameSpec, position *ouro.State, seed uint64) (*Find, error) {
	find := &Find{Position: position.String(), Scores: make([]float64, len(position.Snakes)), Games: s.Games}
	game, err := startAt(game, find.Position)
	if err != nil {
		return nil, err
	}
	for left := s.Games; left > 0 && find.leastChiSquared(left) <= float64(len(find.Scores)-1); left-- {
		if err := s.play(ctx, game, ouro.GameSeed(seed, left), find.Scores); err != nil {
			return nil, err
		}
	}
	return find, nil
}

func (s *Search) play(ctx context.Context, game ouro.GameSpec, seed uint64, scores []float64) (err error) {
	g, err := s.newGame(game, seed, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	outcome, over := g.Over()
	for turn := 0; !over && turn < judgeTurns; turn++ {
		if err := g.Move(ctx); err != nil {
			return err
		}
		outcome, over = g.Over()
	}
	if outcome.Winner >= 0 {
		scores[outcome.Winner]++
		return nil
	}
	var share []int // seats that share the first place
	for seat := range scores {
		if over || g.State().Snakes[seat].Cause == ouro.Alive {
			share = append(share, seat)
		}
	}
	for _, seat := range share {
		scores[seat] += 1 / float64(len(share))
	}
	return nil
}
