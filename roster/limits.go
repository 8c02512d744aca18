package roster

import (
	"fmt"

	"ouro"
	"ouro/cycle"
	"ouro/rule/classic"
)

// limits maps the name of a solver to the reasons why it cannot play with some options of classic
// Snake. Solvers without an entry play with all options, unless their Makers refuse the board.
var limits = map[string]limit{
	"hamilton":  {grow: "near a hole its cycle has room only for meals of one cell", ifHole: true},
	"repair":    {grow: "near a hole its cycle has room only for meals of one cell", ifHole: true},
	"shortcut":  {grow: "its shortcuts leave room only for meals of one cell"},
	"cell":      {wrap: "its lanes turn at walls around the board", food: "its lanes lead to one food", grow: "its lanes leave room only for meals of one cell"},
	"ouroboros": {wrap: "its rings need walls around the board", food: "it plans for one food", grow: "it plans for meals of one cell"},
	"hydra":     {food: "it leaves classic Snake to ouroboros, which plans for one food", grow: "it leaves classic Snake to ouroboros, which plans for meals of one cell"},
	"tablebase": {food: "the positions of its tables have one food", grow: "the meals of its tables add one cell"},
}

// limit has the reasons why a solver cannot play with the options wrap, food and grow of classic
// Snake; "" means that it can. If ifHole is set, the reason in grow applies only to boards on which
// the solver's cycle has a hole.
type limit struct {
	wrap, food, grow string
	ifHole           bool
}

func (l limit) check(setup ouro.Setup) error {
	r, ok := setup.Rules.(classic.Rules)
	if !ok {
		return nil
	}
	if r.Wrap && l.wrap != "" {
		return fmt.Errorf("cannot play wrap=true yet: %s", l.wrap)
	}
	if r.Food > 1 && l.food != "" {
		return fmt.Errorf("cannot play food=%d yet: %s", r.Food, l.food)
	}
	if r.Grow <= 1 || l.grow == "" {
		return nil
	}
	if l.ifHole {
		c, err := cycle.FindCached(cycle.BoardOf(setup.Start))
		if err != nil || c.Hole == ouro.NoCell {
			return nil // the Maker reports a board without a cycle
		}
	}
	return fmt.Errorf("cannot play grow=%d yet: %s", r.Grow, l.grow)
}

// addLimits makes the Maker of each entry refuse games that limits excludes.
func addLimits(all []SolverEntry) []SolverEntry {
	for i := range all {
		l, ok := limits[all[i].Name]
		if !ok {
			continue
		}
		make := all[i].Make
		all[i].Make = func(setup ouro.Setup) (ouro.Solver, error) {
			if err := l.check(setup); err != nil {
				return nil, err
			}
			return make(setup)
		}
	}
	return all
}
