package lab

import (
	"encoding/json"
	"time"

	"ouro"
	"ouro/lab/sheet"
)

// MarshalJSON returns the game as one line for people, without record and log.
func (f *Finished) MarshalJSON() ([]byte, error) {
	t := &f.Tally
	winner := -1
	if t.Ending == ouro.Won {
		winner = int(t.Winner)
	}
	return json.Marshal(sheet.FactsOf(
		"group", t.Group,
		"seating", t.Seating,
		"ending", t.Ending,
		"winner", winner,
		"turns", t.Turns,
		"seats", f.seatFacts(),
		"measures", sheet.Sparse(t.Measures),
		"took_ns", sheet.Sparse(int64(f.Took)),
		"discarded", sheet.Sparse(f.Discarded),
	))
}

func (f *Finished) seatFacts() []sheet.Facts {
	all := make([]sheet.Facts, len(f.Tally.Seats))
	for i := range all {
		s := &f.Tally.Seats[i]
		all[i] = sheet.FactsOf(
			"entrant", s.Entrant,
			"length", s.Length,
			"cause", s.Cause,
			"died", sheet.Sparse(s.Died),
			"mishaps", sheet.Sparse(s.Faults),
			"offered", sheet.Sparse(s.Offered),
			"late", sheet.Sparse(s.Late),
			"first_mishap", sheet.Sparse(s.FirstFault),
		)
		if i < len(f.Think) && f.Think[i] != nil && f.Think[i].Max() > 0 {
			all[i].Add("slowest_ns", int64(f.Think[i].Max()/time.Nanosecond))
		}
	}
	return all
}
