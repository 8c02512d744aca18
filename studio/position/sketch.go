package position

import (
	"slices"

	"ouro"
)

// sketch is a position in parts that can be edited. It has no dead snakes.
type sketch struct {
	grid    *ouro.Grid
	turn    int
	ground  []ouro.Terrain
	snakes  []snake
	food    []ouro.Cell
	hazards []ouro.Cell // one entry for each layer
}

type snake struct {
	cells          []ouro.Cell // head first
	health, hunger int
	left           ouro.Cell
}

func sketchOf(s *ouro.State) *sketch {
	sk := &sketch{
		grid: s.Grid, turn: s.Turn, ground: make([]ouro.Terrain, s.Grid.Size()),
		food: slices.Clone(s.Food), hazards: slices.Clone(s.Hazards),
	}
	for c := range sk.ground {
		sk.ground[c] = s.Terrain(ouro.Cell(c))
	}
	for i := range s.Snakes {
		if sn := &s.Snakes[i]; sn.Cause == ouro.Alive {
			sk.snakes = append(sk.snakes, snake{sn.Body.Append(nil), sn.Health, sn.Hunger, sn.Left})
		}
	}
	return sk
}

func (sk *sketch) state() *ouro.State {
	s := ouro.NewState(sk.grid)
	s.Turn = sk.turn
	for c, t := range sk.ground {
		s.SetTerrain(ouro.Cell(c), t)
	}
	for _, d := range sk.snakes {
		sn := &s.Snakes[s.AddSnake(d.cells...)]
		sn.Health, sn.Hunger, sn.Left = d.health, d.hunger, d.left
	}
	for _, c := range sk.food {
		s.AddFood(c)
	}
	for _, c := range sk.hazards {
		s.AddHazard(c)
	}
	return s
}

func (sk *sketch) owner(c ouro.Cell) int {
	return slices.IndexFunc(sk.snakes, func(d snake) bool { return slices.Contains(d.cells, c) })
}

// cut removes the segment of a snake on c, and all segments behind it.
func (sk *sketch) cut(c ouro.Cell) {
	for i := range sk.snakes {
		d := &sk.snakes[i]
		if at := slices.Index(d.cells, c); at >= 0 {
			d.cells, d.left = d.cells[:at], ouro.NoCell
		}
	}
	sk.snakes = slices.DeleteFunc(sk.snakes, func(d snake) bool { return len(d.cells) == 0 })
}

func (sk *sketch) clearCell(c ouro.Cell) {
	there := func(o ouro.Cell) bool { return o == c }
	sk.food = slices.DeleteFunc(sk.food, there)
	sk.hazards = slices.DeleteFunc(sk.hazards, there)
}

// moveTo moves the sketch to another board with the same lower left corner. Cells beyond
// that board are removed, and snakes end at its edge.
func (sk *sketch) moveTo(g *ouro.Grid) {
	from := sk.grid
	to := func(c ouro.Cell) ouro.Cell {
		if c == ouro.NoCell {
			return c
		}
		x, y := from.XY(c)
		return g.At(x, y)
	}
	keep := func(cells []ouro.Cell) (kept []ouro.Cell) {
		for _, c := range cells {
			if n := to(c); n != ouro.NoCell {
				kept = append(kept, n)
			}
		}
		return kept
	}
	ground := make([]ouro.Terrain, g.Size())
	for c, t := range sk.ground {
		if n := to(ouro.Cell(c)); n != ouro.NoCell {
			ground[n] = t
		}
	}
	for i := range sk.snakes {
		d := &sk.snakes[i]
		var cells []ouro.Cell
		for _, c := range d.cells {
			n := to(c)
			if n == ouro.NoCell || len(cells) > 0 && !isNeighbour(g, cells[len(cells)-1], n) {
				break
			}
			cells = append(cells, n)
		}
		d.cells, d.left = cells, ouro.NoCell
	}
	sk.snakes = slices.DeleteFunc(sk.snakes, func(d snake) bool { return len(d.cells) == 0 })
	sk.grid, sk.ground, sk.food, sk.hazards = g, ground, keep(sk.food), keep(sk.hazards)
}

// isNeighbour reports whether b is one step from a, or is a itself.
func isNeighbour(g *ouro.Grid, a, b ouro.Cell) bool {
	_, ok := g.DirTo(a, b)
	return ok || a == b
}

// undo is the history of a channel's boards. Its memory is bounded.
type undo struct {
	boards []keptBoard
	at     int // index of the current board
	bytes  int // size of all boards
}

// keptBoard is a board in two texts, which need little memory.
type keptBoard struct{ rules, position string }

func (k keptBoard) size() int { return len(k.rules) + len(k.position) }

const (
	maxKept      = 200     // most boards in the history
	maxKeptBytes = 1 << 20 // most bytes of the history
)

func (u *undo) current() keptBoard { return u.boards[u.at] }

// push adds a board after the current one, and removes boards that were undone.
func (u *undo) push(b Board) {
	k := keptBoard{b.Rules.String(), b.Text()}
	if len(u.boards) > 0 {
		if u.current() == k {
			return
		}
		for _, undone := range u.boards[u.at+1:] {
			u.bytes -= undone.size()
		}
		clear(u.boards[u.at+1:])
		u.boards = u.boards[:u.at+1]
	}
	u.boards, u.bytes = append(u.boards, k), u.bytes+k.size()
	for len(u.boards) > maxKept || u.bytes > maxKeptBytes && len(u.boards) > 1 {
		u.bytes -= u.boards[0].size()
		u.boards = append([]keptBoard(nil), u.boards[1:]...)
	}
	u.at = len(u.boards) - 1
}

// move goes n boards forward, or back if n is negative, as far as possible. It returns the
// board there.
func (u *undo) move(n int) (Board, error) {
	u.at = min(max(0, u.at+n), len(u.boards)-1)
	return Parse(u.current().rules, u.current().position)
}

// back and forward return the number of boards before and after the current one.
func (u *undo) back() int    { return u.at }
func (u *undo) forward() int { return len(u.boards) - 1 - u.at }
