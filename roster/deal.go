package roster

import (
	"fmt"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

// Deal sets up the game that spec describes, with the chance of this game
// seed: the same seed deals the same start and the same dice to every solver.
func Deal(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	switch spec.Rules {
	case "classic":
		return dealClassic(spec, seed)
	}
	return play.Deal{}, fmt.Errorf("unknown rules %q (known: classic)", spec.Rules)
}

func dealClassic(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	level := spec.Level
	if level == nil {
		var err error
		if level, err = classic.OpenLevel(spec.W, spec.H); err != nil {
			return play.Deal{}, err
		}
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, spec.StartLength, dice)
	if err != nil {
		return play.Deal{}, err
	}
	return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, nil
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
