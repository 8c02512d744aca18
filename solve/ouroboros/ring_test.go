package ouroboros

import (
	"slices"
	"testing"
)

func TestTwins(t *testing.T) {
	for _, size := range [][2]int{{3, 5}, {5, 5}, {7, 7}, {9, 9}} {
		g, r, l := testLibrary(t, size[0], size[1], 600)
		edits, none := 0, 0
		for _, e := range l {
			r.adopt(e.order, e.hole)
			flips := r.findFlips(nil, len(r.order), len(r.order))
			for i, f := range flips {
				for _, next := range flips[i+1:] {
					if next.i >= f.j || next.j <= f.j || next.i == f.i {
						continue
					}
					r.adopt(e.order, e.hole)
					edit := cross(f, next)
					found := r.twins(nil, edit)
					r.apply(edit)
					want := twinsOf(g, r.cells, r.order, r.hole)
					if !slices.Equal(found, want) {
						t.Fatalf("board %s, ring %v with the hole %d after %+v: twins at %v, want %v", g, e.order, e.hole, edit, found, want)
					}
					if edits++; len(want) == 0 {
						none++
					}
				}
			}
		}
		if edits < 20 || size[0] > 5 && none == 0 {
			t.Errorf("board %s: %d edits, %d of them without twins", g, edits, none)
		}
	}
}
