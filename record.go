package ouro

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// GameSpec is what a game starts from, apart from chance: the rules, by name
// and options, and the board. Where Level is set, the board is drawn there.
type GameSpec struct {
	Rules       Spec
	W, H        int
	Level       *Level
	StartLength int
	Snakes      int // 0 is one

	// Position, unless nil, is where the game starts instead of as the rules say.
	// Chance has acted on it. It has the board with all that is on it, so there is no
	// Level, and is read-only.
	Position *State
}

// Budget limits the thinking for one move; zero means no limit of that kind.
// Games limited by Nodes are reproducible, games limited by Time or CPU are not.
type Budget struct {
	Nodes int64
	Time  time.Duration
	CPU   time.Duration // processor time of the one thread on which the Solver thinks
}

// Threads is for a Setup: the number of threads on which a Solver may think with this
// Budget. The processor time of one is all that is seen.
func (b Budget) Threads() int {
	if b.CPU > 0 {
		return 1
	}
	return 0
}

// NoDir stands in a Record for the move of a dead snake.
const NoDir Dir = 255

// Mishap is a way in which a Solver fails to answer.
type Mishap uint8

// The mishaps. In each case the Solver's best move so far is made, or a fallback if
// it has offered none, and the game goes on.
const (
	Erred    Mishap = iota // returned an error
	Panicked               // panicked
	Late                   // did not answer in time
	Invalid                // answered with something that is no direction
)

var mishapNames = [...]string{"error", "panic", "late", "invalid"}

// String is the mishap's name in records.
func (m Mishap) String() string { return enumName(mishapNames[:], m, "Mishap") }

// MarshalText writes the mishap's name.
func (m Mishap) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a mishap's name.
func (m *Mishap) UnmarshalText(text []byte) error {
	return parseEnum(mishapNames[:], m, "mishap", text)
}

// Incident is a turn on which a seat's move was not its Solver's answer.
type Incident struct {
	Turn    int // State.Turn after the joint move
	Seat    int
	Mishap  Mishap
	Detail  string
	Offered bool // the move was the Solver's best so far, and no fallback
}

// key begins the line of an incident in a record.
func (in *Incident) key() string {
	if in.Offered {
		return "offered"
	}
	return "incident"
}

// Record is a game written down: what it started from and the moves. Replaying
// derives everything else again and compares it with the digests.
type Record struct {
	Game      GameSpec
	Seed      uint64 // of this game, see GameSeed
	Budget    Budget
	Seats     []Spec
	Players   []Player // nil, or one for each seat
	Start     uint64   // State.Hash before the first move
	Moves     []Dir    // len(Seats) for each turn after Begin
	Checks    []byte   // a character for each turn, see Checker
	Incidents []Incident
	Outcome   Outcome
	Final     uint64 // State.Hash at the end
	Changed   bool   // the text that it was read from had a wrong checksum
}

// Turns is the number of joint moves.
func (r *Record) Turns() int { return len(r.Checks) }

// Begin is the turn of the start: 0, unless the game starts from a position. The
// first joint move is that of the turn after it.
func (r *Record) Begin() int {
	if p := r.Game.Position; p != nil {
		return p.Turn
	}
	return 0
}

// End is the turn of the last joint move.
func (r *Record) End() int { return r.Begin() + r.Turns() }

// Joint is the joint move of a turn, from Begin()+1 to End().
func (r *Record) Joint(turn int) []Dir {
	k, i := len(r.Seats), turn-r.Begin()
	return r.Moves[(i-1)*k : i*k]
}

const (
	recordMagic    = "ouro record 1"
	recordLineLen  = 60
	maxRecordSeats = 16
	maxRecordTurns = 1 << 26
)

// MarshalText writes the record: header lines, lines of moves with one check
// character a turn, incidents, the end, and a checksum of all lines before it.
func (r *Record) MarshalText() ([]byte, error) {
	if err := r.complete(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	var w LineWriter
	w.Line("%s\nrules %s\nboard %dx%d\nstart-length %d", recordMagic, r.Game.Rules, r.Game.W, r.Game.H, r.Game.StartLength)
	if r.Game.Level != nil {
		w.Rows("level", r.Game.Level.String())
	}
	if r.Game.Position != nil {
		w.Line("position %s", r.Game.Position)
	}
	w.Line("seed %d\nnodes %d\ntime %s", r.Seed, r.Budget.Nodes, r.Budget.Time)
	if r.Budget.CPU != 0 {
		w.Line("cpu %s", r.Budget.CPU)
	}
	for _, s := range r.Seats {
		w.Line("solver %s", s)
	}
	r.writePlayers(&w)
	w.Line("start %016x", r.Start)
	k := len(r.Seats)
	perLine := turnsPerLine(k)
	letters := moveLetters(r.Moves)
	for turn := 0; turn < r.Turns(); turn += perLine {
		next := min(turn+perLine, r.Turns())
		w.Line("turn %d %s %s", r.Begin()+turn+1, letters[turn*k:next*k], r.Checks[turn:next])
	}
	for _, in := range r.Incidents {
		w.Line("%s %d %d %s %q", in.key(), in.Turn, in.Seat, in.Mishap, in.Detail)
	}
	w.Line("end %s %d %d %016x", r.Outcome.Ending, r.Outcome.Winner, r.End(), r.Final)
	return w.End(), nil
}

// moveLetters writes moves, a letter each.
func moveLetters(moves []Dir) []byte {
	letters := make([]byte, len(moves))
	for i, d := range moves {
		letters[i] = '-'
		if d != NoDir {
			letters[i] = d.Letter()
		}
	}
	return letters
}

// complete tells what is missing for a text that can be read again.
func (r *Record) complete() error {
	k := len(r.Seats)
	switch {
	case k == 0:
		return errors.New("no solver")
	case k > maxRecordSeats:
		return fmt.Errorf("more than %d solvers", maxRecordSeats)
	case r.Turns() > maxRecordTurns:
		return fmt.Errorf("more than %d turns", maxRecordTurns)
	case k != max(1, r.Game.Snakes):
		return fmt.Errorf("%d solvers in a game of %d snakes", k, max(1, r.Game.Snakes))
	case len(r.Moves) != k*r.Turns():
		return fmt.Errorf("%d moves in %d turns of %d solvers", len(r.Moves), r.Turns(), k)
	case !isWord(r.Game.Rules.Name):
		return fmt.Errorf("rules %q is not a name", r.Game.Rules.Name)
	case r.Game.StartLength < 1 || r.Game.StartLength > r.Game.W*r.Game.H:
		return fmt.Errorf("start length %d on a board %dx%d", r.Game.StartLength, r.Game.W, r.Game.H)
	}
	return cmp.Or(r.Game.checkPosition(k), CheckPlayers(r.Players, r.Seats))
}

// checkPosition tells why a game of so many snakes cannot start from the position.
func (g *GameSpec) checkPosition(snakes int) error {
	p := g.Position
	switch {
	case p == nil:
		return nil
	case g.Level != nil:
		return errors.New("a level beside a position, which has the board")
	case p.Grid.W != g.W || p.Grid.H != g.H:
		return fmt.Errorf("a position of %s on a board %dx%d", p.Grid, g.W, g.H)
	case len(p.Snakes) != snakes:
		return fmt.Errorf("a position of %d snakes in a game of %d", len(p.Snakes), snakes)
	}
	return nil
}

// turnsPerLine is the number of turns on a full line of moves.
func turnsPerLine(seats int) int { return max(1, recordLineLen/seats) }
