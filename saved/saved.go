// Package saved opens files of games: records, records of Snake Hunter, game logs of the
// official Battlesnake engine, files of transitions and lists of positions. The files can be plain
// or compressed by gzip. [Open] recognises the kind of a file.
package saved

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/jsonl"
	"ouro/internal/packed"
)

type Kind string

const (
	Record      Kind = "record"        // of any game but Snake Hunter
	Hunter      Kind = "hunter record" // of Snake Hunter
	Log         Kind = "log"           // of the official engine, JSON lines
	Transitions Kind = "transitions"   // positions before and after each turn, JSON lines
	Positions   Kind = "positions"     // positions, one on each line
)

// File is the content of a file. Only the fields of its kind are set.
type File struct {
	Kind      Kind
	Record    *ouro.Record
	Hunter    *hunter.Record
	Log       *wire.LogReader // reads the log; Open has read its first line, which describes the game
	Lines     *jsonl.Reader   // reads Transitions; Open has read no line
	Positions []Position
}

// Limits of unpacked files, in bytes. maxRecord is lower than maxSize because a record is held in
// memory as a whole, while JSON lines are read one by one. maxRecord is twice the size of the record
// of the longest game on the largest board.
const (
	maxSize       = 1 << 30
	maxRecord     = 24 << 20
	maxTransition = 1 << 20 // bytes of a line
)

// sniff is the number of bytes read to recognise the kind of a file.
const sniff = 64 << 10

// Open recognises the kind of the file in r and reads the file. Of a file of JSON lines, it returns a
// reader, with which the caller reads the lines one by one.
func Open(r io.Reader) (*File, error) { return OpenWithin(r, maxSize, nil) }

// OpenWithin is [Open] for a file of at most size bytes when unpacked. While it reads a record or a
// list, it calls reserve with the memory in use and returns the error of reserve. reserve may be nil.
func OpenWithin(r io.Reader, size int64, reserve func(bytes int64) error) (*File, error) {
	in, err := packed.NewReader(r, sniff)
	if err != nil {
		return nil, err
	}
	in = bufio.NewReaderSize(&limited{in: in, left: size, most: size}, sniff)
	start, err := in.Peek(sniff) // the next Read returns this error too
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
		err = readText(in, f.Record, reserve)
	case Hunter:
		f.Hunter = new(hunter.Record)
		err = readText(in, f.Hunter, reserve)
	case Log:
		f.Log, err = wire.NewLogReader(in)
	case Transitions:
		f.Lines, err = jsonl.NewReader(in, maxTransition), nil
	case Positions:
		f.Positions, err = readPositions(in, reserve)
	default:
		return nil, errNoGame
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

var errNoGame = errors.New(`not a game record, which begins with "ouro record" or "ouro hunter record", nor a game log, transitions (JSON lines) or a list of positions`)

// kindOf returns the kind of a file, recognised by its first bytes, or "" if they match no kind. A
// record begins with "ouro record" or "ouro hunter record". A list of positions begins with the size
// of a board or with #. Transitions begin with a JSON object of type "game", and a log begins with
// any other JSON object.
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

func readText(r io.Reader, record interface{ UnmarshalText([]byte) error }, reserve func(int64) error) error {
	text, err := io.ReadAll(&limited{in: r, left: maxRecord, most: maxRecord, reserve: reserve})
	if err != nil {
		return err
	}
	return record.UnmarshalText(text)
}

// heldPerByte is the memory for one byte of text, in bytes: the text, its copies while the buffer
// grows, and the parsed value.
const heldPerByte = 4

// limited is a reader that fails if its input has more than most bytes. It calls reserve, which may
// be nil, with the memory needed for the bytes read so far.
type limited struct {
	in         io.Reader
	left, most int64
	reserve    func(bytes int64) error
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, fmt.Errorf("larger than %d bytes", l.most)
	}
	if l.reserve != nil {
		if err := l.reserve((l.most - l.left) * heldPerByte); err != nil {
			return 0, err
		}
	}
	return n, err
}

// Position is a valid line of a list of positions.
type Position struct {
	Line int    // number of the line, from 1
	Text string // in the form of ouro.State.String
}

// MaxPositions is the maximum length of a list.
const MaxPositions = 100_000

// maxPositionLine is the maximum length of a line, in bytes.
const maxPositionLine = 128 << 10

// readPositions reads a list of positions. Each line is a position, which a space and a remark can
// follow. readPositions ignores blank lines and lines that begin with #.
func readPositions(r io.Reader, reserve func(int64) error) (all []Position, err error) {
	lines := bufio.NewScanner(&limited{in: r, left: maxRecord, most: maxRecord, reserve: reserve})
	lines.Buffer(nil, maxPositionLine)
	number := 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if text == "" || text[0] == '#' {
			continue
		}
		s, err := ouro.ParseState(text)
		if err == nil && len(all) == MaxPositions {
			err = fmt.Errorf("more than %d positions", MaxPositions)
		}
		if err != nil && len(all) == 0 && !strings.ContainsAny(text[:1], "0123456789") {
			return nil, errNoGame // the file may be a program whose first lines are comments with #
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		all = append(all, Position{number, s.String()})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	return all, nil
}
