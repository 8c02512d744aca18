package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/internal/printable"
)

// Question is a message to an engine. Which fields are set follows from the Kind.
type Question struct {
	Kind  Kind
	Hello Hello // of IsHello
	New   *New  // of IsNew
	Turn  Turn  // of IsTurn; of IsStop only the ID
}

// ParseQuestion parses a line to an engine. g is the board of the game; without one (nil), a turn
// is an error.
func ParseQuestion(line []byte, g *ouro.Grid) (q Question, err error) {
	if len(line) > MaxLine {
		return q, fmt.Errorf("a line of more than %d bytes", MaxLine)
	}
	s := scanner{data: line}
	var state []byte
	s.open('{', "a message such as {\"type\":\"hello\",\"version\":1}")
	for n := 0; s.more('}', &n); {
		switch string(s.key()) {
		case "type":
			q.Kind = kindOf(s.text())
		case "id":
			q.Turn.ID = s.whole(math.MinInt64, math.MaxInt64)
		case "nodes":
			q.Turn.Nodes = s.whole(0, math.MaxInt64)
		case "time":
			if q.Turn.Time = s.float(); q.Turn.Time < 0 {
				s.fail(errors.New("time: want 0 or more"))
			}
		case "watched":
			q.Turn.Watched = s.flag()
		case "state":
			state = s.raw()
		default:
			s.skip(maxDepth)
		}
	}
	s.end()
	if s.err != nil {
		return q, s.err
	}
	switch q.Kind {
	case IsHello:
		err = jsonl.Decode(line, &q.Hello)
	case IsNew:
		err = q.readNew(line, state)
	case IsTurn:
		if g == nil {
			return q, errors.New("a turn before a new game")
		}
		q.Turn.State, err = ReadState(state, g)
	default: // has no further fields
	}
	return q, err
}

// readNew parses the message that begins a game.
func (q *Question) readNew(line, state []byte) error {
	m := struct {
		Rules   string
		Game    string
		Board   Board
		Seat    int
		Seats   int
		Seed    string
		Options map[string]json.RawMessage

		TurnBack     bool `json:"turn_back"`
		AlwaysGrow   bool `json:"always_grow"`
		HazardDamage int  `json:"hazard_damage"`
	}{Seats: 1, Seed: "0"}
	err := jsonl.Decode(line, &m)
	if err != nil {
		return fmt.Errorf("new: %w", err)
	}
	n := &New{Game: m.Game, Board: m.Board, Seat: m.Seat, Seats: m.Seats, Options: m.Options}
	if n.Rules, err = ouro.ParseSpec(m.Rules); err != nil {
		return fmt.Errorf("new: rules: %w", err)
	}
	if n.Seed, err = strconv.ParseUint(m.Seed, 10, 64); err != nil {
		return fmt.Errorf("new: seed %q is not a whole number below 2^64, in quotes", printable.Short(m.Seed, 40))
	}
	grid, err := n.Board.Grid()
	if err != nil {
		return fmt.Errorf("new: %w", err)
	}
	if n.State, err = ReadState(state, grid); err != nil {
		return fmt.Errorf("new: state: %w", err)
	}
	if m.HazardDamage < -maxDamage || m.HazardDamage > maxDamage {
		return fmt.Errorf("new: hazard_damage %d is not -%d to %d", m.HazardDamage, maxDamage, maxDamage)
	}
	n.State.TurnBack, n.State.AlwaysGrow, n.State.HazardDamage = m.TurnBack, m.AlwaysGrow, m.HazardDamage
	if n.Seats != len(n.State.Snakes) || n.Seat < 0 || n.Seat >= n.Seats {
		return fmt.Errorf("new: seat %d of %d in a position of %d snakes", n.Seat, n.Seats, len(n.State.Snakes))
	}
	q.New = n
	return nil
}
