package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/play"
)

// Finished is one finished game of any kind.
type Finished struct {
	Tally Tally
	Meals []Meal         // meals of the single snake, in order; nil unless Plan.Meals
	Think []*stat.Sparse // thinking times by seat; nil if not measured
	Slow  []int32        // by seat: the number of the slowest decision, from 1; 0 without decisions
	Took  time.Duration  // duration of the whole game; 0 if not measured

	// Moves is a digest of the start and all moves, or 0 if unknown. Two games with the same start
	// and moves have equal digests, even in different experiments.
	Moves Digest
	// Discarded has, in order, the error of each earlier attempt at this game.
	Discarded []string

	Record encoding.TextMarshaler // nil unless Plan.Records
	Log    encoding.TextMarshaler // log of the official engine, as JSON lines; may be nil

	choices []choice // choices of the single snake, in order; nil unless Plan.Choices
}

// Text is a record or log as text.
type Text []byte

func (t Text) MarshalText() ([]byte, error) { return t, nil }

// Meal is a food that the snake ate.
type Meal struct {
	Distance int32 // Manhattan distance from the head to the food when it appeared
	Moves    int32 // moves until the snake ate the food
	// Shortest is the number of steps of a shortest path from the head to the food when it appeared.
	// The path may use cells of the body that the snake leaves in time; see [field.Field.FillInTime].
	// It is a lower bound of the moves. 0 means unknown, as in games of earlier versions.
	Shortest int32
}

// Tally is the result of one game. It is small, because an experiment may have ten million
// games.
type Tally struct {
	Group, Seating int32 // numbers that identify the game
	Turns          int32 // number of turns, or of ticks in Snake Hunter
	Ending         ouro.Ending
	Winner         int8 // seat of the winner; valid only if Ending is Won
	Seats          []Seat
	Measures       []int // by Measured.Measures; nil for other kinds
}

// Seat is the result of one seat in a game.
type Seat struct {
	Entrant int32
	Length  int32 // length of the snake at the end
	Died    int32 // turn of the snake's death; 0 if the snake is alive
	// Distance is the sum, over all meals, of the Manhattan distance from the head to the food when
	// it appeared: a lower bound of the moves. It is 0 unless Plan.Meals is set.
	Distance int32
	Cause    ouro.Cause
	Offered  uint16 // number of faults after which the solver's best move so far was played, at most 65535
	Late     uint16 // number of late answers, at most 65535
	Faults   int32  // number of moves for which the solver gave no valid answer
	// FirstFault describes the first fault, with its turn, or is "" without faults.
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

// maxDetail limits the length of a fault's text, in bytes, because the text can come from a remote
// snake.
const maxDetail = 200

// fault counts a fault of the seat.
func (s *Seat) fault(text string) {
	if s.Faults == 0 {
		s.FirstFault = text
	}
	s.Faults++
}

// AddCloseErrors adds a fault for each solver that failed to close. err comes from
// [play.Game.Close].
func (t *Tally) AddCloseErrors(err error) {
	var all interface{ Unwrap() []error }
	if !errors.As(err, &all) {
		return
	}
	for _, err := range all.Unwrap() {
		var failed *play.SeatError
		if errors.As(err, &failed) {
			t.Seats[failed.Seat].fault("at the end: " + failed.Err.Error())
		}
	}
}

func (t *Tally) Won(seat int) bool { return t.Ending == ouro.Won && int(t.Winner) == seat }

func (t *Tally) WinnerSeat() int {
	if t.Ending != ouro.Won {
		return ouro.NoSeat
	}
	return int(t.Winner)
}

// MarshalJSON returns the game as one line, without record and log.
func (f *Finished) MarshalJSON() ([]byte, error) {
	t := &f.Tally
	return json.Marshal(sheet.FactsOf(
		"group", t.Group,
		"seating", t.Seating,
		"ending", t.Ending,
		"winner", t.WinnerSeat(),
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

// Digest is a part of the SHA-256 sum of a game's start and moves.
type Digest [8]byte

// KnownMoves returns the digest f.Moves, or computes it from the record if f.Moves is 0. Without a
// record it returns 0.
func (f *Finished) KnownMoves() (Digest, error) {
	if f.Moves != (Digest{}) || f.Record == nil {
		return f.Moves, nil
	}
	if r, ok := f.Record.(*ouro.Record); ok {
		return digestOf(r), nil
	}
	text, err := f.Record.MarshalText()
	if err != nil {
		return Digest{}, err
	}
	var r ouro.Record
	if r.UnmarshalText(text) == nil {
		return digestOf(&r), nil
	}
	return textDigest(text), nil
}

// digestOf returns a digest of a game's seed, start, moves and end, but not of players and
// budget.
func digestOf(r *ouro.Record) (d Digest) {
	b := make([]byte, 0, 32+len(r.Moves))
	b = binary.LittleEndian.AppendUint64(b, r.Seed)
	b = binary.LittleEndian.AppendUint64(b, r.Start)
	b = binary.LittleEndian.AppendUint64(b, r.Final)
	for _, move := range r.Moves {
		b = append(b, byte(move))
	}
	sum := sha256.Sum256(b)
	copy(d[:], sum[:])
	return d
}

// playerLines are the first words of the lines that textDigest omits: lines about players and
// budget, and the checksum of the record, which depends on these lines.
var playerLines = [][]byte{[]byte("solver "), []byte("driver "), []byte("name "), []byte("nodes "), []byte("time "), []byte("cpu "), []byte("sum ")}

// indexLine is a game in the old format of tournaments: a line of JSON in an index or in a
// store.
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

// check returns an error for a value that no game has, except in Seats.
func (l *indexLine) check() error {
	least := int32(-1) // the least possible winner; -1 means no winner
	switch {
	case l.Schema != 1:
		return fmt.Errorf("schema %d, want 1", l.Schema)
	case len(l.Seats) == 0:
		return errors.New("the game has no seats")
	case l.Ending == ouro.Unfinished:
		return errors.New("the game has no ending")
	case l.Ending == ouro.Won:
		least = 0
	}
	return checkRanges(
		numberRange{"group", l.Group, 0, math.MaxInt32}, numberRange{"seating", l.Seating, 0, math.MaxInt32},
		numberRange{"turns", l.Turns, 0, math.MaxInt32}, numberRange{"winner", int32(l.Winner), least, int32(len(l.Seats)) - 1})
}

// numberRange is a number of a line with its name and the range of its possible values.
type numberRange struct {
	name           string
	number, lo, hi int32
}

// checkRanges returns an error for the first number outside its range.
func checkRanges(ranges ...numberRange) error {
	for _, r := range ranges {
		switch {
		case r.number >= r.lo && r.number <= r.hi:
		case r.hi == math.MaxInt32:
			return fmt.Errorf("%s is %d, want at least %d", r.name, r.number, r.lo)
		default:
			return fmt.Errorf("%s is %d, want %d to %d", r.name, r.number, r.lo, r.hi)
		}
	}
	return nil
}

// ParseIndexLine parses a game in the old format of tournaments, and returns its seed.
func ParseIndexLine(line []byte) (f *Finished, seed uint64, err error) {
	var l indexLine
	if err := jsonl.Decode(line, &l); err != nil {
		return nil, 0, err
	}
	if err := l.check(); err != nil {
		return nil, 0, err
	}
	f = &Finished{Discarded: l.Discarded}
	f.Tally = Tally{Group: l.Group, Seating: l.Seating, Turns: l.Turns, Ending: l.Ending, Winner: l.Winner, Measures: l.Measures}
	for i, s := range l.Seats {
		err := checkRanges(
			numberRange{"snake", s.Snake, 0, math.MaxInt32}, numberRange{"length", s.Length, 0, math.MaxInt32}, numberRange{"died", s.Died, 0, l.Turns},
			numberRange{"mishaps", s.Faults, 0, math.MaxInt32}, numberRange{"offered", s.Offered, 0, s.Faults}, numberRange{"late", s.Late, 0, s.Faults})
		if err != nil {
			return nil, 0, fmt.Errorf("seat %d: %w", i, err)
		}
		f.Tally.Seats = append(f.Tally.Seats, Seat{
			Entrant: s.Snake, Length: s.Length, Cause: s.Cause, Died: s.Died,
			Faults: s.Faults, Offered: uint16(min(s.Offered, math.MaxUint16)), Late: uint16(min(s.Late, math.MaxUint16)), FirstFault: s.FirstFault,
		})
		f.Think = append(f.Think, s.Think)
	}
	return f, l.Seed, nil
}

// textDigest returns the digest of a game whose record has another format, such as that of Snake
// Hunter.
func textDigest(record []byte) (d Digest) {
	h := sha256.New()
	for line := range bytes.Lines(record) {
		if !slices.ContainsFunc(playerLines, func(name []byte) bool { return bytes.HasPrefix(line, name) }) {
			h.Write(line)
		}
	}
	copy(d[:], h.Sum(nil))
	return d
}
