package position

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/rule/classic"
	"ouro/solve/exact"
)

const MaxExactCells = 36 // free cells of the largest board with exact values

// computer computes exact values, one request at a time, in a limited amount of memory.
type computer struct {
	memory int64         // limit in bytes
	busy   chan struct{} // has an item during a computation

	mu       sync.Mutex
	measured map[measured]exact.Sizes
}

// measured is the key of a board whose amount of work is known.
type measured struct {
	level string // the board in the form of ouro.Level.String
	wraps bool
}

func newComputer(memory int64) *computer {
	return &computer{memory: memory, busy: make(chan struct{}, 1), measured: map[measured]exact.Sizes{}}
}

// sizes returns the amount of work for a board: the number of bodies and positions, by the length of
// the snake.
func (x *computer) sizes(l *ouro.Level) exact.Sizes {
	x.mu.Lock()
	defer x.mu.Unlock()
	key := measured{l.String(), l.Grid.Wraps}
	if len(x.measured) >= maxMeasured {
		clear(x.measured)
	}
	if _, known := x.measured[key]; !known {
		x.measured[key] = exact.MeasureFrom(l)
	}
	return x.measured[key]
}

const maxMeasured = 100 // most boards whose amounts of work are kept

// length returns the length of the first snake, limited to the range from 1 to the number
// of free cells.
func (p Position) length() int {
	if len(p.State.Snakes) == 0 {
		return 1
	}
	return min(max(1, p.State.Snakes[0].Body.Len()), p.State.Room())
}

// NoExactError means that exact values do not exist or cannot be computed.
type NoExactError struct {
	Why     error
	Instead string // what the user can do instead, or ""
}

func (e *NoExactError) Error() string {
	if e.Instead == "" {
		return e.Why.Error()
	}
	return fmt.Sprintf("%v; %s", e.Why, e.Instead)
}

func (e *NoExactError) Unwrap() error { return e.Why }

// hasExactOptions reports whether the options of classic Snake allow exact values: one food at a
// time, and meals of one cell.
func hasExactOptions(rules ouro.Spec) bool {
	r, err := classic.New(rules.Options)
	return err == nil && r.Food <= 1 && r.Grow <= 1
}

func (x *computer) checkExact(p Position) error {
	level, free := p.State.Level(), p.State.Room()
	switch e, err := roster.RulesEntryOf(p.Rules); {
	case err != nil:
		return err
	case e.Kind != roster.Classic:
		return &NoExactError{fmt.Errorf("exact values exist only for classic Snake, not for the rules %s", p.Rules.Name), ""}
	case !hasExactOptions(p.Rules):
		return &NoExactError{fmt.Errorf("exact values exist only for classic Snake with one food and meals of one cell, not for the rules %s", p.Rules), ""}
	case p.State.Hedges() > 0:
		return &NoExactError{errors.New("exact values exist only for boards without edible walls"), ""}
	case p.State.Grid.Wraps && min(p.State.Grid.W, p.State.Grid.H) < 3:
		return &NoExactError{errors.New("exact values of a board with joined edges exist only if its sides are at least 3"), ""}
	case free > MaxExactCells:
		return &NoExactError{fmt.Errorf("a board of %s is too large for exact values; the limit is %d", english.Count(free, "free cell"), MaxExactCells), "ask solvers instead"}
	}
	if err := x.sizes(level).Fit(level, p.length(), x.memory); err != nil {
		return &NoExactError{err, "ouro studio --exact-memory SIZE allows more"}
	}
	return nil
}

// isQuick reports whether exact values take about a second.
func (x *computer) isQuick(p Position) bool {
	size := x.sizes(p.State.Level())[p.length()]
	return size.Bodies+size.Positions < 5e6
}

func (x *computer) values(ctx context.Context, positions []Position, progress func(exact.Progress)) ([]*exact.Answer, error) {
	states := make([]*ouro.State, len(positions))
	for i, p := range positions {
		if err := x.checkExact(p); err != nil {
			return nil, err
		}
		states[i] = p.State
	}
	select {
	case x.busy <- struct{}{}:
		defer func() { <-x.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return exact.AskAll(ctx, states, exact.Options{Progress: progress}) // checkExact has measured the board
}
