// Package field computes distances and reachable cells on a board.
//
// A [Field] holds the distances from one breadth-first fill. It reuses its memory, so filling again
// does not allocate. A solver without a plan uses [AnyStep].
//
// Bodies do not move during [Field.Fill]: a blocked cell stays blocked. The caller owns the mask of
// blocked cells; [Block] makes one from a State. During [Field.FillInTime], bodies move, and the
// cells that they leave open one after the other.
package field

import (
	"errors"
	"math"

	"ouro"
)

// Unreached is the distance of a cell that cannot be reached.
const Unreached = -1

// Field is the result of one breadth-first fill. Only one goroutine at a time may use it.
type Field struct {
	grid  *ouro.Grid
	dist  []int16
	queue []ouro.Cell // reached cells, nearest first
	opens []int16     // by cell: the step of FillInTime that opens the cell; 0 if it is open at first
}

// New returns a Field for this board, with nothing reached.
func New(g *ouro.Grid) *Field {
	n := g.Size()
	f := &Field{grid: g, dist: make([]int16, n), queue: make([]ouro.Cell, 0, n), opens: make([]int16, n)}
	f.clear()
	return f
}

// Fill computes the number of steps from the nearest source to every cell that can be reached
// over unblocked cells, and returns the number of reached cells. Sources must differ; they have
// distance 0 even if they are blocked.
func (f *Field) Fill(blocked []bool, sources ...ouro.Cell) int {
	f.FillTo(ouro.NoCell, blocked, sources...)
	return len(f.queue)
}

// FillTo is like Fill, but stops when it reaches target, and reports whether it reached target.
// Cells nearer than target then have their distance; other cells may be Unreached.
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
			// uint(ouro.NoCell) is larger than every index. So the first comparison also excludes
			// NoCell, and the compiler needs no bounds checks.
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

// At returns the distance of c, or Unreached. NoCell is never reached.
func (f *Field) At(c ouro.Cell) int {
	if c == ouro.NoCell {
		return Unreached
	}
	return int(f.dist[c])
}

// Reached returns the reached cells, nearest first. The slice is valid until the next fill.
func (f *Field) Reached() []ouro.Cell { return f.queue }

// Downhill returns the direction from c to the neighbour nearest to the sources, the first in
// the order of ouro.Dirs if several are nearest. It returns false if no neighbour was reached.
func (f *Field) Downhill(c ouro.Cell) (ouro.Dir, bool) {
	best, dir := math.MaxInt, ouro.Up
	for d, n := range f.grid.Neighbours(c) {
		if dist := f.At(n); dist != Unreached && dist < best {
			best, dir = dist, ouro.Dir(d)
		}
	}
	return dir, best < math.MaxInt
}

// Heat returns the distances in the form of Trace.Heat, with NaN for unreached cells. It
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

// Block marks the cells that the snake in this seat cannot enter now: walls and bodies,
// including its own head, but not the tip of a tail that leaves in this move.
func Block(blocked []bool, s *ouro.State, seat int) {
	for c := range blocked {
		blocked[c] = !s.Enterable(seat, ouro.Cell(c))
	}
}

// ErrNoStep reports that a snake has no legal move.
var ErrNoStep = errors.New("no legal step")

// AnyStep returns the first legal move in the order of ouro.Dirs, or ErrNoStep.
func AnyStep(s *ouro.State, seat int) (ouro.Dir, error) {
	if legal := s.Legal(seat); legal != 0 {
		return legal.At(0), nil
	}
	return ouro.Up, ErrNoStep
}

// Onward returns the direction of the snake's last move, or up before the first move.
func Onward(s *ouro.State, seat int) ouro.Dir {
	body := &s.Snakes[seat].Body
	if body.Len() > 1 {
		if d, ok := s.Grid.DirTo(body.At(1), body.Head()); ok {
			return d
		}
	}
	return ouro.Up
}
