// Package wire is the language of engines, protocol 1: the messages that go between
// Ouro and a program that plays snakes, one JSON object on each line. docs/protocol.md
// tells it to those who write such programs.
//
// Who asks writes [Hello], [New], [Turn], [End] and the rest with their Append
// functions and reads what comes back with [Answer.Parse]. The program does the
// opposite: [ParseQuestion], and the Append functions of [Intro], [Best] and [Move].
// Turns and moves are written and read without allocating in the steady state.
//
// Fields and types of messages that are not known are passed over, so that both
// sides can grow. What is read is bounded, and what is wrong with it is told.
package wire

import (
	"encoding/json"

	"ouro"
)

// Version is that of the protocol.
const Version = 1

// MaxLine is the length of a line, without its end, that is read. No question comes
// near it: a turn on the largest board takes less than 200 KB.
const MaxLine = 1 << 20

// Hello opens the conversation. The engine answers with an [Intro].
type Hello struct {
	Version int    `json:"version"`
	Host    string `json:"host"` // such as "ouro 1.2"
}

// Intro is what an engine says of itself.
type Intro struct {
	Version int      `json:"version"`
	Name    string   `json:"name"`
	Author  string   `json:"author,omitempty"`
	Games   []string `json:"games"` // that it plays, see Games; none is all
	Options []Option `json:"options,omitempty"`
}

// Games are the kinds of games.
var Games = []string{"classic", "maze", "battlesnake"}

// GameOf is the kind of the games of these rules: every rule set that is neither of
// the games for one snake is one of Battlesnake's.
func GameOf(rules ouro.Spec) string {
	if rules.Name == "classic" || rules.Name == "maze" {
		return rules.Name
	}
	return "battlesnake"
}

// Board is the geometry of a game.
type Board struct {
	Width  int  `json:"width"`
	Height int  `json:"height"`
	Wraps  bool `json:"wraps"`
}

// Grid is the board, if it is one.
func (b Board) Grid() (*ouro.Grid, error) {
	if b.Wraps {
		return ouro.NewTorus(b.Width, b.Height)
	}
	return ouro.NewGrid(b.Width, b.Height)
}

// BoardOf is the Board of a grid.
func BoardOf(g *ouro.Grid) Board { return Board{g.W, g.H, g.Wraps} }

// New begins a game. The engine answers that it is ready, or with an error: it cannot
// play that.
type New struct {
	Rules   ouro.Spec                  // such as classic, or standard:food=2
	Game    string                     // its kind, see Games
	Board   Board                      //
	Seat    int                        // of the snake to steer, from 0
	Seats   int                        //
	Seed    uint64                     // for the engine's own dice
	Options map[string]json.RawMessage // those that were chosen, by name
	State   *ouro.State                // where the game starts, with what the rules let snakes do
}

// Turn asks for a move. Either limit may be 0: then there is none of that kind.
type Turn struct {
	ID      int64 // of the question, from 1, greater than any before
	State   *ouro.State
	Nodes   int64
	Time    float64 // in milliseconds
	Watched bool    // notes are welcome
}

// End tells that the game is over, as far as this engine is concerned.
type End struct {
	Result *Result `json:"result,omitempty"`
}

// Result is how a game ended.
type Result struct {
	Ending ouro.Ending `json:"ending"`
	Winner int         `json:"winner"` // seat, or -1
	Turn   int         `json:"turn"`
}

// Best is an engine's best move so far of a question.
type Best struct {
	ID  int64
	Dir ouro.Dir
}

// Move is an engine's answer to a question.
type Move struct {
	ID    int64
	Dir   ouro.Dir
	Score float64
	Depth int
	Nodes int64
	Notes []ouro.Note
}
