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

// DecisionTime is the longest time for one decision of a snake.
const DecisionTime = 2 * time.Second

// deadline ends the decisions of snakes with the channel and after DecisionTime. Such an
// end is an error that ends the game.
type deadline struct {
	ctx context.Context
	err error
}

func (d *deadline) wrap(drivers []hunter.Driver) []hunter.Driver {
	wrapped := slices.Clone(drivers)
	for i, one := range drivers {
		wrapped[i].Make = func(setup ouro.Setup) (ouro.Solver, error) {
			setup.Threads = 1
			s, err := one.Make(setup)
			if err != nil {
				return nil, err
			}
			return &limitedSolver{s, d, one.Spec}, nil
		}
	}
	return wrapped
}

// limitedSolver is a solver whose decisions end at the deadline.
type limitedSolver struct {
	ouro.Solver
	deadline *deadline
	spec     ouro.Spec
}

func (h *limitedSolver) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeout(h.deadline.ctx, DecisionTime)
	defer cancel()
	d, err := h.Solver.Decide(ctx, t)
	if ctx.Err() != nil && h.deadline.err == nil {
		h.deadline.err = fmt.Errorf("solver %s: no decision within %v; give it fewer nodes", h.spec, DecisionTime)
	}
	return d, err
}

func (h *limitedSolver) Close() error { return play.Close(h.Solver) }
