package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/jsonl"
	"ouro/rule/battlesnake"
	"ouro/rule/perft"
)

// Counts are the counts of positions after Depth joint moves, as in a perft file.
type Counts struct {
	Depth      int               `json:"depth"`
	Nodes      uint64            `json:"nodes"`
	Over       uint64            `json:"over"`
	Eliminated map[string]uint64 `json:"eliminated"` // deaths by cause, in the words of the official engine
	Eaten      uint64            `json:"eaten"`
	Health     int64             `json:"health"`
	Length     uint64            `json:"length"`
}

func (c Counts) Equal(o Counts) bool {
	return c.Depth == o.Depth && c.Nodes == o.Nodes && c.Over == o.Over && maps.Equal(c.Eliminated, o.Eliminated) &&
		c.Eaten == o.Eaten && c.Health == o.Health && c.Length == o.Length
}

// Counted is one position of a perft file with its counts.
type Counted struct {
	Name string
	Got  []Counts
	Want []Counts // counts in the file; may be empty
}

// Equal reports whether the counts in the file equal those by the rules.
func (c *Counted) Equal() bool {
	for i, want := range c.Want {
		if !want.Equal(c.Got[i]) {
			return false
		}
	}
	return true
}

type perftLine struct {
	Name    string `json:"name"`
	Ruleset string `json:"ruleset"`
	Damage  int    `json:"hazardDamagePerTurn"`
	Board   struct {
		position
		W int `json:"width"`
		H int `json:"height"`
	} `json:"board"`
	Perft []Counts `json:"perft"`
}

// Limits of a perft file: the depth, and the bytes in a line.
const (
	maxDepth    = 40
	maxPosition = 1 << 20
)

// Perft computes the counts of every position in a file, which has one position on each line, and
// passes them to visit. It counts to the depth of the counts in the file, or to depth if that is
// greater. A file without positions is an error.
func Perft(ctx context.Context, r io.Reader, depth int, visit func(*Counted) error) error {
	in := jsonl.NewReader(r, maxPosition)
	for n := 0; ; n++ {
		var line perftLine
		switch err := in.Read(&line); {
		case errors.Is(err, io.EOF) && in.Line() == 0:
			return errors.New("the file is empty")
		case errors.Is(err, io.EOF) && n == 0:
			return errors.New("the file has no positions, only blank lines")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		counted, err := line.count(ctx, depth)
		if err != nil {
			return in.Fail(err)
		}
		if err := visit(counted); err != nil {
			return err
		}
	}
}

func (l *perftLine) count(ctx context.Context, depth int) (*Counted, error) {
	for i, want := range l.Perft {
		if want.Depth != i+1 {
			return nil, fmt.Errorf("position %q: depth %d is item %d of the list; want depths 1, 2, 3 and so on", l.Name, want.Depth, i+1)
		}
	}
	if depth = max(depth, len(l.Perft)); depth < 1 || depth > maxDepth {
		return nil, fmt.Errorf("position %q: depth %d, want 1 to %d", l.Name, depth, maxDepth)
	}
	rules, err := battlesnake.New(l.Ruleset, ouro.Options{{Key: "damage", Value: fmt.Sprint(l.Damage)}})
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", l.Name, err)
	}
	s, err := l.Board.state(rules, l.Board.W, l.Board.H)
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", l.Name, err)
	}
	levels, err := perft.Levels(ctx, rules, s, depth)
	if err != nil {
		return nil, err
	}
	c := &Counted{Name: l.Name, Want: l.Perft}
	for i, level := range levels {
		got := Counts{i + 1, level.Nodes, level.Over, map[string]uint64{}, level.Eaten, level.Health, level.Length}
		for cause, n := range level.Deaths {
			got.Eliminated[wire.CauseName(cause)] = n
		}
		c.Got = append(c.Got, got)
	}
	return c, nil
}
