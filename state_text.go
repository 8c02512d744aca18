package ouro

import (
	"fmt"
	"strconv"
)

// A position is written on one line without spaces, for records, lists and the clipboard:
// fields between slashes, each of which begins with the letter of its kind. Adjacent cells, as
// those of a body, form a trail: the first cell and the steps from it; "=" repeats a cell.
//
//	11x11/t37/s5.5U2R3=,h88,g12/s1.9D4,h100/f0.2,10.3
//
// docs/formats.md describes the format.

// String returns the position on one line, as ParseState parses it: everything except the
// properties of the rules.
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

// ground returns the cells of this terrain, in their order.
func (s *State) ground(t Terrain) []Cell {
	var cells []Cell
	for c, terrain := range s.terrain() {
		if terrain == t {
			cells = append(cells, Cell(c))
		}
	}
	return cells
}

func (s *State) appendCells(b []byte, field string, cells []Cell) []byte {
	if len(cells) == 0 {
		return b
	}
	return s.Grid.appendTrails(append(b, field...), cells)
}

// appendTrails appends cells in their order, in the longest possible trails.
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

// stepLetter returns the letter of the step from a to c, or 0 if they are not adjacent.
func (g *Grid) stepLetter(a, c Cell) byte {
	if a == c {
		return '='
	}
	if d, ok := g.DirTo(a, c); ok {
		return d.Letter()
	}
	return 0
}

// appendSnake appends a snake: its trail, without a head that left the board, and all parts
// that differ from their defaults.
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
