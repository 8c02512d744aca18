// Package games implements the kinds of channels that show games on a board: [Game] plays
// the game of a link, [Replay] shows the game of a file.
//
// # Messages of the page
//
//	run {speed}             run from the current turn, at speed turns a second; 0 is as fast as possible
//	pause                   stop
//	seek {turn}             show this turn and stop; turns that were not played yet are played first
//	key                     send the whole position again
//	show {labels, seat, tree}  choose the notes of solvers to send
//	steer {lane, seat, dir} turn a person's snake in this direction
//	try {turn, seat, dir}   show an alternative: how the game continues after this other move
//	back                    return from the alternative to the game itself
//	position {turn}         send the position as text and as a link
//	take {what}             send a file: the "record" of a lane, its "page", or a picture (png, gif, svg, cast)
//	command {what, lane, from, to}  send the command line that writes the same file
//	chunk {base64, last}    a part of the file to show
//
// # Messages to the page
//
//	opened     the game: see openedData
//	key        the whole positions of a turn, as package frames writes them
//	frames     the changes from one turn to later ones
//	thought    the decision and the notes of one solver at a turn
//	facts      figures of a turn: see factsData
//	series     lengths and scores of the turns since the last series: see seriesData
//	progress   the turns shown and played, and whether the games run
//	branched   the page now shows an alternative, or the game itself again
//	position   a position as text and as a link
//	file       a file for the user
//	command    a command line: see commandData
//	verified   the result of deriving a file again: see verifiedData
//	held       the contents of a file that has no game to show here: see heldData
//
// Turns have the numbers of the rules: a game from a position starts with the turn of
// that position.
package games

import (
	"cmp"
	"time"

	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// Limits has the limits of one channel. Store limits the memory of all channels together. A zero
// field means the default.
type Limits struct {
	Cells int           `json:"cells"` // most cells of all boards of a channel together
	Think time.Duration `json:"think"` // longest time of all solvers together for one turn
	Again time.Duration `json:"again"` // longest time for a new copy of a solver that is asked about the game up to one turn
	Turns int           `json:"turns"` // most turns played of one game
	File  int           `json:"file"`  // most bytes of a file

	Unpacked int64 `json:"unpacked"` // most bytes of a file after unpacking

	Store *memory.Store `json:"-"` // the memory budget of all channels; nil makes a new one
}

// DefaultLimits are large enough for comparing solvers on the largest boards.
var DefaultLimits = Limits{Cells: 4 * 64 * 64, Think: link.MaxThink, Again: 2 * time.Second, Turns: 20_000_000, File: 32 << 20, Unpacked: 256 << 20}

func (l Limits) withDefaults() Limits {
	l.Cells = cmp.Or(l.Cells, DefaultLimits.Cells)
	l.Think = cmp.Or(l.Think, DefaultLimits.Think)
	l.Again = cmp.Or(l.Again, DefaultLimits.Again)
	l.Turns = cmp.Or(l.Turns, DefaultLimits.Turns)
	l.File = cmp.Or(l.File, DefaultLimits.File)
	l.Unpacked = cmp.Or(l.Unpacked, DefaultLimits.Unpacked)
	if l.Store == nil {
		l.Store = memory.New(memory.DefaultBytes)
	}
	return l
}

func Kinds(l Limits) map[string]session.Kind {
	l = l.withDefaults() // both kinds share one store
	return map[string]session.Kind{"game": Game(l), "replay": Replay(l)}
}

// Estimates of memory, in bytes.
const (
	perCell = 400 // for each cell of a board, including the memory of the solver
	perMove = 32  // for each move of each snake, which a game keeps to return to earlier turns
)

// reserveGames reserves memory for the turns played so far. The caller must call it before it plays
// more turns.
func (g *game) reserveGames() error {
	need := g.table.size()
	if g.original != nil {
		need += g.original.size()
	}
	return g.share.Grow(need)
}

func (t *table) size() (bytes int64) {
	for _, l := range t.lanes {
		bytes += int64(l.spec.W*l.spec.H)*perCell + int64(max(l.length, l.played.Turns())*len(l.seats))*perMove
	}
	return bytes
}
