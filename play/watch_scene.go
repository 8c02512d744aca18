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
	Turn    int  // moves made before it
	Ended   bool // the game is over
	Outcome ouro.Outcome
	Lengths [][]int16       // by seat, and by turn up to this one; nil of a log
	Latency []time.Duration // by seat, of the answers that led here; 0 is unknown

	// Of the decisions at this turn; where the game is over, of the last ones,
	// without their notes, which are about another position. Nil if they were
	// not kept.
	Thoughts []Thought       // by seat
	Mean     []time.Duration // of all decisions, by seat
	Labels   [][]string      // by seat, of all notes that it ever told

	Incidents []ouro.Incident // up to this turn
}

// Thought is what is known of one decision.
type Thought struct {
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why there is none, of advice
}

// Thought is that of a seat, if it was kept.
func (sc *Scene) Thought(seat int) (th Thought, known bool) {
	if seat >= len(sc.Thoughts) {
		return Thought{}, false
	}
	return sc.Thoughts[seat], true
}

// maxDetail is how many bytes are shown of what went wrong, which may come from a
// file or from elsewhere.
const maxDetail = 200

// Fault tells how many moves a fallback made so far, and of the first one: those after
// it often have the same cause, and tell less of it.
func (sc *Scene) Fault() (n int, first string) {
	if n = len(sc.Incidents); n > 0 {
		in := sc.Incidents[0]
		first = fmt.Sprintf("%s at move %d: %s", in.Fault, in.Turn, printable.Short(in.Detail, maxDetail))
	}
	return n, first
}
