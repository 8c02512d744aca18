package lab

import (
	"context"
	"encoding"
	"time"

	"ouro/lab/stat"
)

// Finished is one finished game of any kind. It has one binary form, see MarshalBinary,
// and one line of JSON for people, see MarshalJSON.
type Finished struct {
	Tally Tally
	Meals []Meal         // of the single snake, in order; nil unless Plan.Meals
	Think []*stat.Sparse // by seat: thinking times; nil if not measured
	Slow  []int32        // by seat: the number of its slowest decision, from 1; 0 for none
	Took  time.Duration  // of the whole game; 0 if not measured

	// Moves is a digest of the start and all moves. It identifies equal games of two
	// experiments; 0 if unknown.
	Moves Digest
	// Discarded has the error of each attempt at this game that was replayed, in order.
	Discarded []string

	Record encoding.TextMarshaler // nil unless Plan.Records
	Log    encoding.TextMarshaler // of the official engine, as JSON lines; may be nil

	choices []choice // of the single snake, in order; nil unless Plan.Choices
}

// Text is a record or log that is already text.
type Text []byte

// MarshalText returns the text.
func (t Text) MarshalText() ([]byte, error) { return t, nil }

// Meal is one meal: the distance to the food when it appeared, and the moves until it was
// eaten.
type Meal struct{ Distance, Moves int32 }

// Executor plays games of a plan in other processes, for example on other machines.
type Executor interface {
	// Execute plays the games with these numbers, in any order, and passes each to put as
	// soon as it is finished, from several goroutines at once. A repeated game counts
	// once. Execute returns when all games were passed, when ctx ends, or with the error
	// of put.
	Execute(ctx context.Context, games []int, put func(game int, f *Finished) error) error
}
