package cycle

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// ErrNotFound means that a search used all of its steps, so that it is unknown whether the board
// has a cycle.
var ErrNotFound = errors.New("no cycle was found within the limit of the search; there may be one")

// DefaultSteps is the number of steps that Find takes at most, about a second.
const DefaultSteps = 1 << 26

// Find returns a cycle through all free cells of b or, if it finds none, through all but a hole
// that has a twin; see [Cycle]. If b has no such cycle, it returns a [NoCycleError] with the
// reason. If its steps are not enough to decide, it returns [ErrNotFound]. The result depends only
// on b.
func Find(b Board) (*Cycle, error) { return FindAlong(b, nil, DefaultSteps) }

// FindAlong is like Find, but it takes about this number of steps at most, and the cycle visits the
// cells of body one after the other, from the last to the first: a snake with this body, head
// first, lies on the cycle without gaps. Errors are about such cycles only.
func FindAlong(b Board, body []ouro.Cell, steps int64) (*Cycle, error) {
	g := newGraph(b)
	if err := g.reject(); err != nil {
		return nil, err
	}
	for i := 1; i < len(body); i++ {
		if !g.forceTo(body[i-1], body[i]) {
			return nil, fmt.Errorf("no cycle: the cells %s and %s of the snake are not neighbours", g.name(body[i-1]), g.name(body[i]))
		}
	}
	c, err := g.find(body, steps)
	if err != nil {
		return nil, err
	}
	c.direct(body)
	return c, nil
}

// find returns a cycle through all cells of g or, if it finds none, through all but a hole.
func (g *graph) find(body []ouro.Cell, steps int64) (*Cycle, error) {
	if g.bipartite && g.excess() == 0 {
		return g.solve(steps)
	}
	if g.bipartite {
		return g.solveHoled(body, steps)
	}
	may, must := slices.Clone(g.may), slices.Clone(g.must)
	c, err := g.solve(steps)
	if err == nil {
		return c, nil
	}
	copy(g.may, may)
	copy(g.must, must)
	holed, holedErr := g.solveHoled(body, steps)
	if holedErr == nil || errors.Is(holedErr, ErrNotFound) {
		return holed, holedErr
	}
	return nil, err
}

// forceTo forces the edge from a to b, and reports whether there is one.
func (g *graph) forceTo(a, b ouro.Cell) bool {
	for s := g.may[a]; s != 0; s &= s - 1 {
		if d := first(s); g.grid.Next(a, d) == b {
			g.force(a, d)
			return true
		}
	}
	return false
}

// direct reverses c if it visits the cells of body from the first to the last.
func (c *Cycle) direct(body []ouro.Cell) {
	if len(body) > 1 && c.Next(body[1]) != body[0] {
		slices.Reverse(c.Order)
		c.index()
	}
}

// solve returns a cycle through all cells of g.
func (g *graph) solve(steps int64) (*Cycle, error) {
	s := newSearch(g, steps, 1)
	if err := s.solve(); err != nil {
		return nil, err
	}
	return newCycle(g.grid, s.order(), ouro.NoCell, ouro.NoCell), nil
}

// exchanges is the number of exchanges after which a search begins anew.
const exchanges = 2000

// restarts is the number of 2-factors that a search begins with.
const restarts = 8

// solve makes use one loop.
func (s *search) solve() error {
	for i := range restarts {
		s.sow(i)
		err := s.factor()
		if errors.Is(err, ErrNotFound) {
			break
		}
		if err != nil || s.join(exchanges) {
			return err
		}
	}
	return s.decide()
}

// decide completes the search: it makes use one loop or proves that there is none.
func (s *search) decide() error {
	if err := s.branch(); err != ErrNotFound || s.grid.Wraps {
		return err
	}
	return s.complete()
}

// sow gives use a pattern, which factor completes to a 2-factor: columns, rows, or blocks.
func (s *search) sow(i int) {
	clear(s.use)
	for _, c := range s.cells {
		x, y := s.grid.XY(c)
		along, across := ouro.Up, ouro.Right
		if i%2 != 0 {
			x, y, along, across = y, x, across, along
		}
		if (y+i/2)%2 == 0 || i%4 < 2 {
			s.want(c, along)
		}
		if i%4 >= 2 && x%2 == 0 {
			s.want(c, across)
		}
	}
}

// want adds the edge from c in direction d to use, if it is allowed and both its cells have room.
func (s *search) want(c ouro.Cell, d ouro.Dir) {
	if s.may[c].Has(d) && !s.use[c].Has(d) && s.use[c].Len() < 2 && s.use[s.grid.Next(c, d)].Len() < 2 {
		s.toggle(c, d)
	}
}

// solveHoled returns a cycle through all cells of g but a hole that has a twin.
func (g *graph) solveHoled(body []ouro.Cell, steps int64) (*Cycle, error) {
	s := newSearch(g, steps, 2)
	may, must := slices.Clone(g.may), slices.Clone(g.must)
	all, excess := g.cells, g.excess()
	unknown := true
	for round := 0; round < 2 && unknown; round++ {
		unknown = false
		for _, hole := range all {
			if slices.Contains(body, hole) || g.bipartite && g.dark[hole] != (excess > 0) {
				continue
			}
			for _, t := range g.twins(hole, may) {
				copy(g.may, may)
				copy(g.must, must)
				if !g.omit(hole, t) {
					continue
				}
				s.cells = slices.DeleteFunc(slices.Clone(all), func(c ouro.Cell) bool { return c == hole })
				err := s.factor()
				switch {
				case errors.Is(err, ErrNotFound):
					if round > 0 {
						err = s.decide()
					}
				case err != nil:
				case s.join(exchanges):
				case round > 0:
					err = s.decide()
				default:
					err = ErrNotFound
				}
				if err == nil {
					return newCycle(g.grid, s.order(), hole, t.cell), nil
				}
				unknown = unknown || errors.Is(err, ErrNotFound)
			}
		}
	}
	if unknown {
		return nil, ErrNotFound
	}
	return nil, &NoCycleError{Reason: "the number of free cells is odd, and no cell can be omitted such that the cycle may visit it instead of another"}
}

// A twin is a cell with two neighbours that it shares with a hole.
type twin struct {
	cell ouro.Cell
	a, b ouro.Cell
}

// twins returns all possible twins of a hole, by the edges in may.
func (g *graph) twins(hole ouro.Cell, may []ouro.DirSet) []twin {
	var all []twin
	for s := may[hole]; s != 0; s &= s - 1 {
		a := g.grid.Next(hole, first(s))
		for rest := s & (s - 1); rest != 0; rest &= rest - 1 {
			b := g.grid.Next(hole, first(rest))
			for around := may[a]; around != 0; around &= around - 1 {
				if u := g.grid.Next(a, first(around)); u != hole && g.isEdge(b, u, may) {
					all = append(all, twin{u, a, b})
				}
			}
		}
	}
	return all
}

func (g *graph) isEdge(a, b ouro.Cell, may []ouro.DirSet) bool {
	for s := may[a]; s != 0; s &= s - 1 {
		if g.grid.Next(a, first(s)) == b {
			return true
		}
	}
	return false
}

// omit removes the hole and forces the cycle to visit its twin between their common neighbours. It
// returns false if an edge that must be used excludes this.
func (g *graph) omit(hole ouro.Cell, t twin) bool {
	if g.must[hole] != 0 {
		return false
	}
	for s := g.may[hole]; s != 0; s &= s - 1 {
		g.forbid(hole, first(s))
	}
	for s := g.may[t.cell]; s != 0; s &= s - 1 {
		d := first(s)
		switch n := g.grid.Next(t.cell, d); {
		case n == t.a || n == t.b:
			g.force(t.cell, d)
		case g.must[t.cell].Has(d):
			return false
		default:
			g.forbid(t.cell, d)
		}
	}
	return true
}
