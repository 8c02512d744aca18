package saved

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ouro"
)

// Position is a valid line of a list of positions.
type Position struct {
	Line int    // from 1
	Text string // as ouro.State.String returns it
}

// MaxPositions is the maximum length of a list.
const MaxPositions = 100_000

// maxPositionLine is the maximum length of a line, in bytes.
const maxPositionLine = 128 << 10

// readPositions reads a list: on each line a position, then optionally a space and a
// remark. Blank lines and lines that begin with # are ignored.
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
