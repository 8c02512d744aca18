package field

import (
	"errors"
	"math"
	"testing"

	"ouro"
)

// slowDistances is a second, simple implementation of Fill: it goes over all pairs of
// neighbours until no distance changes.
func slowDistances(g *ouro.Grid, blocked []bool, sources []ouro.Cell) []int {
	dist := make([]int, g.Size())
	for c := range dist {
		dist[c] = math.MaxInt32
	}
	for _, c := range sources {
		dist[c] = 0
	}
	for changed := true; changed; {
		changed = false
		for c := range dist {
			for _, n := range g.Neighbours(ouro.Cell(c)) {
				if n != ouro.NoCell && !blocked[n] && dist[c]+1 < dist[n] {
					dist[n], changed = dist[c]+1, true
				}
			}
		}
	}
	for c := range dist {
		if dist[c] == math.MaxInt32 {
			dist[c] = Unreached
		}
	}
	return dist
}

func randomBoard(dice *ouro.PCG) (g *ouro.Grid, blocked []bool, sources []ouro.Cell) {
	g = ouro.MustGrid(2+dice.Roll(9), 2+dice.Roll(9))
	blocked = make([]bool, g.Size())
	density := dice.Roll(7)
	for c := range blocked {
		blocked[c] = dice.Roll(10) < density
	}
	for c := range blocked {
		if dice.Roll(g.Size()) < 2 {
			sources = append(sources, ouro.Cell(c))
		}
	}
	return g, blocked, sources
}

func TestFillAgainstTwin(t *testing.T) {
	for seed := range uint64(2000) {
		g, blocked, sources := randomBoard(ouro.NewPCG(seed))
		want := slowDistances(g, blocked, sources)
		f := New(g)
		n := f.Fill(blocked, sources...)
		reached := 0
		for c, d := range want {
			if got := f.At(ouro.Cell(c)); got != d {
				t.Fatalf("seed %d, board %s: distance of %d is %d, want %d", seed, g, c, got, d)
			}
			if d != Unreached {
				reached++
			}
		}
		if n != reached || len(f.Reached()) != reached {
			t.Fatalf("seed %d: %d cells reached, Reached lists %d, want %d", seed, n, len(f.Reached()), reached)
		}
		for i, c := range f.Reached()[min(1, n):] {
			if f.At(f.Reached()[i]) > f.At(c) {
				t.Fatalf("seed %d: Reached is not in order of distance", seed)
			}
		}
	}
}

func TestFillToAgainstTwin(t *testing.T) {
	for seed := range uint64(2000) {
		dice := ouro.NewPCG(seed)
		g, blocked, sources := randomBoard(dice)
		target := ouro.Cell(dice.Roll(g.Size()))
		want := slowDistances(g, blocked, sources)
		f := New(g)
		if got := f.FillTo(target, blocked, sources...); got != (want[target] != Unreached) {
			t.Fatalf("seed %d: FillTo = %v, the twin's distance is %d", seed, got, want[target])
		}
		if got := f.At(target); got != want[target] {
			t.Fatalf("seed %d: distance of the target is %d, want %d", seed, got, want[target])
		}
		for c, d := range want {
			if d < want[target] && f.At(ouro.Cell(c)) != d {
				t.Fatalf("seed %d: cell %d is nearer than the target but has distance %d, want %d", seed, c, f.At(ouro.Cell(c)), d)
			}
		}
	}
}

func TestDownhill(t *testing.T) {
	g := ouro.MustGrid(3, 3)
	f := New(g)
	blocked := make([]bool, g.Size())
	if _, ok := f.Downhill(g.At(1, 1)); ok {
		t.Error("a way down in an empty field")
	}
	f.Fill(blocked, g.At(2, 2))
	if d, ok := f.Downhill(g.At(0, 0)); !ok || d != ouro.Up {
		t.Errorf("from the corner: %v %v, want up (the first of two)", d, ok)
	}
	blocked[g.At(0, 1)] = true
	f.Fill(blocked, g.At(2, 2))
	if d, ok := f.Downhill(g.At(0, 0)); !ok || d != ouro.Right {
		t.Errorf("with up blocked: %v %v, want right", d, ok)
	}
	if heat := f.Heat(); !math.IsNaN(heat[g.At(0, 1)]) || heat[g.At(0, 0)] != 4 {
		t.Errorf("heat %v", heat)
	}
}

func TestBlock(t *testing.T) {
	g := ouro.MustGrid(4, 3)
	s := ouro.NewState(g)
	s.SetTerrain(g.At(3, 2), ouro.Wall)
	s.AddSnake(g.At(1, 1), g.At(1, 0), g.At(0, 0), g.At(0, 1))
	blocked := make([]bool, g.Size())
	Block(blocked, s, 0)
	for c, got := range blocked {
		x, y := g.XY(ouro.Cell(c))
		want := x == 3 && y == 2 || s.Segments(ouro.Cell(c)) > 0 && !(x == 0 && y == 1)
		if got != want {
			t.Errorf("cell %d,%d blocked: %v, want %v", x, y, got, want)
		}
	}
}

func TestAnyStep(t *testing.T) {
	g := ouro.MustGrid(2, 2)
	s := ouro.NewState(g)
	s.AddSnake(g.At(0, 0), g.At(0, 1))
	if d, err := AnyStep(s, 0); d != ouro.Right || err != nil {
		t.Errorf("%v, %v; want right", d, err)
	}
	s.SetTerrain(g.At(1, 0), ouro.Wall)
	if _, err := AnyStep(s, 0); !errors.Is(err, ErrNoStep) {
		t.Errorf("error %v, want ErrNoStep", err)
	}
}

func TestFillAllocatesNothing(t *testing.T) {
	g := ouro.MustGrid(10, 10)
	f, blocked := New(g), make([]bool, g.Size())
	if n := testing.AllocsPerRun(100, func() {
		f.Fill(blocked, 0)
		f.FillTo(99, blocked, 3)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkFill(b *testing.B) {
	for _, side := range []int{10, 32, 64} {
		g := ouro.MustGrid(side, side)
		b.Run(g.String(), func(b *testing.B) {
			f, blocked := New(g), make([]bool, g.Size())
			b.ReportAllocs()
			for range b.N {
				f.Fill(blocked, 0)
			}
		})
	}
}
