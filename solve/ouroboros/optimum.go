package ouroboros

import (
	"fmt"

	"ouro"
)

// Optimum knows the best moves on a board.
type Optimum interface {
	// Chance returns the probability of winning from a random start.
	Chance() float64
	// Best returns the best direction for a body, head first, and a food. The direction is
	// arbitrary if the game cannot be won.
	Best(body []ouro.Cell, food ouro.Cell) (ouro.Dir, error)
}

// With returns a Maker like [New]. On a board without a cycle, its solvers play by the optimum that
// compute returns for the board, unless compute returns nil.
func With(compute func(*ouro.Level) Optimum) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) { return newSolver(setup, compute) }
}

// takeBest sets the path to optimum's path to the food. It returns false if there is no such path,
// because the board cannot be filled any more.
func (p *partial) takeBest() (ok bool) {
	p.moved, p.bodyCells = append(p.moved[:0], p.bodyNow...), p.bodyCells[:0]
	at := p.moved
	for _, s := range at {
		p.bodyCells = append(p.bodyCells, p.cells[s])
	}
	body := p.bodyCells
	p.path = append(p.path[:0], at[0])
	for range 3 * len(p.squares) {
		d, err := p.optimum.Best(body, p.goal)
		if err != nil {
			break
		}
		next := p.board.Grid.Next(body[0], d)
		if next == ouro.NoCell || p.of[next] == 0 || !canEnter(at, p.of[next]) {
			break
		}
		p.path = append(p.path, p.of[next])
		if next == p.goal {
			return true
		}
		copy(body[1:], body)
		copy(at[1:], at)
		body[0], at[0] = next, p.of[next]
	}
	p.path = p.path[:0]
	return false
}

// obstacle returns a reason why no path visits all squares, or "" if two simple tests find none. A
// body that fills the board is a path through all squares: its squares alternate in colour, and
// only its ends may have a single neighbour.
func obstacle(b board) string {
	r := newRing(b)
	var colours [2]int
	ends := 0
	for _, s := range r.squares {
		colours[r.colour(s)]++
		neighbours := 0
		for _, next := range r.neighbours(s) {
			if r.cells[next] != ouro.NoCell {
				neighbours++
			}
		}
		if neighbours == 1 {
			ends++
		}
	}
	switch few, many := min(colours[0], colours[1]), max(colours[0], colours[1]); {
	case many-few > 1:
		return fmt.Sprintf("%d cells of one colour of the chess board, %d of the other", many, few)
	case ends > 2:
		return fmt.Sprintf("%d dead ends", ends)
	}
	return ""
}
