package hunter

import (
	"errors"
	"fmt"

	"ouro"
)

// Driver says who steers a snake: a solver by its name, for records, and what
// makes it. The options of the name are handed to Make.
type Driver struct {
	Spec ouro.Spec
	Make ouro.Maker
}

// DefaultNodes is the node budget of a snake's decision that programs offer:
// none. Solvers such as backtrack have a limit of their own, their depth, and
// reach it sooner when they need not be ready to stop on the way.
const DefaultNodes = 0

// Config is what a game is made of.
type Config struct {
	Seed    uint64
	Hunters int      // 1 or 2
	Snakes  int      // in every level; 0: as many as each level says
	Drivers []Driver // snake i has driver i modulo their number
	Levels  []*Level // in the order of play; nil: Levels()
	Nodes   int64    // node budget of one decision of a snake; 0: the solver's own limits
	Keep    bool     // keep the inputs for a Record

	// Trace, unless nil, is asked before each decision who watches the snake
	// think.
	Trace func(snake int) *ouro.Trace
}

// withDefaults fills in what was left open, or tells what is wrong.
func (c Config) withDefaults() (Config, error) {
	if c.Levels == nil {
		c.Levels = Levels()
	}
	switch {
	case c.Hunters < 1 || c.Hunters > MaxHunters:
		return c, fmt.Errorf("hunter: %d hunters: want 1 to %d", c.Hunters, MaxHunters)
	case c.Snakes < 0 || c.Snakes > MaxSnakes:
		return c, fmt.Errorf("hunter: %d snakes: want 1 to %d, or 0 for as many as each level says", c.Snakes, MaxSnakes)
	case len(c.Drivers) < 1 || len(c.Drivers) > MaxSnakes:
		return c, fmt.Errorf("hunter: %d drivers: want 1 to %d", len(c.Drivers), MaxSnakes)
	case len(c.Levels) < 1 || len(c.Levels) > maxLevels:
		return c, fmt.Errorf("hunter: %d levels: want 1 to %d", len(c.Levels), maxLevels)
	case c.Nodes < 0:
		return c, errors.New("hunter: a negative node budget")
	}
	return c, nil
}

// MaxTicks is the number of ticks after which a game of these levels has ended
// for certain: each level is won once at most, and at most Lives times the time
// is over.
func MaxTicks(levels []*Level) int {
	ticks, longest := 0, 0
	for _, l := range levels {
		n := l.Seconds*TicksPerSecond + BreakTicks
		ticks, longest = ticks+n, max(longest, n)
	}
	return ticks + Lives*longest
}
