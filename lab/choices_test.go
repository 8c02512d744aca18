package lab

import (
	"slices"
	"testing"

	"ouro"
)

// TestBodyAfter: bodyAfter returns the body that results from playing the moves of a path. It
// rejects paths that cannot be played.
func TestBodyAfter(t *testing.T) {
	legal, illegal := 0, 0
	for seed := range uint64(3000) {
		dice := ouro.NewPCG(seed)
		g := ouro.MustGrid(2+dice.Roll(3), 2+dice.Roll(3))
		body := wander(g, ouro.Cell(dice.Roll(g.Size())), 1+dice.Roll(g.Size()-1), dice)
		s := ouro.NewState(g)
		s.AddSnake(body...)
		path := wander(g, body[0], 2+dice.Roll(9), dice)
		if dice.Roll(10) == 0 {
			path[dice.Roll(len(path))] = ouro.Cell(dice.Roll(g.Size()))
		}
		food := path[len(path)-1]
		if len(path) < 2 || slices.Contains(body, food) {
			continue
		}
		s.AddFood(food)
		want := path[0] == body[0]
		for i, c := range path[1:] {
			_, near := g.DirTo(path[i], c)
			if want = want && near && s.Enterable(0, c) && s.HasFood(c) == (i == len(path)-2); !want {
				break
			}
			s.Advance(0, c, s.HasFood(c))
		}
		c := choice{body: body, path: []ouro.Cell{body[0], food}}
		got, ok := c.bodyAfter(g, path)
		if ok != want || ok && !slices.Equal(got, s.Snakes[0].Body.Append(nil)) {
			t.Fatalf("seed %d, board %s: body %v, path %v: %v, %v; want %v, %v", seed, g, body, path, got, ok, s.Snakes[0].Body.Append(nil), want)
		}
		if ok {
			legal++
		} else {
			illegal++
		}
	}
	if legal < 300 || illegal < 300 {
		t.Errorf("%d legal and %d illegal paths, want at least 300 of each", legal, illegal)
	}
}

// wander returns a random walk of at most this many cells that does not cross itself.
func wander(g *ouro.Grid, from ouro.Cell, limit int, dice *ouro.PCG) []ouro.Cell {
	walk := []ouro.Cell{from}
	for range 4 * limit {
		next := g.Next(walk[len(walk)-1], ouro.Dir(dice.Roll(4)))
		if len(walk) < limit && next != ouro.NoCell && !slices.Contains(walk, next) {
			walk = append(walk, next)
		}
	}
	return walk
}
