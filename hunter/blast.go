package hunter

import (
	"slices"

	"ouro"
)

// appendBlast appends the cells that the blast of a bomb on c reaches: c, and then the cells in each
// direction from near to far.
func appendBlast(dst []ouro.Cell, g *ouro.Grid, ground []ouro.Terrain, c ouro.Cell) []ouro.Cell {
	dst = append(dst, c)
	for _, d := range ouro.Dirs {
		at := c
		for range BlastRange {
			at = g.Next(at, d)
			if at == ouro.NoCell || ground[at] == ouro.Wall {
				break
			}
			dst = append(dst, at)
			if ground[at] == ouro.Hedge {
				break
			}
		}
	}
	return dst
}

// AppendBlast appends to dst the cells that a bomb on c would reach now.
func (w *World) AppendBlast(dst []ouro.Cell, c ouro.Cell) []ouro.Cell {
	return appendBlast(dst, w.grid, w.ground, c)
}

// layBomb lays a bomb on the cell of hunter h, if that is allowed.
func (w *World) layBomb(h int) {
	c := w.hunters[h].Cell
	if !w.MayBomb(h) {
		return
	}
	w.bombs = append(w.bombs, Bomb{Cell: c, Owner: h, Fuse: FuseTicks})
	w.bombOn[c] = true
	w.show(c, ouro.Wall, noSnake)
	w.emit(BombLaid, c, h, noSnake, 0)
}

// MayBomb reports whether hunter h may lay a bomb now.
func (w *World) MayBomb(h int) bool {
	hunter := &w.hunters[h]
	if hunter.State != Active || w.bombOn[hunter.Cell] || w.owner[hunter.Cell] != noSnake {
		return false
	}
	laid := 0
	for i := range w.bombs {
		if w.bombs[i].Owner == h {
			laid++
		}
	}
	return laid < MaxBombs
}

// ageFlames shortens all flames by a tick.
func (w *World) ageFlames() {
	w.flames = slices.DeleteFunc(w.flames, func(c ouro.Cell) bool {
		w.burn[c]--
		return w.burn[c] == 0
	})
}

// explode shortens all fuses by a tick. A bomb explodes at the end of its fuse, or when the blast of
// another bomb reaches it. Edible walls disappear after all blasts of the tick.
func (w *World) explode() {
	w.lit = w.lit[:0]
	for i := range w.bombs {
		if w.bombs[i].Fuse--; w.bombs[i].Fuse == 0 {
			w.lit = append(w.lit, i)
		}
	}
	if len(w.lit) == 0 {
		return
	}
	w.hit = w.hit[:0]
	for k := 0; k < len(w.lit); k++ {
		bomb := &w.bombs[w.lit[k]]
		from := len(w.hit)
		w.hit = w.AppendBlast(w.hit, bomb.Cell)
		for _, c := range w.hit[from:] {
			if w.bombOn[c] {
				w.ignite(c)
			}
			if w.burn[c] < FlameTicks { // if several blasts reach c, the flame belongs to the first
				if w.burn[c] == 0 {
					w.flames = append(w.flames, c)
				}
				w.burn[c], w.burnBy[c] = FlameTicks, int8(bomb.Owner)
			}
		}
		w.emit(BombExploded, bomb.Cell, bomb.Owner, noSnake, 0)
	}
	for _, c := range w.hit {
		if w.ground[c] == ouro.Hedge {
			w.setGround(c, ouro.Open)
			w.emit(HedgeBurnt, c, int(w.burnBy[c]), noSnake, 0)
		}
	}
	w.clearBombs()
}

// ignite makes the bomb on c explode in this tick.
func (w *World) ignite(c ouro.Cell) {
	for i := range w.bombs {
		if w.bombs[i].Cell == c && w.bombs[i].Fuse > 0 {
			w.bombs[i].Fuse = 0
			w.lit = append(w.lit, i)
		}
	}
}

// clearBombs removes the bombs that have exploded.
func (w *World) clearBombs() {
	w.bombs = slices.DeleteFunc(w.bombs, func(b Bomb) bool {
		if b.Fuse > 0 {
			return false
		}
		w.bombOn[b.Cell] = false
		w.show(b.Cell, ouro.Open, noSnake)
		return true
	})
}

// shelter is scratch memory for canEscape.
type shelter struct {
	grid  *ouro.Grid
	steps []int8 // by cell: 1 + number of steps to the cell; 0 if not reached
	queue []ouro.Cell
	blast []ouro.Cell // cells of the blast
	hot   []bool      // by cell: whether the cell is in blast
}

func newShelter(g *ouro.Grid) *shelter {
	return &shelter{
		grid: g, steps: make([]int8, g.Size()), queue: make([]ouro.Cell, 0, g.Size()),
		blast: make([]ouro.Cell, 0, 4*BlastRange+1), hot: make([]bool, g.Size()),
	}
}

// canEscape reports whether a hunter that lays a bomb on c can leave the bomb's blast in time. The
// hunter walks only over free cells. canEscape assumes that the ground does not change.
func (s *shelter) canEscape(c ouro.Cell, ground []ouro.Terrain, free func(ouro.Cell) bool) bool {
	s.blast = appendBlast(s.blast[:0], s.grid, ground, c)
	for _, b := range s.blast {
		s.hot[b] = true
	}
	s.queue = append(s.queue[:0], c)
	s.steps[c] = 1
	found := false
	for i := 0; i < len(s.queue) && !found; i++ {
		at := s.queue[i]
		if found = !s.hot[at]; int(s.steps[at])*HunterStep >= FuseTicks {
			continue
		}
		for _, n := range s.grid.Neighbours(at) {
			if n != ouro.NoCell && s.steps[n] == 0 && free(n) {
				s.steps[n] = s.steps[at] + 1
				s.queue = append(s.queue, n)
			}
		}
	}
	for _, q := range s.queue {
		s.steps[q] = 0
	}
	for _, b := range s.blast {
		s.hot[b] = false
	}
	return found
}
