package exact

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"ouro"
)

func TestKnownFigures(t *testing.T) {
	for _, c := range []struct {
		w, h, length int
		want         float64
	}{
		{2, 2, 1, 3.833333}, {2, 3, 1, 8.433333}, {4, 4, 1, 41.567374}, {4, 4, 3, 35.921412},
	} {
		r, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(c.w, c.h)), c.length, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Probability != 1 || math.Abs(r.Moves-c.want) > 6e-7 {
			t.Errorf("board %dx%d, start length %d: %v, want certainty and %v moves", c.w, c.h, c.length, r.Figures, c.want)
		}
	}
}

// TestAllBoardsAreWon: every board with both sides at least 2 is won with certainty, even one
// with an odd number of cells, which has no Hamiltonian cycle.
func TestAllBoardsAreWon(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {5, 3}, {5, 5}, {2, 7}, {3, 4}} {
		r, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(size[0], size[1])), 1, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Probability != 1 {
			t.Errorf("board %v: %v, want a certain win", size, r.Figures)
		}
	}
}

// TestCertainIsAll: the figures are bit-identical with and without All, and for any number of
// workers.
func TestCertainIsAll(t *testing.T) {
	for _, size := range [][2]int{{3, 4}, {4, 4}, {3, 5}} {
		var figures []Figures
		for _, o := range []Options{{Workers: 1}, {Workers: 3}, {All: true, Workers: 1}, {All: true, Workers: 3}} {
			r, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(size[0], size[1])), 1, o)
			if err != nil {
				t.Fatal(err)
			}
			figures = append(figures, r.Figures)
			if r.Figures != figures[0] {
				t.Errorf("board %v, %+v: %v, want %v", size, o, r.Figures, figures[0])
			}
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	_, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(8, 8)), 1, Options{Memory: 8e9})
	var tooLarge *TooLargeError
	if !errors.As(err, &tooLarge) || !strings.Contains(err.Error(), "positions would take") {
		t.Errorf("8x8 in 8 GB: %v", err)
	}
	if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(8, 8)), 1, Options{}); err == nil || !strings.Contains(err.Error(), "at most 52 free cells") {
		t.Errorf("8x8: %v", err)
	}
	for _, length := range []int{0, 5} {
		if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(4, 4)), length, Options{}); err == nil || !strings.Contains(err.Error(), "no straight snake") {
			t.Errorf("start length %d: %v", length, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, ouro.OpenLevel(ouro.MustGrid(4, 4)), 1, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

func TestMeasure(t *testing.T) {
	levels := []*ouro.Level{parse(t, drawnLevels["L"]), parse(t, drawnLevels["ring"]), parse(t, drawnLevels["wide"])}
	for _, size := range [][2]int{{2, 2}, {3, 3}, {2, 9}, {4, 4}, {3, 5}} {
		levels = append(levels, ouro.OpenLevel(ouro.MustGrid(size[0], size[1])))
	}
	for _, l := range levels {
		r, err := newRun(t.Context(), l, Options{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		// Count bodies without symmetry: bodies that are their own image matter on small boards.
		var bodies, positions float64
		for length := 1; length <= r.trie.cells; length++ {
			n := float64(r.trie.images(length)) / float64(len(r.trie.sym))
			bodies += n
			positions += n * float64(r.trie.cells-length)
		}
		if s := Measure(l, true); math.Abs(s.Bodies/bodies-1) > 0.03 || math.Abs(s.Positions/positions-1) > 0.03 {
			t.Errorf("board\n%s%.0f bodies and %.0f positions, want %.0f and %.0f", l, s.Bodies, s.Positions, bodies, positions)
		}
	}
}

// images returns the number of bodies of a length, and counts images of a body as different bodies.
func (t *trie) images(length int) (n int) {
	for b := range t.levels[length].bodies() {
		fixed := 0
		for by := t.fixedBy(length, uint32(b)); by != 0; by &= by - 1 {
			fixed++
		}
		n += len(t.sym) / fixed
	}
	return n
}

// TestCountsOfBodies compares the numbers of bodies with the numbers of paths (OEIS A288518)
// and of Hamiltonian paths (A096969) in square grids.
func TestCountsOfBodies(t *testing.T) {
	for _, c := range []struct{ side, paths, hamiltonian int }{{2, 12, 8}, {3, 322, 40}, {4, 14248, 552}, {5, 1530196, 8648}} {
		r, err := newRun(t.Context(), ouro.OpenLevel(ouro.MustGrid(c.side, c.side)), Options{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		cells := c.side * c.side
		if n := r.trie.images(1); n != cells {
			t.Errorf("side %d: %d snakes of one", c.side, n)
		}
		paths := 0
		for length := 2; length <= cells; length++ {
			paths += r.trie.images(length)
		}
		if paths != 2*c.paths { // each path is two bodies
			t.Errorf("side %d: %d bodies, want %d", c.side, paths, 2*c.paths)
		}
		if n := r.trie.images(cells); n != c.hamiltonian {
			t.Errorf("side %d: %d full boards, want %d", c.side, n, c.hamiltonian)
		}
	}
}

// TestSymmetry: all images of a position have the same figures, and their best directions
// are images of each other.
func TestSymmetry(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {3, 5}, {5, 3}} {
		g := ouro.MustGrid(size[0], size[1])
		r, err := newRun(t.Context(), ouro.OpenLevel(g), Options{All: true}, 1)
		if err != nil {
			t.Fatal(err)
		}
		dice := ouro.NewPCG(uint64(g.W))
		for r.length > 1 {
			s, err := r.solve(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				body, food := randomPosition(g, s.length, dice)
				if body == nil {
					continue
				}
				want := r.answer(s, body, food)
				for _, m := range r.trie.sym {
					image := make([]ouro.Cell, len(body))
					for i, c := range body {
						image[i] = ouro.Cell(m.cell[c])
					}
					got := r.answer(s, image, ouro.Cell(m.cell[food]))
					same := near(got.Figures, want.Figures)
					for _, d := range ouro.Dirs {
						same = same && got.Best.Has(m.dir[d]) == want.Best.Has(d) && near(got.Choices[m.dir[d]].Figures, want.Choices[d].Figures)
					}
					if !same {
						t.Fatalf("board %s, body %v, food %d: %+v, its image %v: %+v", g, body, food, want, image, got)
					}
				}
			}
			if err := r.step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// randomPosition returns a random body and food beside it, or nil if the body gets stuck while it
// grows.
func randomPosition(g *ouro.Grid, length int, dice ouro.Dice) ([]ouro.Cell, ouro.Cell) {
	s := ouro.NewState(g)
	body := []ouro.Cell{ouro.Cell(dice.Roll(g.Size()))}
	taken := map[ouro.Cell]bool{body[0]: true}
	for len(body) < length {
		var ways []ouro.Cell
		for _, n := range g.Neighbours(body[len(body)-1]) {
			if n != ouro.NoCell && !taken[n] {
				ways = append(ways, n)
			}
		}
		if ways == nil {
			return nil, 0
		}
		next := ways[dice.Roll(len(ways))]
		taken[next] = true
		body = append(body, next)
	}
	s.AddSnake(body...)
	k := dice.Roll(g.Size() - length)
	for c := ouro.Cell(0); ; c++ {
		if s.Free(c) {
			if k == 0 {
				return body, c
			}
			k--
		}
	}
}

func TestFiguresTooLarge(t *testing.T) {
	r, err := newRun(t.Context(), ouro.OpenLevel(ouro.MustGrid(2, 3)), Options{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	r.after.fill(mostMoves<<moveBits, certain)
	if _, err := r.solve(t.Context()); err == nil || !strings.Contains(err.Error(), "more than 1022 moves") {
		t.Errorf("%v", err)
	}
	if m := afterMove(never - 1); m != never-1 {
		t.Errorf("one more than the most is %d", m)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, all := range []bool{false, true} {
		b.Run(map[bool]string{false: "certain", true: "all"}[all], func(b *testing.B) {
			b.ReportAllocs()
			positions := int64(0)
			for b.Loop() {
				r, err := Solve(b.Context(), ouro.OpenLevel(ouro.MustGrid(4, 5)), 1, Options{All: all, Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				positions += r.Positions
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// TestKnown computes the smaller boards again. The results are bit-identical because figures
// are integers.
func TestKnown(t *testing.T) {
	const cells = 20
	computed := 0
	for _, k := range known {
		g := ouro.MustGrid(k.w, k.h)
		if g.Size() > cells {
			continue
		}
		r, err := Solve(t.Context(), ouro.OpenLevel(g), 1, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Moves != k.moves || r.Probability != 1 {
			t.Errorf("board %s: %v, known as %v", g, r.Figures, k.moves)
		}
		computed++
	}
	if computed < 5 {
		t.Errorf("only %d boards were computed", computed)
	}
}

// TestKnownBoards: Known finds every board of KnownBoards in both orientations, and no other board.
func TestKnownBoards(t *testing.T) {
	boards := KnownBoards()
	for i, g := range boards {
		moves, ok := Known(g)
		turned, okTurned := Known(ouro.MustGrid(g.H, g.W))
		if !ok || !okTurned || moves != turned || moves < float64(g.Size()-1) {
			t.Errorf("board %s: %v, %v and turned %v, %v", g, moves, ok, turned, okTurned)
		}
		if i > 0 && g.Size() < boards[i-1].Size() {
			t.Errorf("board %s comes after %s", g, boards[i-1])
		}
	}
	if _, ok := Known(ouro.MustGrid(7, 7)); ok {
		t.Error("7x7 is known?")
	}
}
