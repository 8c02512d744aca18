package ouroboros

import (
	"fmt"
	"testing"

	"ouro"
)

// TestAtlasIsComplete counts the rings of small boards: twice the number of
// Hamiltonian cycles where there are any, and on odd boards proper rings
// throughout, each once.
func TestAtlasIsComplete(t *testing.T) {
	for _, test := range []struct{ w, h, want int }{
		{2, 2, 2}, {2, 5, 2}, {3, 4, 4}, {4, 4, 12}, {4, 5, 28}, {4, 6, 74}, {6, 6, 2144},
	} {
		if n := len(newAtlas(newRing(ouro.MustGrid(test.w, test.h))).charts); n != test.want {
			t.Errorf("%dx%d: %d rings, want %d", test.w, test.h, n, test.want)
		}
	}
	for _, size := range [][2]int{{3, 3}, {3, 5}, {5, 3}, {5, 5}, {3, 7}, {7, 5}} {
		g := ouro.MustGrid(size[0], size[1])
		r := newRing(g)
		a := newAtlas(r)
		seen := map[string]bool{}
		for _, c := range a.charts {
			r.hole, r.twin = c.hole, c.twin
			r.adopt(c.order)
			if err := checkRing(g, r); err != nil {
				t.Fatalf("%s: %v", g, err)
			}
			next := make([]square, 0, len(r.squares)) // by cell
			for _, s := range r.squares {
				if p := int(c.place[s]); p >= 0 {
					next = append(next, c.order[(p+1)%len(c.order)])
				} else {
					next = append(next, 0)
				}
			}
			key := fmt.Sprint(c.hole, c.twin, next)
			if seen[key] {
				t.Fatalf("%s: a ring is listed twice", g)
			}
			seen[key] = true
		}
		t.Logf("%s: %d rings", g, len(a.charts))
	}
}
