package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

// TestTableOfAllPositions: the saved direction is legal and optimal in every position that
// can be won. The table computed in memory is equal to the file.
func TestTableOfAllPositions(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 2}, {3, 3}, {2, 5}, {3, 4}} {
		g := ouro.MustGrid(size[0], size[1])
		file, err := OpenTable(saveTable(t, g.W, g.H))
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Verify(); err != nil {
			t.Fatal(err)
		}
		o := newOracle(ouro.OpenLevel(g))
		for i := range o.pos {
			p := &o.pos[i]
			d, err := file.Best(p.body, p.food)
			if err != nil {
				t.Fatal(err)
			}
			if p.chance == 0 {
				continue
			}
			cost := math.NaN()
			for _, m := range p.moves {
				if m.dir == d && o.chance(m) > p.chance-equal {
					cost = o.cost(m)
				}
			}
			if !(cost < p.cost+1e-5) {
				t.Fatalf("board %s, body %v, food %d: %v costs %v, the best %v", g, p.body, p.food, d, cost, p.cost)
			}
		}
		memory, err := NewTable(t.Context(), ouro.OpenLevel(g), Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if string(memory.file) != string(file.file) {
			t.Errorf("board %s: the table in memory differs from the file", g)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLongestWay follows the table from every meal that optimal play can reach. On nearly all
// boards, play stays far below the limit of moves without a meal, which the computation
// ignores. On 3x6 it can exceed the limit, in games that did not occur among 20,000.
func TestLongestWay(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{{2, 2, 2}, {2, 8, 14}, {3, 3, 8}, {3, 5, 17}, {4, 4, 31}, {3, 6, 68}} {
		g := ouro.MustGrid(c.w, c.h)
		table, err := NewTable(t.Context(), ouro.OpenLevel(g), Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		longest := longestWay(t, table)
		if longest != c.want {
			t.Errorf("board %s: a path of %d moves without a meal, want %d", g, longest, c.want)
		}
		if beyond := longest > classic.HungerLimit(g); beyond != (c.w == 3 && c.h == 6) {
			t.Errorf("board %s: a path of %d moves without a meal, the limit is %d", g, longest, classic.HungerLimit(g))
		}
	}
}

// longestWay returns the largest number of moves between two meals, over all games that the
// table plays from a snake of length 1.
func longestWay(t *testing.T, table *Table) (longest int) {
	t.Helper()
	p := &tablebase{table: table}
	type body struct {
		length int
		number int64
	}
	seen := map[body]bool{}
	var waiting [][]ouro.Cell
	for _, c := range table.heads {
		waiting = append(waiting, []ouro.Cell{ouro.Cell(c)})
	}
	for len(waiting) > 0 {
		cells := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for food := range ouro.Cell(table.cells) {
			if slices.Contains(cells, food) {
				continue
			}
			p.body = append(p.body[:0], cells...)
			way := p.plan(food)
			if way[len(way)-1] != food {
				t.Fatalf("board %s, body %v, food %d: the path %v does not end at the food", table.grid, cells, food, way)
			}
			longest = max(longest, len(way)-1)
			next := append([]ouro.Cell{food}, p.body...)
			if len(next) == table.cells {
				continue
			}
			number, err := table.find(next, int(table.smallest(next)))
			if err != nil {
				t.Fatal(err)
			}
			if b := (body{len(next), number}); !seen[b] {
				seen[b] = true
				waiting = append(waiting, next)
			}
		}
	}
	return longest
}

// FuzzTable: OpenTable rejects a file, or the table answers in every position without a panic.
func FuzzTable(f *testing.F) {
	table, err := NewTable(context.Background(), ouro.OpenLevel(ouro.MustGrid(2, 3)), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table.file, uint64(1), false)
	f.Add(table.file, uint64(2), true)
	walled := ouro.OpenLevel(ouro.MustGrid(3, 3))
	walled.Terrain[8] = ouro.Wall
	if table, err = NewTable(context.Background(), walled, Options{}); err != nil {
		f.Fatal(err)
	}
	f.Add(table.file, uint64(4), false)
	f.Add([]byte(openMagic), uint64(3), true)
	f.Fuzz(func(t *testing.T, file []byte, seed uint64, honest bool) {
		table, err := readTable(file)
		if err != nil {
			return
		}
		if !honest { // treats all checksums as right
			for i := range table.checked {
				table.checked[i] = true
			}
		}
		dice := rand.New(rand.NewPCG(seed, seed))
		for range 20 {
			body := []ouro.Cell{table.cell[dice.IntN(table.cells)]}
			for len(body) < table.cells-1 && dice.IntN(8) > 0 {
				n := table.neighbour(body[len(body)-1], ouro.Dir(dice.IntN(4)))
				if n == ouro.NoCell || slices.Contains(body, n) {
					break
				}
				body = append(body, n)
			}
			for _, food := range table.cell {
				if !slices.Contains(body, food) {
					_, _ = table.Best(body, food) // an error is allowed; a panic is not
				}
			}
		}
	})
}
