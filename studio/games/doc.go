// Package games has the kinds of channels on which games of snakes are watched:
// [Game] plays what a link asks for, [Replay] shows what a file holds.
//
// # What the page says
//
//	run {speed}             goes on from the turn that is shown: so many turns a second, 0 is as fast as it goes
//	pause                   stands still
//	seek {turn}             goes there and stands still, playing on where that turn was not played yet
//	key                     asks for the whole position again
//	show {labels, seat, tree}  says what of the thinking is to be told
//	steer {lane, seat, dir} a person's direction
//	try {turn, seat, dir}   what would have come of another move
//	back                    from there to the game itself
//	position {turn}         asks for the position as text and as a link
//	take {what}             asks for a file: the "record" of a lane, or a picture of turns, see pictures
//	command {what, lane, from, to}  asks for the command line that makes the same picture
//	chunk {base64, last}    a piece of the file that is to be shown
//
// # What is answered
//
//	opened     what it is: see openedData
//	key        the positions at a turn, whole, as package frames has them
//	frames     the changes that lead from one turn to later ones
//	thought    what one solver thinks at a turn
//	facts      what there is to say about a turn
//	series     lengths and scores of the turns since the last one: see seriesData
//	progress   how far the games are, and whether they go on
//	branched   what is shown goes another way, or does not any more
//	position   a position as text and as a link
//	file       something to take away
//	command    a command line: see commandData
//	verified   what came of deriving a file again: see verifiedData
//	held       a file that is no game of these kinds: see heldData
//
// Turns are counted as the rules count them: a game that starts from a position
// starts with the turn of that.
package games

import (
	"cmp"
	"time"

	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// Limits bound what one channel uses, and what all of them keep. Zero is the default.
type Limits struct {
	Cells int           `json:"cells"` // of all boards of a channel together
	Think time.Duration `json:"think"` // of all solvers together about one turn
	Turns int           `json:"turns"` // that are played of one game
	File  int           `json:"file"`  // bytes of a file

	Unpacked int64 `json:"unpacked"` // bytes of a file that is packed

	Store *memory.Store `json:"-"` // has what they keep; nil is one of their own
}

// DefaultLimits let the largest boards be compared.
var DefaultLimits = Limits{Cells: 4 * 64 * 64, Think: link.MaxThink, Turns: 20_000_000, File: 32 << 20, Unpacked: 256 << 20}

func (l Limits) withDefaults() Limits {
	l.Cells = cmp.Or(l.Cells, DefaultLimits.Cells)
	l.Think = cmp.Or(l.Think, DefaultLimits.Think)
	l.Turns = cmp.Or(l.Turns, DefaultLimits.Turns)
	l.File = cmp.Or(l.File, DefaultLimits.File)
	l.Unpacked = cmp.Or(l.Unpacked, DefaultLimits.Unpacked)
	if l.Store == nil {
		l.Store = memory.New(memory.Usual)
	}
	return l
}

// Kinds are the kinds of channels of this package, by their names.
func Kinds(l Limits) map[string]session.Kind {
	l = l.withDefaults() // so that both keep things in one store
	return map[string]session.Kind{"game": Game(l), "replay": Replay(l)}
}
