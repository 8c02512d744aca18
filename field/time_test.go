package field

import (
	"testing"

	"ouro"
	"ouro/field/fieldtest"
)

// slowSteps is a second, simple implementation of FillInTime. For each step it looks where the
// segments then are that were on the board at first, and which cells the head can be on if it may
// wait.
func slowSteps(s *ouro.State, seat int) []int {
	dist := make([]int, s.Grid.Size())
	for c := range dist {
		dist[c] = Unreached
	}
	head := s.Snakes[seat].Body.Head()
	dist[head] = 0
	longest := 0
	for i := range s.Snakes {
		longest = max(longest, s.Snakes[i].Body.Len())
	}
	for step := 1; step <= longest+s.Grid.Size(); step++ {
		before := append([]int(nil), dist...)
		for c := range dist {
			isBeside := false
			for _, n := range s.Grid.Neighbours(ouro.Cell(c)) {
				isBeside = isBeside || n != ouro.NoCell && before[n] != Unreached
			}
			if dist[c] == Unreached && isBeside && !isClosed(s, seat, ouro.Cell(c), step) {
				dist[c] = step
			}
		}
	}
	return dist
}

// isClosed reports whether a wall or a segment closes a cell to the head in a step.
func isClosed(s *ouro.State, seat int, c ouro.Cell, step int) bool {
	if s.Terrain(c) == ouro.Wall {
		return true
	}
	for i := range s.Snakes {
		body := s.Snakes[i].Body.Append(nil)
		if s.Snakes[i].Cause != ouro.Alive {
			continue
		}
		stays := len(body) - step
		if s.AlwaysGrow {
			stays = len(body) - 1
		}
		if i == seat && step == 1 && !s.Enterable(seat, body[len(body)-1]) {
			stays = len(body)
		}
		for _, segment := range body[:max(0, stays)] {
			if segment == c {
				return true
			}
		}
	}
	return false
}

// randomState returns a position with walls and one to three snakes, some dead and some with
// several segments on the last cell, on a board that may wrap.
func randomState(dice *ouro.PCG) *ouro.State {
	w, h := 2+dice.Roll(7), 2+dice.Roll(7)
	g := ouro.MustGrid(w, h)
	if dice.Roll(2) == 0 {
		g, _ = ouro.NewTorus(w, h) // the sides are valid
	}
	s := ouro.NewState(g)
	s.TurnBack, s.AlwaysGrow = dice.Roll(4) == 0, dice.Roll(10) == 0
	walls := dice.Roll(4)
	for c := range ouro.Cell(g.Size()) {
		if dice.Roll(10) < walls {
			s.SetTerrain(c, ouro.Wall)
		} else if dice.Roll(20) == 0 {
			s.SetTerrain(c, ouro.Hedge)
		}
	}
	for range 1 + dice.Roll(3) {
		if body := randomBody(dice, s); body != nil {
			s.AddSnake(body...)
		}
	}
	if len(s.Snakes) > 1 && dice.Roll(4) == 0 {
		s.Kill(len(s.Snakes)-1, ouro.HitWall)
	}
	return s
}

// randomBody returns the cells of a body over free cells, or nil.
func randomBody(dice *ouro.PCG, s *ouro.State) (body []ouro.Cell) {
	c := ouro.Cell(dice.Roll(s.Grid.Size()))
	taken := make([]bool, s.Grid.Size())
	for n := 1 + dice.Roll(s.Grid.Size()); n > 0 && c != ouro.NoCell && s.Free(c) && !taken[c]; n-- {
		body, taken[c] = append(body, c), true
		for range 4 { // prefers a free cell, so that bodies become long
			next := s.Grid.Next(c, ouro.Dir(dice.Roll(4)))
			if next != ouro.NoCell && s.Free(next) && !taken[next] {
				c = next
				break
			}
		}
	}
	for body != nil && dice.Roll(3) == 0 {
		body = append(body, body[len(body)-1])
	}
	return body
}

func TestFillInTimeAgainstTwin(t *testing.T) {
	for seed := range uint64(3000) {
		dice := ouro.NewPCG(seed)
		s := randomState(dice)
		if len(s.Snakes) == 0 {
			continue
		}
		f := New(s.Grid)
		want := slowSteps(s, 0)
		n, reached := f.FillInTime(s, 0), 0
		for c, d := range want {
			if got := f.At(ouro.Cell(c)); got != d {
				t.Fatalf("seed %d: distance of %d is %d, want %d in\n%s", seed, c, got, d, s)
			}
			if d != Unreached {
				reached++
			}
		}
		if n != reached || len(f.Reached()) != reached {
			t.Fatalf("seed %d: %d cells reached, Reached lists %d, want %d", seed, n, len(f.Reached()), reached)
		}
		for i, c := range f.Reached()[1:] {
			if f.At(f.Reached()[i]) > f.At(c) {
				t.Fatalf("seed %d: Reached is not in order of distance", seed)
			}
		}
		target := ouro.Cell(dice.Roll(s.Grid.Size()))
		if got := f.StepsInTime(target, s, 0); got != want[target] {
			t.Fatalf("seed %d: %d steps to %d, want %d in\n%s", seed, got, target, want[target], s)
		}
	}
}

// TestFillInTimeDrawn: distances found by hand. In the last position, the snake of two segments
// cannot turn back, so the cell of its tail opens one step later.
func TestFillInTimeDrawn(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want []int // by row, the top row first; -1 is Unreached
	}{
		"the head follows the tip of the tail": {
			[]string{
				"v<",
				"@^",
			}, []int{
				3, 2,
				0, 1,
			},
		},
		"the food is behind the body": {
			[]string{
				"*>@ ",
				" ^  ",
				" ^  ",
			}, []int{
				4, 3, 0, 1,
				3, 2, 1, 2,
				4, 3, 2, 3,
			},
		},
		"the head waits": {
			[]string{
				">>v",
				"^X@",
			}, []int{
				6, 5, 4,
				7, -1, 0,
			},
		},
		"two segments in a corridor": {
			[]string{
				"XXXX",
				"@<  ",
			}, []int{
				-1, -1, -1, -1,
				0, 2, 3, 4,
			},
		},
	} {
		s := fieldtest.Position(t, c.rows...)
		f := New(s.Grid)
		f.FillInTime(s, 0)
		for i, want := range c.want {
			cell := s.Grid.At(i%s.Grid.W, s.Grid.H-1-i/s.Grid.W)
			if got := f.At(cell); got != want {
				t.Errorf("%s: distance in row %d, column %d is %d, want %d", name, i/s.Grid.W+1, i%s.Grid.W+1, got, want)
			}
		}
	}
}

// TestFillInTimeBoundsMoves: no sequence of legal moves brings a snake to a cell earlier than its
// distance. After one move, the snake can be on exactly the cells at distance 1.
func TestFillInTimeBoundsMoves(t *testing.T) {
	for seed := range uint64(150) {
		dice := ouro.NewPCG(seed)
		g := ouro.MustGrid(2+dice.Roll(3), 2+dice.Roll(3))
		s := ouro.NewState(g)
		body := randomBody(dice, s)
		s.AddSnake(body...)
		f := New(g)
		f.FillInTime(s, 0)
		beside := 0
		for _, c := range f.Reached() {
			if f.At(c) == 1 {
				beside++
			}
		}
		if n := s.Legal(0).Len(); n != beside {
			t.Errorf("seed %d: %d legal moves, %d cells at distance 1 in\n%s", seed, n, beside, s)
		}
		now := []*ouro.State{s}
		for moves := 1; moves <= 8; moves++ {
			var next []*ouro.State
			for _, s := range now {
				legal := s.Legal(0)
				for i := range legal.Len() {
					after := s.Clone()
					c := g.Next(s.Snakes[0].Body.Head(), legal.At(i))
					after.Advance(0, c, dice.Roll(10) == 0)
					if d := f.At(c); d == Unreached || d > moves {
						t.Fatalf("seed %d: %d moves to cell %d at distance %d", seed, moves, c, d)
					}
					next = append(next, after)
				}
			}
			now = next
		}
	}
}

func TestFillInTimeAllocatesNothing(t *testing.T) {
	s := fieldtest.Position(t,
		"*>@ ",
		" ^  ",
		" ^  ")
	f := New(s.Grid)
	if n := testing.AllocsPerRun(100, func() {
		f.FillInTime(s, 0)
		f.StepsInTime(s.Food[0], s, 0)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkFillInTime(b *testing.B) {
	for _, side := range []int{10, 32, 64} {
		g := ouro.MustGrid(side, side)
		s := ouro.NewState(g)
		var body []ouro.Cell
		for y := range side / 2 { // the body covers half of the board
			for x := range side {
				if y%2 == 1 {
					x = side - 1 - x
				}
				body = append(body, g.At(x, y))
			}
		}
		s.AddSnake(body...)
		b.Run(g.String(), func(b *testing.B) {
			f := New(g)
			b.ReportAllocs()
			for range b.N {
				f.FillInTime(s, 0)
			}
		})
	}
}
