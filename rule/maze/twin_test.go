package maze_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/rule/maze"
)

// article is the slow twin of the maze, written after the published game: rows of characters from
// the top, and a list of the snake's places, head first.
type article struct {
	grid  [][]byte
	snake [][2]int // column, row
}

func newArticle(l *ouro.Level) *article {
	a := &article{}
	for y := l.Grid.H - 1; y >= 0; y-- {
		row := make([]byte, l.Grid.W)
		for x := range row {
			row[x] = " X."[l.Terrain[l.Grid.At(x, y)]]
		}
		a.grid = append(a.grid, row)
	}
	x, y := l.Grid.XY(l.Start)
	a.snake = [][2]int{{x, l.Grid.H - 1 - y}}
	return a
}

func (a *article) step(d ouro.Dir) bool {
	delta := [...][2]int{ouro.Up: {0, -1}, ouro.Right: {1, 0}, ouro.Down: {0, 1}, ouro.Left: {-1, 0}}[d]
	head := [2]int{a.snake[0][0] + delta[0], a.snake[0][1] + delta[1]}
	if head[0] < 0 || head[1] < 0 || head[0] >= len(a.grid[0]) || head[1] >= len(a.grid) || a.grid[head[1]][head[0]] == 'X' {
		return false
	}
	eats := a.grid[head[1]][head[0]] == '.'
	rest := a.snake
	if !eats {
		rest = rest[:len(rest)-1]
	}
	if slices.Contains(rest, head) {
		return false
	}
	a.grid[head[1]][head[0]] = ' '
	a.snake = append([][2]int{head}, rest...)
	return true
}

// TestTwin plays random games, fatal moves included, beside the published game.
func TestTwin(t *testing.T) {
	for _, n := range maze.Levels() {
		for _, regrow := range []maze.Regrow{maze.None, maze.Floor, maze.Original} {
			for seed := range uint64(6) {
				twinGame(t, n, maze.Rules{Regrow: regrow}, seed)
			}
		}
	}
}

func twinGame(t *testing.T, n maze.Named, r maze.Rules, seed uint64) {
	t.Helper()
	dice := ouro.NewPCG(seed)
	s, a := start(t, n.Level), newArticle(n.Level)
	for {
		d := ouro.Dir(dice.Roll(4))
		if legal := s.Legal(0); legal.Len() > 0 && dice.Roll(50) > 0 {
			d = legal.At(dice.Roll(legal.Len()))
		}
		r.Step(s, []ouro.Dir{d})
		moved := a.step(d)
		alive := s.Snakes[0].Cause == ouro.Alive
		before := s.Clone()
		r.Spawn(s, dice)
		if alive != moved {
			t.Fatalf("%s, %+v, seed %d, turn %d: alive %v, but the twin moved: %v", n.Name, r, seed, s.Turn, alive, moved)
		}
		if !same(before, a) {
			t.Fatalf("%s, %+v, seed %d, turn %d: %v differs from the twin's %v", n.Name, r, seed, s.Turn, s.Snakes[0].Body, a.snake)
		}
		for c := range ouro.Cell(s.Grid.Size()) { // copy regrown walls
			if s.Terrain(c) != before.Terrain(c) {
				x, y := s.Grid.XY(c)
				a.grid[s.Grid.H-1-y][x] = '.'
			}
		}
		if _, over := r.Over(s); over {
			return
		}
	}
}

func same(s *ouro.State, a *article) bool {
	for c := range ouro.Cell(s.Grid.Size()) {
		x, y := s.Grid.XY(c)
		if " X."[s.Terrain(c)] != a.grid[s.Grid.H-1-y][x] {
			return false
		}
	}
	body := &s.Snakes[0].Body
	if body.Len() != len(a.snake) {
		return false
	}
	for i, p := range a.snake {
		if body.At(i) != s.Grid.At(p[0], s.Grid.H-1-p[1]) {
			return false
		}
	}
	return true
}
