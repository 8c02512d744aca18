package battlesnake

import (
	"math/bits"

	"ouro"
)

// On the map solo_maze, one snake is in a maze of hazards, made by recursive division. With each
// food the snake becomes longer by one and the maze wider by one, up to the size of the board. The
// bottom row of the board encodes the level in binary: a hazard is a 1.

const soloMaze = "solo_maze"

const (
	firstMazeSide = 7
	mazeFoodTries = 100
	foodDistance  = 5 // least distance of food from the head, in mazes that are wide enough
	lastLevels    = 5 // number of levels at full size before the food begins to flee
)

func mazeSide(g *ouro.Grid, level int) int { return min(firstMazeSide+level, fullMazeSide(g)) }

func fullMazeSide(g *ouro.Grid) int { return min(g.W, g.H-2) }

func setupMaze(_ *config, s *ouro.State, _ int, ch chance) error {
	addSnake(s, 0)
	makeMaze(s, 0, 0, ch)
	return nil
}

// updateMaze makes the next maze after a meal. In the last levels, food flees from a head that is
// near.
func updateMaze(_ *config, s *ouro.State, ch chance) {
	level := readLevel(s)
	if len(s.Food) == 0 {
		makeMaze(s, s.Turn-1, level+1, ch)
		return
	}
	if food := s.Food[0]; foodFlees(s, level) {
		s.RemoveFood(food)
		hideFood(s, s.Turn-1, level, offHazards(s), ch)
	}
}

// foodFlees reports whether the level is high enough for the food to flee, and the food is
// near the head.
func foodFlees(s *ouro.State, level int) bool {
	head := s.Snakes[0].Body.Head()
	return head != ouro.NoCell && level-lastLevels > fullMazeSide(s.Grid)-firstMazeSide && steps(s.Grid, head, s.Food[0]) < foodDistance
}

func mazeAt(g *ouro.Grid, level int) box {
	side := mazeSide(g, level)
	left, bottom := (g.W-side)/2, (g.H-side)/2
	return box{left, left + side - 1, bottom, bottom + side - 1}
}

func readLevel(s *ouro.State) int {
	level := 0
	for x := range s.Grid.W {
		level <<= 1
		if s.Hazard(s.Grid.At(x, 0)) > 0 {
			level |= 1
		}
	}
	return level
}

// writeLevel writes the level to the bottom row. If the row is too short, the last binary digits
// are lost.
func writeLevel(s *ouro.State, level int) {
	digits := max(s.Grid.W, bits.Len(uint(level)))
	for x := range s.Grid.W {
		if level>>(digits-1-x)&1 != 0 {
			s.AddHazard(s.Grid.At(x, 0))
		}
	}
}

func makeMaze(s *ouro.State, turn, level int, ch chance) {
	g := s.Grid
	m, side := mazeAt(g, level), mazeSide(g, level)
	ch.beginTurn(turn)
	open := offHazards(s) // the food avoids the walls of both the old and the new maze
	s.ClearHazards()
	writeLevel(s, level)
	d := divider{ch: ch}
	d.divide(box{0, side - 1, 0, side - 1}, 0, 0)
	for x := range side {
		for y := range side {
			if d.walls[x]>>y&1 != 0 {
				s.AddHazard(g.At(m.left+x, m.bottom+y))
			}
		}
	}
	open.removeCells(s, s.Hazards)
	putMazeSnake(s, m, level)
	hideFood(s, turn, level, open, ch)
	m.surround(s, 1) // row 0 encodes the level
}

// putMazeSnake puts the snake's head on the lower left corner of the maze, and all its
// other segments on the cell below.
func putMazeSnake(s *ouro.State, m box, level int) {
	head, tail, length := s.Grid.At(m.left, m.bottom), s.Grid.At(m.left, m.bottom-1), StartLength+level
	sn := &s.Snakes[0]
	if sn.Cause != ouro.Alive {
		return
	}
	s.Cut(0, 1)
	s.Advance(0, tail, false)
	for sn.Body.Len() < length-1 {
		s.Grow(0)
	}
	s.Advance(0, head, true)
	sn.Health = MaxHealth
}

// hideFood puts the food on a random cell of the maze that is not near the head. Try n uses the
// dice of the n-th turn from now. If mazeFoodTries tries fail, there is no food.
func hideFood(s *ouro.State, turn, level int, open cellSet, ch chance) {
	hideout := hideoutOf(s, level, open)
	side, m := mazeSide(s.Grid, level), hideout.maze
	for try := 1; try <= mazeFoodTries; try++ {
		ch.beginTurn(turn + try)
		x := m.left + ch.roll(side)
		y := m.bottom + ch.roll(side)
		if c := s.Grid.At(x, y); hideout.allows(c) {
			s.AddFood(c)
			return
		}
	}
}

// hideout is the set of cells where the food may be.
type hideout struct {
	s           *ouro.State
	maze        box
	open        cellSet
	minDistance int
}

func hideoutOf(s *ouro.State, level int, open cellSet) hideout {
	return hideout{s, mazeAt(s.Grid, level), open, min(foodDistance, mazeSide(s.Grid, level)/2)}
}

func (h *hideout) allows(c ouro.Cell) bool {
	x, y := h.s.Grid.XY(c)
	return h.maze.has(x, y) && h.open.has(h.s, c) && !isCovered(h.s, c) && steps(h.s.Grid, c, h.s.Snakes[0].Body.Head()) >= h.minDistance
}

// steps returns the distance between two cells on a board whose edges do not wrap.
func steps(g *ouro.Grid, a, b ouro.Cell) int {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	return max(ax-bx, bx-ax) + max(ay-by, by-ay)
}

type divider struct {
	ch    chance
	walls [MaxSide]uint32 // by column, a bit for each row
}

// divide puts a vertical and a horizontal wall through the room, where there is space, and then
// divides the resulting rooms. If the walls cross, three of the four arms get a gap each; a single
// wall gets one gap. The rows noRows and the columns noColumns get no wall, because a wall there
// would end in a gap.
func (m *divider) divide(r box, noRows, noColumns uint32) {
	if r.right-r.left <= 2 && r.top-r.bottom <= 2 {
		return
	}
	column := m.choose(r.left+1, r.right-2, noColumns)
	row := m.choose(r.bottom+1, r.top-2, noRows)
	var upright, across wall
	if column >= 0 {
		upright.span(r.bottom, r.top)
	}
	if row >= 0 {
		across.span(r.left, r.right)
	}
	switch {
	case upright.n > 1 && across.n > 1:
		noRows |= upright.open(m.ch, row, 2)
		noColumns |= across.open(m.ch, column, 1)
	case upright.n > 1:
		noRows |= upright.remove(m.ch.roll(upright.n - 1))
	case across.n > 1:
		noColumns |= across.remove(m.ch.roll(across.n - 1))
	}
	for _, y := range upright.cells[:upright.n] {
		m.walls[column] |= 1 << y
	}
	for _, x := range across.cells[:across.n] {
		m.walls[x] |= 1 << row
	}
	for _, part := range r.parts(column, row) {
		if part.left <= part.right {
			m.divide(part, noRows, noColumns)
		}
	}
}

// parts returns the rooms to the left and right of column, below and above row. Each room
// includes the wall at its right and top. A column or row of -1 divides nothing. Unused parts
// are empty boxes.
func (b box) parts(column, row int) [4]box {
	empty := box{left: 1}
	switch {
	case column >= 0 && row >= 0:
		return [4]box{
			{b.left, column, b.bottom, row},
			{column + 1, b.right, b.bottom, row},
			{b.left, column, row + 1, b.top},
			{column + 1, b.right, row + 1, b.top},
		}
	case column >= 0:
		return [4]box{{b.left, column, b.bottom, b.top}, {column + 1, b.right, b.bottom, b.top}, empty, empty}
	case row >= 0:
		return [4]box{{b.left, b.right, b.bottom, row}, {b.left, b.right, row + 1, b.top}, empty, empty}
	}
	return [4]box{empty, empty, empty, empty}
}

// choose draws a number from lo to hi that is not in the set excluded, or returns -1.
func (m *divider) choose(lo, hi int, excluded uint32) int {
	var list [MaxSide]int
	n := 0
	for i := lo; i <= hi; i++ {
		if excluded>>i&1 == 0 {
			list[n] = i
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return list[m.ch.roll(n)]
}

// wall is a list of cells on a line. remove changes their order.
type wall struct {
	cells [MaxSide]int
	n     int
}

func (w *wall) span(lo, hi int) {
	for i := lo; i <= hi; i++ {
		w.cells[w.n] = i
		w.n++
	}
}

// remove removes the cell at index i and returns it as a set. The last cell moves to index i.
func (w *wall) remove(i int) (gap uint32) {
	gap = 1 << w.cells[i]
	w.n--
	w.cells[i] = w.cells[w.n]
	return gap
}

// open makes up to maxGaps gaps and returns them as a set: at most one on each side of the
// crossing, first on the lower side.
func (w *wall) open(ch chance, crossing, maxGaps int) (gaps uint32) {
	if at := w.find(crossing); at > 0 {
		gaps |= w.remove(ch.roll(at))
		maxGaps--
	}
	if at := w.find(crossing); maxGaps > 0 && at < w.n-1 {
		gaps |= w.remove(at + 1 + ch.roll(w.n-1-at))
	}
	return gaps
}

func (w *wall) find(cell int) int {
	for i, c := range w.cells[:w.n] {
		if c == cell {
			return i
		}
	}
	return -1
}
