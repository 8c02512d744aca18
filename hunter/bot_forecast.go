package hunter

import (
	"math"

	"ouro"
	"ouro/field"
)

// Times are ticks from now: 1 is the next tick. The flames of a bomb with fuse f burn from time f to
// f+FlameTicks-1. The flames of a bomb that is laid now burn from time FuseTicks+1, because the fuse
// gets shorter only from the tick after the next.
const (
	neverTick int16 = math.MaxInt16
	newFuse         = FuseTicks + 1

	// A bot avoids a cell that a snake's head could enter within foresight steps of the snake, from
	// that step on, for avoidSteps more steps.
	foresight  = 3
	avoidSteps = 2

	// A promise is an expected number of hits, times certain.
	certain = 1 << 10
)

// forecast predicts flames and snakes for a Bot. Slices without another comment are scratch memory.
type forecast struct {
	grid     *ouro.Grid
	from, to []int16      // by cell: first and last time at which it burns; from is neverTick if it does not
	headFrom []int16      // by cell: first time at which a snake's head may be there, or neverTick
	headTo   []int16      // by cell: last time at which a snake's head may be there
	heat     []int        // by cell: promise of a hit on the cell by a bomb that is laid now
	toSnakes *field.Field // see findSnakes
	heads    []ouro.Cell  // heads of all snakes that are not dead
	solid    []bool
	charges  []charge
	blast    []ouro.Cell
	near     nearby
	shelter  *shelter
}

func (f *forecast) resize(g *ouro.Grid) {
	if f.grid == g {
		return
	}
	n := g.Size()
	f.grid = g
	f.from, f.to = make([]int16, n), make([]int16, n)
	f.headFrom, f.headTo = make([]int16, n), make([]int16, n)
	f.heat, f.solid = make([]int, n), make([]bool, n)
	f.toSnakes = field.New(g)
	f.near, f.shelter = nearby{at: make([]int16, n)}, newShelter(g)
}

// update computes the forecast for the current position.
func (f *forecast) update(w *World) {
	f.resize(w.grid)
	f.updateFlames(w, ouro.NoCell)
	for c := range f.heat {
		f.headFrom[c], f.headTo[c], f.heat[c] = neverTick, 0, 0
	}
	f.heads = f.heads[:0]
	for i := range w.snakes {
		if s := &w.snakes[i]; s.State != Dead {
			f.heads = append(f.heads, s.Body.Head())
			f.addSnake(w, s)
		}
	}
}

// updateFlames computes when cells will burn if a bomb is laid now on the cell newBomb; NoCell
// means no new bomb. Bombs explode in the order of their fuses, and ignite the bombs that their
// blasts reach. A blast passes the cell of an edible wall that an earlier blast has destroyed.
func (f *forecast) updateFlames(w *World, newBomb ouro.Cell) {
	for c := range f.from {
		f.from[c], f.to[c] = neverTick, 0
	}
	for _, c := range w.flames {
		if left := int16(w.burn[c]) - 1; left > 0 {
			f.from[c], f.to[c] = 1, left
		}
	}
	f.charges = f.charges[:0]
	for i := range w.bombs {
		f.charges = append(f.charges, charge{w.bombs[i].Cell, int16(w.bombs[i].Fuse)})
	}
	if newBomb != ouro.NoCell {
		f.charges = append(f.charges, charge{newBomb, newFuse})
	}
	for left := f.charges; len(left) > 0; left = left[1:] {
		first := 0
		for i := range left {
			if left[i].fuse < left[first].fuse {
				first = i
			}
		}
		left[0], left[first] = left[first], left[0]
		f.detonate(w, left[0], left[1:])
	}
}

// detonate marks the cells that the blast of a bomb reaches, and shortens the fuses of other bombs on
// these cells.
func (f *forecast) detonate(w *World, bomb charge, others []charge) {
	f.markBurning(bomb.cell, bomb.fuse, others)
	for _, d := range ouro.Dirs {
		c := bomb.cell
		for range BlastRange {
			if c = w.grid.Next(c, d); c == ouro.NoCell || w.ground[c] == ouro.Wall {
				break
			}
			stands := w.ground[c] == ouro.Hedge && f.from[c] >= bomb.fuse
			if f.markBurning(c, bomb.fuse, others); stands {
				break
			}
		}
	}
}

// markBurning records that c burns from this time on, and ignites a bomb on c.
func (f *forecast) markBurning(c ouro.Cell, from int16, others []charge) {
	f.from[c] = min(f.from[c], from)
	f.to[c] = max(f.to[c], from+FlameTicks-1)
	for i := range others {
		if others[i].cell == c {
			others[i].fuse = min(others[i].fuse, from)
		}
	}
}

// findSnakes sets toSnakes to the distance of each cell from the nearest snake's head, as if there
// were no edible walls.
func (f *forecast) findSnakes(w *World) {
	for c, t := range w.ground {
		f.solid[c] = t == ouro.Wall
	}
	f.toSnakes.Fill(f.solid, f.heads...)
}

// addSnake adds a snake to heat, headFrom and headTo.
func (f *forecast) addSnake(w *World, s *Snake) {
	wait, step := s.Wait, w.Level().Step
	made := 0 // steps that s makes before a bomb that is laid now explodes
	if wait <= newFuse {
		made = (newFuse-wait)/step + 1
	}
	f.near.fill(w, s.Body.Head(), max(made, foresight))
	worth := certain
	if s.Body.Len() <= DeadlyLength {
		worth += certain / 2
	}
	n := s.Body.Len()
	for k := range n - min(n, made) { // segments whose cells s still covers when the bomb explodes
		f.heat[s.Body.At(k)] += worth
	}
	around := 0
	for _, c := range f.near.cells {
		if int(f.near.at[c]) <= made {
			around++
		}
	}
	for _, c := range f.near.cells {
		d := int(f.near.at[c])
		if d <= made {
			f.heat[c] += worth * min(n+2, made+2) / max(around, made+2)
		}
		if d > 0 && d <= foresight {
			at := int16(wait + (d-1)*step)
			f.headFrom[c] = min(f.headFrom[c], at)
			f.headTo[c] = max(f.headTo[c], at+int16(avoidSteps*step))
		}
	}
}

// promise returns the promise of a bomb that is laid on c now, at most 2*certain.
func (f *forecast) promise(w *World, c ouro.Cell) int {
	sum := 0
	f.blast = w.AppendBlast(f.blast[:0], c)
	for _, b := range f.blast {
		sum += f.heat[b]
	}
	return min(sum, 2*certain)
}

// charge is a bomb with the time of its explosion.
type charge struct {
	cell ouro.Cell
	fuse int16
}

// nearby has the cells near a snake's head.
type nearby struct {
	at    []int16     // by cell: number of steps from the head
	cells []ouro.Cell // reached cells in order of distance
}

// fill finds the cells that a head on c can reach within this many steps, including c, if bodies do
// not move.
func (n *nearby) fill(w *World, c ouro.Cell, steps int) {
	for _, old := range n.cells {
		n.at[old] = 0
	}
	n.cells = append(n.cells[:0], c)
	for i := 0; i < len(n.cells); i++ {
		at := n.cells[i]
		if int(n.at[at]) == steps {
			break
		}
		for _, next := range w.grid.Neighbours(at) {
			if next == ouro.NoCell || next == c || n.at[next] != 0 || w.ground[next] == ouro.Wall || w.bombOn[next] || w.owner[next] != noSnake {
				continue
			}
			n.at[next] = n.at[at] + 1
			n.cells = append(n.cells, next)
		}
	}
}
