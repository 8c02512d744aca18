// Package verify derives again what a file says that an engine did, and reports
// every difference: our records, those of Snake Hunter, game logs of the official
// Battlesnake engine, files of transitions, and positions with their perft
// counts.
//
// Games of several turns that can be derived one by one, which logs and
// transitions are, go through a list of checks each; see [Check].
package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/derive"
	"ouro/hunter"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/saved"
)

// Difference is a place where a file and the rules do not agree.
type Difference struct {
	Turn  int    `json:"turn"`            // or tick
	Snake string `json:"snake,omitempty"` // "" is none in particular
	What  string `json:"what"`
}

// Report is what came of one file.
type Report struct {
	Kind        saved.Kind
	Turns       int // derived again; of Snake Hunter they are ticks
	Differences []Difference
	More        int      // differences beyond the first MaxDifferences
	Unknown     []string // fields that nobody here knows, which are not checked; the first MaxUnknown of them

	players bool // a record says who plays
}

// NotChecked says what the file claims that was not checked.
func (r *Report) NotChecked() []string {
	var all []string
	for _, u := range unchecked[r.Kind] {
		all = append(all, u.What)
	}
	if r.players {
		all = append(all, "names and addresses of snakes, beyond their form")
	}
	if len(r.Unknown) > 0 {
		all = append(all, "unknown fields: "+strings.Join(r.Unknown, ", "))
	}
	return all
}

// MaxDifferences and MaxUnknown are kept of one file.
const (
	MaxDifferences = 1000
	MaxUnknown     = 20
)

// Bytes that are kept of a name and of what differs, whose texts come from the
// file.
const (
	maxName = 60
	maxWhat = 500
)

func (r *Report) differ(turn int, snake, format string, args ...any) {
	if len(r.Differences) == MaxDifferences {
		r.More++
		return
	}
	what := printable.Short(fmt.Sprintf(format, args...), maxWhat)
	r.Differences = append(r.Differences, Difference{turn, printable.Short(snake, maxName), what})
}

func (r *Report) unknown(path string) {
	if path = printable.Short(path, maxName); len(r.Unknown) < MaxUnknown && !slices.Contains(r.Unknown, path) {
		r.Unknown = append(r.Unknown, path)
	}
}

// Check derives every turn of a file again. An error says that it cannot be
// read; that it differs from the rules is no error but in the report.
func Check(ctx context.Context, f *saved.File) (*Report, error) {
	report := &Report{Kind: f.Kind}
	var err error
	switch f.Kind {
	case saved.Record:
		var t lab.Tally
		t, err = derive.Record(ctx, f.Record)
		report.Turns, err = int(t.Turns)-f.Record.Begin(), report.replayed(err)
		report.players = f.Record.Players != nil
	case saved.Hunter:
		var result hunter.Result
		result, err = derive.Hunter(ctx, f.Hunter)
		report.Turns, err = result.Ticks, report.replayed(err)
	case saved.Log:
		err = log(ctx, report, f.Log)
	case saved.Transitions:
		err = transitions(ctx, report, f.Lines)
	case saved.Positions:
		err = errors.New("it holds positions, and no turn between them to derive")
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// replayed reports the first difference of a record that was derived. Any other error
// is returned.
func (r *Report) replayed(err error) error {
	var first *derive.DifferenceError
	if errors.As(err, &first) {
		r.differ(first.Turn, "", "%v", first)
		return nil
	}
	return err
}
