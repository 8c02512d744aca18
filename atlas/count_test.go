package atlas

import (
	"testing"

	"ouro/internal/needs"
)

// counter counts free polyominoes.
//
// It enumerates the fixed polyominoes with Redelmeier's algorithm (Discrete Mathematics 36, 1981).
// The first cell is the leftmost of the lowest row. A list holds the cells that may follow; a
// skipped cell is never added later, so each polyomino is found once. By Burnside's lemma the
// number of free polyominoes is the sum of the numbers of symmetries of the fixed ones, divided by
// 8. For most polyominoes, the centre of gravity shows that they have no symmetry but the identity.
type counter struct {
	n     int
	total int64 // sum of the numbers of symmetries

	listed [2*MaxCells + 1][MaxCells + 2]bool // places that were on the list, and forbidden places
	filled [2*MaxCells + 1][MaxCells + 2]bool // cells of the polyomino, by place
	list   [4 * MaxCells]place
	cells  [MaxCells]place
}

type place struct{ x, y int8 }

// extent has sums and bounds of the coordinates of a polyomino.
type extent struct {
	sumX, sumY             int
	minX, maxX, minY, maxY int
}

func (e extent) with(p place) extent {
	x, y := int(p.x), int(p.y)
	return extent{e.sumX + x, e.sumY + y, min(e.minX, x), max(e.maxX, x), min(e.minY, y), max(e.maxY, y)}
}

func newCounter(n int) *counter {
	c := &counter{n: n}
	for x := range c.listed {
		c.listed[x][0] = true
		c.listed[x][1] = x < MaxCells
	}
	return c
}

func (c *counter) run() {
	first := place{MaxCells, 1}
	c.list[0] = first
	c.listed[first.x][first.y] = true
	c.grow(0, 1, 0, extent{minX: MaxCells, maxX: MaxCells, minY: 1, maxY: 1})
}

// grow adds, in turn, each cell of list[from:to] as cell number k, and more cells after it.
func (c *counter) grow(from, to, k int, e extent) {
	if k+1 == c.n {
		for _, p := range c.list[from:to] {
			c.count(p, e.with(p))
		}
		return
	}
	for i := from; i < to; i++ {
		p := c.list[i]
		c.cells[k] = p
		c.filled[p.x][p.y] = true
		end := to
		for _, s := range steps {
			if x, y := p.x+s.x, p.y+s.y; !c.listed[x][y] {
				c.listed[x][y] = true
				c.list[end] = place{x, y}
				end++
			}
		}
		c.grow(i+1, end, k+1, e.with(p))
		for _, q := range c.list[to:end] {
			c.listed[q.x][q.y] = false
		}
		c.filled[p.x][p.y] = false
	}
}

func (c *counter) count(p place, e extent) {
	c.total++
	fromLeft, fromRight := e.sumX-c.n*e.minX, c.n*e.maxX-e.sumX
	fromBottom, fromTop := e.sumY-c.n*e.minY, c.n*e.maxY-e.sumY
	square := e.maxX-e.minX == e.maxY-e.minY
	if fromLeft != fromRight && fromBottom != fromTop && !(square && (fromLeft == fromBottom || fromLeft == fromTop)) {
		return
	}
	c.cells[c.n-1] = p
	c.filled[p.x][p.y] = true
	for image := 1; image < symmetries; image++ {
		if (square || image&1 == 0) && c.keeps(image, e) {
			c.total++
		}
	}
	c.filled[p.x][p.y] = false
}

// keeps reports whether this image of the polyomino is equal to the polyomino.
func (c *counter) keeps(image int, e extent) bool {
	for _, p := range c.cells[:c.n] {
		x, y := int(p.x)-e.minX, int(p.y)-e.minY
		if image&1 != 0 {
			x, y = y, x
		}
		if image&2 != 0 {
			x = e.maxX - e.minX - x
		}
		if image&4 != 0 {
			y = e.maxY - e.minY - y
		}
		if !c.filled[e.minX+x][e.minY+y] {
			return false
		}
	}
	return true
}

// TestNumbersOfPolyominoes: the numbers of boards are right up to 13 cells or, if trials are
// enabled, up to 16.
func TestNumbersOfPolyominoes(t *testing.T) {
	for n := MinCells; n <= needs.Many(13, 16); n++ {
		c := newCounter(n)
		c.run()
		if c.total != polyominoes[n]*symmetries {
			t.Errorf("%d cells: %d / 8 polyominoes, want %d", n, c.total, polyominoes[n])
		}
	}
}
