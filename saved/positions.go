package saved

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ouro"
)

// Position is a line of a list of positions, which can be read.
type Position struct {
	Line int    // from 1
	Text string // as ouro.State.String writes it
}

// MaxPositions are in a list at most.
const MaxPositions = 100_000

// maxPositionLine limits a line of a list.
const maxPositionLine = 128 << 10

// readPositions reads a list: a position on each line, and behind it, after a space,
// whatever somebody has to say of it. Blank lines and those that begin with # are
// remarks.
func readPositions(r io.Reader, hold func(int64) error) (all []Position, err error) {
	lines := bufio.NewScanner(&limited{in: r, left: maxRecord, most: maxRecord, hold: hold})
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
