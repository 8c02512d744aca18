package ouro

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A position is written on one line without spaces, for records, lists and the clipboard. It has
// fields between slashes; each begins with the letter of its kind. Adjacent cells, such as those
// of a body, form a trail: the first cell and the steps from it, where "=" repeats a cell.
//
//	11x11/t37/s5.5U2R3=,h88,g12/s1.9D4,h100/f0.2,10.3
//
// docs/formats.md describes the format.

// String returns the position on one line, for ParseState. It omits only the properties of the
// rules.
func (s *State) String() string {
	g := s.Grid
	b := []byte(g.String())
	if g.Wraps {
		b = append(b, 'w')
	}
	if s.Turn != 0 {
		b = fmt.Appendf(b, "/t%d", s.Turn)
	}
	b = s.appendCells(b, "/w", s.cellsWith(Wall))
	b = s.appendCells(b, "/e", s.cellsWith(Hedge))
	for seat := range s.Snakes {
		b = s.appendSnake(b, &s.Snakes[seat])
	}
	b = s.appendCells(b, "/f", s.Food)
	b = s.appendCells(b, "/h", s.Hazards)
	return string(b)
}

// cellsWith returns the cells with this terrain, in increasing order.
func (s *State) cellsWith(t Terrain) []Cell {
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

// appendTrails appends cells, in order, as trails between commas, each as long as possible.
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

// stepLetter returns the letter of the step from a to c: '=' if they are the same cell, and 0 if
// they are not adjacent.
func (g *Grid) stepLetter(a, c Cell) byte {
	if a == c {
		return '='
	}
	if d, ok := g.DirTo(a, c); ok {
		return d.Letter()
	}
	return 0
}

// appendSnake appends a snake: its trail, without a head that left the board, and all parts that
// differ from their defaults.
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
	if sn.Vacated != NoCell {
		b = s.Grid.appendTrails(append(b, ",v"...), []Cell{sn.Vacated})
	}
	if sn.Cause == Alive {
		return b
	}
	b = fmt.Appendf(b, ",c%s", sn.Cause)
	if sn.Died != 0 {
		b = fmt.Appendf(b, ",d%d", sn.Died)
	}
	if sn.Killer != NoSeat {
		b = fmt.Appendf(b, ",b%d", sn.Killer)
	}
	if off {
		b = append(b, ",x"...)
		b = append(b, sn.Exit.Letter())
	}
	return b
}

// Limits of the text of a position. The positions of real games are far below these limits.
const (
	maxStateText    = 1 << 16
	maxStateTurn    = 1 << 30
	maxStateHealth  = 100
	maxStateHazards = 1 << 15
	maxSegments     = 8000 // segments of all living snakes; a tile counts up to 8191
)

// stateFields are the letters of the fields in order: turn, walls, edible walls, snakes, food
// and hazards. Only snakes may repeat. snakeParts are the letters of the parts after a snake's
// trail: health, moves since the last meal, the cell that its tail left, and for a dead snake
// the cause, the turn, the killer and the direction in which the head left the board.
const (
	stateFields = "twesfh"
	snakeParts  = "hgvcdbx"
)

// ParseState parses the text of String. It also accepts a trail that is split into several, and a
// step that is repeated instead of counted. All cells must be on the board, and their number must
// be within the limits of a State. ParseState does not check whether a game can continue from the
// position, and does not set the properties of the rules, which are not in the text.
func ParseState(text string) (*State, error) {
	if len(text) > maxStateText {
		return nil, fmt.Errorf("the position has %d bytes, more than %d", len(text), maxStateText)
	}
	fields := strings.Split(text, "/")
	g, err := parseStateBoard(fields[0])
	if err != nil {
		return nil, err
	}
	s, last := NewState(g), -1
	for _, field := range fields[1:] {
		if last, err = letterIndex(stateFields, last, field); err == nil {
			err = s.readField(field[0], field[1:])
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", quoteShort(field), err)
		}
	}
	for i := range s.Snakes {
		if by := s.Snakes[i].Killer; by >= len(s.Snakes) {
			return nil, fmt.Errorf("snake %d was killed by seat %d of %d", i+1, by, len(s.Snakes))
		}
	}
	return s, nil
}

// quoteShort returns the first 40 bytes of a text in quotes, for errors.
func quoteShort(text string) string {
	if len(text) > 40 {
		text = text[:40]
	}
	return strconv.QuoteToASCII(text)
}

// letterIndex returns the index of a field's first letter in letters. The index must be greater
// than previous, the index of the field before. Only the letter of snakes may repeat.
func letterIndex(letters string, previous int, field string) (int, error) {
	at := -1
	if field != "" {
		at = strings.IndexByte(letters, field[0])
	}
	if at < previous || at < 0 || at == previous && field[0] != 's' {
		return at, fmt.Errorf("want a letter of %s, in this order", letters)
	}
	return at, nil
}

func parseStateBoard(text string) (*Grid, error) {
	size, wraps := strings.CutSuffix(text, "w")
	if len(size) > len("64x64") {
		return nil, fmt.Errorf("want WxH/..., such as 11x11/s5.5D2,h100, not %s", quoteShort(text))
	}
	w, h, err := ParseSize(size)
	if err != nil {
		return nil, err
	}
	if wraps {
		return NewTorus(w, h)
	}
	return NewGrid(w, h)
}

// readField reads the field with this letter; text is the field without the letter.
func (s *State) readField(letter byte, text string) (err error) {
	switch letter {
	case 't':
		s.Turn, err = Number(0, maxStateTurn)(text)
		return err
	case 's':
		return s.readSnake(text)
	}
	most := s.Grid.Size()
	if letter == 'h' {
		most = maxStateHazards
	}
	cells, err := s.Grid.parseTrails(text, most)
	for _, c := range cells {
		switch {
		case letter == 'h':
			s.AddHazard(c)
			continue
		case letter == 'f' && !s.HasFood(c):
			s.AddFood(c)
			continue
		case letter == 'w' && s.Terrain(c) == Open:
			s.SetTerrain(c, Wall)
			continue
		case letter == 'e' && s.Terrain(c) == Open:
			s.SetTerrain(c, Hedge)
			continue
		}
		x, y := s.Grid.XY(c)
		return fmt.Errorf("%d.%d occurs twice", x, y)
	}
	return err
}

// parseTrails parses trails with one to limit cells.
func (g *Grid) parseTrails(text string, limit int) (cells []Cell, err error) {
	for trail := range strings.SplitSeq(text, ",") {
		if cells, err = g.parseTrail(cells, trail, limit); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

func (g *Grid) parseTrail(cells []Cell, text string, most int) ([]Cell, error) {
	column, rest, _ := strings.Cut(text, ".")
	row := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	x, xErr := Number(0, g.W-1)(column)
	y, yErr := Number(0, g.H-1)(row)
	if xErr != nil || yErr != nil {
		return nil, fmt.Errorf("%s does not begin with a cell of the board %s, such as 0.%d", quoteShort(text), g, g.H-1)
	}
	c := g.At(x, y)
	cells = append(cells, c)
	for steps := rest[len(row):]; steps != "" || len(cells) > most; {
		if len(cells) > most {
			return nil, fmt.Errorf("more than %d cells", most)
		}
		step := steps[0]
		steps = steps[1:]
		digits := steps[:len(steps)-len(strings.TrimLeft(steps, "0123456789"))]
		steps = steps[len(digits):]
		n := 1
		if digits != "" {
			var err error
			if n, err = Number(1, most)(digits); err != nil {
				return nil, fmt.Errorf("step %q: %w", step, err)
			}
		}
		for ; n > 0 && len(cells) <= most; n-- {
			if d, ok := DirOfLetter(step); ok {
				c = g.Next(c, d)
			} else if step != '=' {
				return nil, fmt.Errorf("unknown step %q (known: U R D L =)", step)
			}
			if c == NoCell {
				return nil, fmt.Errorf("step %q leaves the board %s", step, g)
			}
			cells = append(cells, c)
		}
	}
	return cells, nil
}

func (s *State) readSnake(text string) error {
	if len(s.Snakes) == maxRecordSeats {
		return fmt.Errorf("more than %d snakes", maxRecordSeats)
	}
	trail, rest, more := strings.Cut(text, ",")
	sn := Snake{Killer: NoSeat, Vacated: NoCell}
	off, last := false, -1
	for more {
		var part string
		var err error
		part, rest, more = strings.Cut(rest, ",")
		if last, err = letterIndex(snakeParts, last, part); err == nil {
			err = s.readPart(&sn, part, &off)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", quoteShort(part), err)
		}
	}
	var cells []Cell
	if off {
		cells = append(cells, NoCell)
	}
	if trail != "" || !off {
		var err error
		if cells, err = s.Grid.parseTrail(cells, trail, maxSegments); err != nil {
			return err
		}
	}
	segments := len(cells)
	for i := range s.Snakes {
		if s.Snakes[i].Cause == Alive {
			segments += s.Snakes[i].Body.Len()
		}
	}
	if segments > maxSegments {
		return fmt.Errorf("more than %d segments", maxSegments)
	}
	seat := s.AddSnake(cells...)
	if sn.Cause != Alive {
		s.Kill(seat, sn.Cause)
	}
	sn.Body = s.Snakes[seat].Body
	s.Snakes[seat] = sn
	return nil
}

func (s *State) readPart(sn *Snake, part string, off *bool) (err error) {
	letter, text := part[0], part[1:]
	if sn.Cause == Alive && strings.IndexByte("dbx", letter) >= 0 {
		return errors.New("only dead snakes have this part, and only after c and the cause of death")
	}
	switch letter {
	case 'h':
		sn.Health, err = Number(1, maxStateHealth)(text)
	case 'g':
		sn.Hunger, err = Number(1, maxStateTurn)(text)
	case 'v':
		var cells []Cell
		if cells, err = s.Grid.parseTrails(text, 1); err == nil {
			sn.Vacated = cells[0]
		}
	case 'c':
		if err = sn.Cause.UnmarshalText([]byte(text)); err == nil && sn.Cause == Alive {
			err = errors.New("want the cause of a death")
		}
	case 'd':
		sn.Died, err = Number(1, maxStateTurn)(text)
	case 'b':
		sn.Killer, err = Number(0, maxRecordSeats-1)(text)
	case 'x':
		if *off = len(text) == 1; *off {
			sn.Exit, *off = DirOfLetter(text[0])
		}
		if !*off {
			err = errors.New("want U, R, D or L, the direction in which the head left the board")
		}
	}
	return err
}
