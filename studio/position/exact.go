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

// MaxExactCells is the number of cells of the largest board with exact values.
const MaxExactCells = 36

// computer computes exact values, for one request at a time, in bounded memory.
type computer struct {
	memory int64
	turn   chan struct{} // holds a token during a computation

	mu       sync.Mutex
	measured map[[2]int]exact.Sizes
}

func newComputer(memory int64) *computer {
	return &computer{memory: memory, turn: make(chan struct{}, 1), measured: map[[2]int]exact.Sizes{}}
}

// sizes returns the amount of work for a board, by the length of the snake.
func (x *computer) sizes(g *ouro.Grid) exact.Sizes {
	x.mu.Lock()
	defer x.mu.Unlock()
	key := [2]int{g.W, g.H}
	if _, known := x.measured[key]; !known {
		x.measured[key] = exact.MeasureFrom(g)
	}
	return x.measured[key]
}

// length returns the length of the first snake, limited to the range from 1 to the number
// of cells.
func (b Board) length() int {
	if len(b.State.Snakes) == 0 {
		return 1
	}
	return min(max(1, b.State.Snakes[0].Body.Len()), b.State.Grid.Size())
}

// NoExactError says why there are no exact values, and what the user can do about it.
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

func (x *computer) checkExact(b Board) error {
	g := b.State.Grid
	switch e, err := roster.FindRules(b.Rules.Name); {
	case err != nil:
		return err
	case e.Home != roster.Classic:
		return &NoExactError{fmt.Errorf("exact values exist only for classic Snake, not for the rules %s", b.Rules.Name), ""}
	case b.State.Room() != g.Size():
		return &NoExactError{errors.New("exact values exist only for boards without walls"), ""}
	case g.Size() > MaxExactCells:
		return &NoExactError{fmt.Errorf("a board of %s is too large for exact values; the limit is %d", english.Count(g.Size(), "cell"), MaxExactCells), "ask solvers instead"}
	}
	if err := x.sizes(g).Fit(g, b.length(), x.memory); err != nil {
		return &NoExactError{err, "ouro studio --exact-memory SIZE allows more"}
	}
	return nil
}

// quick reports whether exact values take about a second.
func (x *computer) quick(b Board) bool {
	size := x.sizes(b.State.Grid)[b.length()]
	return size.Bodies+size.Positions < 5e6
}

func (x *computer) values(ctx context.Context, boards []Board, progress func(exact.Progress)) ([]*exact.Answer, error) {
	states := make([]*ouro.State, len(boards))
	for i, b := range boards {
		if err := x.checkExact(b); err != nil {
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
	return exact.AskAll(ctx, states, exact.Options{Progress: progress}) // checkExact has measured the board
}
