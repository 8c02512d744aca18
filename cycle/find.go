package cycle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ouro"
)

// Boards without a Hamiltonian cycle, and holes.
//
// On a plane board a closed path alternates between dark and light cells, so the numbers of dark
// and light cells must be equal. If they differ by one, Find looks for a cycle through all cells
// but one, the hole h, with a twin: a cell u that the cycle visits between a and b, both of which
// are neighbours of h. A snake wins on such a board against every order of food:
//
//  1. The cycles through u and through h differ in one place, which u and h share. The snake follows
//     the cycle and chooses at a whether it visits u or h. It never dies as long as its body does not
//     contain both (see [Cycle.Carries]).
//  2. Let M be the length of the cycle and L the length of the body. A body without gaps covers L
//     places, up to the head's place. So when the head is at a, a segment is on u or h only if
//     L = M, and this segment is the end of the tail.
//  3. So food on u or h is eaten when the head is next at a. If the other cell (h or u) is free, the
//     body does not contain both after the meal. If the other cell is not free, L = M, and the meal
//     fills the board.
//  4. Other food is eaten within a lap, as on any cycle.
//  5. A game may start from a body with gaps. After one lap the body has no gaps.
//
// The twin may be any cell with two neighbours in common with the hole. [New] uses a corner as the
// hole and the cell diagonal to it as the twin.
// solve/tour proves the number of moves.

// ErrNotFound means that a search has used all of its steps: the board may or may not have a cycle.
var ErrNotFound = errors.New("no cycle was found within the limit of the search; there may be one")

// DefaultSteps bounds the steps of Find, which take about a second.
const DefaultSteps = 1 << 26

// Find returns a cycle through all free cells of b or, if it finds none, through all but a hole
// that has a twin; see [Cycle]. If b has neither, Find returns a [NoCycleError] with the reason. If
// its steps are not enough to decide, it returns [ErrNotFound]. The result depends only on b.
func Find(b Board) (*Cycle, error) { return FindAlong(b, nil, DefaultSteps) }

// FindAlong is like Find, but takes at most about this number of steps, and returns only a cycle on
// which a snake with this body, head first, lies without gaps: the cycle visits the cells of body
// one after the other, from the last to the first. A NoCycleError means that the board has no cycle
// on which the body lies so.
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

// A search makes several attempts, which start from the patterns of setPattern. The first attempt
// makes at most few exchanges, and the branching that follows it makes at most few branches. Every
// later attempt makes at most few+exchanges exchanges.
const (
	attempts  = 6
	exchanges = 2000
	few       = 40
)

// solve changes the edges in s.use until they form one loop. It tries a short local search, a few
// branches, longer local searches, and finally the complete searches.
func (s *search) solve() error {
	b, err := newBrancher(s)
	if err != nil {
		return err
	}
	for i := range attempts {
		s.setPattern(i)
		err := s.factor()
		if errors.Is(err, ErrNotFound) {
			break
		}
		if err != nil || s.join(few+exchanges*min(i, 1)) {
			return err
		}
		if i == 0 {
			if err := b.decide(few); !errors.Is(err, ErrNotFound) {
				return err
			}
		}
	}
	if err := s.complete(); !errors.Is(err, ErrNotFound) {
		return err
	}
	return b.decide(math.MaxInt)
}

// setPattern sets s.use to one of four patterns, by i modulo 4: columns, rows, or unit squares in
// one of two positions. The pattern is a start for factor, which completes it to a 2-factor.
func (s *search) setPattern(i int) {
	clear(s.use)
	for _, c := range s.cells {
		x, y := s.grid.XY(c)
		along, across := ouro.Up, ouro.Right
		if i%2 != 0 {
			x, y, along, across = y, x, across, along
		}
		if i%4 < 2 || (y+i/2)%2 == 0 {
			s.addEdge(c, along)
		}
		if i%4 >= 2 && x%2 == 0 {
			s.addEdge(c, across)
		}
	}
}

// addEdge adds the edge from c in direction d to use, if the edge is allowed and each of its cells
// has fewer than two edges.
func (s *search) addEdge(c ouro.Cell, d ouro.Dir) {
	if s.may[c].Has(d) && !s.use[c].Has(d) && s.use[c].Len() < 2 && s.use[s.grid.Next(c, d)].Len() < 2 {
		s.toggle(c, d)
	}
}

// solveHoled returns a cycle through all cells of g but a hole that has a twin. It makes quick
// attempts with every hole and twin, and then thorough ones.
func (g *graph) solveHoled(body []ouro.Cell, steps int64) (*Cycle, error) {
	s := newSearch(g, steps, 2)
	may, must := slices.Clone(g.may), slices.Clone(g.must)
	holes, err := s.holes()
	if err != nil {
		return nil, err
	}
	all, unknown := g.cells, true
	for round := 0; round <= thorough && unknown; round++ {
		unknown = false
		todo := newAgenda(len(may), holes, body)
		for hole := todo.next(); hole != ouro.NoCell; hole = todo.next() {
			g.cells = slices.DeleteFunc(slices.Clone(all), func(c ouro.Cell) bool { return c == hole })
			for _, t := range g.twins(hole, may) {
				copy(g.may, may)
				copy(g.must, must)
				if !g.omit(hole, t) {
					continue
				}
				err := s.tryHole(round)
				var none *NoCycleError
				switch {
				case err == nil:
					return newCycle(g.grid, s.order(), hole, t.cell), nil
				case s.steps <= 0:
					return nil, ErrNotFound
				case errors.As(err, &none):
					todo.prefer(g.around(none.Cells))
				default:
					unknown = true
					todo.prefer(g.around(s.smallestLoop()))
				}
			}
		}
	}
	if unknown {
		return nil, ErrNotFound
	}
	return nil, &NoCycleError{Reason: "the number of free cells is odd, and no cell can be omitted such that the cycle may visit it instead of another"}
}

// An agenda is the list of holes that solveHoled has to try.
type agenda struct {
	holes []ouro.Cell // the last one is next
	open  []bool      // by Cell: whether the hole is on the list and the method next has not returned it
}

func newAgenda(size int, holes, body []ouro.Cell) *agenda {
	a := &agenda{holes: slices.Clone(holes), open: make([]bool, size)}
	slices.Reverse(a.holes)
	for _, c := range holes {
		a.open[c] = !slices.Contains(body, c)
	}
	return a
}

// prefer makes these cells the next holes. They are near the cause of a failed attempt, and a hole
// there may remove the cause.
func (a *agenda) prefer(cells []ouro.Cell) { a.holes = append(a.holes, cells...) }

// next returns the next hole that it has not returned before, or NoCell.
func (a *agenda) next() ouro.Cell {
	for len(a.holes) > 0 {
		c := a.holes[len(a.holes)-1]
		a.holes = a.holes[:len(a.holes)-1]
		if a.open[c] {
			a.open[c] = false
			return c
		}
	}
	return ouro.NoCell
}

// thorough is the number of quick rounds before the thorough one.
const thorough = 2

// tryHole changes the edges in s.use until they form one loop. In a quick round it makes one
// attempt, which is longer in later rounds. In the thorough round it calls solve, which makes all
// attempts.
func (s *search) tryHole(round int) error {
	if round == thorough {
		return s.solve()
	}
	s.steps -= int64(len(s.cells))
	if _, err := newBrancher(s); err != nil {
		return err
	}
	if err := s.factor(); err != nil || s.join(20+exchanges/4*round) {
		return err
	}
	return ErrNotFound
}

// holes returns the cells whose removal may leave a graph with a 2-factor. If g is bipartite, one
// colour has one cell more than the other. Then holes first gives each cell of the smaller colour
// two edges, or returns a NoCycleError if this is impossible. The cells of the larger colour lack
// two edges in total. The holes are the cells to which alternating paths can move a missing edge.
func (s *search) holes() ([]ouro.Cell, error) {
	if !s.bipartite {
		return s.cells, nil
	}
	more := s.excess() > 0 // whether the holes are dark
	s.fillGreedily()
	for _, c := range s.cells {
		for s.dark[c] != more && s.use[c].Len() < 2 {
			if !s.augment(c) {
				return nil, s.deficit()
			}
		}
	}
	s.gen++
	s.queue = s.queue[:0]
	for _, c := range s.cells {
		if s.use[c].Len() < 2 {
			s.queue = append(s.queue, int32(c)<<1|add)
			s.seen[int32(c)<<1|add] = s.gen
		}
	}
	for i := 0; i < len(s.queue); i++ {
		s.expand(s.queue[i])
	}
	var holes []ouro.Cell
	for _, c := range s.cells {
		if s.dark[c] == more && s.seen[int32(c)<<1|add] == s.gen {
			holes = append(holes, c)
		}
	}
	return holes, nil
}

// A twin is a cell with two neighbours that it shares with a hole.
type twin struct {
	cell ouro.Cell
	a, b ouro.Cell
}

// twins returns all possible twins of a hole in the graph with these edges.
func (g *graph) twins(hole ouro.Cell, edges []ouro.DirSet) []twin {
	var all []twin
	for s := edges[hole]; s != 0; s &= s - 1 {
		a := g.grid.Next(hole, first(s))
		for rest := s & (s - 1); rest != 0; rest &= rest - 1 {
			b := g.grid.Next(hole, first(rest))
			for around := edges[a]; around != 0; around &= around - 1 {
				if u := g.grid.Next(a, first(around)); u != hole && g.isEdge(b, u, edges) {
					all = append(all, twin{u, a, b})
				}
			}
		}
	}
	return all
}

// isEdge reports whether one of these edges joins a and b.
func (g *graph) isEdge(a, b ouro.Cell, edges []ouro.DirSet) bool {
	for s := edges[a]; s != 0; s &= s - 1 {
		if g.grid.Next(a, first(s)) == b {
			return true
		}
	}
	return false
}

// omit removes the hole and forces the cycle to visit its twin between their common neighbours. It
// returns false if an edge that the cycle must use makes this impossible.
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
