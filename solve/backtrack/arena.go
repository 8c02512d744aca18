package backtrack

import (
	"math"

	"ouro"
)

// heading is a direction. The numbers follow the article's order: right, left, down, up on the
// screen. Opposite headings differ only in the lowest bit.
type heading = int

const headings = 4

var dirOf = [headings]ouro.Dir{ouro.Right, ouro.Left, ouro.Down, ouro.Up}

func headingOf(d ouro.Dir) heading {
	return [headings]heading{ouro.Up: 3, ouro.Right: 0, ouro.Down: 2, ouro.Left: 1}[d]
}

// square is a cell of the arena.
type square struct {
	next    [headings]int16 // neighbours by heading, or solid
	entered int32           // the last step with which the head entered it, or never
	edible  int32           // 1 if the square is edible, else 0
}

const (
	solid  = 0 // the square that represents all cells that are never free
	origin = 1 // the square of the head

	never   = math.MinInt32 / 2
	forever = math.MaxInt32 / 2
)

// isOpen reports whether the head may enter the square at the step with this limit.
//
// A snake has entered one square after another: the cell of segment i, counted from the head, at
// step -i. So a simulation need not move the body. After T steps and G meals, a snake of initial
// length L covers the squares entered after step T-L-G. With the next step the end of the tail
// leaves its square, unless the snake eats. With limit = T+1-L-G, step T+1 may enter
//
//	floor             if it was last entered at step limit or before,
//	an edible square  if it was last entered before step limit.
//
// A step to floor increases limit by one; a meal does not. For a frozen tail, limit is below all
// steps.
func (s *square) isOpen(limit int32) bool { return s.entered+s.edible <= limit }

// arena is the part of a board that the snake can reach within a number of steps, as a graph of
// squares.
type arena struct {
	squares []square
	cells   []ouro.Cell // cell of each square
	free    []int32     // by square: no path enters it before this step
	numbers []int16     // by cell: number of its square; 0 if out of reach, -1 under another snake

	limit   int32   // limit of the first step; see isOpen
	length  int32   // of the snake
	reverse int32   // a snake with fewer segments may reverse
	facing  heading // the direction of the snake's last move; -1 if unknown
}

func newArena(g *ouro.Grid) arena {
	size := g.Size() + 1
	return arena{
		squares: make([]square, 0, size), cells: make([]ouro.Cell, 0, size),
		free: make([]int32, 0, size), numbers: make([]int16, g.Size()),
	}
}

// load reads a position. Bodies of other snakes are solid. If frozen is set, the snake's own
// body is solid too.
func (a *arena) load(t ouro.Turn, depth int, frozen bool) {
	state, body := t.State, &t.Snake().Body
	clear(a.numbers)
	a.squares = append(a.squares[:0], square{entered: forever})
	a.cells = append(a.cells[:0], ouro.NoCell)
	a.free = append(a.free[:0], forever)
	addSquare := func(c ouro.Cell) int16 { // adds a square for the cell
		edible := int32(0)
		if state.Terrain(c) == ouro.Hedge || state.HasFood(c) {
			edible = 1
		}
		a.squares = append(a.squares, square{entered: never, edible: edible})
		a.cells = append(a.cells, c)
		a.free = append(a.free, 0)
		a.numbers[c] = int16(len(a.cells) - 1)
		return a.numbers[c]
	}
	for seat := range state.Snakes {
		if other := &state.Snakes[seat]; seat != t.Seat && other.Cause == ouro.Alive {
			for i := range other.Body.Len() {
				a.numbers[other.Body.At(i)] = -1
			}
		}
	}
	addSquare(body.Head())
	for first, last, step := origin, origin+1, 0; first < last && step < depth; step++ {
		for s := first; s < last; s++ {
			for h, d := range dirOf {
				c := state.Grid.Next(a.cells[s], d)
				if c == ouro.NoCell || a.numbers[c] < 0 || state.Terrain(c) == ouro.Wall {
					continue
				}
				n := a.numbers[c]
				if n == 0 {
					n = addSquare(c)
				}
				a.squares[s].next[h] = n
			}
		}
		first, last = last, len(a.squares)
	}
	a.enterBody(t, frozen)
}

// enterBody records the steps at which the snake has entered the squares of its body.
func (a *arena) enterBody(t ouro.Turn, frozen bool) {
	body := &t.Snake().Body
	a.length = int32(body.Len())
	a.limit, a.facing, a.reverse = 1-a.length, -1, 2
	if t.State.TurnBack {
		a.reverse = 3
	}
	for i := body.Len() - 1; i >= 0; i-- {
		if n := a.numbers[body.At(i)]; n > 0 {
			a.squares[n].entered = int32(-i)
			a.free[n] = a.length - int32(i) + a.squares[n].edible
			if frozen {
				a.free[n] = forever
			}
		}
	}
	if frozen {
		a.limit = never + 1
	}
	if body.Len() > 1 {
		if d, ok := t.State.Grid.DirTo(body.At(1), body.Head()); ok {
			a.facing = headingOf(d)
		}
	}
}
