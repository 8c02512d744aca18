package position

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/solve/exact"
)

// MaxExactCells bounds the boards of which exact values are computed.
const MaxExactCells = 36

// computer computes exact values, one board at a time, in bounded memory.
type computer struct {
	memory int64
	turn   chan struct{} // holds a token while somebody computes

	mu       sync.Mutex
	measured map[[2]int]exact.Sizes
}

func newComputer(memory int64) *computer {
	return &computer{memory: memory, turn: make(chan struct{}, 1), measured: map[[2]int]exact.Sizes{}}
}

// sizes are how much work a board is.
func (x *computer) sizes(g *ouro.Grid) exact.Sizes {
	x.mu.Lock()
	defer x.mu.Unlock()
	key := [2]int{g.W, g.H}
	if _, known := x.measured[key]; !known {
		x.measured[key] = exact.MeasureFrom(g)
	}
	return x.measured[key]
}

// length is that of the snake, as far as it can be on the board.
func (b Board) length() int {
	if len(b.State.Snakes) == 0 {
		return 1
	}
	return min(max(1, b.State.Snakes[0].Body.Len()), b.State.Grid.Size())
}

// NoExactError says why there are no exact values, and what can be done instead.
type NoExactError struct {
	Why     error
	Instead string // may be empty
}

func (e *NoExactError) Error() string {
	if e.Instead == "" {
		return e.Why.Error()
	}
	return fmt.Sprintf("%v; %s", e.Why, e.Instead)
}

func (e *NoExactError) Unwrap() error { return e.Why }

// can says why exact values of this board cannot be computed; nil if they can.
func (x *computer) can(b Board) error {
	g := b.State.Grid
	switch e, err := roster.FindRules(b.Rules.Name); {
	case err != nil:
		return err
	case e.Home != roster.Classic:
		return &NoExactError{fmt.Errorf("exact values are of classic Snake, not of the rules %s", b.Rules.Name), ""}
	case b.State.Room() != g.Size():
		return &NoExactError{errors.New("exact values are of boards without walls"), ""}
	case g.Size() > MaxExactCells:
		return &NoExactError{fmt.Errorf("a board of %s is too large for exact values, which are computed up to %d", english.Count(g.Size(), "cell"), MaxExactCells), "ask solvers instead"}
	}
	if err := x.sizes(g).Fit(g, b.length(), x.memory); err != nil {
		return &NoExactError{err, "ouro studio --exact-memory SIZE allows more"}
	}
	return nil
}

// quick tells whether exact values of a board take about a second.
func (x *computer) quick(b Board) bool {
	size := x.sizes(b.State.Grid)[b.length()]
	return size.Bodies+size.Positions < 5e6
}

func (x *computer) values(ctx context.Context, boards []Board, progress func(exact.Progress)) ([]*exact.Answer, error) {
	states := make([]*ouro.State, len(boards))
	for i, b := range boards {
		if err := x.can(b); err != nil {
			return nil, err
		}
		states[i] = b.State
	}
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return exact.AskAll(ctx, states, exact.Options{Progress: progress}) // can has measured it
}
