// Package saved opens files of games: our records, those of Snake Hunter, game
// logs of the official Battlesnake engine, files of transitions and lists of
// positions, plain or packed by gzip. [Open] is the one place that tells them apart.
package saved

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/jsonl"
	"ouro/internal/packed"
)

// Kind is what a file holds.
type Kind string

// The kinds of files.
const (
	Record      Kind = "record"        // of any game but Snake Hunter
	Hunter      Kind = "hunter record" // of Snake Hunter
	Log         Kind = "log"           // of the official engine, JSON lines
	Transitions Kind = "transitions"   // positions before and after each turn, JSON lines
	Positions   Kind = "positions"     // one a line
)

// File is what a file holds. What is not of its Kind is nil.
type File struct {
	Kind      Kind
	Record    *ouro.Record
	Hunter    *hunter.Record
	Log       *wire.LogReader // its game is read, its frames are not
	Lines     *jsonl.Reader   // of Transitions, none of them read
	Positions []Position
}

// Limits of a file, unpacked. Of JSON lines one at a time is held, of records all:
// the longest that a game of ours makes, on the largest board, has half of it.
const (
	maxSize       = 1 << 30
	maxRecord     = 24 << 20
	maxTransition = 1 << 20 // a line
)

// sniff is how much of the start of a file must be enough to tell its kind.
const sniff = 64 << 10

// Open tells what r holds and reads it; JSON lines it leaves to be read one by
// one.
func Open(r io.Reader) (*File, error) { return OpenWithin(r, maxSize, nil) }

// OpenWithin is [Open] of a file of at most size bytes, unpacked. Before the text of a
// record or a list is held in memory, it calls hold with the bytes that reading takes so
// far; an error of hold ends the reading.
func OpenWithin(r io.Reader, size int64, hold func(bytes int64) error) (*File, error) {
	in, err := packed.NewReader(r, sniff)
	if err != nil {
		return nil, err
	}
	in = bufio.NewReaderSize(&limited{in: in, left: size, most: size}, sniff)
	start, err := in.Peek(sniff) // whoever reads on meets the error again
	if len(start) == 0 {
		if errors.Is(err, io.EOF) {
			err = errors.New("the file is empty")
		}
		return nil, err
	}
	f := &File{Kind: kindOf(start)}
	switch f.Kind {
	case Record:
		f.Record = new(ouro.Record)
		err = readText(in, f.Record, hold)
	case Hunter:
		f.Hunter = new(hunter.Record)
		err = readText(in, f.Hunter, hold)
	case Log:
		f.Log, err = wire.NewLogReader(in)
	case Transitions:
		f.Lines, err = jsonl.NewReader(in, maxTransition), nil
	case Positions:
		f.Positions, err = readPositions(in, hold)
	default:
		return nil, errors.New(`not a game record, nor a log or transitions as JSON lines, nor a list of positions (records begin with "ouro record" or "ouro hunter record")`)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// kindOf tells the kind of a file by its start, or is "": records begin with
// their name, transitions with a document of this type, logs with any other, and
// lists of positions with a board or a remark.
func kindOf(start []byte) Kind {
	start = bytes.TrimSpace(start)
	switch {
	case bytes.HasPrefix(start, []byte("ouro hunter record ")):
		return Hunter
	case bytes.HasPrefix(start, []byte("ouro record ")):
		return Record
	case len(start) > 0 && (start[0] == '#' || start[0] >= '0' && start[0] <= '9'):
		return Positions
	case !bytes.HasPrefix(start, []byte("{")):
		return ""
	}
	line, _, _ := bytes.Cut(start, []byte("\n"))
	var first struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(line, &first) == nil && first.Type == "game" {
		return Transitions
	}
	return Log
}

// readText reads a record.
func readText(r io.Reader, record interface{ UnmarshalText([]byte) error }, hold func(int64) error) error {
	text, err := io.ReadAll(&limited{in: r, left: maxRecord, most: maxRecord, hold: hold})
	if err != nil {
		return err
	}
	return record.UnmarshalText(text)
}

// heldPerByte is how many bytes of memory the reading of one byte of text takes: the text,
// its copies while it grows, and what is made of it.
const heldPerByte = 4

// limited reads at most so many bytes; more are an error. It calls hold, if not nil, with
// the memory that all bytes so far take.
type limited struct {
	in         io.Reader
	left, most int64
	hold       func(bytes int64) error
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, fmt.Errorf("larger than %d bytes", l.most)
	}
	if l.hold != nil {
		if err := l.hold((l.most - l.left) * heldPerByte); err != nil {
			return 0, err
		}
	}
	return n, err
}
