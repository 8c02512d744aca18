package hunt

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/play"
)

// DecisionTime is how long a snake may think about one step.
const DecisionTime = 2 * time.Second

// deadline ends decisions of snakes with the channel and after a while. A decision
// that it ended is none: the game breaks off.
type deadline struct {
	ctx context.Context
	err error
}

func (d *deadline) bind(drivers []hunter.Driver) []hunter.Driver {
	bound := slices.Clone(drivers)
	for i, one := range drivers {
		bound[i].Make = func(setup ouro.Setup) (ouro.Solver, error) {
			setup.Threads = 1
			s, err := one.Make(setup)
			if err != nil {
				return nil, err
			}
			return &hasty{s, d, one.Spec}, nil
		}
	}
	return bound
}

// hasty is a solver that is told when to stop.
type hasty struct {
	ouro.Solver
	deadline *deadline
	spec     ouro.Spec
}

func (h *hasty) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeout(h.deadline.ctx, DecisionTime)
	defer cancel()
	d, err := h.Solver.Decide(ctx, t)
	if ctx.Err() != nil && h.deadline.err == nil {
		h.deadline.err = fmt.Errorf("a snake of %s thought for more than %v about one step: give it fewer nodes", h.spec, DecisionTime)
	}
	return d, err
}

func (h *hasty) Close() error { return play.Close(h.Solver) }
