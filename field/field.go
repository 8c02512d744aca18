// Package field answers questions about space on a board: how far is it, how
// much can be reached, is there a way at all.
//
// A [Field] holds the distances of one breadth-first fill and its memory, so
// that filling again allocates nothing. What may be entered is a mask by cell
// that the caller owns; [Block] makes one from a State. [AnyStep] is the last
// resort of a solver without a plan.
//
// Distances are those of a board that stands still: a body does not move away
// while the fill goes on.
package field

import (
	"errors"
	"math"

	"ouro"
)

// Unreached is the distance of a cell to which no way was found.
const Unreached = -1

// Field is the result of one breadth-first fill. It is used by one goroutine
// at a time.
type Field struct {
	grid  *ouro.Grid
	dist  []int16
	queue []ouro.Cell // the reached cells; the fill itself runs along it
}

// New is a Field for boards of this geometry, with nothing reached.
func New(g *ouro.Grid) *Field {
	f := &Field{grid: g, dist: make([]int16, g.Size()), queue: make([]ouro.Cell, 0, g.Size())}
	f.clear()
	return f
}

// Fill measures the steps from the nearest source to every cell that can be
// reached over cells that are not blocked, and returns the number of reached
// cells. The sources, which must be distinct, are reached at distance 0 even
// where they are blocked.
func (f *Field) Fill(blocked []bool, sources ...ouro.Cell) int {
	f.FillTo(ouro.NoCell, blocked, sources...)
	return len(f.queue)
}

// FillTo is Fill that stops as soon as it reaches target, and tells whether it
// did. Every cell nearer to the sources than target then has its distance;
// others may be missing.
func (f *Field) FillTo(target ouro.Cell, blocked []bool, sources ...ouro.Cell) bool {
	f.clear()
	for _, c := range sources {
		f.dist[c] = 0
		f.queue = append(f.queue, c)
		if c == target {
			return true
		}
	}
	dist, n := f.dist, len(f.queue)
	blocked, queue := blocked[:len(dist)], f.queue[:len(dist)]
	for i := 0; i < n; i++ {
		d := dist[queue[i]] + 1
		for _, c := range f.grid.Neighbours(queue[i]) {
			// As an unsigned number NoCell is off the board too, and the
			// compiler needs no other check.
			if uint(c) >= uint(len(dist)) || dist[c] >= 0 || blocked[c] {
				continue
			}
			dist[c] = d
			queue[n] = c
			n++
			if c == target {
				f.queue = queue[:n]
				return true
			}
		}
	}
	f.queue = queue[:n]
	return false
}

func (f *Field) clear() {
	for i := range f.dist {
		f.dist[i] = Unreached
	}
	f.queue = f.queue[:0]
}

// At is the distance of c, or Unreached. NoCell is never reached.
func (f *Field) At(c ouro.Cell) int {
	if c == ouro.NoCell {
		return Unreached
	}
	return int(f.dist[c])
}

// Reached is the reached cells, nearest first. It is valid until the next
// fill.
func (f *Field) Reached() []ouro.Cell { return f.queue }

// Downhill is the direction from c to a neighbour that is nearer to the
// sources than all others, the first such one in the order of ouro.Dirs. It is
// false when no neighbour was reached.
func (f *Field) Downhill(c ouro.Cell) (ouro.Dir, bool) {
	best, dir := math.MaxInt, ouro.Up
	for d, n := range f.grid.Neighbours(c) {
		if dist := f.At(n); dist != Unreached && dist < best {
			best, dir = dist, ouro.Dir(d)
		}
	}
	return dir, best < math.MaxInt
}

// Heat is the distances as a Trace takes them, NaN for unreached cells. It
// allocates.
func (f *Field) Heat() []float64 {
	heat := make([]float64, len(f.dist))
	for c, d := range f.dist {
		if heat[c] = float64(d); d == Unreached {
			heat[c] = math.NaN()
		}
	}
	return heat
}

// Block fills the mask with what the snake in this seat may not enter now:
// walls and bodies, but not a tail's tip that leaves in this very move. Its
// own head is blocked too.
func Block(blocked []bool, s *ouro.State, seat int) {
	for c := range blocked {
		blocked[c] = !s.Enterable(seat, ouro.Cell(c))
	}
}

// ErrNoStep says that every step of a snake is fatal.
var ErrNoStep = errors.New("no legal step")

// AnyStep is the first legal step in the order of ouro.Dirs, or ErrNoStep.
func AnyStep(s *ouro.State, seat int) (ouro.Dir, error) {
	if legal := s.Legal(seat); legal != 0 {
		return legal.At(0), nil
	}
	return ouro.Up, ErrNoStep
}

// Onward is the direction of the step that was made last, and up at first: what a
// snake does that has no step to choose.
func Onward(s *ouro.State, seat int) ouro.Dir {
	body := &s.Snakes[seat].Body
	if body.Len() > 1 {
		if d, ok := s.Grid.DirTo(body.At(1), body.Head()); ok {
			return d
		}
	}
	return ouro.Up
}
