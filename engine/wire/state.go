package wire

import (
	"errors"
	"fmt"

	"ouro"
)

// AppendState appends the part of a position that a snake may see. Dead snakes have no body and
// no cause of death.
func AppendState(b []byte, s *ouro.State) []byte {
	b = appendInt(b, `{"turn":`, int64(s.Turn))
	b = append(b, `,"snakes":[`...)
	for i := range s.Snakes {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendSnake(b, s.Grid, &s.Snakes[i])
	}
	b = appendCells(append(b, `],"food":`...), s.Grid, s.Food)
	b = appendGround(append(b, `,"walls":`...), s, ouro.Wall, s.Room() < s.Grid.Size())
	b = appendGround(append(b, `,"hedges":`...), s, ouro.Hedge, s.Hedges() > 0)
	b = appendCells(append(b, `,"hazards":`...), s.Grid, s.Hazards)
	return append(b, '}')
}

func appendSnake(b []byte, g *ouro.Grid, sn *ouro.Snake) []byte {
	b = append(b, `{"body":[`...)
	if sn.Cause != ouro.Alive {
		return append(b, `],"health":0,"hunger":0,"alive":false}`...)
	}
	for i := range sn.Body.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, g, sn.Body.At(i))
	}
	b = appendInt(b, `],"health":`, int64(sn.Health))
	b = appendInt(b, `,"hunger":`, int64(sn.Hunger))
	return append(b, `,"alive":true}`...)
}

func appendCells(b []byte, g *ouro.Grid, cells []ouro.Cell) []byte {
	b = append(b, '[')
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, g, c)
	}
	return append(b, ']')
}

// appendGround appends the list of cells with this terrain. The caller sets hasSome to false only
// if it knows that no cell has this terrain.
func appendGround(b []byte, s *ouro.State, t ouro.Terrain, hasSome bool) []byte {
	b = append(b, '[')
	if !hasSome {
		return append(b, ']')
	}
	first := true
	for c := range ouro.Cell(s.Grid.Size()) {
		if s.Terrain(c) != t {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendCell(b, s.Grid, c)
	}
	return append(b, ']')
}

func appendCell(b []byte, g *ouro.Grid, c ouro.Cell) []byte {
	x, y := g.XY(c)
	b = append(b, '[')
	b = appendSmall(b, x)
	b = append(b, ',')
	b = appendSmall(b, y)
	return append(b, ']')
}

// appendSmall appends a number from 0 to 99. It is faster than strconv.AppendInt.
func appendSmall(b []byte, n int) []byte {
	if n >= 10 {
		b = append(b, byte('0'+n/10))
		n %= 10
	}
	return append(b, byte('0'+n))
}

// Limits of the positions that ReadState accepts. They exceed those of games, but fit the counters
// of a State.
const (
	maxSnakes   = 16
	maxSegments = 8000 // of all snakes
	maxHazards  = 1 << 15
	maxTurn     = 1 << 30
	maxHealth   = 100
	maxDamage   = 1000
)

// ReadState parses a position on this board, without the flags that the rules set. Only the
// list of snakes is mandatory. A snake is alive and has a body unless its field alive is false.
func ReadState(data []byte, g *ouro.Grid) (*ouro.State, error) {
	s := scanner{data: data}
	state := s.state(g)
	s.end()
	if s.err != nil {
		return nil, s.err
	}
	return state, nil
}

func (s *scanner) state(g *ouro.Grid) *ouro.State {
	state := ouro.NewState(g)
	cells := make([]ouro.Cell, 0, g.Size())
	s.open('{', "a position")
	for n := 0; s.more('}', &n); {
		key := string(s.key())
		switch key {
		case "turn":
			state.Turn = int(s.whole(0, maxTurn))
		case "snakes":
			s.snakes(state, cells)
		case "food":
			cells = s.cells(cells[:0], g, g.Size())
			for _, c := range cells {
				if state.HasFood(c) {
					s.fail(errors.New("a cell has food twice"))
					break
				}
				state.AddFood(c)
			}
		case "walls":
			s.ground(state, cells, ouro.Wall)
		case "hedges":
			s.ground(state, cells, ouro.Hedge)
		case "hazards":
			for _, c := range s.cells(nil, g, maxHazards) {
				state.AddHazard(c)
			}
		default:
			s.skip(maxDepth)
			continue
		}
		if s.err != nil {
			s.err = fmt.Errorf("%s: %w", key, s.err)
		}
	}
	if s.err == nil && len(state.Snakes) == 0 {
		s.fail(errors.New("the position has no snakes"))
	}
	return state
}

func (s *scanner) ground(state *ouro.State, cells []ouro.Cell, t ouro.Terrain) {
	for _, c := range s.cells(cells[:0], state.Grid, state.Grid.Size()) {
		if state.Terrain(c) != ouro.Open {
			s.fail(errors.New("a cell occurs twice"))
			return
		}
		state.SetTerrain(c, t)
	}
}

func (s *scanner) snakes(state *ouro.State, cells []ouro.Cell) {
	room := maxSegments
	if len(state.Snakes) > 0 {
		s.fail(errors.New("the list occurs twice"))
	}
	s.open('[', "a list of snakes")
	for n := 0; s.more(']', &n); {
		if n > maxSnakes {
			s.fail(fmt.Errorf("more than %d snakes", maxSnakes))
			return
		}
		sn := ouro.Snake{Killer: ouro.NoSeat, Vacated: ouro.NoCell}
		cells, alive := cells[:0], true
		s.open('{', "a snake")
		for n := 0; s.more('}', &n); {
			switch string(s.key()) {
			case "body":
				cells = s.cells(cells[:0], state.Grid, room)
			case "health":
				sn.Health = int(s.whole(0, maxHealth))
			case "hunger":
				sn.Hunger = int(s.whole(0, maxTurn))
			case "alive":
				alive = s.flag()
			default:
				s.skip(maxDepth)
			}
		}
		if s.err != nil {
			return
		}
		if alive && len(cells) == 0 {
			s.fail(fmt.Errorf("snake %d is alive but has no body", n))
			return
		}
		room -= len(cells)
		seat := state.AddSnake(cells...)
		if !alive {
			state.Kill(seat, ouro.HitWall) // the message does not contain the cause
		}
		sn.Body, sn.Cause = state.Snakes[seat].Body, state.Snakes[seat].Cause
		state.Snakes[seat] = sn
	}
}

// cells reads a list of no more than limit cells and appends the cells to dst.
func (s *scanner) cells(dst []ouro.Cell, g *ouro.Grid, limit int) []ouro.Cell {
	s.open('[', "a list of cells")
	for n := 0; s.more(']', &n); {
		if n > limit {
			s.fail(fmt.Errorf("more than %d cells", limit))
			break
		}
		dst = append(dst, s.cell(g))
	}
	return dst
}

func (s *scanner) cell(g *ouro.Grid) ouro.Cell {
	if !s.take('[') {
		s.want("a cell as [x,y]")
		return 0
	}
	x := s.whole(0, int64(g.W-1))
	if !s.take(',') {
		s.want("a comma between x and y")
		return 0
	}
	y := s.whole(0, int64(g.H-1))
	if !s.take(']') {
		s.want("a cell as [x,y]")
		return 0
	}
	return g.At(int(x), int(y))
}
