// Package lab runs experiments: several entrants play the same games, and a report compares them,
// with confidence intervals. A [Plan] describes an experiment. A [Count] sums finished games and
// makes the [Report], which is written as a table, Markdown, CSV or JSON. [Count.Play] plays the
// missing games; [Run] does all of this. The [Kind] of the games determines the figures: [Solo],
// [Measured], or the tournaments of package arena.
//
// Experiments are paired. Their unit is the group: games with the same start and the same dice, one
// game for each seating. With [Alone] every entrant plays the group by itself; with [Rotations] all
// play together, and each takes every seat once. Differences between entrants are computed within
// groups, and intervals over groups, because the games of one group are correlated. Results depend
// neither on the number of workers nor on the order in which games finish. Thinking times vary from
// run to run and, if the budget is a time, all results do.
package lab

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/lab/sheet"
	"ouro/play"
)

// MaxGroups is the largest number of groups in a plan.
const MaxGroups = 10_000_000

// Plan is an experiment. Its functions may be called from several goroutines at once.
type Plan struct {
	Title    string // title of the report; "" means a title made from Game
	Kind     Kind   // nil means Solo
	Entrants []Entrant

	// The experiment has a game for each group and each seating. All games of group i have the seed
	// ouro.GameSeed(Seed, i).
	Seatings [][]int // the entrants by seat; nil means Alone
	First    int     // number of the first group; above 0 if the plan extends an experiment
	Groups   int
	Short    int // number of games that are missing in the last group
	Seed     uint64

	// How package play plays a game.
	Game ouro.GameSpec // the game that Deal deals
	// Deal sets up the game with this seed. The same seed must give the same position and dice.
	Deal   func(game uint64) (play.Deal, error)
	Budget ouro.Budget
	InTurn bool // whether the solvers of a game think one after the other; see play.Config

	// Play, if set, plays the games instead of Deal and the Makers. It returns the tally of the game
	// (see NewTally), its record if the task requires one, and other known figures. The caller adds
	// entrants and times.
	Play func(ctx context.Context, t Task) (Finished, error)

	// Meals makes the report count meals and distances to food. Set it only for games of one snake
	// in which the board has exactly one food until it is full.
	Meals bool

	// Choices makes the report keep the paths that solvers report for each meal, for
	// Report.MeasureRegret. Set it only for games that Meals allows and that this process plays.
	Choices bool

	// Stop, if set, returns the [Stopper] that ends the experiment. Groups is then an upper limit.
	Stop func() Stopper

	// Known, if set, returns the stored game of a task, or false. Stored games are counted, but
	// neither played nor passed to Keep.
	Known func(t Task) (*Finished, bool)

	// Keep, if set, receives every game that was played. Calls may be concurrent. Keep must not
	// retain the game's slices. Its error ends the experiment.
	Keep func(f *Finished) error

	// Records requires a record of every played game. For a short game, making the record can take
	// longer than playing.
	Records bool

	Executor Executor // plays the games; nil plays them in this process
	Workers  int      // number of workers in this process; 0 means the number that Fair returns

	threads int // the largest number of threads of an entrant; see check
}

// Entrant is a solver or a remote snake in an experiment.
type Entrant struct {
	Spec ouro.Spec
	// Make makes the solver. Its Setup has the options of Spec.
	Make ouro.Maker

	Name    string // name in reports; "" means Address or, without one, Spec
	Address string // address of a remote snake, which has no Spec; else ""
}

func (e *Entrant) label() string {
	return cmp.Or(e.Name, e.solver())
}

func (e *Entrant) solver() string {
	return cmp.Or(e.Address, e.Spec.String())
}

// Kind is a kind of games, which determines the figures of a report: [Solo], [Measured], or the
// tournaments of package arena.
type Kind interface {
	// Check returns an error if the plan is not of this kind.
	Check(p *Plan) error

	// CheckTally returns an error if no game of this kind can have the tally t. It does not check
	// the seats.
	CheckTally(t *Tally) error

	// Number returns the number of a game as reports show it. seatings is the number of games in a
	// group.
	Number(seatings int, t *Tally) int

	// Sum adds the figures of this kind to a report that has its games and the common figures.
	Sum(r *Report)

	// The content of the report: text for people, facts for programs.
	Title(r *Report) string
	Lead(r *Report) string // returns the answer of the experiment, or ""
	Tables(r *Report) []sheet.Table
	Notes(r *Report) []string                // returns notes about the figures
	Played(r *Report) sheet.Facts            // returns the facts of the experiment, which begin each row of CSV
	Rows(r *Report) []sheet.Facts            // returns the facts of the entrants, in the order of the tables
	Games(r *Report, t *Tally) []sheet.Facts // returns the facts of a game, for its rows in CSV
	Document(r *Report) sheet.Facts          // returns the whole report for JSON
}

// Alone returns the seatings in which each of n entrants plays by itself.
func Alone(n int) [][]int {
	seatings := make([][]int, n)
	for e := range seatings {
		seatings[e] = []int{e}
	}
	return seatings
}

// Rotations returns the seatings in which n entrants play together, each once in every seat.
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

// Task is one game to play.
type Task struct {
	Group, Seating int
	Seed           uint64 // seed of the game
	Seats          []int  // entrants by seat, read-only
	Records        bool   // whether to make a record
	// Clock receives the time of each decision, from one goroutine at a time.
	Clock func(seat int, took time.Duration)
}

func (p *Plan) tasks() int { return p.Groups*len(p.Seatings) - p.Short }

// task returns game i of the plan. Games are numbered group by group, so that an interrupted
// experiment has as many complete groups as possible.
func (p *Plan) task(i int) Task {
	group, seating := p.First+i/len(p.Seatings), i%len(p.Seatings)
	return Task{
		Group: group, Seating: seating,
		Seed: ouro.GameSeed(p.Seed, group), Seats: p.Seatings[seating],
		Records: p.Records,
	}
}

func (p *Plan) deal(t Task) (d play.Deal, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("game %d: %w", t.Group, play.FaultOf(play.PanicErrorOf(v)))
		}
	}()
	return p.Deal(t.Seed)
}

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

func (p Plan) withDefaults() Plan {
	if p.Kind == nil {
		p.Kind = Solo{}
	}
	if p.Seatings == nil {
		p.Seatings = Alone(len(p.Entrants))
	}
	return p
}

func (p *Plan) check() error {
	if err := p.checkNumbers(); err != nil || p.Play != nil {
		return err
	}
	return p.checkGame()
}

// checkNumbers checks the plan except the game and the solvers.
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

// checkSeatings requires that all seatings have equally many seats and do not repeat an entrant.
func (p *Plan) checkSeatings() error {
	if len(p.Seatings) == 0 || p.Short < 0 || p.Short >= len(p.Seatings) {
		return fmt.Errorf("a group of %d games, the last one short of %d: want at least one in each", len(p.Seatings), p.Short)
	}
	seats := len(p.Seatings[0])
	for i, seating := range p.Seatings {
		if len(seating) != seats || seats == 0 {
			return fmt.Errorf("seating %d has %d seats, the first has %d: want the same number, and at least 1", i, len(seating), seats)
		}
		seated := make(map[int]bool)
		for _, e := range seating {
			if e < 0 || e >= len(p.Entrants) {
				return fmt.Errorf("seating %d: there is no entrant %d of %d", i, e, len(p.Entrants))
			}
			if seated[e] {
				return fmt.Errorf("seating %d: %s is in two seats", i, p.Entrants[e].label())
			}
			seated[e] = true
		}
	}
	if (p.Meals || p.Choices) && seats != 1 {
		return fmt.Errorf("%d seats: meals and choices are counted in games of one snake", seats)
	}
	return p.Kind.Check(p)
}

// checkGame checks the game and the solvers: it deals the first game and makes a solver of every
// entrant, for the first seat that the entrant takes.
func (p *Plan) checkGame() error {
	t := p.task(0)
	deal, err := p.deal(t)
	if err != nil {
		return err
	}
	if n := len(deal.Start.Snakes); n != len(t.Seats) {
		return fmt.Errorf("the game has %d snakes, but the plan seats %d", n, len(t.Seats))
	}
	if g := deal.Start.Grid; g.W != p.Game.W || g.H != p.Game.H {
		return fmt.Errorf("the game is dealt on a board %s, but the plan has %dx%d", g, p.Game.W, p.Game.H)
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
