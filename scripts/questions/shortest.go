package main

import (
	"context"
	"fmt"
	"math"

	"ouro"
	"ouro/atlas"
	"ouro/lab/sheet"
	"ouro/solve/exact"
)

// shortest answers the tutorial's questions: the cost of the shortest safe path, the number of
// positions that brute force must examine, and the number of boards without a solution.
func shortest(ctx context.Context, r *run) ([]sheet.Table, error) {
	boards := []string{"3x4", "4x4", "4x5"}
	if r.scale > 1 {
		boards = boards[:1]
	}
	var labels, paths, counts sheet.Columns
	for _, board := range boards {
		w, h, err := ouro.ParseSize(board)
		if err != nil {
			return nil, err
		}
		r.logf("  %s", board)
		s := newSafe(ouro.MustGrid(w, h))
		if err := s.compute(ctx); err != nil {
			return nil, err
		}
		share := func(n int) string { return sheet.Fixed(100*float64(n)/float64(s.positions), 2) }
		labels.Row("board", board)
		paths.Row(
			"certainly won positions", fmt.Sprint(s.certain),
			"shortest is optimal %", sheet.Fixed(100*float64(s.perfect)/float64(s.certain), 2),
			"optimum", sheet.Fixed(s.optimum, 3),
			"always the shortest", sheet.Fixed(s.follow, 3),
			"more moves %", sheet.Fixed(100*(s.follow/s.optimum-1), 2))
		counts.Row("all positions", fmt.Sprint(s.positions), "won for certain %", share(s.certain), "won by luck %", share(s.positions-s.certain-s.lost), "lost %", share(s.lost))
	}
	survey, err := unwinnable(ctx, r)
	if err != nil {
		return nil, err
	}
	return []sheet.Table{sheet.NewTable(labels, paths), sheet.NewTable(labels, counts), survey}, nil
}

// unwinnable returns a table of the boards on which no snake ever wins.
func unwinnable(ctx context.Context, r *run) (sheet.Table, error) {
	most := 14
	if r.scale > 1 {
		most = 8
	}
	var labels, columns sheet.Columns
	for cells := 4; cells <= most; cells += 2 {
		row, err := atlas.Survey(ctx, cells, atlas.Options{})
		if err != nil {
			return sheet.Table{}, err
		}
		never := row.Boards - row.Winnable
		labels.Row("cells", fmt.Sprint(cells))
		columns.Row("boards", fmt.Sprint(row.Boards), "never won", fmt.Sprint(never),
			"never won %", sheet.Fixed(100*float64(never)/float64(row.Boards), 1), "always won", fmt.Sprint(row.Always))
	}
	return sheet.NewTable(labels, columns), nil
}

// safe computes the cost of the policy that always takes a shortest safe path. Of several such
// paths, the policy takes one after which it needs the fewest moves. A path to the food is safe if
// a win is certain after the meal.
type safe struct {
	grid *ouro.Grid

	positions, certain, lost int // positions: all, with a certain win, without any chance
	perfect                  int // positions with a certain win in which a shortest safe path is optimal
	better                   int // positions in which such a path beats the optimum: 0 unless a computation is wrong
	optimum, follow          float64

	next map[string]fed // by the key of the body after a meal; its bodies are one longer than those of the current layer
}

// fed has the expected numbers of moves from a meal to the end of the game, before the next food is
// drawn: with best play, and with the policy of [safe].
type fed struct{ best, follow float64 }

func newSafe(g *ouro.Grid) *safe { return &safe{grid: g} }

// compute processes the lengths from the longest snake that can eat down to 1.
func (s *safe) compute(ctx context.Context) error {
	s.next = map[string]fed{}
	for _, body := range s.bodies(s.grid.Size()) {
		s.next[key(body)] = fed{}
	}
	return exact.Visit(ctx, ouro.OpenLevel(s.grid), 1, exact.Options{All: true, Workers: 1}, func(v *exact.Values) {
		l := newLayer(s, s.bodies(v.Length()))
		l.compute(v)
		if v.Length() == 1 {
			s.optimum = v.Start().Moves
			for _, f := range s.next {
				s.follow += f.follow / float64(len(s.next))
			}
		}
	})
}

// bodies returns all bodies of a length, head first.
func (s *safe) bodies(length int) (all [][]ouro.Cell) {
	used := make([]bool, s.grid.Size())
	var body []ouro.Cell
	var grow func(c ouro.Cell)
	grow = func(c ouro.Cell) {
		used[c], body = true, append(body, c)
		if len(body) == length {
			all = append(all, append([]ouro.Cell(nil), body...))
		} else {
			for _, d := range ouro.Dirs {
				if next := s.grid.Next(c, d); next != ouro.NoCell && !used[next] {
					grow(next)
				}
			}
		}
		used[c], body = false, body[:len(body)-1]
	}
	for c := range s.grid.Size() {
		grow(ouro.Cell(c))
	}
	return all
}

// key returns the cells of a body as a key of maps.
func key(body []ouro.Cell) string {
	text := make([]byte, len(body))
	for i, c := range body {
		text[i] = byte(c)
	}
	return string(text)
}

// A layer has all bodies of one length.
type layer struct {
	*safe
	bodies [][]ouro.Cell
	moved  [][4]int // by body and direction: the body after a move without a meal; -1 if it is illegal
	meals  [][4]meal
	sums   []fed // by body: the sum over all foods
}

// A meal is the result of a move to a cell with food. It is safe if a win is then certain.
type meal struct {
	fed
	safe bool
}

func newLayer(s *safe, bodies [][]ouro.Cell) *layer {
	l := &layer{safe: s, bodies: bodies, moved: make([][4]int, len(bodies)), meals: make([][4]meal, len(bodies)), sums: make([]fed, len(bodies))}
	numbers := make(map[string]int, len(bodies))
	for b, body := range bodies {
		numbers[key(body)] = b
	}
	for b, body := range bodies {
		for _, d := range ouro.Dirs {
			l.moved[b][d] = -1
			c := s.grid.Next(body[0], d)
			if c == ouro.NoCell || len(body) == 2 && c == body[1] {
				continue
			}
			longer := append([]ouro.Cell{c}, body...)
			if moved, ok := numbers[key(longer[:len(body)])]; ok {
				l.moved[b][d] = moved
			}
			after, safe := s.next[key(longer)]
			l.meals[b][d] = meal{after, safe}
		}
	}
	return l
}

// compute examines all positions of this length. It sets next for the next layer, whose bodies are one
// shorter.
func (l *layer) compute(v *exact.Values) {
	for food := range l.grid.Size() {
		l.examine(v, ouro.Cell(food))
	}
	free := float64(l.grid.Size() - v.Length())
	next := map[string]fed{}
	for b, body := range l.bodies {
		if f := v.AfterMeal(body); f.Probability == 1 {
			next[key(body)] = fed{f.Moves, l.sums[b].follow / free}
		}
	}
	l.next = next
}

// way is a shortest safe path from a body to the food.
type way struct {
	steps        int // 0 if there is no such path
	best, follow float64
}

// examine finds the shortest safe paths of all bodies to a food, in ascending order of steps.
func (l *layer) examine(v *exact.Values, food ouro.Cell) {
	ways := make([]way, len(l.bodies))
	for steps, found := 1, true; found || steps == 1; steps++ {
		found = false
		for b, body := range l.bodies {
			if ways[b].steps == 0 {
				ways[b] = l.extend(ways, b, food, steps)
				found = found || ways[b].steps > 0 && !covers(body, food)
			}
		}
	}
	for b, body := range l.bodies {
		if covers(body, food) {
			continue
		}
		l.positions++
		p := v.Position(body, food)
		switch p.Probability {
		case 0:
			l.lost++
		case 1:
			l.certain++
			if ways[b].best < p.Moves+1e-5 {
				l.perfect++
			}
			if !(ways[b].best > p.Moves-1e-5) {
				l.better++
			}
			l.sums[b].follow += ways[b].follow
		}
	}
}

// extend returns the way of body b with this number of steps, if it exists.
func (l *layer) extend(ways []way, b int, food ouro.Cell, steps int) way {
	w := way{best: math.Inf(1), follow: math.Inf(1)}
	if covers(l.bodies[b], food) {
		return way{}
	}
	for _, d := range ouro.Dirs {
		c := l.grid.Next(l.bodies[b][0], d)
		switch m := l.meals[b][d]; {
		case c == food && steps == 1 && m.safe:
			w = way{1, min(w.best, 1+m.best), min(w.follow, 1+m.follow)}
		case c != food && l.moved[b][d] >= 0:
			if n := ways[l.moved[b][d]]; n.steps > 0 && n.steps == steps-1 {
				w = way{steps, min(w.best, 1+n.best), min(w.follow, 1+n.follow)}
			}
		}
	}
	if w.steps == 0 {
		return way{}
	}
	return w
}

func covers(body []ouro.Cell, c ouro.Cell) bool {
	for _, b := range body {
		if b == c {
			return true
		}
	}
	return false
}
