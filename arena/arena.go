// Package arena plays tournaments and says who is better, and how sure that is.
//
// A [Tournament] says who plays what, by which format: everybody against everybody,
// one against all, all in one game, or two until the question whether one is better
// is answered. Its games are an experiment of package lab: groups of games with the
// same start and the same food, in which everybody sits once in every seat. The
// group is the unit of all statistics.
//
// Every finished [Game] is kept in the tournament's folder at once. The Report is
// made of the Tournament and of such games alone, so that it is the same live, after
// a run that was cut short any number of times, and years later.
package arena

import (
	"time"

	"ouro"
	"ouro/lab/stat"
)

// Format is who meets whom.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // everybody against everybody
	Gauntlet   Format = "gauntlet"   // the first against all others
	FreeForAll Format = "ffa"        // all in one game
	SPRT       Format = "sprt"       // is the first better than the second? until that is answered, see Among for more than two
)

// Tournament is what is played. Its text, see Parse, is a file that people write.
// What is left open, a zero in most fields, Setting chooses.
type Tournament struct {
	Title  string // for people
	Format Format
	Games  int // planned, whole groups are played; of SPRT the most
	Seed   uint64
	Snakes []Snake

	// What is played.
	Rules       string // with options
	Board       string // WxH
	Level       string // name of a level or its drawing, of rules that are played in one
	StartLength int    // of every snake, of rules that leave it open
	Seats       int    // of a game of FreeForAll
	Openings    string // where games start, see package opening; "" is the start of the rules
	OpeningsSum string // of the positions of Openings, which Open fills in

	// How long a snake thinks for one move. At most one of them is set for the
	// snakes of this program; GuestTimeout is for the others.
	Nodes        int64
	Time         time.Duration
	CPU          time.Duration
	GuestTimeout time.Duration

	// Retries is how often a game is played again in which a snake had no answer of
	// its own. After that, and where it is 0, the game counts by the rules: its best
	// so far or a fallback was made.
	Retries int

	// Of SPRT.
	Elo0, Elo1, Alpha, Beta float64

	Workers int // games at once
}

// Snake is one who takes part: a solver with its options, or the address of one
// elsewhere.
type Snake struct {
	Name  string
	Snake string // as --snake takes it, without the name
}

// Game is a finished game, a line of the tournament's index.
type Game struct {
	Group   int
	Seating int    // of the tournament's seatings
	Seed    uint64 // of the game
	Ending  ouro.Ending
	Winner  int // seat, or -1
	Turns   int
	Seats   []Seat

	// Measures of a game that tells who did well by other figures than winning, such
	// as the score of Snake Hunter; else nil.
	Measures []int

	// Discarded are the attempts at this game that were played again, see
	// Tournament.Retries: what went wrong in each.
	Discarded []string
}

// Seat is what became of one seat.
type Seat struct {
	Snake  int // of the tournament's
	Length int // at the end
	Cause  ouro.Cause
	Died   int // turn; 0 is alive

	Mishaps     int // moves that were not the snake's answer
	Offered     int // of them, those where its best so far was made
	Late        int // of them, those that were late
	FirstMishap string

	// Think is how long each move took.
	Think *stat.Sparse
}
