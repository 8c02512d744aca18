package lab

import (
	"context"
	"encoding"
	"time"

	"ouro/lab/stat"
)

// Finished is what a game leaves that was played: now, earlier or elsewhere.
type Finished struct {
	Tally  Tally
	Meals  []Meal         // of the one snake, in order; nil unless the plan has them counted
	Think  []*stat.Sparse // by seat: how long decisions took; nil where nobody has noted it
	Slow   []int32        // by seat: which of its decisions, from 1 on, took longest; 0 is none
	Took   time.Duration  // the whole game; 0 where nobody has noted it
	Record encoding.TextMarshaler

	choices []choice // of the one snake, in order; nil unless the plan has them kept
}

// Text is a record that is at hand as text already.
type Text []byte

// MarshalText is the text.
func (t Text) MarshalText() ([]byte, error) { return t, nil }

// Meal is a meal of a game: how far off the food was when it appeared, and the
// moves that were made for it.
type Meal struct{ Distance, Moves int32 }

// Executor plays games of a plan somewhere else than in the process that sums them
// up, such as on many machines.
type Executor interface {
	// Execute plays the games of the plan that have these numbers, in any order, and
	// gives each to put as soon as it is finished, from several goroutines at once. A
	// game that is given twice counts once. It returns when all were given, when ctx
	// ends, or with the error of put.
	Execute(ctx context.Context, games []int, put func(game int, f *Finished) error) error
}
