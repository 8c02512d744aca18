package atlas

import "math/bits"

// walker finds every board with a Hamiltonian path, each once.
//
// It enumerates the self-avoiding walks whose first step is to the right and whose first turn is to
// the left: all walks up to rotation and reflection. The turns of a walk (straight, left or right)
// are its code. A board can have several Hamiltonian paths, each with two directions; only the one
// with the smallest code reports the board. So the walker need not store boards, and workers can
// divide the walks.
type walker struct {
	board Board
	turns [MaxCells]int8                       // turns[i] leads from cell i-1 to cell i
	cells [2*MaxCells + 1][2*MaxCells + 1]int8 // numbers of cells by place; -1 for none
	n     int                                  // number of cells of a board
	depth int                                  // each walk with this number of cells is a job
	mine  func() bool                          // called at each job; false skips the job
	found func(b *Board)
}

const (
	straight = iota
	left
	right
)

// turnDir returns the direction after a turn.
func turnDir(dir, turn int8) int8 { return (dir + [3]int8{0, 1, 3}[turn]) & 3 }

func newWalker(n int, mine func() bool, found func(b *Board)) *walker {
	w := &walker{n: n, depth: min(n, 10), mine: mine, found: found}
	for x := range w.cells {
		for y := range w.cells[x] {
			w.cells[x][y] = -1
		}
	}
	return w
}

// run calls w.found for each board of each job for which w.mine returns true. The board is valid
// only during the call.
func (w *walker) run() {
	w.step(MaxCells, MaxCells)
	w.step(MaxCells+1, MaxCells)
	w.walk(MaxCells+1, MaxCells, 0, false)
}

func (w *walker) index(x, y int8) int8 { return w.cells[x][y] }

func (w *walker) step(x, y int8) {
	w.board.push(x, y, w.index)
	w.cells[x][y] = int8(w.board.n - 1)
}

// walk extends the walk beyond its last cell (x, y), which it entered in the direction dir. hasTurn
// is set if the walk has a turn.
func (w *walker) walk(x, y, dir int8, hasTurn bool) {
	b := &w.board
	if b.n == w.depth && !w.mine() {
		return
	}
	if b.n == w.n {
		if w.hasSmallestCode() {
			w.found(b)
		}
		return
	}
	for turn := int8(straight); turn <= right; turn++ {
		if turn == right && !hasTurn {
			return
		}
		d := turnDir(dir, turn)
		nextX, nextY := x+steps[d].x, y+steps[d].y
		if w.cells[nextX][nextY] >= 0 {
			continue
		}
		w.turns[b.n] = turn
		w.step(nextX, nextY)
		w.walk(nextX, nextY, d, hasTurn || turn != straight)
		w.board.pop()
		w.cells[nextX][nextY] = -1
	}
}

// hasSmallestCode reports whether no Hamiltonian path of the board has a smaller code than this
// walk.
func (w *walker) hasSmallestCode() bool {
	b := &w.board
	ends, starts := b.ends(), b.all()
	if dark := b.dark(); b.n&1 != 0 {
		if 2*bits.OnesCount32(dark) < b.n {
			dark = starts &^ dark
		}
		starts = dark
	}
	for ; starts != 0; starts &= starts - 1 {
		i := bits.TrailingZeros32(starts)
		last := ends &^ (1 << i)
		if last&(last-1) != 0 {
			continue // the path cannot begin on one end and finish on two
		}
		if last == 0 {
			last = b.all()
		}
		for d, j := range b.next[i] {
			if j >= 0 && w.precedes(prefix{cells: 2, head: j, dir: int8(d), rest: b.all() &^ (1<<i | 1<<j)}, last) {
				return false
			}
		}
	}
	return true
}

// prefix is the beginning of a path whose turns equal those of the walk.
type prefix struct {
	cells int
	head  int8
	dir   int8   // the direction in which the path entered the head
	left  int8   // the change of direction that the code calls left: 1 or 3, or 0 before the first turn
	rest  uint32 // cells that the path must still visit
}

// precedes reports whether a path that begins with p and ends on a cell of endCells has a smaller
// code than the walk.
func (w *walker) precedes(p prefix, endCells uint32) bool {
	if p.rest == 0 {
		return false
	}
	b := &w.board
	for _, change := range [3]int8{0, 1, 3} {
		q := p
		q.cells++
		q.dir = (p.dir + change) & 3
		q.head = b.next[p.head][q.dir]
		if q.head < 0 || p.rest>>q.head&1 == 0 {
			continue
		}
		q.rest &^= 1 << q.head
		turn := int8(straight)
		if change != 0 {
			if p.left == 0 {
				q.left = change
			}
			turn = left
			if change != q.left {
				turn = right
			}
		}
		switch walkTurn := w.turns[p.cells]; {
		case turn < walkTurn:
			if b.completes(int(q.head), q.rest, endCells) {
				return true
			}
		case turn == walkTurn:
			if w.precedes(q, endCells) {
				return true
			}
		}
	}
	return false
}
