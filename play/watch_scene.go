package play

import (
	"fmt"
	"time"

	"ouro"
	"ouro/internal/printable"
)

// Scene is one game at one turn.
type Scene struct {
	Game  ouro.GameSpec
	Seats []ouro.Spec
	Err   error // why there is no game; then nothing below is set

	State   *ouro.State
	Turn    int  // moves made before State
	Ended   bool // the game is over
	Outcome ouro.Outcome
	Lengths [][]int16       // by seat, and by turn up to this one; nil for a log
	Latency []time.Duration // by seat, of the decisions that led here; 0 means unknown

	// Decisions at this turn, or nil if they were not kept. If the game is over, the last
	// decisions, without their notes, which are about another position.
	Thoughts []Thought       // by seat
	Mean     []time.Duration // of all decisions, by seat
	Labels   [][]string      // by seat, of all its notes

	Incidents []ouro.Incident // up to this turn
}

// Thought is a decision with its notes.
type Thought struct {
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why there is no advice
}

// Thought returns the thought of a seat, if it was kept.
func (sc *Scene) Thought(seat int) (th Thought, known bool) {
	if seat >= len(sc.Thoughts) {
		return Thought{}, false
	}
	return sc.Thoughts[seat], true
}

// maxDetail is the number of bytes shown of a fault's detail, which may come from a file or
// another machine.
const maxDetail = 200

// Fault returns the number of faults so far, and the first one: later ones often have the
// same cause, but less information.
func (sc *Scene) Fault() (n int, first string) {
	if n = len(sc.Incidents); n > 0 {
		in := sc.Incidents[0]
		first = fmt.Sprintf("%s at move %d: %s", in.Fault, in.Turn, printable.Short(in.Detail, maxDetail))
	}
	return n, first
}
