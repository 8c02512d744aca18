package lab

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/play"
)

// Tally is what an experiment keeps of one game.
type Tally struct {
	Group, Seating int // which game it was
	Ending         ouro.Ending
	Winner         int // seat of the winner, where Ending is Won; else nothing
	Turns          int // or ticks
	Seats          []Seat
	Measures       []int // by those of the Measured; nil for other kinds
}

// Seat is what became of one seat of a game.
type Seat struct {
	Entrant int
	Length  int // of the snake at the end
	Cause   ouro.Cause
	Died    int // turn; 0 is alive
	// Distance is the sum, over the meals of the game, of the Manhattan distances
	// from the head to the food when it appeared: no snake could have eaten these
	// meals in fewer moves. 0 unless the plan has meals counted.
	Distance int
	Mishaps  int // moves that were not the solver's, because it had none
	// FirstMishap is the first of them, with its turn; "" when there is none.
	FirstMishap string
}

// NewTally is a tally of a game that ended like this.
func NewTally(s *ouro.State, o ouro.Outcome, incidents []ouro.Incident) Tally {
	t := Tally{Ending: o.Ending, Winner: o.Winner, Turns: s.Turn, Seats: make([]Seat, len(s.Snakes))}
	for seat := range t.Seats {
		sn := &s.Snakes[seat]
		t.Seats[seat] = Seat{Length: sn.Body.Len(), Cause: sn.Cause, Died: sn.Died}
	}
	for _, in := range incidents {
		t.Seats[in.Seat].mishap(fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Mishap, in.Detail))
	}
	return t
}

func (s *Seat) mishap(text string) {
	if s.Mishaps == 0 {
		s.FirstMishap = text
	}
	s.Mishaps++
}

// closing takes note of solvers that could not be closed.
func (t *Tally) closing(err error) {
	var at *play.SeatError
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			t.closing(err)
		}
	} else if errors.As(err, &at) {
		t.Seats[at.Seat].mishap("at the end: " + at.Err.Error())
	}
}

// Won tells whether this seat won.
func (t *Tally) Won(seat int) bool { return t.Ending == ouro.Won && t.Winner == seat }

// score of a seat: 1 if it won, and if nobody did, an equal share of 1.
func (t *Tally) score(seat int) float64 {
	switch {
	case t.Won(seat):
		return 1
	case t.Ending != ouro.Won:
		return 1 / float64(len(t.Seats))
	}
	return 0
}
