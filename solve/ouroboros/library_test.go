package ouroboros

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/cycle"
)

// testLibrary returns a board of this size, a ring on it and a library of count editions.
func testLibrary(t *testing.T, w, h, count int) (*ouro.Grid, *ring, library) {
	t.Helper()
	g := ouro.MustGrid(w, h)
	c, err := cycle.New(g)
	if err != nil {
		t.Fatal(err)
	}
	r := newRing(openBoard(g))
	r.lay(c)
	return g, r, newLibrary(openBoard(g), r, count, ouro.NewPCG(1))
}

func TestLibrary(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 5}, {4, 3}, {3, 3}, {6, 6}, {5, 5}, {5, 7}, {7, 7}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			g, r, l := testLibrary(t, size[0], size[1], 300)
			dice := ouro.NewPCG(2)
			holes := map[square]bool{}
			for i := range 2 * len(l) {
				from := r.order[dice.Roll(len(r.order))]
				read := l.read(i, from)
				if from == read.hole {
					continue
				}
				holes[read.hole] = true
				order := read.appendTo(nil)
				if order[0] != from {
					t.Fatalf("reading %d from square %d begins at %d", i, from, order[0])
				}
				for p, s := range order {
					if read.placeOf(s) != p {
						t.Fatalf("reading %d: square %d at place %d comes after %d", i, s, p, read.placeOf(s))
					}
				}
				ring := newRing(openBoard(g))
				ring.adopt(order, read.hole)
				if err := checkRing(g, ring); err != nil {
					t.Fatalf("reading %d: %v", i, err)
				}
			}
			want := 1
			if g.Size()%2 != 0 {
				want = (g.Size() + 1) / 2 // all squares of the colour of the corners
			}
			if len(holes) != want {
				t.Errorf("%d holes, want %d: %v", len(holes), want, holes)
			}
		})
	}
}

func TestShared(t *testing.T) {
	g, r, l := testLibrary(t, 5, 5, 3)
	own := l.share()
	for i, e := range own {
		ring := newRing(openBoard(g))
		ring.adopt(e.order, e.hole)
		if err := checkRing(g, ring); err != nil {
			t.Errorf("edition %d: %v", i, err)
		}
	}
	r.rotate(5)
	own[0].copyFrom(r)
	if l[0].order[0] == own[0].order[0] {
		t.Error("the first edition is shared")
	}
	if &l[1].order[0] != &own[1].order[0] {
		t.Error("the second edition is not shared")
	}
}
