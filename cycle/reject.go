package cycle

import (
	"fmt"

	"ouro"
)

// NoCycleError is the proof that a board has no cycle, neither through all free cells nor
// through all but a hole.
type NoCycleError struct {
	Reason string      // such as "the cell (3,4) has one free neighbour"
	Cells  []ouro.Cell // the cells that prove it; may be empty
}

func (e *NoCycleError) Error() string { return "no cycle: " + e.Reason }

// reject returns a NoCycleError if a simple test proves that no cycle visits all free cells, or
// all but a hole. It also colours the cells of g. The tests take O(N) steps for N cells.
func (g *graph) reject() error {
	shortest := 4
	if g.grid.Wraps {
		shortest = 3
	}
	if len(g.cells) < shortest {
		return &NoCycleError{Reason: fmt.Sprintf("the board has %s, and the shortest cycle visits %s", plural(len(g.cells), "free cell"), number(shortest)), Cells: g.cells}
	}
	if n := g.colour(); n < len(g.cells) {
		return &NoCycleError{Reason: fmt.Sprintf("walls separate %s from the others", plural(min(n, len(g.cells)-n), "free cell"))}
	}
	for _, c := range g.cells {
		if n := g.may[c].Len(); n < 2 {
			return &NoCycleError{Reason: fmt.Sprintf("the cell %s has %s", g.name(c), plural(n, "free neighbour")), Cells: []ouro.Cell{c}}
		}
	}
	if c := g.cutCell(); c != ouro.NoCell {
		return &NoCycleError{Reason: fmt.Sprintf("the cell %s is the only connection between two parts of the board", g.name(c)), Cells: []ouro.Cell{c}}
	}
	if d := g.excess(); g.bipartite && (d > 1 || d < -1) {
		more, fewer := "dark", "light"
		if d < 0 {
			d, more, fewer = -d, fewer, more
		}
		return &NoCycleError{Reason: fmt.Sprintf("%s more %s cells than %s ones", number(d), more, fewer)}
	}
	return nil
}

// colour gives alternating colours to the cells that are connected with the first cell, and returns
// the number of these cells. It sets bipartite.
func (g *graph) colour() int {
	seen := make([]bool, len(g.may))
	queue := append(make([]ouro.Cell, 0, len(g.cells)), g.cells[0])
	x, y := g.grid.XY(g.cells[0])
	seen[g.cells[0]], g.dark[g.cells[0]], g.bipartite = true, (x+y)%2 == 0, true
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		for s := g.may[c]; s != 0; s &= s - 1 {
			n := g.grid.Next(c, first(s))
			if !seen[n] {
				seen[n], g.dark[n] = true, !g.dark[c]
				queue = append(queue, n)
			} else if g.dark[n] == g.dark[c] {
				g.bipartite = false
			}
		}
	}
	return len(queue)
}

// excess returns the number of dark cells less the number of light ones.
func (g *graph) excess() int {
	d := -len(g.cells)
	for _, c := range g.cells {
		if g.dark[c] {
			d += 2
		}
	}
	return d
}

// cutCell returns a cell whose removal disconnects g, or NoCell if g has none. If g is not
// connected, it returns any cell. It is Tarjan's depth-first search, without recursion.
func (g *graph) cutCell() ouro.Cell {
	n := len(g.may)
	depth, low := make([]int16, n), make([]int16, n)
	left := make([]ouro.DirSet, n)
	copy(left, g.may)
	root, branches := g.cells[0], 0
	path := append(make([]ouro.Cell, 0, len(g.cells)), root)
	depth[root], low[root] = 1, 1
	visited := 1
	for len(path) > 0 {
		c := path[len(path)-1]
		if s := left[c]; s != 0 {
			left[c] = s & (s - 1)
			next := g.grid.Next(c, first(s))
			if depth[next] > 0 {
				low[c] = min(low[c], depth[next])
				continue
			}
			depth[next] = depth[c] + 1
			low[next] = depth[next]
			visited++
			path = append(path, next)
			continue
		}
		path = path[:len(path)-1]
		if len(path) == 0 {
			break
		}
		parent := path[len(path)-1]
		low[parent] = min(low[parent], low[c])
		if parent == root {
			branches++
		} else if low[c] >= depth[parent] {
			return parent
		}
	}
	if branches > 1 || visited < len(g.cells) {
		return root
	}
	return ouro.NoCell
}

// name returns the coordinates of c as "(3,4)".
func (g *graph) name(c ouro.Cell) string {
	x, y := g.grid.XY(c)
	return fmt.Sprintf("(%d,%d)", x, y)
}

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// number returns n in words if it is less than ten, otherwise in digits.
func number(n int) string {
	if n < len(numbers) {
		return numbers[n]
	}
	return fmt.Sprint(n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return number(n) + " " + noun + "s"
}
