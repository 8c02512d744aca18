package hunter

import (
	"testing"

	"ouro"
)

// playTicks plays n ticks with the controls and returns the position of the first hunter.
func playTicks(w *World, c *Controls, n int) (x, y int) {
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

// wantAt checks that x and y, as on the grid, are in column wantX and row wantRow of the drawing of
// openYard. The first floor cell is in column 1 and row 1.
func wantAt(t *testing.T, name string, x, y, wantX, wantRow int) {
	t.Helper()
	const top = 5 // y of the first row of floor
	if x != wantX || top-y != wantRow-1 {
		t.Errorf("%s: at column %d, row %d, want %d, %d", name, x, top-y+1, wantX, wantRow)
	}
}

// TestHunterWalksOn: if the terminal does not report releases, one key press makes the hunter walk
// until something blocks its way. A turn is made when it becomes possible.
func TestHunterWalksOn(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	x, y := playTicks(w, c, 1+HunterStep)
	wantAt(t, "two steps", x, y, 3, 1)
	x, y = playTicks(w, c, 40)
	wantAt(t, "before the edible wall", x, y, 4, 1)
	c.Press(0, ouro.Left)
	playTicks(w, c, 1)
	c.Press(0, ouro.Down) // a block is below this cell and the next, but not below the one after
	x, y = playTicks(w, c, 3*HunterStep)
	wantAt(t, "down as soon as it is possible", x, y, 3, 4)
	c.Press(0, ouro.Up)
	playTicks(w, c, HunterStep)
	c.Stop(0)
	x, y = playTicks(w, c, 20)
	wantAt(t, "stopped", x, y, 3, 3)
}

// TestHunterForgetsAWish: a turn that stays impossible expires.
func TestHunterForgetsAWish(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Up)
	playTicks(w, c, wishTicks)
	if in := c.Act(w, 0); in.Go || c.hunters[0].wishes > 0 {
		t.Errorf("after wishTicks, the input is %v, with %d ticks until the wish expires", in, c.hunters[0].wishes)
	}
}

// TestHunterStopsBeforeFlames: a walking hunter enters flames only after a key press.
func TestHunterStopsBeforeFlames(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	playTicks(w, c, 1+2*HunterStep) // at column 4
	c.Bomb(0)
	c.Press(0, ouro.Left)
	playTicks(w, c, 3*HunterStep)
	c.Press(0, ouro.Down)
	playTicks(w, c, 2*HunterStep) // column 1, row 3: safe
	for len(w.Flames()) == 0 {
		playTicks(w, c, 1)
	}
	hot := w.Grid().At(1, 5)
	if w.Burning(hot) == 0 {
		t.Fatal("the flames do not reach the corner")
	}
	c.hunters[0].walks, c.hunters[0].heading = true, ouro.Up
	x, y := playTicks(w, c, HunterStep)
	if w.Grid().At(x, y+1) == hot {
		x, y = playTicks(w, c, 2)
	}
	if w.Grid().At(x, y) == hot {
		t.Error("the hunter walked into flames without a key press")
	}
	c.Press(0, ouro.Up)
	if d, ok := c.hunters[0].step(w, w.Grid().At(1, 4), false); !ok || d != ouro.Up {
		t.Error("the hunter did not enter flames after a key press")
	}
}

// TestHunterHolds: if the terminal reports releases, the hunter walks while a key is down. A tap makes
// one step.
func TestHunterHolds(t *testing.T) {
	w, c := openYard(t)
	c.SetReleases(true)
	c.Press(0, ouro.Right)
	c.Release(0, ouro.Right)
	x, y := playTicks(w, c, 20)
	wantAt(t, "a tap", x, y, 2, 1)
	c.Press(0, ouro.Right)
	playTicks(w, c, 1)
	c.Press(0, ouro.Down) // both keys are down: the hunter walks right while it cannot walk down
	x, y = playTicks(w, c, 12)
	wantAt(t, "both held", x, y, 3, 4)
	c.Release(0, ouro.Down)
	c.Release(0, ouro.Right)
	at := w.Hunters()[0].Cell
	playTicks(w, c, 20)
	if w.Hunters()[0].Cell != at {
		t.Error("the hunter walks although no key is down")
	}
}

// TestHunterComesBackAtRest: a hunter that returns after the loss of a life does not walk.
func TestHunterComesBackAtRest(t *testing.T) {
	w, c := openYard(t)
	c.Press(0, ouro.Right)
	playTicks(w, c, 10)
	c.Bomb(0)
	for w.Hunters()[0].State == Active {
		playTicks(w, c, 1)
		if w.Tick() > 1000 {
			t.Fatal("the hunter's own bomb does no harm")
		}
	}
	c.Press(0, ouro.Left)
	for w.Hunters()[0].State != Active {
		playTicks(w, c, 1)
	}
	at := w.Hunters()[0].Cell
	playTicks(w, c, 10)
	if w.Hunters()[0].Cell != at {
		t.Error("the hunter walks after its return")
	}
}
