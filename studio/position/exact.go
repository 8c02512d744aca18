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

// MaxExactCells is the number of cells of the largest board of which exact values are
// computed.
const MaxExactCells = 36

// computer computes exact values, one board at a time, in bounded memory.
type computer struct {
	memory int64
	turn   chan struct{} // holds a token while somebody computes

	mu    sync.Mutex
	sizes map[[2]int]exact.Size
}

func newComputer(memory int64) *computer {
	return &computer{memory: memory, turn: make(chan struct{}, 1), sizes: map[[2]int]exact.Size{}}
}

// size is how much work a board is.
func (x *computer) size(g *ouro.Grid) exact.Size {
	x.mu.Lock()
	defer x.mu.Unlock()
	key := [2]int{g.W, g.H}
	if _, known := x.sizes[key]; !known {
		x.sizes[key] = exact.Measure(g, true)
	}
	return x.sizes[key]
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

// Unwrap is why.
func (e *NoExactError) Unwrap() error { return e.Why }

// can tells why exact values of games on this board cannot be computed here, nil if
// they can.
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
	if size := x.size(g); size.Bytes > float64(x.memory) {
		return &NoExactError{&exact.TooLargeError{Grid: g, Size: size, Free: x.memory}, "ouro exact --position FILE computes it where there is that much"}
	}
	return nil
}

// values are the exact values of positions of one board.
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
