package backtrack_test

import (
	"slices"

	"ouro"
)

// oracle is the article's recursion written plainly: every call has its own copy of the snake
// and of the ground.
type oracle struct {
	grid     *ouro.Grid
	turnBack bool
	depth    int
	divisor  float64
	frozen   bool
	once     bool
	discount int // in thousandths

	calls int64 // number of calls made so far
}

type ground []byte

func oracleGround(s *ouro.State, seat int) ground {
	g := make(ground, s.Grid.Size())
	for c := range g {
		cell := ouro.Cell(c)
		switch {
		case s.Terrain(cell) == ouro.Wall:
			g[c] = 'X'
		case s.Terrain(cell) == ouro.Hedge, s.HasFood(cell):
			g[c] = '.'
		default:
			g[c] = ' '
		}
	}
	for i := range s.Snakes {
		if i != seat && s.Snakes[i].Cause == ouro.Alive {
			for _, c := range s.Snakes[i].Body.Append(nil) {
				g[c] = 'X'
			}
		}
	}
	return g
}

// worth returns, in thousandths, the points of the k-th square of a path if the square is
// edible: 1 + discount^k. Each power is rounded and computed from the power before it.
func (o *oracle) worth(k int) int {
	power := 1000
	for range k {
		power = (power*o.discount + 500) / 1000
	}
	return 1000 + power
}

// score is the article's snake_step_score: the snake has just put its head on the first of
// its cells, and the tail has not moved yet. The result is a float as in the article, and a
// dead end divides it.
func (o *oracle) score(g ground, score, step int, old, head ouro.Cell, snake []ouro.Cell) float64 {
	o.calls++
	if head == ouro.NoCell || g[head] == 'X' {
		return float64(score) / 1000 / o.divisor
	}
	if len(snake) == 2 && head == old && !o.turnBack {
		return float64(score) / 1000 / o.divisor
	}
	rest := snake
	if g[head] == ' ' && !o.frozen {
		rest = snake[:len(snake)-1]
	}
	if slices.Contains(rest, head) {
		return float64(score) / 1000 / o.divisor
	}
	if g[head] == '.' {
		score += o.worth(step)
		if o.once {
			g = slices.Clone(g)
			g[head] = ' '
		}
	} else {
		score += 1000
	}
	if step == o.depth {
		return float64(score) / 1000
	}
	snake = append([]ouro.Cell{head}, rest...)
	old = ouro.NoCell
	if len(snake) > 1 {
		old = snake[1]
	}
	best := 0.0
	for _, d := range []ouro.Dir{ouro.Right, ouro.Left, ouro.Down, ouro.Up} {
		best = max(best, o.score(g, score, step+1, old, o.grid.Next(head, d), snake))
	}
	return best
}

func (o *oracle) scores(s *ouro.State, seat int) (scores [4]float64) {
	o.grid, o.turnBack = s.Grid, s.TurnBack
	snake := s.Snakes[seat].Body.Append(nil)
	old := ouro.NoCell
	if len(snake) > 1 {
		old = snake[1]
	}
	for _, d := range ouro.Dirs {
		scores[d] = o.score(oracleGround(s, seat), 0, 1, old, s.Grid.Next(snake[0], d), snake)
	}
	return scores
}

// choose makes the choice of the published program: the first direction with the greatest
// score above 0. With straight, the present direction comes first.
func choose(scores [4]float64, straight bool, s *ouro.State, seat int) (best ouro.Dir, ok bool) {
	order := []ouro.Dir{ouro.Right, ouro.Left, ouro.Down, ouro.Up}
	if body := &s.Snakes[seat].Body; straight && body.Len() > 1 {
		if d, beside := s.Grid.DirTo(body.At(1), body.Head()); beside {
			order = append([]ouro.Dir{d}, order...)
		}
	}
	top := 0.0
	for _, d := range order {
		if scores[d] > top {
			best, top, ok = d, scores[d], true
		}
	}
	return best, ok
}
