// Package verify derives again what a file says that an engine did, and reports
// every difference: our own records, game logs of the official Battlesnake
// engine, files of transitions, and positions with their perft counts.
package verify

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// Kind is what a file holds.
type Kind string

// The kinds of files.
const (
	Record      Kind = "record"      // of ours
	Log         Kind = "log"         // of the official engine, JSON lines
	Transitions Kind = "transitions" // positions before and after each turn, JSON lines
)

// Difference is a place where a file and the rules do not agree.
type Difference struct {
	Turn  int    `json:"turn"`
	Snake string `json:"snake,omitempty"` // "" is none in particular
	What  string `json:"what"`
}

// Report is what came of one file.
type Report struct {
	Kind        Kind
	Turns       int // derived again
	Differences []Difference
	More        int // differences beyond the first MaxDifferences
}

// MaxDifferences are kept of one file.
const MaxDifferences = 1000

func (r *Report) differ(turn int, snake, format string, args ...any) {
	if len(r.Differences) == MaxDifferences {
		r.More++
		return
	}
	r.Differences = append(r.Differences, Difference{turn, snake, fmt.Sprintf(format, args...)})
}

// maxSize limits a file, unpacked.
const maxSize = 1 << 30

// File reads a file, plain or packed by gzip, finds out what it holds and
// derives every turn again. An error says that it cannot be read; that it
// differs from the rules is no error but in the report.
func File(r io.Reader) (*Report, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReader(unpacked)
	}
	limited := &io.LimitedReader{R: in, N: maxSize}
	report, err := dispatch(in, limited)
	if limited.N == 0 {
		err = fmt.Errorf("larger than %d bytes", int64(maxSize))
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// dispatch looks at the start of a file: records begin with a word, transitions
// with a line that says it is a game, and logs with one that does not.
func dispatch(in *bufio.Reader, r io.Reader) (*Report, error) {
	start, err := in.Peek(1)
	switch {
	case err != nil && len(start) == 0:
		return nil, errors.New("the file is empty")
	case start[0] != '{':
		return record(r)
	}
	lines := newLines(r)
	first, err := lines.next()
	if err != nil {
		return nil, err
	}
	if isTransitions(first) {
		return transitions(first, lines)
	}
	return log(io.MultiReader(bytes.NewReader(first), bytes.NewReader([]byte{'\n'}), lines.rest()))
}

// record derives a record of ours again. It stops at the first difference:
// nothing that comes after it could be right.
func record(r io.Reader) (*Report, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var rec ouro.Record
	if err := rec.UnmarshalText(text); err != nil {
		return nil, err
	}
	deal, err := roster.Deal(rec.Game, rec.Seed)
	if err != nil {
		return nil, err
	}
	report := &Report{Kind: Record}
	turn := 0
	err = play.Replay(&rec, deal, func(s *ouro.State) { turn = s.Turn })
	report.Turns = turn
	if err != nil {
		report.differ(turn, "", "%v", err)
	}
	return report, nil
}
