package roster

import (
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// RulesEntry describes one set of rules.
type RulesEntry struct {
	Name    string
	Idea    string // in one line
	Home    Home
	Options []Option

	StartLength int  // of every snake; 0 is any
	Several     bool // more than one snake can play

	deal func(spec ouro.GameSpec, seed uint64) (play.Deal, error)
}

// Rules lists all rules.
func Rules() []RulesEntry { return slices.Clone(rules) }

var rules = append([]RulesEntry{
	{Name: "classic", Idea: "one snake, walls around the board, food that makes it grow", Home: Classic, deal: dealClassic},
	{
		Name: "maze", Idea: "one snake in a level with solid blocks and edible walls, which are all its food", Home: Maze,
		Options:     []Option{{"regrow", "none", "none, floor or original: where, with 1 chance in 20 a move, an edible wall grows: bare floor, or any cell inside the border"}},
		StartLength: 1,
		deal:        dealMaze,
	},
}, battleRules()...)

// FindRules is the entry of rules by name; the error lists the known names.
func FindRules(name string) (RulesEntry, error) {
	i := slices.IndexFunc(rules, func(e RulesEntry) bool { return e.Name == name })
	if i < 0 {
		var known []string
		for _, e := range rules {
			known = append(known, e.Name)
		}
		return RulesEntry{}, fmt.Errorf("unknown rules %q (known: %s)", name, strings.Join(known, ", "))
	}
	return rules[i], nil
}

// Deal sets up the game that spec describes, with the chance of this game
// seed: the same seed deals the same start and the same dice to every solver.
func Deal(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return play.Deal{}, err
	}
	if e.StartLength > 0 && spec.StartLength != e.StartLength {
		return play.Deal{}, fmt.Errorf("rules %s: start length %d, want %d", spec.Rules, spec.StartLength, e.StartLength)
	}
	if spec.Snakes > 1 && !e.Several {
		return play.Deal{}, fmt.Errorf("rules %s: %d snakes, want one", spec.Rules, spec.Snakes)
	}
	return e.deal(spec, seed)
}

func dealClassic(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	if err := spec.Rules.Options.Read().Err(); err != nil {
		return play.Deal{}, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	level := spec.Level
	if level == nil {
		var err error
		if level, err = classic.OpenLevel(spec.W, spec.H); err != nil {
			return play.Deal{}, err
		}
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, spec.StartLength, dice)
	return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, err
}

func dealMaze(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	r, err := maze.New(spec.Rules.Options)
	if err != nil {
		return play.Deal{}, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	if spec.Level == nil {
		return play.Deal{}, fmt.Errorf("rules %s: want a level", spec.Rules)
	}
	start, err := maze.Start(spec.Level, spec.StartLength)
	return play.Deal{Rules: r, Start: start, Dice: ouro.GameDice(seed)}, err
}

// NewGame deals a game and makes its solvers, one for each spec, each with a
// seed of its own. The other fields of cfg are kept.
func NewGame(spec ouro.GameSpec, seed uint64, solvers []ouro.Spec, cfg play.Config) (*play.Game, error) {
	deal, err := Deal(spec, seed)
	if err != nil {
		return nil, err
	}
	cfg.Deal, cfg.Seats = deal, nil
	for seat, s := range solvers {
		solver, err := Make(s, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat)})
		if err != nil {
			return nil, err
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	return play.New(cfg)
}
