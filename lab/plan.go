// Package lab runs experiments: several entrants play the same games, and the
// report says what that shows about them and how sure it is.
//
// A [Plan] says what to play. A [Count] sums finished games up, wherever they were
// played, and makes the [Report], which writes its figures as a table, Markdown,
// CSV or JSON. [Count.Play] plays the games that are missing, and [Run] is all of it.
// What the figures are follows from the [Kind] of the
// games: [Solo], [Measured], or that of a tournament in package arena.
//
// Experiments are paired. Their unit is the group: one start and one stream of
// dice, played by a list of seatings. In [Alone] every entrant plays the group
// by itself, in [Rotations] all play it together, each once in every seat.
// Differences between entrants are differences within groups, and intervals
// are those of groups, since games of one group go together. Results do not
// depend on the number of workers or on who finishes first; only thinking
// times do, and all results once the budget is a time.
package lab

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
)

// MaxGroups is the largest number of groups.
const MaxGroups = 10_000_000

// Plan is an experiment. Its functions are called from several goroutines at
// once.
type Plan struct {
	Title    string // what is played, for people; "" makes one of Game
	Kind     Kind   // of the games; nil is Solo
	Entrants []Entrant

	// What is played: the groups from First on, each by all seatings. Group i
	// has the seed ouro.GameSeed(Seed, i).
	Seatings [][]int // the entrants by seat; nil is Alone
	First    int     // so that experiments can be extended
	Groups   int
	Short    int // games that the last group is short of all seatings
	Seed     uint64

	// How a game is played: by package play, with these.
	Game ouro.GameSpec // what Deal deals
	// Deal sets up the game with this seed. It must deal the same position
	// and dice whenever it is asked.
	Deal   func(game uint64) (play.Deal, error)
	Budget ouro.Budget
	InTurn bool // see play.Config

	// Play, unless nil, plays the games instead, so that Deal and the Makers
	// are not needed. It returns the tally of the game, see NewTally, its record if
	// the task wants one, and what else it knows; who sat where and the times are
	// filled in by the caller.
	Play func(ctx context.Context, t Task) (Finished, error)

	// Meals has the report count meals and the distances to them. It is for games
	// of one snake whose rules keep exactly one food on the board until the
	// board is full.
	Meals bool

	// Choices has solvers listened to, and the report keep what they chose at each
	// meal, for Report.MeasureRegret. It is for such games that are played here and now.
	Choices bool

	// Stop, unless nil, makes the [Stopper] that ends the experiment. Groups is the
	// largest number then.
	Stop func() Stopper

	// Known, unless nil, returns what is kept of a task, or false. Such games are
	// counted, and neither played nor kept again.
	Known func(t Task) (*Finished, bool)

	// Keep, unless nil, receives every game that was played, from several goroutines
	// at once. The game's slices are the caller's again when it returns. Its error
	// ends the experiment.
	Keep func(f *Finished) error

	// Records has a record made of every game that is played. It costs more than a
	// short game.
	Records bool

	Executor Executor // plays the games elsewhere; nil plays them here
	Workers  int      // here; 0 chooses what is Fair

	threads int // on which the one entrant thinks that thinks on most; see check
}

// Stopper ends an experiment when its games answer a question. It receives each group as
// soon as that and all groups before it are complete. Groups after the one that ends the
// experiment do not count, so the result depends neither on the number of workers nor on
// interruptions.
type Stopper interface {
	Add(group []Tally) (stop bool)
	Share() float64 // how far the answer is, from 0 to 1
}

// Entrant is one who takes part.
type Entrant struct {
	Spec ouro.Spec
	// Make is the solver's own Maker; the Setup it gets has Spec's options.
	Make ouro.Maker

	Name    string // in reports; "" is that of Spec
	Address string // of a remote snake, which has no Spec; "" for others
}

// label is the entrant's name in reports.
func (e *Entrant) label() string {
	if e.Name == "" {
		return e.solver()
	}
	return e.Name
}

// solver tells where the entrant comes from.
func (e *Entrant) solver() string {
	if e.Address != "" {
		return e.Address
	}
	return e.Spec.String()
}

// Alone are the seatings in which each of n entrants plays by itself.
func Alone(n int) [][]int {
	seatings := make([][]int, n)
	for e := range seatings {
		seatings[e] = []int{e}
	}
	return seatings
}

// Rotations are the seatings in which n entrants play together, each once in
// every seat.
func Rotations(n int) [][]int {
	seatings := make([][]int, n)
	for i := range seatings {
		seatings[i] = make([]int, n)
		for e := range n {
			seatings[i][(e+i)%n] = e
		}
	}
	return seatings
}

// Task is one game that is to be played.
type Task struct {
	Group, Seating int
	Seed           uint64 // of the game
	Seats          []int  // entrants by seat, read-only
	Records        bool   // the record is wanted
	// Clock is called with the time of each decision, by one goroutine at a time.
	Clock func(seat int, took time.Duration)
}

// tasks is the number of games.
func (p *Plan) tasks() int { return p.Groups*len(p.Seatings) - p.Short }

// task is game i of the plan. Games are numbered, and handed out, group by
// group, so that an interrupted experiment has as many complete groups as
// possible.
func (p *Plan) task(i int) Task {
	group, seating := p.First+i/len(p.Seatings), i%len(p.Seatings)
	return Task{
		Group: group, Seating: seating,
		Seed: ouro.GameSeed(p.Seed, group), Seats: p.Seatings[seating],
		Records: p.Records,
	}
}

// deal deals the game of a task.
func (p *Plan) deal(t Task) (d play.Deal, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("game %d: %w", t.Group, play.FaultOf(play.Caught(v)))
		}
	}()
	return p.Deal(t.Seed)
}

// make makes an entrant's solver for a seat of the game with this seed.
func (p *Plan) make(entrant int, deal play.Deal, game uint64, seat int) (ouro.Solver, error) {
	e := &p.Entrants[entrant]
	s, err := play.Make(e.Make, ouro.Setup{
		Rules:   deal.Rules,
		Start:   deal.Start,
		Seat:    seat,
		Seed:    ouro.SolverSeed(game, seat),
		Options: e.Spec.Options,
		Threads: p.Budget.Threads(),
	})
	if err != nil {
		return nil, fmt.Errorf("solver %s: %w", e.label(), err)
	}
	return s, nil
}

// withDefaults fills in what was left open.
func (p Plan) withDefaults() Plan {
	if p.Kind == nil {
		p.Kind = Solo{}
	}
	if p.Seatings == nil {
		p.Seatings = Alone(len(p.Entrants))
	}
	return p
}

// check finds what is wrong with the plan before anything is played.
func (p *Plan) check() error {
	if err := p.checkNumbers(); err != nil || p.Play != nil {
		return err
	}
	return p.checkGame()
}

// checkNumbers finds what is wrong with it before anybody is asked to play.
func (p *Plan) checkNumbers() error {
	switch {
	case p.Groups < 1 || p.Groups > MaxGroups:
		return fmt.Errorf("games %d: want 1 to %d", p.Groups, MaxGroups)
	case p.First < 0 || p.First > MaxGroups:
		return fmt.Errorf("first game %d: want 0 to %d", p.First, MaxGroups)
	case p.Workers < 0:
		return fmt.Errorf("workers %d: want 1 or more, or 0 to choose by the number of processors", p.Workers)
	case p.Budget.Nodes < 0 || p.Budget.Time < 0 || p.Budget.CPU < 0:
		return fmt.Errorf("budget %s: must not be negative", BudgetText(p.Budget))
	case len(p.Entrants) == 0:
		return fmt.Errorf("no solver to play")
	}
	seen := make(map[string]bool)
	for i := range p.Entrants {
		name := p.Entrants[i].label()
		if seen[name] {
			return fmt.Errorf("solver %s is entered twice", name)
		}
		seen[name] = true
	}
	return p.checkSeatings()
}

// checkSeatings wants the same number of seats in each, for different entrants.
func (p *Plan) checkSeatings() error {
	if len(p.Seatings) == 0 || p.Short < 0 || p.Short >= len(p.Seatings) {
		return fmt.Errorf("a group of %d games, the last one short of %d: want at least one in each", len(p.Seatings), p.Short)
	}
	seats := len(p.Seatings[0])
	for i, seating := range p.Seatings {
		if len(seating) != seats || seats == 0 {
			return fmt.Errorf("seating %d has %d seats, the first has %d: want the same number, and at least 1", i, len(seating), seats)
		}
		sits := make(map[int]bool)
		for _, e := range seating {
			if e < 0 || e >= len(p.Entrants) {
				return fmt.Errorf("seating %d: there is no entrant %d of %d", i, e, len(p.Entrants))
			}
			if sits[e] {
				return fmt.Errorf("seating %d: %s sits there twice", i, p.Entrants[e].label())
			}
			sits[e] = true
		}
	}
	if (p.Meals || p.Choices) && seats != 1 {
		return fmt.Errorf("%d seats: meals and choices are counted in games of one snake", seats)
	}
	return p.Kind.Check(p)
}

// checkGame deals the first game and makes every entrant's solver for the first
// seat that it has.
func (p *Plan) checkGame() error {
	t := p.task(0)
	deal, err := p.deal(t)
	if err != nil {
		return err
	}
	if n := len(deal.Start.Snakes); n != len(t.Seats) {
		return fmt.Errorf("the game has %d snakes, and the plan seats %d", n, len(t.Seats))
	}
	if g := deal.Start.Grid; g.W != p.Game.W || g.H != p.Game.H {
		return fmt.Errorf("the game is dealt on a board %s, the plan says %dx%d", g, p.Game.W, p.Game.H)
	}
	made := make([]bool, len(p.Entrants))
	for _, seating := range p.Seatings {
		for seat, e := range seating {
			if made[e] {
				continue
			}
			made[e] = true
			s, err := p.make(e, deal, t.Seed, seat)
			if err != nil {
				return err
			}
			p.threads = max(p.threads, ouro.Threads(s))
			if err := play.Close(s); err != nil {
				return fmt.Errorf("solver %s: %w", p.Entrants[e].label(), err)
			}
		}
	}
	return nil
}
