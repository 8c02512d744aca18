package hunter

import "ouro"

// appendBlast adds the cells that a bomb on c takes, c first, then each
// direction outwards.
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

// AppendBlast adds the cells that a bomb on c would take, as the walls are now,
// and returns dst.
func (w *World) AppendBlast(dst []ouro.Cell, c ouro.Cell) []ouro.Cell {
	return appendBlast(dst, w.grid, w.ground, c)
}

// layBomb puts a bomb under hunter h, if he may.
func (w *World) layBomb(h int) {
	c := w.hunters[h].Cell
	if !w.MayBomb(h) {
		return
	}
	w.bombs = append(w.bombs, Bomb{Cell: c, Owner: h, Fuse: FuseTicks})
	w.bombOn[c] = true
	w.block(c, noSnake)
	w.tell(BombLaid, c, h, noSnake, 0)
}

// MayBomb tells whether hunter h could lay a bomb now.
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

// dieDown lets the flames burn for a tick.
func (w *World) dieDown() {
	left := w.flames[:0]
	for _, c := range w.flames {
		if w.burn[c]--; w.burn[c] > 0 {
			left = append(left, c)
		}
	}
	w.flames = left
}

// explode burns the fuses down and sets off what is due, and what that reaches.
// Walls fall only when all blasts are known.
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
				w.light(c)
			}
			if w.burn[c] < FlameTicks { // of blasts at once the first one counts
				if w.burn[c] == 0 {
					w.flames = append(w.flames, c)
				}
				w.burn[c], w.burnBy[c] = FlameTicks, int8(bomb.Owner)
			}
		}
		w.tell(BombExploded, bomb.Cell, bomb.Owner, noSnake, 0)
	}
	for _, c := range w.hit {
		if w.ground[c] == ouro.Hedge {
			w.setGround(c, ouro.Open)
			w.tell(HedgeBurnt, c, int(w.burnBy[c]), noSnake, 0)
		}
	}
	w.clearBombs()
}

// light sets off the bomb on c, unless it is lit already.
func (w *World) light(c ouro.Cell) {
	for i := range w.bombs {
		if w.bombs[i].Cell != c || w.bombs[i].Fuse == 0 {
			continue
		}
		w.bombs[i].Fuse = 0
		w.lit = append(w.lit, i)
	}
}

// clearBombs takes the bombs that went off away.
func (w *World) clearBombs() {
	left := w.bombs[:0]
	for _, b := range w.bombs {
		if b.Fuse > 0 {
			left = append(left, b)
			continue
		}
		w.bombOn[b.Cell] = false
		w.unblock(b.Cell, noSnake)
	}
	w.bombs = left
}

// shelter answers whether a hunter could lay a bomb where he stands and get out
// of its blast in time.
type shelter struct {
	grid  *ouro.Grid
	steps []int8 // to each cell, from 1; 0 is not reached
	queue []ouro.Cell
	blast []ouro.Cell
	hot   []bool
}

func newShelter(g *ouro.Grid) *shelter {
	return &shelter{
		grid: g, steps: make([]int8, g.Size()), queue: make([]ouro.Cell, 0, g.Size()),
		blast: make([]ouro.Cell, 0, 4*BlastRange+1), hot: make([]bool, g.Size()),
	}
}

// from looks from c over cells that are free, on ground that stays as it is.
func (s *shelter) from(c ouro.Cell, ground []ouro.Terrain, free func(ouro.Cell) bool) bool {
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
