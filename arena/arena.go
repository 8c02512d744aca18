// Package arena has the formats, questions and ratings of tournaments.
//
// A [Tournament] says who plays what, in which format: every pair, one against all,
// all in one game, or two until the question whether one is better is answered. A
// [Setting] is a tournament that was checked and completed, and makes a plan of
// package lab: groups of games with the same start and the same food, in which every
// snake sits once in every seat. The group is the unit of all statistics.
//
// [Kind] is the kind of these games. It adds ratings, pairs and the answer to the
// question to the report of such a plan, see [Figures]. Package lab plays, counts and
// reports; this package keeps nothing.
package arena

import "time"

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
