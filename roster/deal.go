package roster

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/rule/battlesnake"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// Deal sets up the game that spec describes. The same game seed gives the same start and dice to
// every solver.
func Deal(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	e, err := FindRules(spec.Rules.Name)
	if err != nil {
		return play.Deal{}, err
	}
	if e.StartLength > 0 && spec.StartLength != e.StartLength {
		return play.Deal{}, fmt.Errorf("rules %s: start length %d, want %d", spec.Rules, spec.StartLength, e.StartLength)
	}
	if spec.Snakes > 1 && !e.HasSeveralSnakes() {
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

// dealPosition sets up a game that starts from a position. Its dice are new dice with the game's
// seed, because the position already contains the results of earlier draws.
func (e *RulesEntry) dealPosition(spec ouro.GameSpec, seed uint64) (d play.Deal, err error) {
	p := spec.Position
	switch n := max(1, spec.Snakes); {
	case spec.Level != nil:
		err = errors.New("the position defines the board; omit the level")
	case p.Grid.W != spec.W || p.Grid.H != spec.H:
		err = fmt.Errorf("board %s, but the game has %dx%d", p.Grid, spec.W, spec.H)
	case len(p.Snakes) != n:
		err = fmt.Errorf("%s, but the game has %d", english.Count(len(p.Snakes), "snake"), n)
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

func startClassic(rules ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	level, err := classicLevel(rules.(classic.Rules), spec)
	if err != nil {
		return nil, nil, err
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, spec.StartLength, dice)
	return start, dice, err
}

func classicLevel(rules classic.Rules, spec ouro.GameSpec) (*ouro.Level, error) {
	level := spec.Level
	if level == nil {
		var err error
		if level, err = classic.OpenLevel(spec.W, spec.H); err != nil {
			return nil, err
		}
	}
	return rules.Board(level)
}

func startMaze(_ ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	if spec.Level == nil {
		return nil, nil, fmt.Errorf("rules %s: want a level", spec.Rules)
	}
	start, err := maze.Start(spec.Level, spec.StartLength)
	return start, ouro.GameDice(seed), err
}

// startBattle starts a game with the dice of the official engine: the same seed gives the same
// food and hazards.
func startBattle(rules ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	if spec.Level != nil {
		return nil, nil, fmt.Errorf("rules %s: the board comes from the map, not from a level", spec.Rules)
	}
	dice := battlesnake.NewDice(int64(seed))
	start, err := rules.(battlesnake.Rules).Start(spec.W, spec.H, max(1, spec.Snakes), dice)
	if err != nil {
		return nil, nil, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	return start, dice, nil
}

// NewGame deals a game and makes one solver for each spec, each with its own seed. It keeps
// the other fields of cfg.
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

// Redealer returns a function that deals games of spec as [Deal] does, but reuses the memory of
// *d, a game that is no longer needed. The function is safe for concurrent use.
func Redealer(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	if _, err := Deal(spec, 0); err != nil {
		return nil, err
	}
	switch e, err := FindRules(spec.Rules.Name); {
	case err != nil:
		return nil, err
	case spec.Position != nil: // the function below calls Deal
	case e.Kind == Classic:
		return redealClassic(spec)
	case e.Kind == Battlesnake:
		return redealBattle(spec)
	}
	return func(d *play.Deal, seed uint64) (err error) {
		*d, err = Deal(spec, seed)
		return err
	}, nil
}

func redealClassic(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	rules, err := classic.New(spec.Rules.Options)
	if err != nil {
		return nil, err
	}
	level, err := classicLevel(rules, spec)
	if err != nil {
		return nil, err
	}
	starts, err := classic.NewStarts(level, spec.StartLength)
	if err != nil {
		return nil, err
	}
	return func(d *play.Deal, seed uint64) error {
		dice, ok := d.Dice.(*ouro.PCG)
		if !ok {
			dice = &ouro.PCG{}
			d.Rules, d.Start, d.Dice = rules, &ouro.State{}, dice
		}
		*dice = *ouro.GameDice(seed)
		starts.Deal(d.Start, dice)
		return nil
	}, nil
}

func redealBattle(spec ouro.GameSpec) (func(d *play.Deal, seed uint64) error, error) {
	r, err := battlesnake.New(spec.Rules.Name, spec.Rules.Options)
	if err != nil {
		return nil, err
	}
	return func(d *play.Deal, seed uint64) (err error) {
		dice, ok := d.Dice.(*battlesnake.Dice)
		if ok {
			dice.Begin(int64(seed))
		} else {
			dice = battlesnake.NewDice(int64(seed))
		}
		d.Rules, d.Dice = r, dice
		d.Start, err = r.Start(spec.W, spec.H, max(1, spec.Snakes), dice)
		return err
	}, nil
}
