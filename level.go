package ouro

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Level is a board that is drawn as text, the top row first. 'X' is a wall, '.' an edible wall, a
// space floor, 'S' the start of the snake on floor, and 's' its start on an edible wall. All rows
// have the same length. A final newline and CR LF as line ends are allowed.
type Level struct {
	Grid    *Grid
	Terrain []Terrain // by Cell
	Start   Cell      // cell of the start; NoCell if none is drawn
}

// OpenLevel returns the level of a board without walls and without a drawn start.
func OpenLevel(g *Grid) *Level {
	return &Level{Grid: g, Terrain: make([]Terrain, g.Size()), Start: NoCell}
}

// ParseLevel parses a Level. Its cells without walls must be connected. Errors contain the line
// and column, counted from 1.
func ParseLevel(text string) (*Level, error) {
	if text == "" {
		return nil, errors.New("level: nothing is drawn; want rows of X wall, . edible wall, space floor and S start")
	}
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range rows {
		rows[i] = strings.TrimSuffix(rows[i], "\r")
		if have, want := utf8.RuneCountInString(rows[i]), utf8.RuneCountInString(rows[0]); have != want {
			return nil, fmt.Errorf("level line %d: %d columns, line 1 has %d", i+1, have, want)
		}
		if err := checkCharacters(i+1, rows[i]); err != nil {
			return nil, err
		}
	}
	g, err := NewGrid(len(rows[0]), len(rows))
	if err != nil {
		return nil, fmt.Errorf("level: %w", err)
	}
	l := OpenLevel(g)
	for i, row := range rows {
		for j, ch := range []byte(row) {
			c := g.At(j, g.H-1-i)
			switch ch {
			case 'X':
				l.Terrain[c] = Wall
			case '.':
				l.Terrain[c] = Hedge
			case ' ':
			case 'S', 's':
				if l.Start != NoCell {
					line, column := l.lineColumn(l.Start)
					return nil, fmt.Errorf("level line %d column %d: a second start, the first is at line %d column %d", i+1, j+1, line, column)
				}
				l.Start = c
				if ch == 's' {
					l.Terrain[c] = Hedge
				}
			}
		}
	}
	if err := l.checkConnected(); err != nil {
		return nil, err
	}
	return l, nil
}

// checkCharacters returns an error for the first unknown character of a row. In a row without an
// error, each column is one byte.
func checkCharacters(line int, row string) error {
	column := 0
	for _, ch := range row {
		if column++; !strings.ContainsRune("X. Ss", ch) {
			return fmt.Errorf("level line %d column %d: unknown character %q (known: X wall, . edible wall, space floor, S start, s start on an edible wall)", line, column, ch)
		}
	}
	return nil
}

func (l *Level) lineColumn(c Cell) (line, column int) {
	x, y := l.Grid.XY(c)
	return l.Grid.H - y, x + 1
}

// checkConnected returns an error if walls separate the other cells into several parts.
func (l *Level) checkConnected() error {
	seen := make([]bool, l.Grid.Size())
	var queue []Cell
	for c, t := range l.Terrain {
		if t != Wall && queue == nil {
			queue, seen[c] = append(queue, Cell(c)), true
		}
	}
	if queue == nil {
		return errors.New("level: no free cell")
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range l.Grid.Neighbours(queue[i]) {
			if n != NoCell && !seen[n] && l.Terrain[n] != Wall {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	for c, t := range l.Terrain {
		if t != Wall && !seen[c] {
			line, column := l.lineColumn(Cell(c))
			return fmt.Errorf("level line %d column %d: walls cut this cell off from the others", line, column)
		}
	}
	return nil
}

// String returns the text that ParseLevel parses.
func (l *Level) String() string {
	var b strings.Builder
	for y := l.Grid.H - 1; y >= 0; y-- {
		for x := range l.Grid.W {
			c := l.Grid.At(x, y)
			signs := " X."
			if c == l.Start {
				signs = "SXs"
			}
			b.WriteByte(signs[l.Terrain[c]])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Level returns the board of s as a Level without a drawn start.
func (s *State) Level() *Level {
	return &Level{Grid: s.Grid, Terrain: s.terrain(), Start: NoCell}
}

// State returns the level as a State without snakes or food.
func (l *Level) State() *State {
	s := NewState(l.Grid)
	for c, t := range l.Terrain {
		s.SetTerrain(Cell(c), t)
	}
	return s
}

// CheckStart returns an error if no game can continue from this position under any rules. Snakes
// must be alive and connected, and overlap neither each other nor walls. Cells without walls
// must be connected, and food must not be under a snake or in a wall.
func (s *State) CheckStart() error {
	if len(s.Snakes) == 0 {
		return errors.New("there is no snake")
	}
	if s.Turn < 0 || s.Turn > maxStateTurn {
		return fmt.Errorf("turn %d is not from 0 to %d", s.Turn, maxStateTurn)
	}
	if s.room < s.Grid.Size() {
		ground := Level{Grid: s.Grid, Terrain: s.terrain()}
		if err := ground.checkConnected(); err != nil {
			return err
		}
	}
	owner := make([]int, s.Grid.Size()) // number of the snake on each cell, from 1
	for seat := range s.Snakes {
		if err := s.checkBody(seat, owner); err != nil {
			return fmt.Errorf("snake %d %w", seat+1, err)
		}
	}
	for _, c := range s.Food {
		x, y := s.Grid.XY(c)
		switch {
		case s.Terrain(c) != Open:
			return fmt.Errorf("food at %d.%d is in a wall", x, y)
		case owner[c] != 0:
			return fmt.Errorf("food at %d.%d is under snake %d", x, y, owner[c])
		}
	}
	return nil
}

// terrain returns the terrain of every cell, by Cell.
func (s *State) terrain() []Terrain {
	all := make([]Terrain, s.Grid.Size())
	for c := range all {
		all[c] = s.Terrain(Cell(c))
	}
	return all
}

// checkBody returns an error if a snake is not valid, and enters the snake's number in owner for
// each of its cells.
func (s *State) checkBody(seat int, owner []int) error {
	sn := &s.Snakes[seat]
	if sn.Cause != Alive {
		return fmt.Errorf("is dead (%s): omit it", sn.Cause)
	}
	for i := range sn.Body.Len() {
		c := sn.Body.At(i)
		if c == NoCell {
			return fmt.Errorf("has segment %d off the board", i+1)
		}
		x, y := s.Grid.XY(c)
		if i > 0 && c == sn.Body.At(i-1) {
			continue
		}
		switch {
		case s.Terrain(c) == Wall:
			return fmt.Errorf("is in a wall at %d.%d", x, y)
		case owner[c] == seat+1:
			return fmt.Errorf("overlaps itself at %d.%d", x, y)
		case owner[c] != 0:
			return fmt.Errorf("overlaps snake %d at %d.%d", owner[c], x, y)
		case i > 0 && s.Grid.stepLetter(sn.Body.At(i-1), c) == 0:
			return fmt.Errorf("is not connected: %d.%d (segment %d) is not next to segment %d", x, y, i+1, i)
		}
		owner[c] = seat + 1
	}
	if sn.Body.Len() == 0 {
		return errors.New("has no body")
	}
	return nil
}
