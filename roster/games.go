package roster

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// RulesEntry describes a set of rules and the facts about its games that setup,
// measurement and display need.
type RulesEntry struct {
	Name    string
	Idea    string // in one line
	Home    Home
	Options []Option

	// Setup.
	Board       string      // default size of the board
	Level       string      // name of the default level; "" if a game needs none
	StartLength int         // of every snake; 0 is any
	Snakes      int         // maximum
	Solvers     []ouro.Spec // default solvers; the first that can play the board is used
	Partners    []ouro.Spec // default opponents, the strongest first

	// During a game.
	WonAlone    bool                 // a single snake can win
	OneFood     bool                 // exactly one food is on the board until it is full
	Meal        string               // what the snakes eat
	HungerLimit func(*ouro.Grid) int // moves without a meal that end a game; nil without such a limit

	// Progress of a game; nil unless WonAlone.
	Progress func(*ouro.State) (done, whole int)         // of the cells to fill or the food to eat
	Longest  func(rules ouro.Spec, s *ouro.State) int    // the greatest possible length of the snake
	Victory  func(rules ouro.Spec, s *ouro.State) string // the reason for a win, in words

	make  func(rules ouro.Spec) (ouro.Rules, error)
	start func(rules ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error)
	// resume returns the start of a game that continues from a position.
	resume func(rules ouro.Rules, position *ouro.State) (*ouro.State, error)
}

// HunterSolver is the default solver for the snakes of Snake Hunter: it looks far ahead
// and is still fast enough for four snakes in one frame, and for a thousand games in
// minutes.
var HunterSolver = specs("backtrack:depth=12,discount=0.99")[0]

// Several reports whether more than one snake can play.
func (e *RulesEntry) Several() bool { return e.Snakes > 1 }

// EatsWalls reports whether edible walls are the only food.
func (e *RulesEntry) EatsWalls() bool { return e.Meal == edibleWall }

const edibleWall = "edible wall"

// Rules returns all rules.
func Rules() []RulesEntry { return slices.Clone(rules) }

var rules = append([]RulesEntry{
	{
		Name: "classic", Idea: "one snake, walls around the board, food that makes it grow", Home: Classic,
		Board: "10x10", Snakes: 1,
		Solvers:  specs("ouroboros", "lookahead:breakloops=true"), // the second one for boards with walls
		WonAlone: true, OneFood: true, Meal: "food", HungerLimit: classic.HungerLimit,
		Progress: func(s *ouro.State) (done, whole int) { return s.Snakes[0].Body.Len(), s.Room() },
		Longest:  func(_ ouro.Spec, s *ouro.State) int { return s.Room() },
		Victory:  func(ouro.Spec, *ouro.State) string { return "the board is full" },
		make:     func(rules ouro.Spec) (ouro.Rules, error) { return classic.Rules{}, rules.Options.Read().Err() },
		start:    startClassic,
		resume:   func(_ ouro.Rules, position *ouro.State) (*ouro.State, error) { return classic.Resume(position) },
	},
	{
		Name: "maze", Idea: "one snake in a level with solid blocks and edible walls, which are all its food", Home: Maze,
		Options: []Option{{"regrow", "none", "none, floor or original: where, with 1 chance in 20 a move, an edible wall grows: bare floor, or any cell inside the border"}},
		Level:   "lattice", StartLength: 1, Snakes: 1,
		Solvers:  specs("backtrack:discount=0.99"),
		WonAlone: true, Meal: edibleWall, HungerLimit: maze.HungerLimit,
		Progress: mazeProgress, Longest: mazeLongest, Victory: mazeVictory,
		make:   func(rules ouro.Spec) (ouro.Rules, error) { return maze.New(rules.Options) },
		start:  startMaze,
		resume: func(_ ouro.Rules, position *ouro.State) (*ouro.State, error) { return maze.Resume(position) },
	},
}, battleRules()...)

// specs parses constant specs.
func specs(texts ...string) []ouro.Spec {
	all := make([]ouro.Spec, len(texts))
	for i, text := range texts {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			panic(err)
		}
		all[i] = spec
	}
	return all
}

// mazeProgress returns the number of edible walls eaten and their total, for a snake with
// start length 1.
func mazeProgress(s *ouro.State) (done, whole int) {
	eaten := s.Snakes[0].Body.Len() - 1
	return eaten, eaten + s.Hedges()
}

// mazeLongest returns the length after all edible walls are eaten, unless they regrow.
func mazeLongest(rules ouro.Spec, s *ouro.State) int {
	if regrows(rules) {
		return s.Room()
	}
	return s.Snakes[0].Body.Len() + s.Hedges()
}

func mazeVictory(rules ouro.Spec, s *ouro.State) string {
	if !regrows(rules) && s.Hedges() == 0 {
		return "all edible walls are eaten"
	}
	return "the board is full"
}

func regrows(rules ouro.Spec) bool {
	r, err := maze.New(rules.Options)
	return err == nil && r.Regrow != maze.None
}

// FindRules returns the entry of rules by name; the error lists the known names.
func FindRules(name string) (RulesEntry, error) {
	i := slices.IndexFunc(rules, func(e RulesEntry) bool { return e.Name == name })
	if i < 0 {
		var known []string
		for _, e := range rules {
			known = append(known, e.Name)
		}
		return RulesEntry{}, fmt.Errorf("unknown rules %q%s", name, english.Known(name, known))
	}
	return rules[i], nil
}

// MakeRules makes the rules of spec, for callers that have a position.
func MakeRules(spec ouro.Spec) (ouro.Rules, error) {
	e, err := FindRules(spec.Name)
	if err != nil {
		return nil, err
	}
	return e.rules(spec)
}

func (e *RulesEntry) rules(spec ouro.Spec) (ouro.Rules, error) {
	r, err := e.make(spec)
	if err != nil {
		return nil, fmt.Errorf("rules %s: %w", spec, err)
	}
	return r, nil
}

// Deal sets up the game that spec describes. The same game seed gives the same start and
// dice to every solver.
func Deal(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return play.Deal{}, err
	}
	if e.StartLength > 0 && spec.StartLength != e.StartLength {
		return play.Deal{}, fmt.Errorf("rules %s: start length %d, want %d", spec.Rules, spec.StartLength, e.StartLength)
	}
	if spec.Snakes > 1 && !e.Several() {
		return play.Deal{}, fmt.Errorf("rules %s: %d snakes, want one", spec.Rules, spec.Snakes)
	}
	if spec.Position != nil {
		return e.dealPosition(spec, seed)
	}
	r, err := e.rules(spec.Rules)
	if err != nil {
		return play.Deal{}, err
	}
	start, dice, err := e.start(r, spec, seed)
	return play.Deal{Rules: r, Start: start, Dice: dice}, err
}

// dealPosition sets up a game that starts from a position. It uses fresh dice of the
// seed: the position already contains the results of all earlier draws.
func (e *RulesEntry) dealPosition(spec ouro.GameSpec, seed uint64) (d play.Deal, err error) {
	p := spec.Position
	switch n := max(1, spec.Snakes); {
	case spec.Level != nil:
		err = errors.New("it defines the board, so that a level must not be given")
	case p.Grid.W != spec.W || p.Grid.H != spec.H:
		err = fmt.Errorf("its board is %s and that of the game %dx%d", p.Grid, spec.W, spec.H)
	case len(p.Snakes) != n:
		err = fmt.Errorf("it has %s, and the game %d", english.Count(len(p.Snakes), "snake"), n)
	default:
		d = play.Deal{Dice: ouro.GameDice(seed), Spawned: true}
		if d.Rules, err = e.make(spec.Rules); err == nil {
			d.Start, err = e.resume(d.Rules, p)
		}
	}
	if err != nil {
		return play.Deal{}, fmt.Errorf("rules %s: position: %w", spec.Rules, err)
	}
	if outcome, over := d.Rules.Over(d.Start); over {
		return play.Deal{}, fmt.Errorf("rules %s: position: the game is already over (%s)", spec.Rules, outcome.Ending)
	}
	return d, nil
}

func startClassic(_ ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	level, err := classicLevel(spec)
	if err != nil {
		return nil, nil, err
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, spec.StartLength, dice)
	return start, dice, err
}

// classicLevel returns the board of a game without a position.
func classicLevel(spec ouro.GameSpec) (*ouro.Level, error) {
	if spec.Level != nil {
		return spec.Level, nil
	}
	return classic.OpenLevel(spec.W, spec.H)
}

func startMaze(_ ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	if spec.Level == nil {
		return nil, nil, fmt.Errorf("rules %s: want a level", spec.Rules)
	}
	start, err := maze.Start(spec.Level, spec.StartLength)
	return start, ouro.GameDice(seed), err
}

// NewGame deals a game and makes its solvers, one for each spec, each with its own seed.
// The other fields of cfg are not changed.
func NewGame(spec ouro.GameSpec, seed uint64, solvers []ouro.Spec, cfg play.Config) (*play.Game, error) {
	deal, err := Deal(spec, seed)
	if err != nil {
		return nil, err
	}
	cfg.Deal, cfg.Seats = deal, nil
	for seat, s := range solvers {
		solver, err := Make(s, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: cfg.Budget.Threads()})
		if err != nil {
			return nil, errors.Join(err, play.Close(cfg.Seats...))
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	return play.New(cfg)
}

// Dealer returns a function that deals the games of spec by their seeds.
func Dealer(spec ouro.GameSpec) func(seed uint64) (play.Deal, error) {
	return func(seed uint64) (play.Deal, error) { return Deal(spec, seed) }
}

// CanPlay returns an error unless the solver can play games of spec, with any seed.
func CanPlay(solver ouro.Spec, spec ouro.GameSpec) error {
	_, err := Threads(solver, spec)
	return err
}

// Threads returns the number of threads of the solver in games of spec, if it can play
// them.
func Threads(solver ouro.Spec, spec ouro.GameSpec) (int, error) {
	deal, err := Deal(spec, 0)
	if err != nil {
		return 0, err
	}
	s, err := Make(solver, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	if err != nil {
		return 0, err
	}
	return ouro.Threads(s), play.Close(s)
}

// DefaultSolver returns the default solver for games of spec.
func DefaultSolver(spec ouro.GameSpec) (solver ouro.Spec, err error) {
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return solver, err
	}
	for _, solver = range e.Solvers {
		if err = CanPlay(solver, spec); err == nil {
			break
		}
	}
	return solver, err
}

// DefaultSnakes returns the default snakes for games of spec: [DefaultSolver] and its
// partners, as many as the board has room for.
func DefaultSnakes(spec ouro.GameSpec) ([]ouro.Spec, error) {
	best, err := DefaultSolver(spec)
	if err != nil {
		return nil, err
	}
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return nil, err
	}
	all := append([]ouro.Spec{best}, e.Partners...)
	for len(all) > 1 {
		spec.Snakes = len(all)
		if _, err := Deal(spec, 0); err == nil {
			break
		}
		all = all[:len(all)-1]
	}
	return all, nil
}
