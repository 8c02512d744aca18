package cycle

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"ouro"
)

func cacheBoards(t *testing.T) []Board {
	t.Helper()
	torus, err := ouro.NewTorus(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	boards := []Board{Open(torus)}
	for w := range 9 {
		b := Open(ouro.MustGrid(w+3, 4+w%3))
		boards = append(boards, b)
		b = Open(b.Grid)
		b.Free[0], b.Free[1] = false, w%2 == 0
		boards = append(boards, b)
	}
	return boards
}

// TestFindCached: the results are those of Find, even after a caller has changed a cycle. The last
// boards are not searched again.
func TestFindCached(t *testing.T) {
	boards := cacheBoards(t)
	var k cache
	check := func(b Board) {
		t.Helper()
		c, err := k.find(b, DefaultSteps)
		want, wantErr := Find(b)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%s: %v, want %v", b.Grid, err, wantErr)
		}
		if err != nil {
			var none *NoCycleError
			if !errors.As(err, &none) {
				t.Errorf("%s: %v", b.Grid, err)
			}
			return
		}
		if fmt.Sprint(c.Order) != fmt.Sprint(want.Order) || c.Hole != want.Hole || c.Twin != want.Twin || c.Grid != b.Grid {
			t.Fatalf("%s: another cycle than that of Find", b.Grid)
		}
		if err := c.Verify(b); err != nil {
			t.Fatal(err)
		}
		c.Order[0], c.Order[1] = c.Order[1], c.Order[0]
	}
	for range 3 {
		for _, b := range boards[:cacheSize] {
			check(b)
		}
	}
	if k.searches != cacheSize {
		t.Errorf("%d searches of %d boards", k.searches, cacheSize)
	}
	for _, b := range boards {
		check(b)
	}
	if k.searches != len(boards) || len(k.results) != cacheSize {
		t.Errorf("%d searches of %d boards, of which %d are remembered", k.searches, len(boards), len(k.results))
	}
	check(boards[0]) // no longer in the cache
	check(boards[len(boards)-1])
	if k.searches != len(boards)+1 {
		t.Errorf("%d searches, want %d", k.searches, len(boards)+1)
	}
}

func TestFindCachedConcurrently(t *testing.T) {
	boards := cacheBoards(t)[:cacheSize]
	var k cache
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for _, b := range boards {
				c, err := k.find(b, DefaultSteps)
				if err == nil {
					err = c.Verify(b)
				}
				if none := (*NoCycleError)(nil); err != nil && !errors.As(err, &none) {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if k.searches != len(boards) {
		t.Errorf("%d searches of %d boards", k.searches, len(boards))
	}
}
