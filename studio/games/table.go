package games

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/link"
	"ouro/studio/memory"
)

// A table has the games of a channel side by side, each in a lane, and what the page shows of them.
type table struct {
	lanes       []*lane
	watch       *play.Watch[[]play.Scene]
	first       int                     // Turn of the position in which the games start
	view        play.View[[]play.Scene] // the last view
	hands       map[[2]int]*play.Human  // players at the keyboard, by lane and seat
	alternative *alternative            // the move that replaces a move of the original game; nil in the original

	store   *memory.Store // memory budget of the solvers
	advisor *play.Asker   // nil without hints

	ctx          context.Context // ends the thinking of all solvers
	stop         context.CancelFunc
	thinking     chan thinkResult // receives the result of thinking in the background; nil if nothing runs there
	unsentSeries *seriesData      // the series to send next, or nil
}

type thinkResult struct {
	view play.View[[]play.Scene]
	err  error
}

type lane struct {
	game  *play.WatchedGame
	spec  ouro.GameSpec
	seed  uint64
	rules *roster.RulesEntry // nil for rules that the roster does not have
	seats []seat
	names english.Snakes

	played play.Positions
	meter  meter
	sent   []int // number of changes of length that were sent, by seat

	mu     sync.Mutex // guards the fields below, which change while solvers think
	took   histogram  // answer times of all seats
	scores []samples  // scores of decisions, by seat
	failed string     // the error of a solver that ended the game

	recorded bool // the game is from a file, and no solver thinks
	length   int  // number of turns in a recorded game

	pageState *ouro.State // the position that the page has; nil if unknown

	rethought map[[2]int]play.Thought // answers of solvers that were asked again, by turn and seat
}

type seat struct {
	Name  string `json:"name"`
	Spec  string `json:"spec"`
	Color string `json:"color"`
	Idea  string `json:"idea,omitempty"`
	Hand  bool   `json:"hand,omitempty"`

	Address     string `json:"address,omitempty"`     // address of a remote snake in a record
	Certificate string `json:"certificate,omitempty"` // what the solver knows about its board, see [ouro.Certificate]

	solver ouro.Spec
}

func newTable(request *link.Request, hint *ouro.Spec, store *memory.Store) (*table, error) {
	t := &table{hands: map[[2]int]*play.Human{}, store: store}
	var games []*play.WatchedGame
	several := request.Lanes()
	for i, snakes := range several {
		l := &lane{spec: request.Game, seed: request.GameSeed()}
		for s, snake := range snakes {
			colour := palette.Snake(s)
			if len(several) > 1 {
				colour = palette.Snake(i)
			}
			l.seats = append(l.seats, newSeat(snake, colour))
		}
		if err := t.deal(l, i, request.Budget, hint); err != nil {
			t.closeAdvisor()
			return nil, errors.Join(err, play.NewSideBySide(games...).Close())
		}
		games = append(games, l.game)
	}
	t.startWatch(games)
	return t, nil
}

func (t *table) startWatch(games []*play.WatchedGame) {
	t.watch = play.NewSideBySide(games...)
	t.first = t.lanes[0].played.At(0).Turn
}

// showStart shows the first position without asking a solver.
func (t *table) showStart() {
	t.view = play.View[[]play.Scene]{}
	for _, l := range t.lanes {
		l.meter.catchUp(l.played, 0)
		t.view.Scene = append(t.view.Scene, play.Scene{Game: l.spec, State: l.played.At(0).Clone()})
		t.view.Turns = max(t.view.Turns, l.length)
	}
}

func newSeat(snake link.Snake, colour palette.RGB) seat {
	s := seat{Name: snake.Name, Spec: snake.Spec.String(), Color: colour.String(), solver: snake.Spec, Hand: snake.Spec.Name == link.Hand}
	if e, err := roster.FindSolver(snake.Spec.Name); err == nil {
		s.Idea = e.Idea
	}
	return s
}

func (t *table) deal(l *lane, index int, budget ouro.Budget, hint *ouro.Spec) error {
	deal, err := roster.Deal(l.spec, l.seed)
	if err != nil {
		return err
	}
	cfg := play.Config{Deal: deal, Budget: budget, Keep: true}
	for i := range l.seats {
		solver, err := t.makeSolver(l, index, i, deal, budget)
		if err != nil {
			return errors.Join(err, play.Close(cfg.Seats...))
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	return t.open(l, cfg, hint)
}

func (t *table) makeSolver(l *lane, index, seat int, deal play.Deal, budget ouro.Budget) (ouro.Solver, error) {
	if !l.seats[seat].Hand {
		setup := ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(l.seed, seat), Threads: budget.Threads()}
		return t.store.Make(l.seats[seat].solver, setup)
	}
	return t.addHand(l, index, seat), nil
}

func (t *table) addHand(l *lane, index, seat int) *play.Human {
	r := &play.Human{}
	if e, err := roster.RulesEntryOf(l.spec.Rules); err == nil {
		r.Patient = e.Kind == roster.Maze
	}
	t.hands[[2]int{index, seat}] = r
	return r
}

func (t *table) open(l *lane, cfg play.Config, hint *ouro.Spec) error {
	cfg.Clock = l.addTime
	g, err := play.New(cfg)
	if err != nil {
		return errors.Join(err, play.Close(cfg.Seats...))
	}
	info := play.WatchInfo{Game: l.spec, Seed: l.seed, OnMove: func(context.Context) error { l.addScores(g); return nil }, Stop: func() bool { l.recordFailure(g); return l.failure() != "" }}
	var names []string
	l.seats = slices.Clone(l.seats)
	for i := range l.seats {
		l.seats[i].Certificate = g.Certificate(i)
		info.Seats, names = append(info.Seats, l.seats[i].solver), append(names, l.seats[i].Name)
		info.Due = info.Due || l.seats[i].Hand
	}
	info.Players = english.Players(info.Seats, names)
	if info.Due && hint != nil {
		info.Advise = t.hintFunc(l, cfg.Deal, *hint)
	}
	t.add(l, play.WatchGame(g, info))
	return nil
}

// hintFunc returns a function that asks the hint solver for a move of the first seat.
func (t *table) hintFunc(l *lane, deal play.Deal, hint ouro.Spec) func(context.Context, *ouro.State) play.Thought {
	solver, err := t.store.Make(hint, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(l.seed, 0)})
	if err != nil {
		return func(context.Context, *ouro.State) play.Thought { return play.Thought{Err: err} }
	}
	t.advisor = play.NewAsker(solver)
	return func(ctx context.Context, s *ouro.State) play.Thought { return roster.Advise(ctx, t.advisor, s) }
}

// closeAdvisor closes the solver for hints. It ignores errors, which do not concern the
// page.
func (t *table) closeAdvisor() {
	if t.advisor != nil {
		_ = t.advisor.Close()
	}
}

func (t *table) add(l *lane, g *play.WatchedGame) {
	if e, err := roster.RulesEntryOf(l.spec.Rules); err == nil {
		l.rules = &e
	}
	for i := range l.seats {
		l.names = append(l.names, l.seats[i].Name)
	}
	l.game, l.played, l.meter = g, g.Positions(), meter{rules: l.rules, at: -1}
	l.sent, l.scores = make([]int, len(l.seats)), make([]samples, len(l.seats))
	t.lanes = append(t.lanes, l)
}

func (l *lane) addTime(_ int, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took.add(took)
}

func (l *lane) addScores(g *play.Game) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat := range l.scores {
		if g.State().Snakes[seat].Cause == ouro.Alive {
			l.scores[seat].add(g.Last(seat).Score)
		} else {
			l.scores[seat].add(0)
		}
	}
}

// recordFailure keeps the error of a solver that crashed or returned an error in the last
// move.
func (l *lane) recordFailure(g *play.Game) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := g.Incidents()
	for i := len(all) - 1; i >= 0 && all[i].Turn == g.State().Turn; i-- {
		if in := all[i]; in.Fault == ouro.Panicked || in.Fault == ouro.Erred {
			l.failed = fmt.Sprintf("%s failed at turn %d: %s: %s", l.seats[in.Seat].Name, in.Turn, in.Fault, in.Detail)
		}
	}
}

// failure returns the error that recordFailure kept, or "".
func (l *lane) failure() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

func (l *lane) optimum() (moves float64, known bool) {
	if l.rules == nil || !l.rules.OneFood {
		return 0, false
	}
	return exact.KnownOf(&l.spec)
}

// turn converts a number of turns since the start to the Turn of a position.
func (t *table) turn(n int) int { return t.first + n }

func (t *table) turnsSinceStart(turn int) int { return max(0, turn-t.first) }

func (t *table) over() bool { return t.view.Ended }

// close ends the games. It ignores errors of closing solvers, which do not concern the
// page.
func (t *table) close() {
	if t.stop != nil {
		t.stop()
	}
	if t.thinking != nil {
		<-t.thinking
	}
	_ = t.watch.Close()
	t.closeAdvisor()
}
