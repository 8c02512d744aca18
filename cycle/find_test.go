package cycle

import (
	"errors"
	"math/bits"
	"slices"
	"testing"

	"ouro"
)

// bruteForce tries all paths. It reports whether the free cells of b have a cycle, and whether some
// cycle through all but one of them has a twin for that cell.
func bruteForce(b Board) (whole, holed bool) {
	var free []ouro.Cell
	for c, ok := range b.Free {
		if ok {
			free = append(free, ouro.Cell(c))
		}
	}
	if len(free) < 3 {
		return false, false
	}
	adjacent := func(a, c ouro.Cell) bool { return slices.Contains(b.Grid.Neighbours(a)[:], c) }
	seen := make([]bool, len(b.Free))
	for _, start := range free[:2] { // the hole may be the first cell
		path := []ouro.Cell{start}
		seen[start] = true
		var extend func()
		extend = func() {
			end := path[len(path)-1]
			if len(path) >= 3 && len(path) >= len(free)-1 && adjacent(end, start) {
				if len(path) == len(free) {
					whole = true
				} else {
					hole := free[slices.IndexFunc(free, func(c ouro.Cell) bool { return !seen[c] })]
					for i := range path {
						a, z := path[i], path[(i+2)%len(path)]
						holed = holed || a != z && adjacent(a, hole) && adjacent(z, hole)
					}
				}
			}
			for _, n := range b.Grid.Neighbours(end) {
				if n != ouro.NoCell && b.Free[n] && !seen[n] {
					seen[n] = true
					path = append(path, n)
					extend()
					path = path[:len(path)-1]
					seen[n] = false
				}
			}
		}
		extend()
		seen[start] = false
	}
	return whole, holed
}

func TestFindOnAllSmallBoards(t *testing.T) {
	found, holes, refused := 0, 0, 0
	torus, err := ouro.NewTorus(4, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*ouro.Grid{ouro.MustGrid(3, 4), ouro.MustGrid(5, 3), ouro.MustGrid(4, 4), torus} {
		for set := range uint(1) << g.Size() {
			if bits.OnesCount(set) < 3 {
				continue
			}
			b := Board{Grid: g, Free: make([]bool, g.Size())}
			for c := range b.Free {
				b.Free[c] = set>>c&1 != 0
			}
			c, err := Find(b)
			var none *NoCycleError
			switch whole, holed := bruteForce(b); {
			case errors.Is(err, ErrNotFound):
				t.Errorf("%s %b: %v", g, set, err)
			case err != nil && !errors.As(err, &none):
				t.Fatal(err)
			case (err == nil) != (whole || holed):
				t.Errorf("%s %b: %v, but brute force: whole %v, holed %v", g, set, err, whole, holed)
			case err != nil:
				refused++
			case (c.Hole == ouro.NoCell) != whole:
				t.Errorf("%s %b: hole %d, but brute force: whole %v", g, set, c.Hole, whole)
			case whole:
				found++
			default:
				holes++
			}
		}
	}
	t.Log(found, holes, refused)
	if found < 100 || holes < 100 || refused < 100 {
		t.Errorf("%d cycles, %d cycles with holes, %d refused", found, holes, refused)
	}
}

// TestCompleteSearches compares both complete searches, which Find rarely needs, with brute force.
func TestCompleteSearches(t *testing.T) {
	searches := map[string]func(s *search) error{
		"frontier": (*search).complete,
		"branches": func(s *search) error {
			b, err := newBrancher(s)
			if err != nil {
				return err
			}
			return b.decide(1 << 30)
		},
	}
	found, refused := 0, 0
	for _, g := range []*ouro.Grid{ouro.MustGrid(4, 4), ouro.MustGrid(5, 3)} {
		for set := range uint(1) << g.Size() {
			b := Board{Grid: g, Free: make([]bool, g.Size())}
			for c := range b.Free {
				b.Free[c] = set>>c&1 != 0
			}
			if check := newGraph(b); len(check.cells) < 4 || check.colour() < len(check.cells) || check.excess() != 0 {
				continue
			}
			whole, _ := bruteForce(b)
			for name, complete := range searches {
				graph := newGraph(b)
				graph.colour()
				s := newSearch(graph, 1<<20, 1)
				switch err := complete(s); {
				case (err == nil) != whole:
					t.Errorf("%s on %s %b: %v, but brute force: %v", name, g, set, err, whole)
				case err != nil:
					refused++
				default:
					found++
					if err := newCycle(g, s.order(), ouro.NoCell, ouro.NoCell).Verify(b); err != nil {
						t.Errorf("%s on %s %b: %v", name, g, set, err)
					}
				}
			}
		}
	}
	t.Log(found, refused)
	if found < 100 || refused < 100 {
		t.Errorf("%d found, %d refused", found, refused)
	}
}
