package lab

import (
	"context"
	"encoding"
	"time"

	"ouro/lab/stat"
)

// Finished is one finished game of any kind: played now, earlier, or by another
// machine. It has one binary form, see MarshalBinary, and one line of JSON for
// people, see MarshalJSON.
type Finished struct {
	Tally Tally
	Meals []Meal         // of the one snake, in order; nil unless the plan has them counted
	Think []*stat.Sparse // by seat: how long decisions took; nil if not measured
	Slow  []int32        // by seat: the number of its slowest decision, from 1 on; 0 is none
	Took  time.Duration  // the whole game; 0 if not measured

	// Moves is a digest of the start and of all moves, by which the same game of two
	// experiments is recognised; 0 if not known.
	Moves Digest
	// Discarded says what went wrong in the attempts at this game that were played
	// again, in their order.
	Discarded []string

	Record encoding.TextMarshaler // nil if not wanted
	Log    encoding.TextMarshaler // of the official engine, as JSON lines; nil if there is none

	choices []choice // of the one snake, in order; nil unless the plan has them kept
}

// Text is a record or log that is already text.
type Text []byte

// MarshalText returns the text.
func (t Text) MarshalText() ([]byte, error) { return t, nil }

// Meal is a meal of a game: the distance to the food when it appeared, and the
// moves that were made for it.
type Meal struct{ Distance, Moves int32 }

// Executor plays games of a plan outside of this process, such as on many machines.
type Executor interface {
	// Execute plays the games of the plan that have these numbers, in any order, and
	// gives each to put as soon as it is finished, from several goroutines at once. A
	// game that is given twice counts once. It returns when all were given, when ctx
	// ends, or with the error of put.
	Execute(ctx context.Context, games []int, put func(game int, f *Finished) error) error
}
