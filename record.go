package ouro

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// GameSpec describes how a game starts, except for random draws: the rules with their options,
// and the board. If Level is set, it is the board, with the size W x H.
type GameSpec struct {
	Rules       Spec
	W, H        int
	Level       *Level
	StartLength int
	Snakes      int // 0 means one snake

	// Position, if not nil, is the position from which the game starts. It includes the first
	// food, so no food is drawn at the start. It contains the board, so Level must be nil. It is
	// read-only.
	Position *State
}

// Budget limits what a Solver may spend on one move. A zero field is no limit. Games limited by
// Nodes are reproducible; games limited by Time or CPU are not.
type Budget struct {
	Nodes int64
	Time  time.Duration
	CPU   time.Duration // processor time of the Solver, which then uses a single thread
}

// Threads returns the value of Setup.Threads for this Budget: 1 if CPU is set, because CPU is
// measured on one thread, and 0 otherwise.
func (b Budget) Threads() int {
	if b.CPU > 0 {
		return 1
	}
	return 0
}

// NoDir is the move of a dead snake in a Record.
const NoDir Dir = 255

// Fault is a kind of failure of a Solver to return a valid move.
type Fault uint8

// The faults. After a fault the game continues with the last offer of the Solver or, if there was
// no offer, with a fallback move.
const (
	Erred    Fault = iota // the Solver returned an error
	Panicked              // the Solver panicked
	Late                  // the Solver did not answer in time
	Invalid               // the Solver did not return a direction
)

var faultNames = [...]string{"error", "panic", "late", "invalid"}

// String returns the name of the fault in records.
func (m Fault) String() string { return enumName(faultNames[:], m, "Fault") }

// MarshalText writes the fault's name.
func (m Fault) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a fault's name.
func (m *Fault) UnmarshalText(text []byte) error {
	return parseEnum(faultNames[:], m, "fault", text)
}

// Incident is a fault of one Solver on one turn.
type Incident struct {
	Turn    int // State.Turn after the joint move
	Seat    int
	Fault   Fault
	Detail  string
	Offered bool // the move was the Solver's last offer, not a fallback
}

// key returns the word that begins the incident's line in a record.
func (in *Incident) key() string {
	if in.Offered {
		return "offered"
	}
	return "incident"
}

// Record is a recorded game: its start and its moves. A replay derives all positions from them
// and compares the positions with the record's digests.
type Record struct {
	Game      GameSpec
	Seed      uint64 // seed of this game, see GameSeed
	Budget    Budget
	Seats     []Spec
	Players   []Player // nil, or one for each seat
	Start     uint64   // State.Hash before the first move
	Moves     []Dir    // len(Seats) moves for each turn, in the order of seats
	Checks    []byte   // one character for each turn, see TurnChecks
	Incidents []Incident
	Outcome   Outcome
	Final     uint64 // State.Hash at the end
	Changed   bool   // the record was read from a text with a wrong checksum
}

// Turns returns the number of joint moves.
func (r *Record) Turns() int { return len(r.Checks) }

// Begin returns the turn of the start: 0, unless the game starts from a position. The first
// joint move leads to turn Begin()+1.
func (r *Record) Begin() int {
	if p := r.Game.Position; p != nil {
		return p.Turn
	}
	return 0
}

// End returns the turn of the last joint move.
func (r *Record) End() int { return r.Begin() + r.Turns() }

// Joint returns the joint move that leads to a turn. The turn must be from Begin()+1 to End().
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

// MarshalText returns the text of the record: header lines, lines of moves with a check
// character for each turn, incidents, the end, and a checksum of all lines before it.
func (r *Record) MarshalText() ([]byte, error) {
	if err := r.check(); err != nil {
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
		w.Line("%s %d %d %s %q", in.key(), in.Turn, in.Seat, in.Fault, in.Detail)
	}
	w.Line("end %s %d %d %016x", r.Outcome.Ending, r.Outcome.Winner, r.End(), r.Final)
	return w.End(), nil
}

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

// check returns an error unless UnmarshalText would accept the text of the record.
func (r *Record) check() error {
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

// checkPosition returns an error if no game of this number of snakes can start from the
// position.
func (g *GameSpec) checkPosition(snakes int) error {
	p := g.Position
	switch {
	case p == nil:
		return nil
	case g.Level != nil:
		return errors.New("the game has a level and a position; want only one, because a position contains the board")
	case p.Grid.W != g.W || p.Grid.H != g.H:
		return fmt.Errorf("the position has a board of %s, but the game has one of %dx%d", p.Grid, g.W, g.H)
	case len(p.Snakes) != snakes:
		return fmt.Errorf("the position has %d snakes, but the game has %d", len(p.Snakes), snakes)
	}
	return nil
}

// turnsPerLine returns the number of turns on a full line of moves.
func turnsPerLine(seats int) int { return max(1, recordLineLen/seats) }

// TurnChecks computes the check characters of a [Record], one for each turn: the sum of the turn's
// moves and of a digest of the game before the turn. A replay therefore always finds a single
// changed move or check on its own turn. It finds any other difference, such as different food,
// with a probability of 63/64 on each later turn, and by the final hash at the latest.
//
// Updating the digest takes a few nanoseconds a turn. Hashing the whole position would take longer
// than playing the turn.
type TurnChecks struct{ digest uint64 }

// NewTurnChecks returns a TurnChecks for a game. start is the hash of the game's first position.
func NewTurnChecks(start uint64) TurnChecks { return TurnChecks{start} }

const checkDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

// Turn returns the check character of the joint move that led to s. The move of a dead snake is
// [NoDir]. Call Turn for every turn, in order.
func (c *TurnChecks) Turn(s *State, joint []Dir) byte {
	sum := c.digest
	for _, d := range joint {
		sum += uint64(d) // NoDir counts as 63, which is no direction
	}
	h := c.digest
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		h = Mix(h, uint64(sn.Body.Head())|uint64(sn.Body.Len())<<16|uint64(sn.Cause)<<32)
	}
	for _, food := range s.Food {
		h = Mix(h, uint64(food))
	}
	c.digest = h
	return checkDigits[sum&63]
}
