package exact

import (
	"fmt"
	"strings"

	"ouro"
)

const segmentSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const (
	freeSign = '.'
	foodSign = '*'
	wallSign = '#'
)

// ParsePosition parses a drawn position, the top row first: A is the head, B to Z and then a to z
// are the segments behind it, * is the food, # a wall and . a free cell. Rows have the same length;
// a final newline and CR LF are allowed. If wraps is set, the edges of the board are joined. Errors
// name line and column, both from 1.
func ParsePosition(text string, wraps bool) (*ouro.State, error) {
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range rows {
		rows[i] = strings.TrimSuffix(rows[i], "\r")
		if len(rows[i]) != len(rows[0]) {
			return nil, fmt.Errorf("position line %d: %d columns, line 1 has %d", i+1, len(rows[i]), len(rows[0]))
		}
	}
	newGrid := ouro.NewGrid
	if wraps {
		newGrid = ouro.NewTorus
	}
	g, err := newGrid(len(rows[0]), len(rows))
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	if free := g.Size() - strings.Count(text, string(wallSign)); free > len(segmentSigns) {
		return nil, fmt.Errorf("position: board %s with %d free cells: at most %d can be drawn", g, free, len(segmentSigns))
	}
	s := ouro.NewState(g)
	var segments [len(segmentSigns)]ouro.Cell
	for i := range segments {
		segments[i] = ouro.NoCell
	}
	length := 0
	for i, row := range rows {
		for j, sign := range []byte(row) {
			c := g.At(j, g.H-1-i)
			switch k := strings.IndexByte(segmentSigns, sign); {
			case sign == freeSign:
			case sign == wallSign:
				s.SetTerrain(c, ouro.Wall)
			case sign == foodSign:
				if len(s.Food) > 0 {
					return nil, fmt.Errorf("position line %d column %d: a second food", i+1, j+1)
				}
				s.AddFood(c)
			case k < 0:
				return nil, fmt.Errorf("position line %d column %d: unknown character %q (known: A head, B to Z and a to z the body behind it, * food, # wall, . free)", i+1, j+1, sign)
			case segments[k] != ouro.NoCell:
				return nil, fmt.Errorf("position line %d column %d: a second %c", i+1, j+1, sign)
			default:
				segments[k] = c
				length = max(length, k+1)
			}
		}
	}
	if err := checkBody(g, segments[:length]); err != nil {
		return nil, err
	}
	s.AddSnake(segments[:length]...)
	return s, nil
}

// checkBody returns an error unless cells has no gap and consecutive cells are neighbours.
func checkBody(g *ouro.Grid, cells []ouro.Cell) error {
	if len(cells) == 0 {
		return fmt.Errorf("position: no head %c", segmentSigns[0])
	}
	for i, c := range cells {
		if c == ouro.NoCell {
			return fmt.Errorf("position: segment %c is missing, but there is a %c", segmentSigns[i], segmentSigns[len(cells)-1])
		}
		if i == 0 {
			continue
		}
		if _, ok := g.DirTo(cells[i-1], c); !ok {
			x, y := g.XY(c)
			return fmt.Errorf("position line %d column %d: segment %c is not beside %c", g.H-y, x+1, segmentSigns[i], segmentSigns[i-1])
		}
	}
	return nil
}
