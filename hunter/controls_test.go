package hunter

import (
	"testing"

	"ouro"
)

// walked plays n ticks with the controls and returns the position of the first hunter.
func walked(w *World, c *Controls, n int) (x, y int) {
	for range n {
		w.Step([]Input{c.Act(w, 0)})
	}
	return w.Grid().XY(w.Hunters()[0].Cell)
}

// openYard returns a world whose snakes do not move.
func openYard(t *testing.T) (*World, *Controls) {
	w := stage(t, 1, 1, idle, grazers,
		"XXXXXXXXXXXXX",
		"X1   . ...b X",
		"X X X X X.X X",
		"X .  . ....aX",
		"X X X X X.X X",
		"X2   c   d  X",
		"XXXXXXXXXXXXX")
	return w, &Controls{}
}

// wantAt checks a position. wantX and wantRow count from the top left corner of the yard's floor.
func wantAt(t *testing.T, what string, x, y, wantX, wantRow int) {
	t.Helper()
	const top = 5 // y of the first row of floor
	if x != wantX || top-y != wantRow-1 {
		t.Errorf("%s: at column %d, row %d, want %d, %d", what, x, top-y+1, wantX, wantRow)
	}
}

// TestHunterWalksOn: if the terminal does not report releases, one press makes the hunter
// walk until something blocks its way. A turn waits until it is possible.
func TestHunterWalksOn(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	x, y := walked(w, c, 1+HunterStep)
	wantAt(t, "two steps", x, y, 3, 1)
	x, y = walked(w, c, 40)
	wantAt(t, "before the edible wall", x, y, 4, 1)
	c.Press(0, ouro.Left)
	walked(w, c, 1)
	c.Press(0, ouro.Down) // a block is below this cell and the next, but not below the one after
	x, y = walked(w, c, 3*HunterStep)
	wantAt(t, "down as soon as it is possible", x, y, 3, 4)
	c.Press(0, ouro.Up)
	walked(w, c, HunterStep)
	c.Stop(0)
	x, y = walked(w, c, 20)
	wantAt(t, "stopped", x, y, 3, 3)
}

// TestHunterForgetsAWish: a turn that stays impossible expires.
func TestHunterForgetsAWish(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Up)
	walked(w, c, wishTicks)
	if in := c.Act(w, 0); in.Go || c.each[0].wishes > 0 {
		t.Errorf("still wishes %v", in)
	}
}

// TestHunterStopsBeforeFlames: only a key makes a hunter enter flames.
func TestHunterStopsBeforeFlames(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	walked(w, c, 1+2*HunterStep) // at column 4
	c.Bomb(0)
	c.Press(0, ouro.Left)
	walked(w, c, 3*HunterStep)
	c.Press(0, ouro.Down)
	walked(w, c, 2*HunterStep) // column 1, row 3: safe
	for len(w.Flames()) == 0 {
		walked(w, c, 1)
	}
	hot := w.Grid().At(1, 5)
	if w.Burning(hot) == 0 {
		t.Fatal("the flames do not reach the corner")
	}
	c.each[0].walks, c.each[0].heading = true, ouro.Up
	x, y := walked(w, c, HunterStep)
	if w.Grid().At(x, y+1) == hot {
		x, y = walked(w, c, 2)
	}
	if w.Grid().At(x, y) == hot {
		t.Error("walked into flames without a key")
	}
	c.Press(0, ouro.Up)
	if d, ok := c.each[0].step(w, w.Grid().At(1, 4), false); !ok || d != ouro.Up {
		t.Error("a key must lead into flames")
	}
}

// TestHunterHolds: if the terminal reports releases, a key counts while it is down. A tap
// makes one step.
func TestHunterHolds(t *testing.T) {
	w, c := openYard(t)
	c.SetReleases(true)
	c.Press(0, ouro.Right)
	c.Release(0, ouro.Right)
	x, y := walked(w, c, 20)
	wantAt(t, "a tap", x, y, 2, 1)
	c.Press(0, ouro.Right)
	walked(w, c, 1)
	c.Press(0, ouro.Down) // both keys are down: it walks right while down is not possible
	x, y = walked(w, c, 12)
	wantAt(t, "both held", x, y, 3, 4)
	c.Release(0, ouro.Down)
	c.Release(0, ouro.Right)
	at := w.Hunters()[0].Cell
	walked(w, c, 20)
	if w.Hunters()[0].Cell != at {
		t.Error("walks on without a key")
	}
}

// TestHunterComesBackAtRest: a hunter that has lost a life does not walk when it returns.
func TestHunterComesBackAtRest(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	walked(w, c, 10)
	c.Bomb(0)
	for w.Hunters()[0].State == Active {
		walked(w, c, 1)
		if w.Tick() > 1000 {
			t.Fatal("the hunter's own bomb does no harm")
		}
	}
	c.Press(0, ouro.Left)
	for w.Hunters()[0].State != Active {
		walked(w, c, 1)
	}
	at := w.Hunters()[0].Cell
	walked(w, c, 10)
	if w.Hunters()[0].Cell != at {
		t.Error("the hunter walks on")
	}
}
