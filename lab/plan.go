// Package lab runs experiments: several solvers play the same games, and the
// report says what that tells about them and how sure it is.
//
// A [Plan] says what to play, [Run] plays it with any number of workers, and
// the [Report] holds the figures and writes them as a table, Markdown, CSV or
// JSON. Experiments are paired: game i has the same start, the same dice and
// the same seed for every entrant, so that differences between entrants are
// differences between the same games. Results do not depend on the number of
// workers or on who finishes first; only thinking times do, and all results
// once the budget is a time.
package lab

import (
	"fmt"
	"runtime"

	"ouro"
	"ouro/play"
)

// MaxGames is the largest number of games for each entrant.
const MaxGames = 10_000_000

// Plan is an experiment. Deal and the Makers are called from several
// goroutines at once.
type Plan struct {
	Game ouro.GameSpec // what Deal deals, for the report
	// Deal sets up the game with this seed. It must deal the same position
	// and dice whenever it is asked, with one snake.
	Deal     func(game uint64) (play.Deal, error)
	Entrants []Entrant

	Games  int    // for each entrant
	First  int    // number of the first game, so that experiments can be extended
	Seed   uint64 // of the experiment; game i is played with ouro.GameSeed(Seed, i)
	Budget ouro.Budget

	// Meals has the report count meals and the distances to them. It is for rules
	// that keep exactly one food on the board until the board is full.
	Meals bool

	// Keep, unless nil, is given the record of every finished game, from several
	// goroutines at once. Its error ends the experiment.
	Keep func(solver ouro.Spec, game int, r *ouro.Record) error

	Workers int // 0 chooses: all processors, or half of them where time is the budget
}

// Entrant is a solver that takes part.
type Entrant struct {
	Spec ouro.Spec
	// Make is the solver's own Maker; the Setup it gets has Spec's options.
	Make ouro.Maker
}

// make makes the entrant's solver for the game with this seed.
func (e *Entrant) make(deal play.Deal, game uint64) (s ouro.Solver, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = newPanicError(p)
		}
		if err != nil {
			err = fmt.Errorf("solver %s: %w", e.Spec, err)
		}
	}()
	return e.Make(ouro.Setup{
		Rules:   deal.Rules,
		Start:   deal.Start,
		Seed:    ouro.SolverSeed(game, 0),
		Options: e.Spec.Options,
	})
}

// deal deals the game with this seed, which is game number i.
func (p *Plan) deal(i int, game uint64) (d play.Deal, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %d: %w", i, newPanicError(p))
		}
	}()
	return p.Deal(game)
}

// check finds what is wrong with the plan before anything is played. It deals
// the first game and makes every entrant's solver for it.
func (p *Plan) check() error {
	switch {
	case p.Games < 1 || p.Games > MaxGames:
		return fmt.Errorf("games %d: want 1 to %d", p.Games, MaxGames)
	case p.First < 0 || p.First > MaxGames:
		return fmt.Errorf("first game %d: want 0 to %d", p.First, MaxGames)
	case p.Workers < 0:
		return fmt.Errorf("workers %d: want 1 or more, or 0 to choose by the number of processors", p.Workers)
	case p.Budget.Nodes < 0 || p.Budget.Time < 0:
		return fmt.Errorf("budget %s: must not be negative", budgetText(p.Budget))
	case len(p.Entrants) == 0:
		return fmt.Errorf("no solver to play")
	}
	seen := make(map[string]bool)
	for _, e := range p.Entrants {
		name := e.Spec.String()
		if seen[name] {
			return fmt.Errorf("solver %s is entered twice", name)
		}
		seen[name] = true
	}
	game := ouro.GameSeed(p.Seed, p.First)
	deal, err := p.deal(p.First, game)
	if err != nil {
		return err
	}
	if n := len(deal.Start.Snakes); n != 1 {
		return fmt.Errorf("the game has %d snakes; an experiment plays games of one", n)
	}
	if g := deal.Start.Grid; g.W != p.Game.W || g.H != p.Game.H {
		return fmt.Errorf("the game is dealt on a board %s, the plan says %dx%d", g, p.Game.W, p.Game.H)
	}
	for i := range p.Entrants {
		s, err := p.Entrants[i].make(deal, game)
		if err != nil {
			return err
		}
		if c, ok := s.(interface{ Close() error }); ok {
			if err := c.Close(); err != nil {
				return fmt.Errorf("solver %s: %w", p.Entrants[i].Spec, err)
			}
		}
	}
	return nil
}

// workers is how many games are played at once.
func (p *Plan) workers() int {
	n := p.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
		if p.Budget.Time > 0 {
			n /= 2 // solvers that race the clock must not race each other
		}
	}
	return min(max(n, 1), p.Games*len(p.Entrants))
}
