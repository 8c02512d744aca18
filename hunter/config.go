package hunter

import (
	"errors"
	"fmt"

	"ouro"
)

// Driver steers a snake: Spec names a solver, for records, and Make makes it with the
// options of Spec.
type Driver struct {
	Spec ouro.Spec
	Make ouro.Maker
}

// DefaultNodes is the node budget of a snake's decision that programs offer: no limit.
// Solvers such as backtrack are limited by their depth, and reach it sooner if they need
// not be able to stop.
const DefaultNodes = 0

// Config defines a game.
type Config struct {
	Seed    uint64
	Hunters int      // 1 or 2
	Snakes  int      // in every level; 0 means the number of each level
	Drivers []Driver // snake i has driver i modulo len(Drivers)
	Levels  []*Level // in the order of play; nil means Levels()
	Nodes   int64    // node budget of one decision of a snake; 0 means no limit
	Keep    bool     // keep the inputs for a Record

	// Trace, if it is not nil, is called before each decision of a snake and returns its
	// Trace.
	Trace func(snake int) *ouro.Trace
}

// withDefaults sets the fields that are zero, or returns what is invalid.
func (c Config) withDefaults() (Config, error) {
	if c.Levels == nil {
		c.Levels = Levels()
	}
	switch {
	case c.Hunters < 1 || c.Hunters > MaxHunters:
		return c, fmt.Errorf("hunter: %d hunters: want 1 to %d", c.Hunters, MaxHunters)
	case c.Snakes < 0 || c.Snakes > MaxSnakes:
		return c, fmt.Errorf("hunter: %d snakes: want 1 to %d, or 0 for the number of each level", c.Snakes, MaxSnakes)
	case len(c.Drivers) < 1 || len(c.Drivers) > MaxSnakes:
		return c, fmt.Errorf("hunter: %d drivers: want 1 to %d", len(c.Drivers), MaxSnakes)
	case len(c.Levels) < 1 || len(c.Levels) > maxLevels:
		return c, fmt.Errorf("hunter: %d levels: want 1 to %d", len(c.Levels), maxLevels)
	case c.Nodes < 0:
		return c, errors.New("hunter: the node budget must not be negative")
	}
	return c, nil
}

// MaxTicks returns an upper bound of the ticks of a game of these levels: each level is won
// at most once, and time runs out at most Lives times.
func MaxTicks(levels []*Level) int {
	ticks, longest := 0, 0
	for _, l := range levels {
		n := l.Seconds*TicksPerSecond + BreakTicks
		ticks, longest = ticks+n, max(longest, n)
	}
	return ticks + Lives*longest
}
