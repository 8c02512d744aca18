package hunter

import (
	"context"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// grazer makes a fast solver. It makes a random legal step onto an edible wall or food or, if neither
// is beside the head, any random legal step.
func grazer(setup ouro.Setup) (ouro.Solver, error) {
	dice := ouro.NewPCG(setup.Seed)
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		s := t.State
		legal := s.Legal(t.Seat)
		best, worth := ouro.Up, -1
		for _, d := range ouro.Dirs {
			if !legal.Has(d) {
				continue
			}
			c := s.Grid.Next(s.Snakes[t.Seat].Body.Head(), d)
			w := dice.Roll(4)
			if s.Terrain(c) == ouro.Hedge || s.HasFood(c) {
				w += 4
			}
			if w > worth {
				best, worth = d, w
			}
		}
		return ouro.Decision{Dir: best}, nil
	}), nil
}

var grazers = []Driver{{Spec: ouro.Spec{Name: "grazer"}, Make: grazer}}

// steeredDrivers returns a driver whose snakes move in these directions, given as letters, and then
// repeat the last one.
func steeredDrivers(dirs string) []Driver {
	return []Driver{{Spec: ouro.Spec{Name: "steered"}, Make: func(ouro.Setup) (ouro.Solver, error) {
		at := 0
		return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			d, _ := ouro.DirOfLetter(dirs[min(at, len(dirs)-1)])
			at++
			return ouro.Decision{Dir: d}, nil
		}), nil
	}}}
}

// idle is a number of ticks for one step of a snake. It is so large that no snake moves during a test.
const idle = maxStep

// stage returns a world of one level with this drawing. ticks is the number of ticks for one step
// of a snake.
func stage(t *testing.T, hunters, snakes, ticks int, drivers []Driver, rows ...string) *World {
	t.Helper()
	head := []string{"name Stage", "snakes 1", "step 2", "seconds 60", "regrow 0"}
	levels, err := ParseLevels(strings.Join(append(head, rows...), "\n"))
	if err != nil {
		t.Fatal(err)
	}
	levels[0].Step = ticks
	w, err := New(Config{Seed: 1, Hunters: hunters, Snakes: snakes, Drivers: drivers, Levels: levels})
	if err != nil {
		t.Fatal(err)
	}
	for h := range w.hunters {
		w.hunters[h].Shield = 0
	}
	return w
}

// cell returns the cell in this column and row of the drawing. Both count from 0, rows from
// the top.
func (w *World) cell(column, row int) ouro.Cell { return w.grid.At(column, w.grid.H-1-row) }

// stretch makes snake i longer: the snake moves in these directions, given as letters, and eats with
// each step.
func (w *World) stretch(t *testing.T, i int, dirs string) {
	t.Helper()
	for _, letter := range []byte(dirs) {
		d, _ := ouro.DirOfLetter(letter)
		c := w.grid.Next(w.snakes[i].Body.Head(), d)
		if !w.Walkable(c) && w.Terrain(c) != ouro.Hedge {
			t.Fatalf("the snake cannot enter cell %d", c)
		}
		w.setGround(c, ouro.Hedge)
		w.move(i, d)
	}
}

// bombAt lays a bomb of hunter 0 on c.
func (w *World) bombAt(c ouro.Cell, fuse int) {
	from := w.hunters[0].Cell
	w.hunters[0].Cell = c
	w.layBomb(0)
	w.hunters[0].Cell = from
	w.bombs[len(w.bombs)-1].Fuse = fuse
}

// pass plays some ticks without inputs and returns their events.
func (w *World) pass(ticks int) []Event {
	var all []Event
	for range ticks {
		w.Step(nil)
		all = append(all, w.events...)
	}
	return all
}

// count returns the number of events of a kind.
func count(events []Event, k EventKind) int {
	n := 0
	for _, e := range events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

// verify writes a record as text, parses the text and replays the result with the drivers of its game.
func verify(ctx context.Context, r *Record, drivers []Driver) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	var read Record
	if err := read.UnmarshalText(text); err != nil {
		return err
	}
	makers := make([]ouro.Maker, len(drivers))
	for i, d := range drivers {
		makers[i] = d.Make
	}
	return Replay(ctx, &read, makers, nil)
}
