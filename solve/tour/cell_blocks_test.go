package tour

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"ouro"
	"ouro/cycle"
)

// blockBoard returns a board of columns x rows blocks. Each bit of freeBits makes one block free.
// Blocks begin at the square (offset,offset).
func blockBoard(columns, rows int, freeBits uint, offset int) cycle.Board {
	g := ouro.MustGrid(2*columns+offset, 2*rows+offset)
	b := cycle.Board{Grid: g, Free: make([]bool, g.Size())}
	for i := range columns * rows {
		for j := range 4 {
			c := g.At(offset+i%columns*2+j%2, offset+i/columns*2+j/2)
			b.Free[c] = freeBits>>i&1 != 0
		}
	}
	return b
}

func connected(columns, rows int, free uint) bool {
	reached := free & -free
	for {
		grown := reached
		for i := range columns * rows {
			if reached>>i&1 == 0 {
				continue
			}
			if i%columns > 0 {
				grown |= 1 << (i - 1)
			}
			if i%columns < columns-1 {
				grown |= 1 << (i + 1)
			}
			grown |= 1<<(i+columns) | 1<<i>>columns
		}
		if grown &= free; grown == reached {
			return reached == free
		}
		reached = grown
	}
}

// borders numbers the borders between blocks. number has, by square, the number of the border on
// which the square decides. sides has the two blocks of each border.
func borders(l *lanes) (number map[ouro.Cell]int, sides [][2]int16) {
	number = map[ouro.Cell]int{}
	for c := range ouro.Cell(len(l.squares)) {
		q := &l.squares[c]
		if q.opposite == ouro.NoCell {
			continue
		}
		if n, ok := number[q.opposite]; ok {
			number[c] = n
			continue
		}
		number[c] = len(sides)
		sides = append(sides, [2]int16{q.block, l.squares[q.opposite].block})
	}
	return number, sides
}

func spanningTrees(sides [][2]int16, n int) (trees []uint32) {
	for set := range uint32(1) << len(sides) {
		if bits.OnesCount32(set) != n-1 {
			continue
		}
		root := map[int16]int16{}
		find := func(b int16) int16 {
			for root[b] != 0 {
				b = root[b] - 1
			}
			return b
		}
		tree := true
		for i, s := range sides {
			if set>>i&1 == 0 {
				continue
			}
			a, b := find(s[0]), find(s[1])
			if a == b {
				tree = false
				break
			}
			root[a] = b + 1
		}
		if tree {
			trees = append(trees, set)
		}
	}
	return trees
}

// TestSafeBodiesAreOnACycle compares safe with all spanning trees of the blocks, for random bodies
// on boards with walls between, around and inside of the blocks.
func TestSafeBodiesAreOnACycle(t *testing.T) {
	const columns, rows = 4, 3
	safe, unsafe, enclosed := 0, 0, 0
	rng := rand.New(rand.NewPCG(1, 5))
	for range 120 {
		free := uint(rng.Uint32()|rng.Uint32()) & (1<<(columns*rows) - 1)
		if rng.IntN(2) == 0 {
			free = 1<<(columns*rows) - 1 - uint([]int{1 << 5, 1 << 6, 1<<5 | 1<<6, 1<<5 | 1<<10, 1<<0 | 1<<5}[rng.IntN(5)])
			enclosed++
		}
		if free == 0 || !connected(columns, rows, free) {
			continue
		}
		b, err := newBlocks(blockBoard(columns, rows, free, rng.IntN(2)))
		if err != nil {
			t.Fatal(err)
		}
		for _, clockwise := range []bool{false, true} {
			l := newLanes(b, clockwise)
			number, sides := borders(l)
			trees := spanningTrees(sides, bits.OnesCount(free))
			p := newPlanner(l)
			for range 100 {
				known, open := uint32(0), uint32(0)
				body := []ouro.Cell{ouro.Cell(rng.IntN(b.grid.Size()))}
				for len(body) < 40 && b.free[body[0]] {
					want := false
					for _, tree := range trees {
						want = want || tree&known == open
					}
					if got := p.safe(l, body); got != want {
						t.Fatalf("free %b, clockwise %v, body %v: safe %v, but brute force %v", free, clockwise, body, got, want)
					}
					if !want {
						unsafe++
						break
					}
					safe++
					p.lay(l, body)
					requireCycle(t, p, l, b, body)
					q := &l.squares[body[0]]
					next := q.turn
					if q.opposite != ouro.NoCell {
						bit := uint32(1) << number[body[0]]
						if rng.IntN(2) == 0 && known&bit == 0 || open&bit != 0 {
							next = q.cross
							open |= bit
						}
						known |= bit
					}
					if next == body[len(body)-1] || contains(body, next) {
						break
					}
					body = append([]ouro.Cell{next}, body...)
				}
			}
		}
	}
	t.Log(safe, unsafe, enclosed)
	if safe < 1000 || unsafe < 1000 || enclosed < 20 {
		t.Errorf("%d bodies were safe, %d were not; %d boards had enclosed walls", safe, unsafe, enclosed)
	}
}

func contains(body []ouro.Cell, c ouro.Cell) bool {
	for _, b := range body {
		if b == c {
			return true
		}
	}
	return false
}

// requireCycle requires that the method lay has made one cycle through all free squares that
// contains the body.
func requireCycle(t *testing.T, p *planner, l *lanes, b *blocks, body []ouro.Cell) {
	t.Helper()
	at, n := body[0], 0
	for {
		at = p.next[at]
		if n++; at == body[0] || n > b.size {
			break
		}
	}
	if n != b.size {
		t.Fatalf("the cycle around %v has %d squares, want %d", body, n, b.size)
	}
	for i := 1; i < len(body); i++ {
		if p.next[body[i]] != body[i-1] {
			t.Fatalf("the cycle leaves the body %v at %d", body, body[i])
		}
	}
}
