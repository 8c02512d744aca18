package lab

import (
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/internal/printable"
	"ouro/play"
)

// Tally is the result of one game. It is small, since an experiment may have ten million.
type Tally struct {
	Group, Seating int32 // which game it was
	Turns          int32 // or ticks
	Ending         ouro.Ending
	Winner         int8 // seat of the winner; valid if Ending is Won
	Seats          []Seat
	Measures       []int // by Measured.Measures; nil for other kinds
}

// Seat is the result of one seat of a game.
type Seat struct {
	Entrant int32
	Length  int32 // of the snake at the end
	Died    int32 // turn; 0 if alive
	// Distance is the sum, over the meals, of the Manhattan distances from the head to
	// the food when it appeared: a lower bound of the moves. 0 unless Plan.Meals.
	Distance int32
	Cause    ouro.Cause
	Offered  uint16 // faults in which the solver's best move so far was played, at most 65535
	Late     uint16 // faults that were late, at most 65535
	Faults   int32  // moves for which the solver had no valid answer
	// FirstFault describes the first fault, with its turn; "" without faults.
	FirstFault string
}

// NewTally returns the tally of a finished game.
func NewTally(s *ouro.State, o ouro.Outcome, incidents []ouro.Incident) Tally {
	t := Tally{Ending: o.Ending, Winner: int8(o.Winner), Turns: int32(s.Turn), Seats: make([]Seat, len(s.Snakes))}
	for seat := range t.Seats {
		sn := &s.Snakes[seat]
		t.Seats[seat] = Seat{Length: int32(sn.Body.Len()), Cause: sn.Cause, Died: int32(sn.Died)}
	}
	for _, in := range incidents {
		t.Seats[in.Seat].fault(fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Fault, printable.Short(in.Detail, maxDetail)))
		s := &t.Seats[in.Seat]
		if in.Offered && s.Offered < math.MaxUint16 {
			s.Offered++
		}
		if in.Fault == ouro.Late && s.Late < math.MaxUint16 {
			s.Late++
		}
	}
	return t
}

// maxDetail is the number of bytes that are kept of an error, which may come from a
// remote snake.
const maxDetail = 200

func (s *Seat) fault(text string) {
	if s.Faults == 0 {
		s.FirstFault = text
	}
	s.Faults++
}

// Closing adds faults for solvers that could not be closed: the errors of
// [play.Game.Close].
func (t *Tally) Closing(err error) {
	var all interface{ Unwrap() []error }
	if !errors.As(err, &all) {
		return
	}
	for _, err := range all.Unwrap() {
		var at *play.SeatError
		if errors.As(err, &at) {
			t.Seats[at.Seat].fault("at the end: " + at.Err.Error())
		}
	}
}

// Won reports whether this seat won.
func (t *Tally) Won(seat int) bool { return t.Ending == ouro.Won && int(t.Winner) == seat }
