package paint

import (
	"fmt"
	"math"
	"strings"

	"ouro"
	"ouro/picture"
)

// way is the line through cells as an SVG path, with the distances of the cells along the line. A
// bend consists of four straight pieces, so that all programs measure the same length.
type way struct {
	data   string
	middle []float64 // by cell: distance of its middle
	leave  []float64 // by cell: distance at which the line leaves it
	detour []float64 // by cell: length of the line outside the board before the next cell, or 0
	length float64   // length of the line, in cells
}

// The pieces of a bend: how far each piece leads ahead and aside. Each array sums to half a cell.
var bendAhead, bendAside = [4]float64{0.19, 0.16, 0.11, 0.04}, [4]float64{0.04, 0.11, 0.16, 0.19}

var bendLength = func() (sum float64) {
	for i := range bendAhead {
		sum += math.Hypot(bendAhead[i], bendAside[i])
	}
	return sum
}()

// wayThrough returns the line through cells. Each cell must be a neighbour of the previous one.
func wayThrough(g *ouro.Grid, cells []ouro.Cell) way {
	n := len(cells)
	w := way{middle: make([]float64, n), leave: make([]float64, n), detour: make([]float64, n)}
	x, y := g.XY(cells[0])
	p := pen{}
	p.printf("M%s %s", half(x), half(g.H-1-y))
	far := 0.0
	var in ouro.Dir
	for i, c := range cells {
		if i == n-1 {
			if n > 1 {
				p.straight(in, 0.5)
				far += 0.5
			}
			w.middle[i], w.leave[i] = far, far
			break
		}
		out := toward(g, c, cells[i+1])
		switch {
		case i == 0:
			p.straight(out, 0.5)
			far += 0.5
			w.leave[i] = far
		case in == out || in == out.Opposite():
			p.straight(in, 0.5)
			p.straight(out, 0.5)
			w.middle[i] = far + 0.5
			far++
		default:
			p.bend(in, out)
			w.middle[i] = far + bendLength/2
			far += bendLength
		}
		w.leave[i] = far
		if next := cells[i+1]; crossesEdge(g, c, next, out) {
			w.detour[i] = p.around(g, c, out)
			far += w.detour[i]
		}
		in = out
	}
	p.flush()
	if n == 1 {
		p.printf("h0")
	}
	w.data, w.length = p.String(), far
	return w
}

// toward returns the direction of a step. On a torus of two columns or rows, two directions lead to
// the same cell; toward prefers the one that does not cross the edge.
func toward(g *ouro.Grid, a, b ouro.Cell) ouro.Dir {
	for _, d := range ouro.Dirs {
		if g.Next(a, d) == b && !crossesEdge(g, a, b, d) {
			return d
		}
	}
	d, _ := g.DirTo(a, b)
	return d
}

func crossesEdge(g *ouro.Grid, a, b ouro.Cell, d ouro.Dir) bool {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	dx, dy := delta(d)
	return ax+dx != bx || ay-dy != by
}

// delta returns a step in coordinates of the picture, where y points down.
func delta(d ouro.Dir) (dx, dy int) {
	x, y := picture.Step(d)
	return int(x), -int(y)
}

// pen writes a path. It merges straight pieces of the same direction.
type pen struct {
	strings.Builder
	dir ouro.Dir
	run float64
}

func (p *pen) printf(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

func (p *pen) straight(d ouro.Dir, n float64) {
	if d != p.dir {
		p.flush()
		p.dir = d
	}
	p.run += n
}

func (p *pen) flush() {
	if p.run != 0 {
		dx, dy := delta(p.dir)
		if dx != 0 {
			p.printf("h%s", number(float64(dx)*p.run, 2))
		} else {
			p.printf("v%s", number(float64(dy)*p.run, 2))
		}
	}
	p.run = 0
}

func (p *pen) bend(in, out ouro.Dir) {
	p.flush()
	ix, iy := delta(in)
	ox, oy := delta(out)
	for i := range bendAhead {
		text := ""
		for _, v := range []float64{
			float64(ix)*bendAhead[i] + float64(ox)*bendAside[i],
			float64(iy)*bendAhead[i] + float64(oy)*bendAside[i],
		} {
			text += number(v, 2) + " "
		}
		text = strings.ReplaceAll(strings.TrimSpace(text), " -", "-")
		switch {
		case i == 0:
			p.printf("l%s", text)
		case text[0] == '-':
			p.printf("%s", text)
		default:
			p.printf(" %s", text)
		}
	}
}

// outside is the distance, in cells, between the board and a line around the board. The picture
// shows only the board, so bodies on these lines are invisible.
const outside = 2

// around draws the line of a snake that leaves cell c across the edge of the board: outside the
// board, past its top or left side, to the opposite edge. around returns the length of the line.
func (p *pen) around(g *ouro.Grid, c ouro.Cell, out ouro.Dir) float64 {
	x, y := g.XY(c)
	side, across, aside := ouro.Up, g.W, g.H-1-y
	if out == ouro.Up || out == ouro.Down {
		side, across, aside = ouro.Left, g.H, x
	}
	away, back := float64(aside)+0.5+outside, float64(across)+2*outside
	p.straight(out, outside)
	p.straight(side, away)
	p.straight(out.Opposite(), back)
	p.straight(side.Opposite(), away)
	p.straight(out, outside)
	return 2*outside + 2*away + back
}

// half formats n + 0.5, the middle of column or row n.
func half(n int) string { return fmt.Sprintf("%d.5", n) }
