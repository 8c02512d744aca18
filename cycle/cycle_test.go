package cycle

import (
	"fmt"
	"slices"
	"testing"

	"ouro"
)

// count visits all Hamiltonian cycles of g, each once, and returns their number and whether c, in
// either direction, is one of them. It knows nothing of how New constructs cycles.
func count(g *ouro.Grid, c *Cycle) (n int, found bool) {
	ours := make(map[string]bool)
	if c != nil {
		i := int(c.Place[0])
		order := append(slices.Clone(c.Order[i:]), c.Order[:i]...)
		ours[fmt.Sprint(order)] = true
		slices.Reverse(order[1:])
		ours[fmt.Sprint(order)] = true
	}
	// A cycle visits corner 0 between the corner's two neighbours. To visit each cycle once,
	// leave the corner to the right and return from above.
	above := ouro.Cell(g.W)
	seen := make([]bool, g.Size())
	walk := []ouro.Cell{0, 1}
	seen[0], seen[1] = true, true
	var extend func()
	extend = func() {
		end := walk[len(walk)-1]
		if end == above {
			if len(walk) == g.Size() {
				n++
				found = found || ours[fmt.Sprint(walk)]
			}
			return
		}
		for _, next := range g.Neighbours(end) {
			if next != ouro.NoCell && !seen[next] {
				seen[next] = true
				walk = append(walk, next)
				extend()
				walk = walk[:len(walk)-1]
				seen[next] = false
			}
		}
	}
	extend()
	return n, found
}

func TestAllHamiltonianCyclesOfSmallBoards(t *testing.T) {
	for _, test := range []struct{ w, h, want int }{
		{2, 2, 1},
		{2, 5, 1},
		{5, 2, 1},
		{3, 4, 2},
		{4, 4, 6},
		{4, 5, 14},
		{5, 4, 14},
		{4, 6, 37},
		{6, 6, 1072},
		{3, 3, 0},
		{3, 5, 0},
		{5, 5, 0},
	} {
		g := ouro.MustGrid(test.w, test.h)
		c, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		odd := test.w%2 != 0 && test.h%2 != 0
		if odd {
			c = nil
		}
		if n, found := count(g, c); n != test.want || found == odd {
			t.Errorf("%s: %d cycles, want %d; ours among them: %v", g, n, test.want, found)
		}
	}
}

func TestNewOnEveryBoard(t *testing.T) {
	for w := ouro.MinSide; w <= ouro.MaxSide; w++ {
		for h := ouro.MinSide; h <= ouro.MaxSide; h++ {
			g := ouro.MustGrid(w, h)
			c, err := New(g)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Verify(Open(c.Grid)); err != nil {
				t.Error(err)
			}
			if odd := w%2 != 0 && h%2 != 0; odd != (c.Hole != ouro.NoCell) {
				t.Errorf("%s: hole %d", g, c.Hole)
			}
		}
	}
}

func TestNewRefusesASideOfOne(t *testing.T) {
	for _, g := range []*ouro.Grid{{W: 1, H: 6}, {W: 6, H: 1}, {W: 1, H: 1}, {}} {
		if _, err := New(g); err == nil {
			t.Errorf("%s: no error", g)
		} else {
			t.Log(err)
		}
	}
}

func TestVerifyFindsWhatIsWrong(t *testing.T) {
	for _, side := range []int{4, 5} {
		for name, spoil := range map[string]func(c *Cycle){
			"too short":      func(c *Cycle) { c.Order = c.Order[1:]; c.index() },
			"jump":           func(c *Cycle) { c.Order[1], c.Order[5] = c.Order[5], c.Order[1]; c.index() },
			"cell twice":     func(c *Cycle) { c.Order[2] = c.Order[0]; c.index() },
			"stale place":    func(c *Cycle) { c.Place[c.Order[3]]++ },
			"wrong hole":     func(c *Cycle) { c.Hole = ouro.Cell(side*side - 1 - int(max(c.Hole, 0))) },
			"misplaced twin": func(c *Cycle) { c.Twin = c.Order[0]; c.Hole = c.Order[8]; c.index() },
		} {
			c, err := New(ouro.MustGrid(side, side))
			if err != nil {
				t.Fatal(err)
			}
			spoil(c)
			if c.Verify(Open(c.Grid)) == nil {
				t.Errorf("side %d, %s: not found", side, name)
			}
		}
	}
}

func TestNextAndAhead(t *testing.T) {
	c, err := New(ouro.MustGrid(5, 7))
	if err != nil {
		t.Fatal(err)
	}
	for i, cell := range c.Order {
		at := cell
		for d := range c.Len() {
			if at != c.Order[(i+d)%c.Len()] || c.Ahead(cell, at) != d {
				t.Fatalf("%d steps after cell %d: cell %d, Ahead %d", d, cell, at, c.Ahead(cell, at))
			}
			at = c.Next(at)
		}
		if at != cell {
			t.Fatalf("a lap from %d ends at %d", cell, at)
		}
	}
}
