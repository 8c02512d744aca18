package tour_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/cycle/cycletest"
	"ouro/internal/needs"
	"ouro/solve/tour"
)

func startOn(b cycle.Board, rng *rand.Rand, length int) *ouro.State {
	s := ouro.NewState(b.Grid)
	var free []ouro.Cell
	for c, ok := range b.Free {
		if ok {
			free = append(free, ouro.Cell(c))
		} else {
			s.SetTerrain(ouro.Cell(c), ouro.Wall)
		}
	}
	cells := []ouro.Cell{free[rng.IntN(len(free))]}
	for d := ouro.Dir(rng.IntN(4)); len(cells) < length; {
		next := b.Grid.Next(cells[len(cells)-1], d)
		if next == ouro.NoCell || !b.Free[next] || next == cells[0] {
			break
		}
		cells = append(cells, next)
	}
	s.AddSnake(cells...)
	return s
}

// winsWithWalls plays one game on each of many random boards with walls and a cycle. Every second
// game starts with a longer snake, if a cycle carries it.
func winsWithWalls(t *testing.T, mk ouro.Maker, boards int, options ...ouro.Option) {
	holes, longer := 0, 0
	for seed := range uint64(boards) {
		rng := rand.New(rand.NewPCG(seed, 21))
		largest := 14
		if boards > 100 {
			largest = 30
		}
		b := cycletest.Random(rng, 8, largest)
		start := startOn(b, rng, 1+int(seed%2)*rng.IntN(5))
		body := &start.Snakes[0].Body
		if _, ok := cycle.FitOn(b, body, cycle.DefaultSteps); !ok {
			if body.Len() == 1 {
				t.Fatalf("seed %d: no cycle carries a snake of one cell", seed)
			}
			continue
		}
		c, err := cycle.Find(b)
		if err != nil {
			t.Fatal(err)
		}
		bound := b.Len() - 1
		if c.Hole != ouro.NoCell {
			bound = 2*b.Len() - 3
			holes++
		}
		if body.Len() > 1 {
			longer++
		}
		mustWin(t, makeSolver(t, mk, start, options...), start, ouro.NewPCG(seed), bound)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d boards won, %d with a hole, %d from a longer snake", boards, holes, longer)
	if holes < boards/20 || longer < boards/10 {
		t.Errorf("of %d boards, %d have a hole and %d a longer snake", boards, holes, longer)
	}
}

func TestHamiltonWinsWithWalls(t *testing.T) {
	winsWithWalls(t, tour.Hamilton, needs.Many(30, 1000))
}

func TestShortcutWinsWithWalls(t *testing.T) {
	winsWithWalls(t, tour.Shortcut, needs.Many(30, 1000))
	winsWithWalls(t, tour.Shortcut, 30, until("1"))
}

func TestRepairWinsWithWalls(t *testing.T) { winsWithWalls(t, tour.Repair, needs.Many(30, 1000)) }

func TestFollowersPlayOnATorus(t *testing.T) {
	for _, side := range [][2]int{{2, 4}, {3, 4}, {4, 4}, {5, 4}, {5, 5}, {6, 7}, {8, 8}} {
		g, err := ouro.NewTorus(side[0], side[1])
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 22))
			b := cycle.Open(g)
			if seed > 2 {
				b.Free[rng.IntN(len(b.Free))] = false
			}
			start := startOn(b, rng, 1)
			for _, mk := range []ouro.Maker{tour.Hamilton, tour.Shortcut, tour.Repair} {
				mustWin(t, makeSolver(t, mk, start), start, ouro.NewPCG(seed), 2*b.Len())
			}
		}
	}
}

func TestWallsHaveNoPlace(t *testing.T) {
	b := cycletest.Blocks(ouro.MustGrid(10, 8), rand.New(rand.NewPCG(3, 3)), 0.4)
	start := startOn(b, rand.New(rand.NewPCG(1, 1)), 1)
	for c, free := range b.Free {
		if free && start.Segments(ouro.Cell(c)) == 0 {
			start.AddFood(ouro.Cell(c))
			break
		}
	}
	for _, mk := range []ouro.Maker{tour.Hamilton, tour.Shortcut, tour.Repair, tour.Cell} {
		traced := 0
		_, err := makeSolver(t, mk, start).Decide(t.Context(), ouro.Turn{State: start, Trace: ouro.NewTrace(func(n ouro.Note) {
			if n.Verb != ouro.NoteHeat {
				return
			}
			traced++
			for c, place := range n.Heat {
				if math.IsNaN(place) == b.Free[c] || place < 0 {
					t.Errorf("%s of cell %d, free %v: %v", n.Label, c, b.Free[c], place)
				}
			}
		})})
		if err != nil || traced == 0 {
			t.Errorf("%d notes of heat, error %v", traced, err)
		}
	}
}

func TestCellWinsOnBlocks(t *testing.T) {
	for seed := range uint64(needs.Many(30, 1000)) {
		rng := rand.New(rand.NewPCG(seed, 23))
		b := cycletest.Blocks(ouro.MustGrid(4+rng.IntN(14), 4+rng.IntN(14)), rng, 0.5*rng.Float64())
		if seed%2 == 1 {
			b = withFrame(b)
		}
		start := startOn(b, rng, 1)
		mustWin(t, makeSolver(t, tour.Cell, start), start, ouro.NewPCG(seed), b.Len())
	}
}

func withFrame(b cycle.Board) cycle.Board {
	g := ouro.MustGrid(b.Grid.W+1, b.Grid.H+1)
	f := cycle.Board{Grid: g, Free: make([]bool, g.Size())}
	for c, free := range b.Free {
		x, y := b.Grid.XY(ouro.Cell(c))
		f.Free[g.At(x+1, y+1)] = free
	}
	return f
}
