package lab_test

import (
	"context"
	"errors"

	"ouro"
	"ouro/lab"
	"ouro/play"
	"ouro/rule/classic"
)

// classicPlan returns an experiment of classic Snake on an open board.
func classicPlan(w, h, games int, entrants ...lab.Entrant) lab.Plan {
	return lab.Plan{
		Game:     ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1},
		Deal:     dealer(w, h),
		Entrants: entrants,
		Groups:   games,
		Seed:     1,
	}
}

func dealer(w, h int) func(uint64) (play.Deal, error) {
	return func(game uint64) (play.Deal, error) {
		level, err := classic.OpenLevel(w, h)
		if err != nil {
			return play.Deal{}, err
		}
		dice := ouro.GameDice(game)
		start, err := classic.Start(level, 1, dice)
		if err != nil {
			return play.Deal{}, err
		}
		return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, nil
	}
}

// entrant returns a named solver without memory.
func entrant(name string, decide func(t ouro.Turn) ouro.Dir) lab.Entrant {
	return lab.Entrant{
		Spec: ouro.Spec{Name: name},
		Make: func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
				return ouro.Decision{Dir: decide(t)}, nil
			}), nil
		},
	}
}

// Solvers whose games end differently: won, died, looped, and sometimes won.
var (
	winner  = entrant("winner", around)
	diver   = entrant("diver", func(ouro.Turn) ouro.Dir { return ouro.Down })
	spinner = entrant("spinner", spin)
	greedy  = entrant("greedy", chase)
)

// around follows a cycle through all cells of a board with an even number of rows: row by
// row without column 0, and back down column 0.
func around(t ouro.Turn) ouro.Dir {
	g := t.State.Grid
	x, y := g.XY(t.Snake().Body.Head())
	switch {
	case x == 0 && y > 0:
		return ouro.Down
	case y%2 == 0 && x < g.W-1:
		return ouro.Right
	case y%2 == 0:
		return ouro.Up
	case x > 1 || y == g.H-1:
		return ouro.Left
	}
	return ouro.Up
}

// spin circles within four cells.
func spin(t ouro.Turn) ouro.Dir {
	x, y := t.State.Grid.XY(t.Snake().Body.Head())
	switch {
	case x%2 == 0 && y%2 == 0:
		return ouro.Up
	case x%2 == 0:
		return ouro.Right
	case y%2 == 1:
		return ouro.Down
	}
	return ouro.Left
}

// chase makes a legal step, if possible one towards the food.
func chase(t ouro.Turn) ouro.Dir {
	g := t.State.Grid
	best, choice := 1<<30, ouro.Up
	for _, d := range ouro.Dirs {
		c := g.Next(t.Snake().Body.Head(), d)
		if !t.State.Enterable(t.Seat, c) {
			continue
		}
		if far := g.Distance(c, t.State.Food[0]); far < best {
			best, choice = far, d
		}
	}
	return choice
}

// drunk makes random steps with its own dice, and sometimes returns an error.
var drunk = lab.Entrant{
	Spec: ouro.Spec{Name: "drunk", Options: ouro.Options{{Key: "sober", Value: "0.9"}}},
	Make: func(setup ouro.Setup) (ouro.Solver, error) {
		read := setup.Options.Read()
		sober := read.Float("sober", 1, 0, 1)
		dice := ouro.NewPCG(setup.Seed)
		return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			if dice.Roll(1000) >= int(1000*sober) {
				return ouro.Decision{}, errors.New("fell over")
			}
			return ouro.Decision{Dir: ouro.Dir(dice.Roll(4))}, nil
		}), read.Err()
	},
}
