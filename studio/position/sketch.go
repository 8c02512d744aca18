package position

import (
	"slices"

	"ouro"
)

// sketch is a position whose parts can be edited. It has no dead snakes.
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
			sk.snakes = append(sk.snakes, snake{sn.Body.Append(nil), sn.Health, sn.Hunger, sn.Vacated})
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
		sn.Health, sn.Hunger, sn.Vacated = d.health, d.hunger, d.left
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

// moveTo replaces the board of the sketch by board g; the lower left corners coincide. Cells outside
// of g are removed, and a snake ends where it leaves g.
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

// undo is the history of a channel's positions, in bounded memory.
type undo struct {
	positions []keptPosition
	at        int // index of the current position
	bytes     int // size of all positions
}

// keptPosition is a position as text, which needs little memory.
type keptPosition struct{ rules, position string }

func (k keptPosition) size() int { return len(k.rules) + len(k.position) }

const (
	maxKept      = 200     // most positions in the history
	maxKeptBytes = 1 << 20 // most bytes of the history
)

func (u *undo) current() keptPosition { return u.positions[u.at] }

// push adds a position after the current one, and removes positions that were undone.
func (u *undo) push(p Position) {
	k := keptPosition{p.Rules.String(), p.Text()}
	if len(u.positions) > 0 {
		if u.current() == k {
			return
		}
		for _, undone := range u.positions[u.at+1:] {
			u.bytes -= undone.size()
		}
		clear(u.positions[u.at+1:])
		u.positions = u.positions[:u.at+1]
	}
	u.positions, u.bytes = append(u.positions, k), u.bytes+k.size()
	for len(u.positions) > maxKept || u.bytes > maxKeptBytes && len(u.positions) > 1 {
		u.bytes -= u.positions[0].size()
		u.positions = append([]keptPosition(nil), u.positions[1:]...)
	}
	u.at = len(u.positions) - 1
}

// move goes n positions forward, or back if n is negative, as far as possible. It returns the
// position there.
func (u *undo) move(n int) (Position, error) {
	u.at = min(max(0, u.at+n), len(u.positions)-1)
	return Parse(u.current().rules, u.current().position)
}

// back and forward return the number of positions before and after the current one.
func (u *undo) back() int    { return u.at }
func (u *undo) forward() int { return len(u.positions) - 1 - u.at }
