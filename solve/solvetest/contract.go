package solvetest

import (
	"context"
	"sync/atomic"
	"testing"

	"ouro"
)

// testForeign mixes the solver's moves with somebody else's, and then asks it
// in the positions of another game on the board, and in one without food.
func testForeign(t *testing.T, s Subject, level *ouro.Level, length int, seed uint64) {
	t.Helper()
	g := newGame(t, s, level, length, seed)
	if g == nil {
		return
	}
	other := ouro.NewPCG(seed)
	for range 4 * level.Grid.Size() {
		switch {
		case g.over():
		case other.Roll(2) == 0:
			g.step(g.ask(t.Context()).Dir)
		default:
			legal := g.state.Legal(0)
			g.step(legal.At(other.Roll(legal.Len())))
		}
	}
	_, start, dice, err := s.Deal(level, length, seed+1000)
	if err != nil {
		t.Fatal(err)
	}
	g.state, g.dice = start, dice
	g.ask(t.Context())
	g.rules.Spawn(g.state, g.dice)
	g.play(level.Grid.Size())
}

// testFull steers a snake of one along a lap through all cells and asks the
// solver for its opinion, up to the full board: positions that a weak solver
// never sees of itself.
func testFull(t *testing.T, s Subject, level *ouro.Level) {
	t.Helper()
	size := level.Grid.Size()
	if size%2 != 0 || !claims(anySize, level) {
		return
	}
	g := newGame(t, s, level, 1, 5)
	if g == nil {
		return
	}
	other := ouro.NewPCG(5)
	for !g.over() {
		if other.Roll(size) < 30 {
			g.watch = !g.watch
			g.ask(t.Context())
		}
		g.step(lap(g.state.Grid, g.state.Snakes[0].Body.Head()))
	}
	if g.state.Snakes[0].Body.Len() != size {
		t.Fatalf("%s: the lap does not fill the board", g)
	}
	g.ask(t.Context())
}

func anySize(int, int) bool { return true }

// lap is the direction from c along a lap through all cells: up lanes of
// columns 1 to W-1 and back down column 0, or that mirrored in the diagonal.
func lap(g *ouro.Grid, c ouro.Cell) ouro.Dir {
	x, y := g.XY(c)
	w, h, up, right := g.W, g.H, ouro.Up, ouro.Right
	if h%2 != 0 {
		x, y, w, h, up, right = y, x, h, w, right, up
	}
	switch {
	case x == 0 && y > 0:
		return up.Opposite()
	case y%2 == 0 && x < w-1:
		return right
	case y%2 != 0 && (x > 1 || y == h-1):
		return right.Opposite()
	}
	return up
}

// testSame: the same Setup, states and Nodes give the same decisions, watched
// or not.
func testSame(t *testing.T, s Subject, level *ouro.Level, length int) {
	t.Helper()
	for _, nodes := range []int64{0, 1, 40} {
		a, b := newGame(t, s, level, length, 7), newGame(t, s, level, length, 7)
		if a == nil {
			return
		}
		a.nodes, b.nodes, b.watch = nodes, nodes, true
		for moves := 2 * level.Grid.Size(); moves > 0 && !a.over(); moves-- {
			da, db := a.ask(t.Context()), b.ask(t.Context())
			if da != db {
				t.Fatalf("%s, %d nodes: it decides %v alone and %v when watched", a, nodes, da, db)
			}
			a.step(da.Dir)
			b.step(db.Dir)
		}
	}
}

// testOutOfTime: when time is up before it begins, or at any look at the
// context, the answer is a legal move all the same, and no goroutine is left.
func testOutOfTime(t *testing.T, s Subject, level *ouro.Level, length int) {
	t.Helper()
	for _, looks := range []int64{0, 1, 4, 50} {
		g := newGame(t, s, level, length, 3)
		if g == nil {
			return
		}
		noneLeft(t, func() {
			for moves := min(30, level.Grid.Size()); moves > 0 && !g.over(); moves-- {
				ctx := endsAfter(t.Context(), looks)
				g.step(g.ask(ctx).Dir)
				ctx.cancel()
			}
		})
	}
}

// brief is a context that ends when it has been looked at a number of times: a
// deadline that is the same on every machine.
type brief struct {
	context.Context
	cancel func()
	looks  atomic.Int64
}

func endsAfter(parent context.Context, looks int64) *brief {
	c := new(brief)
	c.Context, c.cancel = context.WithCancel(parent)
	c.looks.Store(looks)
	if looks == 0 {
		c.cancel()
	}
	return c
}

func (c *brief) look() {
	if c.looks.Add(-1) < 0 {
		c.cancel()
	}
}

func (c *brief) Done() <-chan struct{} {
	c.look()
	return c.Context.Done()
}

func (c *brief) Err() error {
	c.look()
	return c.Context.Err()
}
