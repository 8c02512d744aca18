package lab

import (
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/internal/printable"
	"ouro/play"
)

// Tally is what an experiment keeps of one game. It is small, since there may be
// ten million.
type Tally struct {
	Group, Seating int32 // which game it was
	Turns          int32 // or ticks
	Ending         ouro.Ending
	Winner         int8 // seat of the winner, where Ending is Won; else nothing
	Seats          []Seat
	Measures       []int // by those of the Measured; nil for other kinds
}

// Seat is what became of one seat of a game.
type Seat struct {
	Entrant int32
	Length  int32 // of the snake at the end
	Died    int32 // turn; 0 is alive
	// Distance is the sum, over the meals of the game, of the Manhattan distances
	// from the head to the food when it appeared: no snake could have eaten these
	// meals in fewer moves. 0 unless the plan has meals counted.
	Distance int32
	Cause    ouro.Cause
	Offered  uint16 // of the faults, those where its best so far was made; no more are counted than fit
	Late     uint16 // of the faults, those that were late; no more are counted than fit
	Faults   int32  // moves that were not the solver's answer, because it had none
	// FirstFault is the first of them, with its turn; "" when there is none.
	FirstFault string
}

// NewTally is a tally of a game that ended like this.
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

// maxDetail is how many bytes are kept of what went wrong, which may be told by
// somebody elsewhere.
const maxDetail = 200

func (s *Seat) fault(text string) {
	if s.Faults == 0 {
		s.FirstFault = text
	}
	s.Faults++
}

// Closing takes note of solvers that could not be closed: the errors of
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

// Won returns whether this seat won.
func (t *Tally) Won(seat int) bool { return t.Ending == ouro.Won && int(t.Winner) == seat }
