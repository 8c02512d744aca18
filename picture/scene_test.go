package picture_test

import (
	"math"
	"testing"

	"ouro"
	"ouro/picture"
)

// TestNearestArm compares the distance from the nearest arm with the distance from the nearest of
// many points on the arms.
func TestNearestArm(t *testing.T) {
	steps := map[ouro.Dir][2]float64{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}
	const grain = 0.005
	for arms := ouro.DirSet(0); arms < 16; arms++ {
		for x := -0.475; x < 0.5; x += 0.05 {
			for y := -0.475; y < 0.5; y += 0.05 {
				want := math.Hypot(x, y)
				for d, step := range steps {
					for far := 0.0; far <= 0.5 && arms.Has(d); far += grain {
						want = min(want, math.Hypot(x-far*step[0], y-far*step[1]))
					}
				}
				off, arm, along := picture.NearestArm(arms, x, y)
				if math.Abs(off-want) > grain {
					t.Fatalf("arms %04b at (%.3f,%.3f): %.3f, want %.3f", arms, x, y, off, want)
				}
				if step := steps[arm]; math.Abs(math.Hypot(x-along*step[0], y-along*step[1])-off) > 1e-9 {
					t.Fatalf("arms %04b at (%.3f,%.3f): not %.3f from the place %.3f along %s", arms, x, y, off, along, arm)
				}
			}
		}
	}
}

// TestPieces: the arms of the pieces join consecutive cells, also across the edge of a torus. Only
// the tip of a tail that leaves its cell is thin.
func TestPieces(t *testing.T) {
	g, err := ouro.NewTorus(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, stays := range []bool{false, true} {
		cells := []ouro.Cell{g.At(3, 1), g.At(0, 1), g.At(0, 2), g.At(1, 2)}
		s := ouro.NewState(g)
		if stays {
			s.AddSnake(append(cells, cells[3])...)
		} else {
			s.AddSnake(cells...)
		}
		var sc picture.Scene
		sc.Set(s)
		sn := &sc.Snakes[0]
		if len(sn.Body) != 4 {
			t.Fatalf("the line has %d cells", len(sn.Body))
		}
		next := 3
		for i, p := range sn.Pieces(g) {
			if i != next {
				t.Fatalf("piece %d comes after %d", i, next+1)
			}
			next--
			n := 0
			for _, j := range []int{i - 1, i + 1} {
				if j >= 0 && j < 4 {
					n++
					if d, ok := g.DirTo(sn.Body[i], sn.Body[j]); !ok || !p.Arms.Has(d) {
						t.Errorf("piece %d has no arm to %d", i, j)
					}
				}
			}
			if p.Arms.Len() != n {
				t.Errorf("piece %d has %d arms, want %d", i, p.Arms.Len(), n)
			}
			if thin := p.Width(0) < 1; thin != (i == 3 && !stays) {
				t.Errorf("stays %t: piece %d is thin: %t", stays, i, thin)
			}
			if i > 0 && g.Next(sn.Body[i], p.Ahead) != sn.Body[i-1] {
				t.Errorf("piece %d leads %s", i, p.Ahead)
			}
		}
	}
}
