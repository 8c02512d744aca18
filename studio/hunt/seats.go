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

// Limits of inputs for later ticks.
const (
	maxAhead  = 10 * hunter.TicksPerSecond
	maxInputs = 256
)

type seats struct {
	controls hunter.Controls
	bots     []*hunter.Bot // nil for a person
	seed     uint64        // of the game
	pending  []input       // sorted by tick
}

// input is an action of a person in a tick.
type input struct {
	tick   int
	hunter int
	do     string
	dir    ouro.Dir
}

func newSeats(seed uint64, hunters, bots int) *seats {
	s := &seats{seed: seed, bots: make([]*hunter.Bot, hunters)}
	s.controls.SetReleases(true)
	for h := hunters - bots; h < hunters; h++ {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(seed, h))
	}
	return s
}

func (s *seats) players() []hunter.Player {
	all := make([]hunter.Player, len(s.bots))
	for h := range all {
		all[h] = s
	}
	return all
}

func (s *seats) Act(w *hunter.World, h int) hunter.Input {
	if bot := s.bots[h]; bot != nil {
		return bot.Act(w, h)
	}
	return s.controls.Act(w, h)
}

func (s *seats) hasPerson() bool { return slices.Contains(s.bots, nil) }

func (s *seats) setBot(h int, bot bool) error {
	if h < 0 || h >= len(s.bots) {
		return fmt.Errorf("hunter %d: want 0 to %d", h, len(s.bots)-1)
	}
	s.controls.Stop(h)
	s.bots[h] = nil
	if bot {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(s.seed, h))
	}
	return nil
}

// add keeps an input until its tick.
func (s *seats) add(in input) error {
	if len(s.pending) >= maxInputs {
		return fmt.Errorf("more than %d inputs wait for their ticks", maxInputs)
	}
	at := len(s.pending)
	for at > 0 && s.pending[at-1].tick > in.tick {
		at--
	}
	s.pending = slices.Insert(s.pending, at, in)
	return nil
}

// apply executes the inputs up to a tick.
func (s *seats) apply(tick int) {
	n := 0
	for ; n < len(s.pending) && s.pending[n].tick <= tick; n++ {
		switch in := s.pending[n]; in.do {
		case "press":
			s.controls.Press(in.hunter, in.dir)
		case "release":
			s.controls.Release(in.hunter, in.dir)
		case "bomb":
			s.controls.Bomb(in.hunter)
		case "stop":
			s.controls.Stop(in.hunter)
		}
	}
	s.pending = slices.Delete(s.pending, 0, n)
}

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
