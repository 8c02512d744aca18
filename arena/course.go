package arena

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
)

// Played is a finished game with what is written of it.
type Played struct {
	Game   Game
	Record encoding.TextMarshaler // for ouro replay and ouro verify
	Log    []byte                 // JSON lines of the official engine; nil of games that have none
}

// Player plays single games of a tournament. Its Play is called from several
// goroutines at once, and look after every move, by the goroutine that plays; the last
// position that look is given stays as it is. What a snake does wrong is part of the
// game and no error.
type Player interface {
	Play(ctx context.Context, task lab.Task, look func(*ouro.State)) (Played, error)
}

// Store keeps the games of a tournament.
type Store interface {
	// Games are those that were kept before it was opened, in any order.
	Games() []Game
	// Keep keeps a finished game; a moment after it has returned, see the store,
	// nothing loses the game. It is called from several goroutines at once.
	Keep(p Played) error
}

// Course is a tournament while it is played. What it tells may be asked from any
// goroutine, before, while and after it is run.
type Course struct {
	setting *Setting
	store   Store
	player  Player                  // of the run
	stop    context.CancelCauseFunc // of the run

	mu       sync.Mutex
	games    map[place]Game // the finished ones
	line     *line          // of SPRT; else nil
	question *question      // of SPRT; else nil
	running  []*Running
}

// place is where a game stands in the tournament.
type place struct{ group, seating int }

// errAnswered stops the games that are still being played when the question of SPRT
// is answered.
var errAnswered = errors.New("the question is answered")

// NewCourse takes up a tournament where the store left it. A game that is kept there
// and cannot be one of this tournament is an error. Where more are kept than are
// planned, these are the plan, see [Setting.Holding].
func NewCourse(s *Setting, store Store) (*Course, error) {
	games := store.Games()
	for i := range games {
		if err := s.check(&games[i]); err != nil {
			return nil, err
		}
	}
	c := &Course{setting: s.Holding(games), store: store, stop: func(error) {}, games: map[place]Game{}}
	if s.Tournament.Format == SPRT {
		c.question = newQuestion(s.Tournament, s.Alone)
		c.line = &line{size: len(s.Seatings), ask: c.question.ask, waiting: map[int][]Game{}}
	}
	for i := range games {
		c.put(&games[i])
	}
	return c, nil
}

// check finds what keeps a game from being one of this tournament.
func (s *Setting) check(g *Game) error {
	wrong := func(what string, args ...any) error {
		return fmt.Errorf("game %d of group %d is not of this tournament: %s", g.Seating, g.Group, fmt.Sprintf(what, args...))
	}
	if g.Group < 0 || g.Group >= lab.MaxGroups || g.Seating < 0 || g.Seating >= len(s.Seatings) {
		return wrong("a group has %d games", len(s.Seatings))
	}
	if want := ouro.GameSeed(s.Tournament.Seed, g.Group); g.Seed != want {
		return wrong("its seed is %d, want %d", g.Seed, want)
	}
	measures := 0
	if s.Hunt != nil {
		measures = len(HuntMeasures())
	}
	if len(g.Measures) != measures {
		return wrong("it has %s, want %d", english.Count(len(g.Measures), "measure"), measures)
	}
	var seats []int
	for i := range g.Seats {
		seats = append(seats, g.Seats[i].Snake)
	}
	if want := s.Seatings[g.Seating]; !slices.Equal(seats, want) {
		return wrong("there sit %v, want %v", seats, want)
	}
	return nil
}

// put counts a finished game. It tells whether that answered the question.
func (c *Course) put(g *Game) (answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := place{g.Group, g.Seating}
	if _, twice := c.games[at]; twice {
		return false
	}
	c.games[at] = *g
	if c.line == nil {
		return false
	}
	c.line.put(g)
	return c.line.over
}

// Run lets a player play the games that are missing. It ends when all are played, or,
// in format SPRT, as soon as the games of the first groups answer the question: games
// that are being played then are stopped, and later ones do not count, so that the
// answer is the same however many games are played at once and however often the
// tournament was stopped. When ctx ends, its error is that of ctx, and the games that
// were finished are kept. progress is as for lab.Run.
func (c *Course) Run(ctx context.Context, player Player, progress func(lab.Progress)) error {
	c.player = player
	return c.run(ctx, func(plan *lab.Plan) { plan.Play, plan.Workers = c.play, c.setting.Workers() }, progress)
}

// run plays the games that are missing as the plan says when it was changed.
func (c *Course) run(ctx context.Context, change func(*lab.Plan), progress func(lab.Progress)) error {
	if c.Answered() {
		return nil
	}
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	s := c.setting
	plan := lab.Plan{
		Kind: lab.Contest{}, Seatings: s.Seatings, Groups: s.Groups, Seed: s.Tournament.Seed,
		Game: s.Game, Budget: s.Budget, Known: c.known,
	}
	change(&plan)
	for i := range s.Entrants {
		plan.Entrants = append(plan.Entrants, lab.Entrant{Name: s.Entrants[i].Name})
	}
	_, err := lab.Run(ctx, plan, progress)
	if c.Answered() && errors.Is(context.Cause(ctx), errAnswered) {
		return nil
	}
	return err
}

// known is what a game has left that was played before.
func (c *Course) known(t lab.Task) (*lab.Finished, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	g, ok := c.games[place{t.Group, t.Seating}]
	if !ok {
		return nil, false
	}
	return &lab.Finished{Tally: g.tally()}, true
}

// Finished is the game as an experiment counts it: every seat with its snake, and how
// long that thought.
func (g *Game) Finished() *lab.Finished {
	f := &lab.Finished{Tally: g.tally()}
	f.Tally.Group, f.Tally.Seating, f.Tally.Measures = int32(g.Group), int32(g.Seating), g.Measures
	for i := range g.Seats {
		f.Tally.Seats[i].Entrant, f.Tally.Seats[i].FirstMishap = int32(g.Seats[i].Snake), g.Seats[i].FirstMishap
		f.Think = append(f.Think, g.Seats[i].Think)
	}
	return f
}

// tally is what an experiment keeps of the game.
func (g *Game) tally() lab.Tally {
	t := lab.Tally{Turns: int32(g.Turns), Ending: g.Ending, Winner: int8(g.Winner), Seats: make([]lab.Seat, len(g.Seats))}
	for i := range g.Seats {
		s := &g.Seats[i]
		t.Seats[i] = lab.Seat{Length: int32(s.Length), Died: int32(s.Died), Cause: s.Cause, Mishaps: int32(s.Mishaps)}
	}
	return t
}

// play plays a game and keeps it.
func (c *Course) play(ctx context.Context, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
	r := newRunning(t)
	c.mu.Lock()
	c.running = append(c.running, r)
	c.mu.Unlock()
	p, err := c.player.Play(ctx, t, r.look)
	if err == nil {
		r.end()
	}
	c.mu.Lock()
	c.running = slices.DeleteFunc(c.running, func(o *Running) bool { return o == r })
	c.mu.Unlock()
	if err == nil && (place{p.Game.Group, p.Game.Seating} != place{t.Group, t.Seating}) {
		err = errors.New("another game was played than was asked for")
	}
	if err == nil {
		err = c.finish(p)
	}
	if err != nil {
		return lab.Tally{}, nil, err
	}
	return p.Game.tally(), nil, nil
}

// finish keeps and counts a game.
func (c *Course) finish(p Played) error {
	if err := c.setting.check(&p.Game); err != nil {
		return err
	}
	if err := c.store.Keep(p); err != nil {
		return err
	}
	if c.put(&p.Game) {
		c.stop(errAnswered)
	}
	return nil
}

// has tells whether a game is finished.
func (c *Course) has(group, seating int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, finished := c.games[place{group, seating}]
	return finished
}

// task is game n of the tournament, group by group.
func (s *Setting) task(n int) lab.Task {
	group, seating := n/len(s.Seatings), n%len(s.Seatings)
	return lab.Task{Group: group, Seating: seating, Seed: ouro.GameSeed(s.Tournament.Seed, group), Seats: s.Seatings[seating], Keep: true}
}

// PlayNumber has a player play game n of the tournament, as it counts all of its games.
func (s *Setting) PlayNumber(ctx context.Context, player Player, n int) (Played, error) {
	if n < 0 || n/len(s.Seatings) >= lab.MaxGroups {
		return Played{}, fmt.Errorf("there is no game %d", n)
	}
	return player.Play(ctx, s.task(n), nil)
}

// Games are the games that count so far, group by group: finished ones, in format SPRT
// of whole groups, up to the one that answered the question.
func (c *Course) Games() []Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []Game
	for at, g := range c.games {
		if c.line == nil || at.group < c.line.groups {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b Game) int { return cmp.Or(a.Group-b.Group, a.Seating-b.Seating) })
	return all
}

// GroupSize is the number of games of a group.
func (c *Course) GroupSize() int { return len(c.setting.Seatings) }

// Running are the games that are being played, those that began first before the
// others.
func (c *Course) Running() []*Running {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.running)
}

// Answered tells whether the question of SPRT is answered; of other formats it never
// is.
func (c *Course) Answered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.line != nil && c.line.over
}

// Complete tells whether nothing is left to be played.
func (c *Course) Complete() bool {
	return c.Answered() || len(c.Games()) == c.setting.Games()
}

// Report sums up the games that count.
func (c *Course) Report() *Report { return NewReport(c.setting.Tournament, c.Games()) }

// Finished are the games of a tournament that is looked at and not played, as a
// Store.
type Finished []Game

// Games are the games.
func (f Finished) Games() []Game { return f }

// Keep refuses every game.
func (Finished) Keep(Played) error { return errors.New("this tournament is not played here") }
