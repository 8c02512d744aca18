package hunter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
)

// room is the drawing of an empty room with all start cells near its edge.
var room = []string{
	"XXXXXXXXXXXXXXXXXXX",
	"X1 2           bcdX",
	"X                 X",
	"X                 X",
	"Xa                X",
	"X                 X",
	"X                 X",
	"X                 X",
	"XXXXXXXXXXXXXXXXXXX",
}

func TestBlastShape(t *testing.T) {
	tests := []struct {
		name string
		rows []string // '*' is the bomb, 'f' a cell that must burn, '#' a wall that must be destroyed
	}{
		{"a cross", []string{
			"XXXXXXXXXXXXXXX", "X1 2       bcdX", "X      f      X", "X      f      X", "X      f      X", "Xa  fff*fff   X",
			"X      f      X", "X      f      X", "X      f      X", "XXXXXXXXXXXXXXX",
		}},
		{"stopped by solid blocks", []string{
			"XXXXXXXXXXXXXXX", "X1 2       bcdX", "X             X", "X             X", "X      X      X", "Xa   Xf*X     X",
			"X      f      X", "X      f      X", "X      X      X", "XXXXXXXXXXXXXXX",
		}},
		{"stopped by the first wall in each direction", []string{
			"XXXXXXXXXXXXXXX", "X1 2       bcdX", "X      .      X", "X      .      X", "X      #      X", "Xa .#ff*f#.   X",
			"X      f      X", "X      f      X", "X      #      X", "XXXXXXXXXXXXXXX",
		}},
		{"no farther than its range", []string{
			"XXXXXXXXXXXXXXX", "X1 2       bcdX", "X      f      X", "X      f      X", "X      f      X", "Xa  fff*fff.  X",
			"X      f      X", "X      f      X", "X      f      X", "XXXXXXXXXXXXXXX",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plain := strings.NewReplacer("*", " ", "f", " ", "#", ".")
			var rows []string
			for _, row := range tt.rows {
				rows = append(rows, plain.Replace(row))
			}
			w := stage(t, 1, 1, idle, grazers, rows...)
			for y, row := range tt.rows {
				if x := strings.IndexByte(row, '*'); x >= 0 {
					w.bombAt(w.cell(x, y), 1)
				}
			}
			w.Step(nil)
			for y, row := range tt.rows {
				for x, sign := range []byte(row) {
					c := w.cell(x, y)
					if want := strings.IndexByte("*f#", sign) >= 0; want != (w.Burning(c) == FlameTicks) {
						t.Errorf("column %d row %d: burns for %d ticks", x, y, w.Burning(c))
					}
					if want := sign == '.'; want != (w.Terrain(c) == ouro.Hedge) {
						t.Errorf("column %d row %d: terrain %d", x, y, w.Terrain(c))
					}
				}
			}
			if w.pass(FlameTicks - 1); len(w.Flames()) == 0 {
				t.Error("the flames end too early")
			}
			if w.pass(1); len(w.Flames()) != 0 {
				t.Error("the flames end too late")
			}
		})
	}
}

func TestFuse(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	w.Step([]Input{{Bomb: true}})
	if n := count(w.pass(FuseTicks-1), BombExploded); n != 0 {
		t.Error("the bomb exploded too early")
	}
	if n := count(w.pass(1), BombExploded); n != 1 {
		t.Error("the bomb did not explode at the end of its fuse")
	}
}

func TestChain(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	for i, at := range []ouro.Cell{w.cell(4, 5), w.cell(7, 5), w.cell(7, 3), w.cell(11, 6)} {
		w.bombAt(at, 5+20*i)
		if i == 1 {
			w.hunters[0].Cell = w.cell(1, 1)
			w.bombs[0].Owner, w.bombs[1].Owner = 1, 1 // as if the other hunter had laid them
		}
	}
	events := w.pass(5)
	if n := count(events, BombExploded); n != 3 {
		t.Errorf("%d bombs exploded, want the first and the two that it ignites", n)
	}
	if len(w.Bombs()) != 1 || w.Bombs()[0].Cell != w.cell(11, 6) {
		t.Errorf("the remaining bombs are %v, want only the last", w.Bombs())
	}
	for _, b := range w.Bombs() {
		if !w.bombOn[b.Cell] || w.Walkable(b.Cell) {
			t.Error("the remaining bomb does not block its cell")
		}
	}
}

// TestBlastsFindWallsAsBefore: if two bombs explode in the same tick on both sides of an edible wall,
// neither blast passes through the wall, whatever the order of the bombs.
func TestBlastsFindWallsAsBefore(t *testing.T) {
	rows := slices.Clone(room)
	rows[5] = "X    .            X"
	for _, order := range [][2]int{{4, 6}, {6, 4}} {
		w := stage(t, 1, 1, idle, grazers, rows...)
		w.bombAt(w.cell(order[0], 5), 1)
		w.bombAt(w.cell(order[1], 5), 1)
		// The bombs do not ignite each other, so the fuses of both must end in this tick.
		events := w.pass(1)
		if count(events, BombExploded) != 2 || count(events, HedgeBurnt) != 1 {
			t.Errorf("order %v: %v", order, events)
		}
		if w.Burning(w.cell(2, 5)) == 0 || w.Burning(w.cell(8, 5)) == 0 || w.Burning(w.cell(5, 5)) == 0 {
			t.Errorf("order %v: a cell of the blasts does not burn", order)
		}
		if w.Burning(w.cell(9, 5)) != FlameTicks || w.Burning(w.cell(10, 5)) != 0 {
			t.Errorf("order %v: the blast is too long", order)
		}
	}
}

func TestSnakeIsHalved(t *testing.T) {
	for _, tt := range []struct{ length, left int }{{1, 0}, {2, 0}, {4, 0}, {5, 2}, {6, 3}, {8, 4}, {9, 4}, {12, 6}} {
		t.Run(fmt.Sprint(tt.length), func(t *testing.T) {
			w := stage(t, 1, 2, idle, grazers, room...)
			w.stretch(t, 0, strings.Repeat("R", tt.length-1))
			if n := w.Snakes()[0].Body.Len(); n != tt.length {
				t.Fatalf("length %d", n)
			}
			tail, head := w.Snakes()[0].Body.Tail(), w.Snakes()[0].Body.Head()
			w.bombAt(w.grid.Next(tail, ouro.Down), 1)
			events := w.pass(1)
			s := &w.Snakes()[0]
			points := CellPoints * (tt.length - tt.left)
			if tt.left == 0 {
				points += KillPoints
				if s.State != Dead || count(events, SnakeDied) != 1 || w.Hunters()[0].Kills != 1 {
					t.Errorf("state %d, events %v", s.State, events)
				}
				if w.SnakeOn(head) != noSnake || w.SnakeOn(tail) != noSnake {
					t.Error("the dead snake is still there")
				}
			} else {
				if s.State != Alive || s.Body.Len() != tt.left || s.Body.Head() != head || count(events, SnakeHit) != 1 {
					t.Errorf("length %d, events %v", s.Body.Len(), events)
				}
				if w.SnakeOn(tail) != noSnake {
					t.Error("the tail is still there")
				}
			}
			if w.Hunters()[0].Score != points {
				t.Errorf("%d points, want %d", w.Hunters()[0].Score, points)
			}
			if n := count(w.pass(FlameTicks+5), SnakeHit); n != 0 {
				t.Errorf("hit again by the same flames, %d times", n)
			}
			checkWorld(t, w)
		})
	}
}

// TestSecondBombHitsAgain: after HurtTicks, a second bomb hits the snake again.
func TestSecondBombHitsAgain(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	w.stretch(t, 0, strings.Repeat("R", 11))
	w.bombAt(w.cell(12, 5), 1)
	w.bombAt(w.cell(11, 2), 1+HurtTicks)
	if n := count(w.pass(HurtTicks), SnakeHit); n != 1 || w.Snakes()[0].Body.Len() != 6 {
		t.Fatalf("%d hits, length %d", n, w.Snakes()[0].Body.Len())
	}
	if n := count(w.pass(1), SnakeHit); n != 1 || w.Snakes()[0].Body.Len() != 3 {
		t.Errorf("%d more hits, length %d", n, w.Snakes()[0].Body.Len())
	}
}

func TestCaught(t *testing.T) {
	w := stage(t, 2, 1, 10, steeredDrivers("R"), room...)
	w.hunters[0].Cell = w.cell(2, 4)
	w.hunters[1].Cell, w.hunters[1].Shield = w.cell(3, 4), 100
	events := w.pass(10)
	if count(events, HunterCaught) != 1 || w.Hunters()[0].Lives != Lives-1 || w.Hunters()[0].State != Down {
		t.Fatalf("events %v, hunter %+v", events, w.Hunters()[0])
	}
	if w.Snakes()[0].Body.Len() != 1 {
		t.Error("the snake grew by catching a hunter")
	}
	if events = w.pass(10); count(events, HunterCaught) != 0 || w.Snakes()[0].Body.Head() != w.cell(3, 4) {
		t.Errorf("the snake did not pass over the shield: %v", events)
	}
	if events = w.pass(DownTicks - 10); count(events, HunterBack) != 1 {
		t.Fatalf("not back: %v, %+v", events, w.Hunters()[0])
	}
	back := w.Hunters()[0]
	if back.Shield != ShieldTicks || w.grid.Distance(back.Cell, w.Snakes()[0].Body.Head()) < 8 {
		t.Errorf("back at %d with a shield of %d", back.Cell, back.Shield)
	}
}

func TestHunterAgainstSnake(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	w.stretch(t, 0, "RRR")
	w.hunters[0].Cell = w.cell(5, 4)
	w.Step([]Input{Walk(ouro.Left)})
	if w.Hunters()[0].Cell != w.cell(5, 4) || w.Hunters()[0].Lives != Lives {
		t.Error("a hunter walked into a snake's head")
	}
}

func TestHunterWalks(t *testing.T) {
	rows := slices.Clone(room)
	rows[5] = "X   .X            X"
	w := stage(t, 1, 1, idle, grazers, rows...)
	w.hunters[0].Cell = w.cell(3, 5)
	w.Step([]Input{Walk(ouro.Right)})
	if w.Hunters()[0].Cell != w.cell(3, 5) || w.Hunters()[0].Wait != 0 {
		t.Error("the hunter walked into an edible wall")
	}
	for tick := range 2 * HunterStep {
		w.Step([]Input{Walk(ouro.Down)})
		if want := w.cell(3, 6+tick/HunterStep); w.Hunters()[0].Cell != want {
			t.Fatalf("after %d ticks at %d, want %d", tick+1, w.Hunters()[0].Cell, want)
		}
	}
	w.pass(HunterStep)
	w.Step([]Input{{Bomb: true, Go: true, Dir: ouro.Up}})
	if !w.bombOn[w.cell(3, 7)] || w.Hunters()[0].Cell != w.cell(3, 6) {
		t.Error("the hunter did not lay a bomb and step off its cell")
	}
	w.pass(HunterStep)
	w.Step([]Input{Walk(ouro.Down)})
	if w.Hunters()[0].Cell != w.cell(3, 6) {
		t.Error("the hunter walked onto a bomb")
	}
}

func TestBombLimits(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	if w.Step([]Input{{Bomb: true}}); w.MayBomb(0) {
		t.Error("a hunter may lay two bombs on one cell")
	}
	for k := 2; k <= MaxBombs; k++ {
		w.hunters[0].Cell = w.cell(k, 2)
		if w.Step([]Input{{Bomb: true}}); len(w.Bombs()) != k {
			t.Fatalf("%d bombs", len(w.Bombs()))
		}
	}
	w.hunters[0].Cell = w.cell(8, 2)
	if w.Step([]Input{{Bomb: true}}); len(w.Bombs()) != MaxBombs {
		t.Errorf("the hunter has %d bombs, want at most %d", len(w.Bombs()), MaxBombs)
	}
}

func TestOwnBombAndLives(t *testing.T) {
	w := stage(t, 1, 1, idle, grazers, room...)
	w.hunters[0].Cell = w.cell(9, 2)
	for life := Lives; life > 0; life-- {
		if w.Hunters()[0].Lives != life || w.Over() {
			t.Fatalf("lives %d, want %d", w.Hunters()[0].Lives, life)
		}
		w.hunters[0].Shield = 0
		w.bombAt(w.hunters[0].Cell, 1)
		if n := count(w.pass(1), HunterBlasted); n != 1 {
			t.Fatal("the hunter's own bomb did not harm it")
		}
		w.pass(DownTicks)
	}
	if w.Phase() != Lost || w.Hunters()[0].State != Out {
		t.Errorf("phase %s", w.Phase())
	}
	hash := w.Hash()
	if w.pass(5); w.Hash() != hash {
		t.Error("the world changes after the end")
	}
}

func TestTrappedSnake(t *testing.T) {
	rows := slices.Clone(room)
	rows[4] = "Xa          XXXXXXX"
	rows[5] = "XXXXXXXXXXX       X"
	rows[3] = "XXXXXXXXXXX       X"
	w := stage(t, 1, 1, 10, grazers, rows...)
	w.stretch(t, 0, "RRRRR")
	w.bombAt(w.cell(7, 4), FuseTicks)
	events := w.pass(10)
	s := &w.Snakes()[0]
	if count(events, SnakeStunned) != 1 || s.State != Stunned || s.Body.Len() != 1 || s.Body.Head() != w.cell(6, 4) {
		t.Fatalf("state %d, length %d, events %v", s.State, s.Body.Len(), events)
	}
	checkWorld(t, w)
	w.bombs[0].Fuse = 500
	w.hunters[0].Cell = w.cell(5, 4)
	if w.Step([]Input{Walk(ouro.Right)}); w.Hunters()[0].Cell != w.cell(5, 4) {
		t.Error("a hunter walked through a stunned figure")
	}
	w.hunters[0].Cell = w.cell(1, 1)
	if n := count(w.pass(StunTicks-2), SnakeWoke); n != 0 {
		t.Error("the snake woke too early")
	}
	if events = w.pass(1); count(events, SnakeWoke) != 1 || s.State != Alive || s.Body.Len() != 1 {
		t.Errorf("the snake did not wake: %v", events)
	}
	if s.Body.Head() != w.cell(5, 4) {
		t.Error("the snake did not move after it woke")
	}
}

// TestStunnedAgain: a snake that is still trapped when it wakes up is stunned again, and a
// flame kills the figure.
func TestStunnedAgain(t *testing.T) {
	w := stage(t, 1, 1, 10, grazers, room...)
	w.bombAt(w.cell(2, 4), 500)
	w.bombAt(w.cell(1, 3), 500)
	w.hunters[0].Kills = 0
	for i := range w.bombs {
		w.bombs[i].Owner = 1
	}
	w.bombAt(w.cell(1, 5), 500)
	events := w.pass(10 + StunTicks)
	if count(events, SnakeStunned) != 2 || count(events, SnakeWoke) != 1 {
		t.Fatal(events)
	}
	w.bombs[2].Fuse = 1
	w.bombs[2].Owner, w.bombs[0].Owner, w.bombs[1].Owner = 0, 0, 0
	if events = w.pass(1); count(events, SnakeDied) != 1 || count(events, LevelWon) != 1 || w.Phase() != Won {
		t.Errorf("%v, phase %s", events, w.Phase())
	}
}

func TestTimeOver(t *testing.T) {
	w := stage(t, 2, 1, idle, grazers, room...)
	w.hunters[0].Lives = 1
	w.left = 1
	events := w.pass(1)
	if count(events, TimeOver) != 1 || count(events, HunterOut) != 1 || w.Phase() != TimedOut {
		t.Fatalf("%v, phase %s", events, w.Phase())
	}
	events = w.pass(BreakTicks)
	if count(events, LevelStarted) != 1 || w.Phase() != Playing || w.LevelNumber() != 1 {
		t.Fatalf("%v, phase %s", events, w.Phase())
	}
	if h := w.Hunters(); h[0].State != Out || h[1].State != Active || h[1].Lives != Lives-1 || h[1].Shield != ShieldTicks {
		t.Errorf("hunters %+v", h)
	}
	w.hunters[1].Lives, w.left = 1, 1
	if events = w.pass(1); w.Phase() != Lost || count(events, GameLost) != 1 {
		t.Errorf("%v, phase %s", events, w.Phase())
	}
}

func TestLevelsAreWonInTurn(t *testing.T) {
	w, err := New(Config{Seed: 3, Hunters: 1, Drivers: grazers})
	if err != nil {
		t.Fatal(err)
	}
	score := 0
	for number := 1; number <= len(w.cfg.Levels); number++ {
		if w.LevelNumber() != number || len(w.Snakes()) != Levels()[number-1].Count {
			t.Fatalf("level %d with %d snakes, want level %d", w.LevelNumber(), len(w.Snakes()), number)
		}
		w.hunters[0].Shield = 1000
		for i := range w.snakes {
			w.hunters[0].Cell = w.snakes[i].Body.Head()
			w.burn[w.hunters[0].Cell] = 2
			w.flames = append(w.flames, w.hunters[0].Cell)
			w.hitByFlames(i)
		}
		events := w.pass(1)
		if count(events, LevelWon) != 1 {
			t.Fatalf("level %d: %v", number, events)
		}
		score += LevelPoints + SecondPoints*(Levels()[number-1].Seconds-1)
		if number < len(w.cfg.Levels) {
			w.pass(BreakTicks)
		}
	}
	if w.Phase() != Won || w.bonus != score || w.Score() != score+w.Hunters()[0].Score {
		t.Errorf("phase %s, bonus %d, want %d", w.Phase(), w.bonus, score)
	}
}

// TestBadSolvers: a snake makes a legal step whatever its solver does.
func TestBadSolvers(t *testing.T) {
	bad := map[string]ouro.SolverFunc{
		"errs":    func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, errors.New("no idea") },
		"panics":  func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("boom") },
		"no dir":  func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: ouro.NoDir}, nil },
		"illegal": func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: ouro.Left}, nil },
	}
	for name, solver := range bad {
		t.Run(name, func(t *testing.T) {
			drivers := []Driver{{Make: func(ouro.Setup) (ouro.Solver, error) { return solver, nil }}}
			w := stage(t, 1, 1, 5, drivers, room...)
			events := w.pass(5)
			if count(events, SolverFailed) != 1 || w.Faults() != 1 || w.Snakes()[0].Body.Head() != w.cell(1, 3) {
				t.Errorf("%v, head %d", events, w.Snakes()[0].Body.Head())
			}
		})
	}
}

// TestBadMakers: if a Maker fails in the first level, New returns an error. If a Maker fails in a later
// level, the snake moves without a solver.
func TestBadMakers(t *testing.T) {
	made := 0
	maker := func(s ouro.Setup) (ouro.Solver, error) {
		if made++; made > 1 {
			panic("no more")
		}
		return grazer(s)
	}
	w := stage(t, 1, 1, 5, []Driver{{Make: maker}}, room...)
	w.left = 1
	if events := w.pass(1 + BreakTicks); count(events, SolverFailed) != 1 || w.Phase() != Playing {
		t.Fatal(events)
	}
	if w.pass(5); w.Snakes()[0].Body.Head() != w.cell(1, 3) {
		t.Error("the snake without a solver does not move")
	}
	if _, err := New(Config{Hunters: 1, Drivers: []Driver{{Spec: ouro.Spec{Name: "bad"}, Make: maker}}}); err == nil || !strings.Contains(err.Error(), "snake 1, solver bad: panic: no more") {
		t.Errorf("error %v", err)
	}
}

func TestBadConfigs(t *testing.T) {
	good := Config{Hunters: 1, Drivers: grazers}
	for want, change := range map[string]func(*Config){
		"0 hunters":            func(c *Config) { c.Hunters = 0 },
		"3 hunters":            func(c *Config) { c.Hunters = 3 },
		"5 snakes":             func(c *Config) { c.Snakes = 5 },
		"0 drivers":            func(c *Config) { c.Drivers = nil },
		"0 levels":             func(c *Config) { c.Levels = []*Level{} },
		"must not be negative": func(c *Config) { c.Nodes = -1 },
	} {
		cfg := good
		change(&cfg)
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestShieldOutlastsABomb: a shield lasts long enough for a hunter to bomb a way out of any
// enclosed place.
func TestShieldOutlastsABomb(t *testing.T) {
	if ShieldTicks < 1+FuseTicks+FlameTicks {
		t.Error("the shield is too short")
	}
	if HurtTicks < FlameTicks {
		t.Error("a bomb hits a snake twice")
	}
}
