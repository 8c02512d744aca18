// Package wire has the messages of the engine protocol, version 1, between Ouro and programs
// that play snakes: one JSON object on each line. docs/protocol.md describes them for authors of
// engines.
//
// The program that uses an engine writes messages such as [Hello], [New], [Turn] and [End] with
// Append functions and parses answers with [Answer.Parse]. An engine parses messages with
// [ParseQuestion] and writes answers with the Append functions for [Intro], [Best] and [Move]. To
// write turns and moves and to parse moves allocates nothing once the buffers are long enough.
//
// Unknown fields and types of messages are ignored, so that later versions can add some. The
// size of all input is bounded.
package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"ouro"
)

const Version = 1

// MaxLine is the largest length of a line in bytes, without its newline. A turn on the
// largest board has less than 200 KB.
const MaxLine = 1 << 20

// Hello starts the conversation. The engine answers with an [Intro].
type Hello struct {
	Version int    `json:"version"`
	Host    string `json:"host"` // the program that uses the engine, such as "ouro 1.2"
}

// Intro is an engine's answer to hello.
type Intro struct {
	Version int      `json:"version"`
	Name    string   `json:"name"`
	Author  string   `json:"author,omitempty"`
	Games   []string `json:"games"` // the games that the engine plays, see Games; empty means all
	Options []Option `json:"options,omitempty"`
}

// Games are the kinds of games, as messages name them.
var Games = []string{"classic", "maze", "battlesnake"}

// GameOf returns the kind of game of these rules: battlesnake, unless they are classic or
// maze.
func GameOf(rules ouro.Spec) string {
	if rules.Name == "classic" || rules.Name == "maze" {
		return rules.Name
	}
	return "battlesnake"
}

type Board struct {
	Width  int  `json:"width"`
	Height int  `json:"height"`
	Wraps  bool `json:"wraps"`
}

func (b Board) Grid() (*ouro.Grid, error) {
	if b.Wraps {
		return ouro.NewTorus(b.Width, b.Height)
	}
	return ouro.NewGrid(b.Width, b.Height)
}

func BoardOf(g *ouro.Grid) Board { return Board{g.W, g.H, g.Wraps} }

// New begins a game. The engine answers ready, or an error if it cannot play the game.
type New struct {
	Rules   ouro.Spec                  // such as classic, or standard:food=2
	Game    string                     // the kind of game, see Games
	Board   Board                      // the size of the board
	Seat    int                        // seat of the snake to steer, from 0
	Seats   int                        // the number of snakes
	Seed    uint64                     // for the engine's random numbers
	Options map[string]json.RawMessage // values by name; an omitted option has its default
	State   *ouro.State                // the start, with the flags that the rules set
}

// Turn asks for a move. A limit of 0 means no limit.
type Turn struct {
	ID      int64 // id of the turn, at least 1 and greater than the id before
	State   *ouro.State
	Nodes   int64
	Time    float64 // in milliseconds
	Watched bool    // the engine may send notes
}

type End struct {
	Result *Result `json:"result,omitempty"`
}

type Result struct {
	Ending ouro.Ending `json:"ending"`
	Winner int         `json:"winner"` // seat of the winner, or -1
	Turn   int         `json:"turn"`
}

// Best is an engine's best move so far in a turn.
type Best struct {
	ID  int64
	Dir ouro.Dir
}

// Move is an engine's answer to a turn.
type Move struct {
	ID    int64
	Dir   ouro.Dir
	Score float64
	Depth int
	Nodes int64
	Notes []ouro.Note
}

// Lines is a reader of lines of at most [MaxLine] bytes.
type Lines struct {
	in   *bufio.Reader
	long bool // the reader is inside a line that is too long
}

func NewLines(r io.Reader) *Lines { return &Lines{in: bufio.NewReaderSize(r, MaxLine+len("\r\n"))} }

// LongError is the error for a line that is too long. The next call skips the rest of the line.
type LongError struct{}

func (*LongError) Error() string { return fmt.Sprintf("a line of more than %d bytes", MaxLine) }

// Next returns the next line that is not blank, without surrounding space. The line is valid
// until the next call. Text after the last newline is not a line. The error comes from the
// reader, or is a [LongError] after more than MaxLine bytes of a line. After a LongError,
// reading can continue.
func (l *Lines) Next() ([]byte, error) {
	for {
		line, err := l.in.ReadSlice('\n')
		full, began := errors.Is(err, bufio.ErrBufferFull), !l.long
		switch l.long = full; {
		case full && began:
			return nil, &LongError{}
		case full:
			continue
		case err != nil:
			return nil, err
		case !began:
			continue
		}
		if line = bytes.TrimSpace(line); len(line) > MaxLine {
			return nil, &LongError{}
		}
		if len(line) > 0 {
			return line, nil
		}
	}
}

// Transcript writes all messages to a writer. Messages to an engine begin with "> ", its
// answers with "< ". A nil Transcript writes nothing. A Transcript is safe for concurrent use.
type Transcript struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

func NewTranscript(w io.Writer) *Transcript { return &Transcript{w: w} }

// AddQuestion writes a line to the engine, with or without its newline.
func (t *Transcript) AddQuestion(line []byte) { t.write("> ", line) }

// AddAnswer writes a line from the engine.
func (t *Transcript) AddAnswer(line []byte) { t.write("< ", line) }

func (t *Transcript) write(mark string, line []byte) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		_, t.err = t.w.Write(append(append([]byte(mark), bytes.TrimRight(line, "\r\n")...), '\n'))
	}
}

// Err returns the first error of the writer.
func (t *Transcript) Err() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}
