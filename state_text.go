package ouro

import (
	"fmt"
	"strconv"
)

// A position is written on one line without spaces, to be kept in records and
// lists and to be pasted: fields between slashes, each with a letter that says what
// it is. Cells that lie one beside the other, as those of a body do, are a trail:
// the first cell and the steps from it, "=" being none.
//
//	11x11/t37/s5.5U2R3=,h88,g12/s1.9D4,h100/f0.2,10.3
//
// docs/formats.md describes it for people.

// String is the position on one line, as ParseState reads it: all but what the
// rules let snakes do.
func (s *State) String() string {
	g := s.Grid
	b := []byte(g.String())
	if g.Wraps {
		b = append(b, 'w')
	}
	if s.Turn != 0 {
		b = fmt.Appendf(b, "/t%d", s.Turn)
	}
	b = s.appendCells(b, "/w", s.ground(Wall))
	b = s.appendCells(b, "/e", s.ground(Hedge))
	for seat := range s.Snakes {
		b = s.appendSnake(b, &s.Snakes[seat])
	}
	b = s.appendCells(b, "/f", s.Food)
	b = s.appendCells(b, "/h", s.Hazards)
	return string(b)
}

// ground are the cells of this terrain, in their order.
func (s *State) ground(t Terrain) []Cell {
	var cells []Cell
	for c, terrain := range s.terrain() {
		if terrain == t {
			cells = append(cells, Cell(c))
		}
	}
	return cells
}

// appendCells writes a field of cells, if there are any.
func (s *State) appendCells(b []byte, field string, cells []Cell) []byte {
	if len(cells) == 0 {
		return b
	}
	return s.Grid.appendTrails(append(b, field...), cells)
}

// appendTrails writes cells in their order, each trail as long as it can be.
func (g *Grid) appendTrails(b []byte, cells []Cell) []byte {
	for i := 0; i < len(cells); {
		if i > 0 {
			b = append(b, ',')
		}
		x, y := g.XY(cells[i])
		b = fmt.Appendf(b, "%d.%d", x, y)
		for i++; i < len(cells); {
			step := g.stepLetter(cells[i-1], cells[i])
			if step == 0 {
				break
			}
			first := i
			for i++; i < len(cells) && g.stepLetter(cells[i-1], cells[i]) == step; i++ {
			}
			b = append(b, step)
			if n := i - first; n > 1 {
				b = strconv.AppendInt(b, int64(n), 10)
			}
		}
	}
	return b
}

// stepLetter is the letter of the step from a to c, or 0 where it is none.
func (g *Grid) stepLetter(a, c Cell) byte {
	if a == c {
		return '='
	}
	if d, ok := g.DirTo(a, c); ok {
		return d.Letter()
	}
	return 0
}

// appendSnake writes a snake: its trail, without a head that has left the board,
// and what is not as usual of the rest.
func (s *State) appendSnake(b []byte, sn *Snake) []byte {
	b = append(b, "/s"...)
	cells := sn.Body.Append(nil)
	off := len(cells) > 0 && cells[0] == NoCell
	if off {
		cells = cells[1:]
	}
	b = s.Grid.appendTrails(b, cells)
	if sn.Health != 0 {
		b = fmt.Appendf(b, ",h%d", sn.Health)
	}
	if sn.Hunger != 0 {
		b = fmt.Appendf(b, ",g%d", sn.Hunger)
	}
	if sn.Left != NoCell {
		b = s.Grid.appendTrails(append(b, ",v"...), []Cell{sn.Left})
	}
	if sn.Cause == Alive {
		return b
	}
	b = fmt.Appendf(b, ",c%s", sn.Cause)
	if sn.Died != 0 {
		b = fmt.Appendf(b, ",d%d", sn.Died)
	}
	if sn.By != NoSeat {
		b = fmt.Appendf(b, ",b%d", sn.By)
	}
	if off {
		b = append(b, ",x"...)
		b = append(b, sn.Off.Letter())
	}
	return b
}
