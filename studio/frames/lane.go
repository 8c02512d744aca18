// Package frames encodes positions and notes of solvers as JSON, for pages that draw them
// without knowing rules.
//
// A [Lane] is one game at one turn. A [Change] is the difference to a later turn; it is
// computed from two positions, so it does not depend on rules, and is short for usual
// moves. [Lane.Apply] applies a Change, as the page does. [AppendNote] encodes notes in
// bounded size.
//
// Cells have the numbers of [ouro.Cell]: (0,0) is at the bottom left, and -1 is off the
// board, where the head of a dead snake may be. Directions have the numbers of
// [ouro.Dir].
package frames

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
)

// Lane is one game at one turn.
type Lane struct {
	Turn    int         `json:"turn"` // as the rules count
	Walls   []ouro.Cell `json:"walls"`
	Hedges  []ouro.Cell `json:"hedges"`
	Food    []ouro.Cell `json:"food"`
	Hazards []ouro.Cell `json:"hazards"` // one entry for each layer
	Snakes  []Snake     `json:"snakes"`
	Ended   *Ended      `json:"ended,omitempty"`
	Hash    string      `json:"hash"` // of the position, the same on every machine
}

// Snake is a snake of a Lane. A dead snake keeps its last cells.
type Snake struct {
	Body   []ouro.Cell `json:"body"` // head first, repeated where stacked
	Health int         `json:"health"`
	Dead   string      `json:"dead,omitempty"` // cause of death in words
	Died   int         `json:"died,omitempty"` // turn of death, in games of several
}

// Ended is the end of a game.
type Ended struct {
	Ending ouro.Ending `json:"ending"`
	Winner int         `json:"winner"` // seat, or -1
	Words  string      `json:"words"`
}

// Of returns a position with the names of its snakes.
func Of(s *ouro.State, names english.Snakes) *Lane {
	l := &Lane{
		Turn: s.Turn, Walls: []ouro.Cell{}, Hedges: []ouro.Cell{},
		Food: append([]ouro.Cell{}, s.Food...), Hazards: append([]ouro.Cell{}, s.Hazards...),
		Snakes: make([]Snake, len(s.Snakes)), Hash: Hash(s),
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		switch s.Terrain(c) {
		case ouro.Wall:
			l.Walls = append(l.Walls, c)
		case ouro.Hedge:
			l.Hedges = append(l.Hedges, c)
		case ouro.Open:
		}
	}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		body := make([]ouro.Cell, 0, sn.Body.Len())
		l.Snakes[seat] = Snake{Body: sn.Body.Append(body), Health: sn.Health, Dead: dead(sn, names), Died: sn.Died}
	}
	return l
}

// Board is the size of a board.
type Board struct {
	W     int  `json:"w"`
	H     int  `json:"h"`
	Wraps bool `json:"wraps"`
}

func BoardOf(g *ouro.Grid) Board { return Board{g.W, g.H, g.Wraps} }

// Hash returns the hash of a position as text.
func Hash(s *ouro.State) string { return fmt.Sprintf("%016x", s.Hash()) }

// dead returns the cause of death in words, "" for a living snake.
func dead(sn *ouro.Snake, names english.Snakes) string {
	if sn.Cause == ouro.Alive {
		return ""
	}
	return names.Death(sn)
}

// AppendJSON appends the same text as encoding/json, without reflection.
func (l *Lane) AppendJSON(b []byte) []byte {
	b = appendField(b, `{"turn":`, l.Turn)
	b = appendCells(append(b, `,"walls":`...), l.Walls)
	b = appendCells(append(b, `,"hedges":`...), l.Hedges)
	b = appendCells(append(b, `,"food":`...), l.Food)
	b = appendCells(append(b, `,"hazards":`...), l.Hazards)
	b = append(b, `,"snakes":[`...)
	for i := range l.Snakes {
		if i > 0 {
			b = append(b, ',')
		}
		b = l.Snakes[i].appendJSON(b)
	}
	b = append(b, ']')
	if l.Ended != nil {
		b = l.Ended.appendJSON(append(b, `,"ended":`...))
	}
	b = appendText(append(b, `,"hash":`...), l.Hash)
	return append(b, '}')
}

func (l *Lane) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil), nil }

func (sn *Snake) appendJSON(b []byte) []byte {
	b = appendCells(append(b, `{"body":`...), sn.Body)
	b = appendField(b, `,"health":`, sn.Health)
	if sn.Dead != "" {
		b = appendText(append(b, `,"dead":`...), sn.Dead)
	}
	if sn.Died != 0 {
		b = appendField(b, `,"died":`, sn.Died)
	}
	return append(b, '}')
}

func (e *Ended) appendJSON(b []byte) []byte {
	b = appendText(append(b, `{"ending":`...), e.Ending.String())
	b = appendField(b, `,"winner":`, e.Winner)
	b = appendText(append(b, `,"words":`...), e.Words)
	return append(b, '}')
}
