// Package arena has the formats, questions and ratings of tournaments.
//
// A [Tournament] describes entrants and format: every pair, one against all, all in one
// game, or two until a sequential test decides. A [Setting] is a tournament that was
// checked and completed. It makes a plan of package lab: groups of games with the same
// start and the same food, in which every snake takes every seat once. The group is the
// unit of all statistics.
//
// [Kind] is the kind of these games. It adds ratings, pairs and the result of the test to
// the report of such a plan, see [Figures]. Package lab plays, counts and reports; this
// package stores nothing.
package arena

import "time"

// Format is how the entrants of a tournament are paired.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // every pair of entrants
	Gauntlet   Format = "gauntlet"   // the first against all others
	FreeForAll Format = "ffa"        // all in one game
	SPRT       Format = "sprt"       // is the first better than the second? played until decided; see Among for more entrants
)

// Tournament describes a tournament. Parse reads it from a file. Setting chooses the
// fields that are zero.
type Tournament struct {
	Title  string // for people
	Format Format
	Games  int // planned; whole groups are played; the maximum of SPRT
	Seed   uint64
	Snakes []Snake

	// The game.
	Rules       string // with options
	Board       string // WxH
	Level       string // name or drawing of a level, for rules that are played in one
	StartLength int    // of every snake, unless the rules fix it
	Seats       int    // in a game of FreeForAll
	Openings    string // start positions, see package opening; "" is the start of the rules
	OpeningsSum string // digest of the positions of Openings, set by Open

	// Limits of one move. At most one of them is set for solvers; GuestTimeout is for
	// remote snakes.
	Nodes        int64
	Time         time.Duration
	CPU          time.Duration
	GuestTimeout time.Duration

	// Retries is how often a game with faults is replayed. The last attempt counts.
	Retries int

	// For SPRT.
	Elo0, Elo1, Alpha, Beta float64

	Workers int // games at once
}

// Snake is an entrant: a solver with options, or the address of a remote snake.
type Snake struct {
	Name  string
	Snake string // as in --snake, without the name
}
