package lab

import (
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/lab/stat"
)

// indexLine is a game of a tournament in the old format: one line of JSON in the index of
// a folder, or in a store.
type indexLine struct {
	Schema    int         `json:"schema"`
	Group     int32       `json:"group"`
	Seating   int32       `json:"seating"`
	Seed      uint64      `json:"seed"`
	Ending    ouro.Ending `json:"ending"`
	Winner    int8        `json:"winner"`
	Turns     int32       `json:"turns"`
	Measures  []int       `json:"measures"`
	Discarded []string    `json:"discarded"`
	Seats     []struct {
		Snake      int32        `json:"snake"`
		Length     int32        `json:"length"`
		Cause      ouro.Cause   `json:"cause"`
		Died       int32        `json:"died"`
		Faults     int32        `json:"mishaps"`
		Offered    int32        `json:"offered"`
		Late       int32        `json:"late"`
		FirstFault string       `json:"first_mishap"`
		Think      *stat.Sparse `json:"think"`
	} `json:"seats"`
}

// ParseIndexLine parses a game in the old format of tournaments, and returns it with its
// seed.
func ParseIndexLine(line []byte) (f *Finished, seed uint64, err error) {
	var l indexLine
	if err := jsonl.Decode(line, &l); err != nil {
		return nil, 0, err
	}
	switch {
	case l.Schema != 1:
		return nil, 0, fmt.Errorf("schema %d, want 1", l.Schema)
	case l.Group < 0 || l.Seating < 0 || l.Turns < 0 || len(l.Seats) == 0 || l.Ending == ouro.Unfinished,
		l.Winner < -1 || int(l.Winner) >= len(l.Seats) || l.Winner < 0 && l.Ending == ouro.Won:
		return nil, 0, errors.New("a number that a game cannot have")
	}
	f = &Finished{Discarded: l.Discarded}
	f.Tally = Tally{Group: l.Group, Seating: l.Seating, Turns: l.Turns, Ending: l.Ending, Winner: l.Winner, Measures: l.Measures}
	for i, s := range l.Seats {
		if s.Snake < 0 || s.Length < 0 || s.Died < 0 || s.Died > l.Turns || s.Offered < 0 || s.Offered > s.Faults || s.Late < 0 || s.Late > s.Faults {
			return nil, 0, fmt.Errorf("seat %d: a number that it cannot have", i)
		}
		f.Tally.Seats = append(f.Tally.Seats, Seat{
			Entrant: s.Snake, Length: s.Length, Cause: s.Cause, Died: s.Died,
			Faults: s.Faults, Offered: uint16(min(s.Offered, math.MaxUint16)), Late: uint16(min(s.Late, math.MaxUint16)), FirstFault: s.FirstFault,
		})
		f.Think = append(f.Think, s.Think)
	}
	return f, l.Seed, nil
}
