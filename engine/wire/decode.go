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

type Kind uint8

// The types of messages. Unknown means any other type.
const (
	Unknown Kind = iota
	IsHello
	IsNew
	IsTurn
	IsStop
	IsEnd
	IsQuit
	IsReady
	IsError
	IsBest
	IsMove
)

var kindNames = [...]string{
	IsHello: "hello", IsNew: "new", IsTurn: "turn", IsStop: "stop", IsEnd: "end", IsQuit: "quit",
	IsReady: "ready", IsError: "error", IsBest: "best", IsMove: "move",
}

func kindOf(name []byte) Kind {
	for kind := IsHello; kind <= IsMove; kind++ {
		if string(name) == kindNames[kind] {
			return kind
		}
	}
	return Unknown
}

type DirError struct{ Text string }

func (e *DirError) Error() string {
	return fmt.Sprintf("unknown direction %q (known: up, right, down, left)", printable.Short(e.Text, 40))
}

// Answer is a message from an engine. Its Kind determines which fields are set.
type Answer struct {
	Kind    Kind
	Intro   *Intro // of IsHello
	Message string // of IsError; Move.ID is then the id of the turn, or 0 if the error is not about a turn
	Move    Move   // of IsMove; of IsBest only ID and Dir
	Wrong   error  // of IsMove and IsBest: a DirError if the direction is unknown, or nil
}

// Parse parses a line from an engine. g is the board of the game; if it is nil, notes are
// ignored. Parsing a move without notes does not allocate.
func (a *Answer) Parse(line []byte, g *ouro.Grid) error {
	*a = Answer{}
	if len(line) > MaxLine {
		return fmt.Errorf("a line of more than %d bytes", MaxLine)
	}
	s := scanner{data: line}
	var notes []byte
	var hasMove, hasID bool
	s.open('{', "a message such as {\"type\":\"ready\"}")
	for n := 0; s.more('}', &n); {
		switch key := string(s.key()); key {
		case "type":
			a.Kind = kindOf(s.text())
		case "id":
			a.Move.ID, hasID = s.whole(math.MinInt64, math.MaxInt64), true
		case "move":
			hasMove = true
			a.Wrong = s.dir(&a.Move.Dir)
		case "score", "depth", "nodes":
			if !s.null() {
				s.figure(key, &a.Move)
			}
		case "notes":
			notes = s.raw()
		case "message":
			a.Message = string(s.text())
		default:
			s.skip(maxDepth)
		}
	}
	s.end()
	if s.err != nil {
		return s.err
	}
	switch a.Kind {
	case IsHello:
		a.Intro = new(Intro)
		err := jsonl.Decode(line, a.Intro)
		if err == nil {
			err = a.Intro.check()
		}
		if err != nil {
			return fmt.Errorf("hello: %w", err)
		}
	case IsMove, IsBest:
		if !hasID || !hasMove {
			return errors.New(`a message of type move needs "id" and "move"`)
		}
		if notes != nil && notes[0] != 'n' && g != nil {
			n := scanner{data: notes}
			if a.Move.Notes = n.notes(g); n.err != nil {
				return fmt.Errorf("notes: %w", n.err)
			}
		}
	default: // has no further fields
	}
	return nil
}

func (s *scanner) figure(key string, m *Move) {
	switch key {
	case "score":
		m.Score = s.float()
	case "depth":
		m.Depth = int(s.whole(math.MinInt32, math.MaxInt32))
	case "nodes":
		m.Nodes = s.whole(0, math.MaxInt64)
	}
}

// dir reads a direction. For an unknown direction it returns a DirError and does not set s.err,
// because the rest of the message is valid.
func (s *scanner) dir(d *ouro.Dir) error {
	s.space()
	if s.pos < len(s.data) && s.data[s.pos] != '"' {
		if raw := s.raw(); s.err == nil {
			return &DirError{string(raw)}
		}
		return nil
	}
	text := s.text()
	for _, known := range ouro.Dirs {
		if string(text) == known.String() {
			*d = known
			return nil
		}
	}
	return &DirError{string(text)}
}

// maxNotes is the maximum number of notes in one answer.
const maxNotes = 200

// notes reads a list of notes. It omits notes with an unknown verb.
func (s *scanner) notes(g *ouro.Grid) (notes []ouro.Note) {
	s.open('[', "a list of notes")
	for n := 0; s.more(']', &n); {
		if n > maxNotes {
			s.fail(fmt.Errorf("more than %d notes", maxNotes))
			return nil
		}
		if note, ok := s.note(g); ok {
			notes = append(notes, note)
		}
	}
	return notes
}

func (s *scanner) note(g *ouro.Grid) (n ouro.Note, ok bool) {
	var verb string
	s.open('{', "a note")
	for k := 0; s.more('}', &k); {
		switch string(s.key()) {
		case "verb":
			verb = string(s.text())
		case "label":
			n.Label = printable.Short(string(s.text()), maxWord)
		case "cells":
			n.Cells = s.cells(nil, g, 4*g.Size())
		case "heat":
			n.Heat = s.floats(make([]float64, 0, g.Size()), g.Size())
		case "moves":
			copy(n.Moves[:], s.floats(n.Moves[:0:0], len(n.Moves)))
		case "value":
			n.Value = s.floatOrNone()
		default:
			s.skip(maxDepth)
		}
	}
	for _, n.Verb = range []ouro.Verb{ouro.NotePath, ouro.NoteCells, ouro.NoteHeat, ouro.NoteMoves, ouro.NoteValue} {
		if n.Verb.String() == verb {
			return n, n.Verb != ouro.NoteHeat || len(n.Heat) == g.Size()
		}
	}
	return n, false
}

// floats reads exactly want numbers. A null becomes NaN.
func (s *scanner) floats(dst []float64, want int) []float64 {
	s.open('[', "a list of numbers")
	for n := 0; s.more(']', &n) && n <= want; {
		dst = append(dst, s.floatOrNone())
	}
	if s.err == nil && len(dst) != want {
		s.fail(fmt.Errorf("want %d numbers", want))
	}
	return dst
}

func (s *scanner) floatOrNone() float64 {
	if s.null() {
		return math.NaN()
	}
	return s.float()
}

// Question is a message to an engine. Its Kind determines which fields are set.
type Question struct {
	Kind  Kind
	Hello Hello // of IsHello
	New   *New  // of IsNew
	Turn  Turn  // of IsTurn; of IsStop only the ID
}

// ParseQuestion parses a line to an engine. g is the board of the game; if it is nil, a turn is
// an error.
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
			return q, errors.New("the turn came before any game: send a message of type new first")
		}
		q.Turn.State, err = ReadState(state, g)
	default: // has no further fields
	}
	return q, err
}

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
		return fmt.Errorf("new: hazard_damage %d is not from -%d to %d", m.HazardDamage, maxDamage, maxDamage)
	}
	n.State.TurnBack, n.State.AlwaysGrow, n.State.HazardDamage = m.TurnBack, m.AlwaysGrow, m.HazardDamage
	if n.Seats != len(n.State.Snakes) || n.Seat < 0 || n.Seat >= n.Seats {
		return fmt.Errorf("new: seat %d of %d does not fit a position of %d snakes", n.Seat, n.Seats, len(n.State.Snakes))
	}
	q.New = n
	return nil
}
