package solvetest

import (
	"context"
	"sync/atomic"
	"testing"

	"ouro"
)

// testForeign plays a game in which some moves are random instead of the solver's. With several
// snakes, some of the random moves kill. Then testForeign requests decisions in another game on the
// same board, first without food. With several snakes, it also plays a game in which the solver of
// the first seat decides for all seats.
func testForeign(t *testing.T, s Subject, spec ouro.GameSpec, seed uint64, moves int) {
	t.Helper()
	g := newGame(t, s, spec, seed)
	if g == nil {
		return
	}
	other := ouro.NewPCG(seed)
	for ; moves > 0 && !g.over(); moves-- {
		for _, seat := range g.living() {
			switch legal := g.state.Legal(seat); {
			case other.Roll(2) == 0:
				g.joint[seat] = g.ask(t.Context(), seat).Dir
			case legal == 0 || len(g.seats) > 1 && other.Roll(20) == 0:
				g.joint[seat] = ouro.Dirs[other.Roll(4)]
			default:
				g.joint[seat] = legal.At(other.Roll(legal.Len()))
			}
		}
		g.step()
	}
	for i := range min(2, uint64(len(g.seats))) {
		_, start, dice, err := s.Deal(spec, seed+1000+i)
		if err != nil {
			t.Fatal(err)
		}
		g.state, g.dice = start, dice
		g.askAll(t.Context())
		g.rules.Spawn(g.state, g.dice)
		g.play(g.state.Grid.Size())
		for seat := range g.seats {
			g.seats[seat] = g.seats[0]
		}
	}
}

// testFull moves a snake of length 1 along a lap through all cells until the board is full. On
// the way it requests decisions in positions that a weak solver never reaches.
func testFull(t *testing.T, s Subject, level *ouro.Level) {
	t.Helper()
	size := level.Grid.Size()
	if size%2 != 0 || !claims(anySize, classic(level, 1)) {
		return
	}
	g := newGame(t, s, classic(level, 1), 5)
	if g == nil {
		return
	}
	other := ouro.NewPCG(5)
	for !g.over() {
		if other.Roll(size) < 30 {
			g.watch = !g.watch
			g.askAll(t.Context())
		}
		g.joint[0] = lapStep(g.state.Grid, g.state.Snakes[0].Body.Head())
		g.step()
	}
	if g.state.Snakes[0].Body.Len() != size {
		t.Fatalf("%s: the lap does not fill the board", g)
	}
	g.askAll(t.Context())
}

func anySize(int, int) bool { return true }

// lapStep returns the direction from c along a lap through all cells: row by row through the
// columns 1 to W-1, and back down column 0. The lap is mirrored in the diagonal if necessary.
func lapStep(g *ouro.Grid, c ouro.Cell) ouro.Dir {
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

// testSame requires that the same Setup, states and nodes give the same decisions, with and without
// a trace and offers, and with the options Alike.
func testSame(t *testing.T, s Subject, spec ouro.GameSpec, nodes int64, moves int) {
	t.Helper()
	alike := s
	if s.Alike != nil {
		alike.Options = s.Alike
	}
	a, b := newGame(t, s, spec, 7), newGame(t, alike, spec, 7)
	if (a == nil) != (b == nil) {
		t.Fatalf("the solver refuses only one of the option sets %v and %v", s.Options, s.Alike)
	}
	if a == nil {
		return
	}
	a.nodes, b.nodes, a.alone, b.watch = nodes, nodes, true, true
	for ; moves > 0 && !a.over(); moves-- {
		for _, seat := range a.living() {
			da, db := a.ask(t.Context(), seat), b.ask(t.Context(), seat)
			if da != db {
				t.Fatalf("%s, %d nodes: the solver decides %v alone and %v when watched, with the options %v", a, nodes, da, db, alike.Options)
			}
			a.joint[seat], b.joint[seat] = da.Dir, db.Dir
		}
		a.step()
		b.step()
	}
}

// testOutOfTime ends the time before a decision begins, or at any check of the context. The
// decision and the offers must still be legal moves, and no goroutine may keep running.
func testOutOfTime(t *testing.T, s Subject, spec ouro.GameSpec) {
	t.Helper()
	looks := [...]int64{0, 1, 4, 50} // how often each game checks the context before the context ends
	var games [len(looks)]*game
	for i := range games {
		if games[i] = newGame(t, s, spec, 3); games[i] == nil {
			return
		}
	}
	checkNoGoroutines(t, func() {
		for i, g := range games {
			for moves := min(30, g.state.Grid.Size()); moves > 0 && !g.over(); moves-- {
				for _, seat := range g.living() {
					ctx := newLimitedContext(t.Context(), looks[i])
					ctx.seen = func() { g.checkOffer(seat) }
					g.joint[seat] = g.ask(ctx, seat).Dir
					ctx.cancel()
				}
				g.step()
			}
		}
	})
}

// limitedContext is a context that ends after a number of checks, so that the deadline is the
// same on every machine.
type limitedContext struct {
	context.Context
	cancel func()
	looks  atomic.Int64
	seen   func() // is called at each check
}

func newLimitedContext(parent context.Context, looks int64) *limitedContext {
	c := new(limitedContext)
	c.Context, c.cancel = context.WithCancel(parent)
	c.looks.Store(looks)
	if looks == 0 {
		c.cancel()
	}
	return c
}

// look counts a check and ends the context after the last allowed one.
func (c *limitedContext) look() {
	if c.looks.Add(-1) < 0 {
		c.cancel()
	}
	c.seen()
}

func (c *limitedContext) Done() <-chan struct{} {
	c.look()
	return c.Context.Done()
}

func (c *limitedContext) Err() error {
	c.look()
	return c.Context.Err()
}

// TestAllocations checks that no decision allocates after the first ones of a game. The contract
// does not require this, but most solvers promise it for the games that they claim to play.
// Nothing else may run in the process at the same time.
func TestAllocations(t *testing.T, s Subject) {
	testAllocations(t, s, classic(openLevel(6, 6), 1), 1000)
	if !s.PlaysGames {
		return
	}
	for _, spec := range s.Games {
		testAllocations(t, s, spec, 100)
	}
}

func testAllocations(t *testing.T, s Subject, spec ouro.GameSpec, first int) {
	t.Helper()
	g := newGame(t, s, spec, 1)
	if g == nil {
		return
	}
	start, ctx := g.state.Clone(), t.Context()
	move := func() {
		if g.over() {
			g.state.CopyFrom(start)
		}
		for seat, solver := range g.seats {
			if g.state.Snakes[seat].Cause == ouro.Alive {
				d, _ := solver.Decide(ctx, ouro.Turn{State: g.state, Seat: seat})
				g.joint[seat] = d.Dir
			}
		}
		g.step()
	}
	for range first {
		move()
	}
	if n := testing.AllocsPerRun(100, move); n != 0 {
		t.Errorf("%s: %g allocations a turn", g, n)
	}
}
