package frames

import (
	"slices"

	"ouro"
	"ouro/internal/english"
)

// Change is the difference between two positions of a game. [Lane.Apply] applies it to the first.
type Change struct {
	Turn    int           `json:"turn"`
	Snakes  []SnakeChange `json:"snakes,omitempty"`
	Food    Cells         `json:"food,omitzero"`
	Walls   Cells         `json:"walls,omitzero"`
	Hedges  Cells         `json:"hedges,omitzero"`
	Hazards Cells         `json:"hazards,omitzero"`
	Ended   *Ended        `json:"ended,omitempty"`
	Hash    string        `json:"hash,omitempty"` // set only in the last of several changes
}

// SnakeChange is the change of one snake. Push and Drop describe the usual change: a new
// head and a shorter tail. For any other change, Body has the whole body.
type SnakeChange struct {
	Seat   int         `json:"seat"`
	Push   []ouro.Cell `json:"push,omitempty"` // new cells in front of the old head, new head first
	Drop   int         `json:"drop,omitempty"` // segments removed from the tail
	Body   []ouro.Cell `json:"body,omitempty"`
	Health *int        `json:"health,omitempty"` // nil if unchanged
	Dead   string      `json:"dead,omitempty"`
	Died   int         `json:"died,omitempty"`

	health int // the value to which Health points
}

// Cells has the cells that lost an item (Drop) and the cells that received one (Add). A
// cell occurs once for each layer of hazard.
type Cells struct {
	Drop []ouro.Cell `json:"drop,omitempty"`
	Add  []ouro.Cell `json:"add,omitempty"`
}

func (c Cells) IsZero() bool { return len(c.Drop) == 0 && len(c.Add) == 0 }

// Between sets c to the change from one position of a game to a later one. It reuses the
// memory of c, and shares no memory with the positions.
func (c *Change) Between(from, to *ouro.State, names english.Snakes) {
	c.Turn, c.Ended, c.Hash = to.Turn, nil, ""
	moved := c.Snakes[:0]
	for seat := range to.Snakes {
		if len(moved) < cap(moved) {
			moved = moved[:len(moved)+1]
		} else {
			moved = append(moved, SnakeChange{})
		}
		if !moved[len(moved)-1].between(&from.Snakes[seat], &to.Snakes[seat], seat, names) {
			moved = moved[:len(moved)-1]
		}
	}
	c.Snakes = moved
	c.Food.between(from.Food, to.Food)
	c.Hazards.between(from.Hazards, to.Hazards)
	c.ground(from, to)
}

func (m *SnakeChange) between(from, to *ouro.Snake, seat int, names english.Snakes) bool {
	m.Seat, m.Push, m.Drop, m.Body, m.Health, m.Dead, m.Died = seat, m.Push[:0], 0, m.Body[:0], nil, "", 0
	changed := m.steps(&from.Body, &to.Body)
	if from.Health != to.Health {
		m.health, changed = to.Health, true
		m.Health = &m.health
	}
	if from.Cause != to.Cause || from.Died != to.Died {
		m.Dead, m.Died, changed = deathText(to, names), to.Died, true
	}
	return changed
}

const maxSteps = 2 // steps of a snake that a Change expresses by Push

// steps sets the body's change and reports whether the body changed.
func (m *SnakeChange) steps(from, to *ouro.Body) bool {
	for n := range maxSteps + 1 {
		drop := from.Len() + n - to.Len()
		if drop < 0 || n > to.Len() || !follows(from, to, n) {
			continue
		}
		for i := range n {
			m.Push = append(m.Push, to.At(i))
		}
		m.Drop = drop
		return n > 0 || drop > 0
	}
	m.Body = to.Append(m.Body)
	return true
}

// follows reports whether later, without its first n segments, equals the beginning of earlier.
func follows(earlier, later *ouro.Body, n int) bool {
	if later.Len()-n > earlier.Len() {
		return false
	}
	for i := n; i < later.Len(); i++ {
		if later.At(i) != earlier.At(i-n) {
			return false
		}
	}
	return true
}

// between compares two lists. Drop gets the cells that only oldCells has; Add gets the cells that
// newCells has after the kept ones.
func (c *Cells) between(oldCells, newCells []ouro.Cell) {
	c.Drop, c.Add = c.Drop[:0], c.Add[:0]
	kept := 0 // number of kept cells, which are the first of newCells
	for _, cell := range oldCells {
		if kept < len(newCells) && newCells[kept] == cell {
			kept++
		} else {
			c.Drop = append(c.Drop, cell)
		}
	}
	c.Add = append(c.Add, newCells[kept:]...)
}

func (c *Change) ground(from, to *ouro.State) {
	for _, cells := range []*Cells{&c.Walls, &c.Hedges} {
		cells.Drop, cells.Add = cells.Drop[:0], cells.Add[:0]
	}
	size := to.Grid.Size()
	if from.Room() == size && to.Room() == size && from.Hedges() == 0 && to.Hedges() == 0 {
		return
	}
	for cell := range ouro.Cell(size) {
		was, is := from.Terrain(cell), to.Terrain(cell)
		if was == is {
			continue
		}
		if cells := c.cellsOf(was); cells != nil {
			cells.Drop = append(cells.Drop, cell)
		}
		if cells := c.cellsOf(is); cells != nil {
			cells.Add = append(cells.Add, cell)
		}
	}
}

func (c *Change) cellsOf(t ouro.Terrain) *Cells {
	switch t {
	case ouro.Wall:
		return &c.Walls
	case ouro.Hedge:
		return &c.Hedges
	case ouro.Open:
	}
	return nil
}

// AppendJSON appends the change as encoding/json would write it, but without reflection.
func (c *Change) AppendJSON(b []byte) []byte {
	b = appendField(b, `{"turn":`, c.Turn)
	if len(c.Snakes) > 0 {
		b = append(b, `,"snakes":[`...)
		for i := range c.Snakes {
			if i > 0 {
				b = append(b, ',')
			}
			b = c.Snakes[i].appendJSON(b)
		}
		b = append(b, ']')
	}
	b = c.Food.appendJSON(b, `,"food":{`)
	b = c.Walls.appendJSON(b, `,"walls":{`)
	b = c.Hedges.appendJSON(b, `,"hedges":{`)
	b = c.Hazards.appendJSON(b, `,"hazards":{`)
	if c.Ended != nil {
		b = c.Ended.appendJSON(append(b, `,"ended":`...))
	}
	if c.Hash != "" {
		b = appendText(append(b, `,"hash":`...), c.Hash)
	}
	return append(b, '}')
}

func (c *Change) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

func (m *SnakeChange) appendJSON(b []byte) []byte {
	b = appendField(b, `{"seat":`, m.Seat)
	if len(m.Push) > 0 {
		b = appendCells(append(b, `,"push":`...), m.Push)
	}
	if m.Drop > 0 {
		b = appendField(b, `,"drop":`, m.Drop)
	}
	if len(m.Body) > 0 {
		b = appendCells(append(b, `,"body":`...), m.Body)
	}
	if m.Health != nil {
		b = appendField(b, `,"health":`, *m.Health)
	}
	if m.Dead != "" {
		b = appendText(append(b, `,"dead":`...), m.Dead)
	}
	if m.Died != 0 {
		b = appendField(b, `,"died":`, m.Died)
	}
	return append(b, '}')
}

func (c *Cells) appendJSON(b []byte, before string) []byte {
	if c.IsZero() {
		return b
	}
	b = append(b, before...)
	if len(c.Drop) > 0 {
		b = appendCells(append(b, `"drop":`...), c.Drop)
		if len(c.Add) > 0 {
			b = append(b, ',')
		}
	}
	if len(c.Add) > 0 {
		b = appendCells(append(b, `"add":`...), c.Add)
	}
	return append(b, '}')
}

func (l *Lane) Apply(c *Change) {
	l.Turn, l.Ended, l.Hash = c.Turn, c.Ended, c.Hash
	for i := range c.Snakes {
		m := &c.Snakes[i]
		m.apply(&l.Snakes[m.Seat])
	}
	l.Food = c.Food.apply(l.Food)
	l.Walls = c.Walls.apply(l.Walls)
	l.Hedges = c.Hedges.apply(l.Hedges)
	l.Hazards = c.Hazards.apply(l.Hazards)
}

func (m *SnakeChange) apply(sn *Snake) {
	if len(m.Body) > 0 {
		sn.Body = slices.Clone(m.Body)
	} else {
		sn.Body = append(slices.Clone(m.Push), sn.Body[:len(sn.Body)-m.Drop]...)
	}
	if m.Health != nil {
		sn.Health = *m.Health
	}
	if m.Dead != "" {
		sn.Dead, sn.Died = m.Dead, m.Died
	}
}

// apply removes the cells of Drop and appends those of Add. Of equal cells, it removes the
// first.
func (c *Cells) apply(cells []ouro.Cell) []ouro.Cell {
	for _, cell := range c.Drop {
		if i := slices.Index(cells, cell); i >= 0 {
			cells = slices.Delete(cells, i, i+1)
		}
	}
	return append(cells, c.Add...)
}
