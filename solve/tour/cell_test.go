package tour_test

import (
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/tour"
)

// ring detects rings of undirected edges between nodes. Two edges with the same name count as
// one.
type ring struct {
	parent map[[2]int][2]int
	edges  map[[2][2]int]bool
	found  bool
}

func newRing() *ring { return &ring{parent: map[[2]int][2]int{}, edges: map[[2][2]int]bool{}} }

func (r *ring) root(n [2]int) [2]int {
	for {
		p, ok := r.parent[n]
		if !ok {
			return n
		}
		n = p
	}
}

func (r *ring) join(a, b, na, nb [2]int) {
	if na[0] > nb[0] || na[0] == nb[0] && na[1] > nb[1] {
		na, nb = nb, na
	}
	name := [2][2]int{na, nb}
	if r.edges[name] {
		return
	}
	r.edges[name] = true
	ra, rb := r.root(a), r.root(b)
	if ra == rb {
		r.found = true
		return
	}
	r.parent[ra] = rb
}

// isSafe is a slow version of safe: it checks conditions 1 to 3 of cell.go with points and maps.
// reversed selects the other sense of rotation.
func isSafe(g *ouro.Grid, body []ouro.Cell, reversed bool) bool {
	blocks, walls := newRing(), newRing()
	node := func(corner [2]int) [2]int {
		if corner[0] == 0 || corner[1] == 0 || corner[0] == g.W/2 || corner[1] == g.H/2 {
			return [2]int{-1, -1} // the board's edge
		}
		return corner
	}
	for i := len(body) - 1; i > 0; i-- {
		from, to := body[i], body[i-1]
		d, ok := g.DirTo(from, to)
		if !ok {
			return false
		}
		x, y := g.XY(from)
		if reversed {
			d = d.Opposite()
		}
		lane := map[ouro.Dir]bool{ouro.Right: y%2 == 0, ouro.Left: y%2 == 1, ouro.Down: x%2 == 0, ouro.Up: x%2 == 1}
		if !lane[d] {
			return false
		}
		u, v := g.XY(to)
		a, b := [2]int{x / 2, y / 2}, [2]int{u / 2, v / 2}
		if a != b {
			blocks.join(a, b, a, b)
			continue
		}
		p, q := [2]int{(x + 1) / 2, (y + 1) / 2}, [2]int{(u + 1) / 2, (v + 1) / 2}
		alongEdge := p[0] == q[0] && (p[0] == 0 || p[0] == g.W/2) || p[1] == q[1] && (p[1] == 0 || p[1] == g.H/2)
		if !alongEdge {
			walls.join(node(p), node(q), p, q)
		}
	}
	return !blocks.found && !walls.found
}

// TestCellStaysSafe: after every meal the body is safe by the slow test, each meal takes at
// most as many steps as there are free squares, and the game is won.
func TestCellStaysSafe(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 4}, {4, 2}, {2, 16}, {16, 2}, {4, 4}, {6, 4}, {4, 10}, {6, 6}, {8, 8}, {10, 10}, {12, 14}, {16, 16}} {
		w, h := size[0], size[1]
		for seed := range uint64(max(2, 600/(w*h))) {
			start, dice := classicStart(t, w, h, 1, seed)
			solver := makeSolver(t, tour.Cell, start)
			s := start.Clone()
			var rules classic.Rules
			rules.Spawn(s, dice)
			free := w*h - 1
			for {
				if outcome, over := rules.Over(s); over {
					if outcome.Ending != ouro.Won {
						t.Fatalf("%dx%d seed %d: %s at length %d", w, h, seed, outcome.Ending, s.Snakes[0].Body.Len())
					}
					break
				}
				decision, err := solver.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				rules.Step(s, []ouro.Dir{decision.Dir})
				rules.Spawn(s, dice)
				snake := &s.Snakes[0]
				if snake.Hunger > free {
					t.Fatalf("%dx%d seed %d: no meal in %d steps, %d squares were free", w, h, seed, snake.Hunger, free)
				}
				if snake.Hunger == 0 && snake.Cause == ouro.Alive {
					free = w*h - snake.Body.Len()
					body := snake.Body.Append(nil)
					if !isSafe(s.Grid, body, false) && !isSafe(s.Grid, body, true) {
						t.Fatalf("%dx%d seed %d: not safe after the meal at turn %d: %v", w, h, seed, s.Turn, body)
					}
				}
			}
		}
	}
}

func TestCellStarts(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 6}, {4, 4}, {6, 4}, {8, 8}} {
		w, h := size[0], size[1]
		for length := 2; length <= max(w, h); length++ {
			for seed := range uint64(8) {
				start, dice := classicStart(t, w, h, length, seed)
				mustWin(t, makeSolver(t, tour.Cell, start), start, dice, 2*w*h)
			}
		}
	}
}

func TestCellOptions(t *testing.T) {
	for _, options := range [][]ouro.Option{
		{{Key: "ways", Value: "1"}},
		{{Key: "ways", Value: "16"}, {Key: "penalty", Value: "4"}},
		{{Key: "penalty", Value: "0"}},
	} {
		for seed := range uint64(5) {
			start, dice := classicStart(t, 8, 6, 1, seed)
			mustWin(t, makeSolver(t, tour.Cell, start, options...), start, dice, 48)
		}
	}
}

func TestCellRefuses(t *testing.T) {
	walled, err := ouro.ParseLevel("    \n X  \n")
	if err != nil {
		t.Fatal(err)
	}
	withWall := walled.State()
	withWall.AddSnake(0)
	odd, _ := classicStart(t, 9, 10, 1, 1)
	for _, c := range []struct {
		start *ouro.State
		want  string
	}{
		{odd, "board 9x10: solver cell needs a board with two even sides"},
		{withWall, "board 4x2: solver cell needs walls that leave whole 2x2 blocks"},
	} {
		_, err := tour.Cell(ouro.Setup{Start: c.start})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func BenchmarkCell(b *testing.B) {
	b.ReportAllocs()
	moves := 0
	for i := range b.N {
		start, dice := classicStart(b, 10, 10, 1, ouro.GameSeed(1, i))
		game, err := play.New(play.Config{
			Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
			Seats: []ouro.Solver{makeSolver(b, tour.Cell, start)},
		})
		if err != nil {
			b.Fatal(err)
		}
		outcome, err := game.Run(b.Context())
		if err != nil || outcome.Ending != ouro.Won {
			b.Fatalf("%v %v", outcome.Ending, err)
		}
		moves += game.State().Turn
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/win")
}
