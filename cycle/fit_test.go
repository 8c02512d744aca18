package cycle

import (
	"math/rand/v2"
	"testing"

	"ouro"
)

// straights calls visit with the cells of every straight snake on g, head first.
func straights(g *ouro.Grid, visit func(cells []ouro.Cell)) {
	for head := range ouro.Cell(g.Size()) {
		for _, d := range ouro.Dirs {
			var cells []ouro.Cell
			for c := head; c != ouro.NoCell; c = g.Next(c, d) {
				cells = append(cells, c)
				visit(cells)
			}
		}
	}
}

func TestFitCarriesEveryStraightSnake(t *testing.T) {
	sizes := [][2]int{{2, 20}, {3, 15}, {15, 3}, {9, 9}, {10, 10}}
	for w := 2; w <= 7; w++ {
		for h := 2; h <= 7; h++ {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	for _, size := range sizes {
		g := ouro.MustGrid(size[0], size[1])
		straights(g, func(cells []ouro.Cell) {
			b := ouro.NewBody(cells...)
			c, ok := Fit(g, &b)
			if !ok {
				t.Fatalf("%s: no cycle carries %v", g, cells)
			}
			if err := c.Verify(Open(c.Grid)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestCarriedBodiesFollowForEver: random bodies with gaps that a cycle carries move along it with
// random meals. No step hits the body, and after a lap the gaps are gone.
func TestCarriedBodiesFollowForEver(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := ouro.MustGrid(2+rng.IntN(5), 2+rng.IntN(5))
		c, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		s := ouro.NewState(g)
		var cells []ouro.Cell // head first, so in the reverse order of the cycle
		start := rng.IntN(c.Len())
		for i := range c.Len() {
			if rng.IntN(3) > 0 {
				cells = append(cells, c.at(start+c.Len()-1-i))
			}
		}
		if len(cells) == 0 {
			continue
		}
		s.AddSnake(cells...)
		b := &s.Snakes[0].Body
		if _, ok := c.Carries(b); !ok {
			if len(cells) == 2 && c.Next(cells[0]) == cells[1] {
				continue // a snake of two that points against the cycle
			}
			t.Fatalf("seed %d: %s does not carry %v", seed, g, cells)
		}
		for step := range 3 * c.Len() {
			next := c.Next(b.Head())
			if !s.Enterable(0, next) {
				t.Fatalf("seed %d: step %d from %v hits the body", seed, step, cells)
			}
			eat := s.Segments(next) == 0 && rng.IntN(6) == 0
			s.Advance(0, next, eat)
			arc, ok := c.Carries(b)
			if !ok {
				t.Fatalf("seed %d: not carried after step %d from %v", seed, step, cells)
			}
			if step+1 >= c.Len()-1 && arc != b.Len()-1 {
				t.Fatalf("seed %d: gaps left after step %d from %v", seed, step, cells)
			}
		}
	}
}

func TestCarriesRefuses(t *testing.T) {
	even, err := New(ouro.MustGrid(4, 4))
	if err != nil {
		t.Fatal(err)
	}
	odd, err := New(ouro.MustGrid(5, 5))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		c    *Cycle
		body []ouro.Cell
	}{
		"nothing":                 {even, nil},
		"two against it":          {even, []ouro.Cell{even.Order[3], even.Order[4]}},
		"three against it":        {even, []ouro.Cell{even.Order[3], even.Order[4], even.Order[5]}},
		"more than a lap":         {even, []ouro.Cell{even.Order[10], even.Order[2], even.Order[9]}},
		"hole and twin":           {odd, []ouro.Cell{odd.Hole, odd.Order[odd.Place[odd.Twin]-1], odd.Twin}},
		"hole beside twin":        {odd, []ouro.Cell{odd.Hole, odd.Twin}},
		"a cell not in its order": {odd, []ouro.Cell{odd.Order[7], odd.Order[9], odd.Order[3]}},
	} {
		b := ouro.NewBody(test.body...)
		if _, ok := test.c.Carries(&b); ok {
			t.Errorf("%s: carried", name)
		}
	}
}
