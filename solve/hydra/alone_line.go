package hydra

import (
	"slices"

	"ouro"
	"ouro/sim"
)

// line is the state of a lone snake without a board.
type line struct {
	body   []ouro.Cell // head first
	on     []uint16    // by cell: the number of segments
	food   []bool      // by cell: food that is not yet eaten
	health int
	way    way // from the head (exclusive) to the tail (inclusive)
}

func newLine(cells int) line {
	return line{
		body: make([]ouro.Cell, 0, cells+1), on: make([]uint16, cells), food: make([]bool, cells),
		way: way{cells: make([]ouro.Cell, 0, cells), on: make([]uint16, cells)},
	}
}

func (l *line) copyFrom(other *line) {
	l.body = append(l.body[:0], other.body...)
	copy(l.on, other.on)
	copy(l.food, other.food)
	l.health = other.health
	l.way.set(other.way.cells)
}

// move moves the snake to c, which costs health unless there is food.
func (l *line) move(c ouro.Cell, cost int) {
	last := len(l.body) - 1
	l.on[l.body[last]]--
	copy(l.body[1:], l.body[:last])
	l.body[0] = c
	l.on[c]++
	tail := l.body[last]
	if len(l.way.cells) > 0 && l.way.cells[0] == c {
		l.way.pop()
		l.way.reach(tail)
	}
	if !l.food[c] {
		l.health = min(sim.MaxHealth, l.health-cost)
		return
	}
	l.food[c] = false
	l.health = sim.MaxHealth
	l.body = append(l.body, tail)
	l.on[tail]++
}

// way is a sequence of cells. Only its methods change it, so that on stays consistent.
type way struct {
	cells []ouro.Cell
	on    []uint16 // by cell: how often it occurs
}

func (w *way) has(c ouro.Cell) bool { return w.on[c] > 0 }

// set makes it these cells, which must not be its own slice.
func (w *way) set(cells []ouro.Cell) {
	for _, c := range w.cells {
		w.on[c]--
	}
	w.cells = append(w.cells[:0], cells...)
	for _, c := range cells {
		w.on[c]++
	}
}

// pop removes the first cell.
func (w *way) pop() {
	w.on[w.cells[0]]--
	w.cells = append(w.cells[:0], w.cells[1:]...)
}

// reach appends c unless it is the last cell.
func (w *way) reach(c ouro.Cell) {
	if n := len(w.cells); n == 0 || w.cells[n-1] != c {
		w.cells = append(w.cells, c)
		w.on[c]++
	}
}

// bulge inserts two cells before the i-th.
func (w *way) bulge(i int, x, y ouro.Cell) {
	w.cells = slices.Insert(w.cells, i, x, y)
	w.on[x]++
	w.on[y]++
}

// follow removes the first cell if the snake moved there, and all cells if it did not.
func (w *way) follow(head ouro.Cell) {
	if len(w.cells) > 0 && w.cells[0] == head {
		w.pop()
	} else {
		w.set(nil)
	}
}
