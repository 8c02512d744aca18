package hydra

import (
	"context"
	"testing"
	"time"

	"ouro"
	"ouro/internal/needs"
)

type ending struct {
	context.Context
	looks int
}

func (c *ending) Deadline() (time.Time, bool) { return time.Now().Add(time.Hour), true }

func (c *ending) Err() error {
	if c.looks--; c.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestStopsAtOnce: when the context ends, a search enters no more nodes than lie between two
// checks, and returns its last offer.
func TestStopsAtOnce(t *testing.T) {
	const pace = 256 // nodes between two checks of a search.Meter
	positions := duels(t)
	for seed := range int64(needs.Many(4, 10)) {
		positions = append(positions, crowded(t, 4, seed))
	}
	for i, s := range positions {
		if s.Snakes[0].Cause != ouro.Alive {
			continue
		}
		solver, err := New(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		for _, looks := range []int{0, 1, 2, 7 + i} {
			var best ouro.Best
			d, err := solver.Decide(&ending{t.Context(), looks}, ouro.Turn{State: s, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if d.Nodes > int64(looks*pace) {
				t.Errorf("%v: %d nodes, and %d looks at the context", s, d.Nodes, looks)
			}
			if offered, ok := best.Dir(); !ok || offered != d.Dir || !s.Legal(0).Has(d.Dir) {
				t.Errorf("%v: after %d looks it offers %v and decides %v", s, looks, offered, d.Dir)
			}
		}
	}
}

// loneOnLargeBoard returns a position of a lone snake on a large board, with two segments on its
// tail's cell.
func loneOnLargeBoard(foods int) *ouro.State {
	dice := ouro.NewPCG(uint64(foods))
	s := ouro.NewState(ouro.MustGrid(64, 64))
	at := s.Grid.At
	s.Snakes[s.AddSnake(at(9, 9), at(8, 9), at(8, 8), at(9, 8), at(9, 8))].Health = 100
	for range foods {
		if c := ouro.Cell(dice.Roll(s.Grid.Size())); s.Free(c) {
			s.AddFood(c)
		}
	}
	return s
}

// TestAloneStopsAtOnce: when the context ends, the search for a lone snake examines no more cells
// than lie between two checks, plus its path, which it examines as a whole.
func TestAloneStopsAtOnce(t *testing.T) {
	const pace = 256
	for _, foods := range []int{0, 1, 400, 3000} {
		s := loneOnLargeBoard(foods)
		for _, looks := range []int{0, 1, 2, 3, 1 << 30} {
			h, err := newHydra(ouro.Setup{Start: s})
			if err != nil {
				t.Fatal(err)
			}
			var best ouro.Best
			d, err := h.Decide(&ending{t.Context(), looks}, ouro.Turn{State: s, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if offered, ok := best.Dir(); !ok || offered != d.Dir || !h.s.pos.Moves(0).Has(d.Dir) {
				t.Errorf("%d foods: after %d looks it offers %v and decides %v", foods, looks, offered, d.Dir)
			}
			a := &h.lone
			reached := 0
			for _, price := range a.best {
				reached += bit(price < unseen)
			}
			work, way := int(a.meter.Nodes()), len(a.current.way.cells)
			if looks == 1<<30 {
				if work < s.Grid.Size() || foods == 0 && way < 64 { // a smaller position would test nothing
					t.Errorf("%d foods: the search ends after %d steps of work, with a path of %d cells: the position is too small for this test", foods, work, way)
				}
				continue
			}
			if limit := looks * pace; work > limit+2*way || reached > 4*limit+1 || way > 2*limit+1 || int(d.Nodes) > limit {
				t.Errorf("%d foods: after %d checks of the context %d steps of work, %d cells, a path of %d cells, %d turns", foods, looks, work, reached, way, d.Nodes)
			}
		}
	}
}

// TestAloneGoesOn: when time is up, the snake follows its current path and examines no other cells.
func TestAloneGoesOn(t *testing.T) {
	s := loneOnLargeBoard(1)
	h, err := newHydra(ouro.Setup{Start: s})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Decide(t.Context(), ouro.Turn{State: s}); err != nil {
		t.Fatal(err)
	}
	a := &h.lone
	at := s.Grid.At
	for name, meal := range map[string][]ouro.Cell{"way": nil, "meal": {at(9, 9), at(9, 10), at(9, 11)}} {
		want := ouro.Right
		a.current.way.set([]ouro.Cell{at(9, 9), at(10, 9), at(10, 8), at(9, 8)})
		if a.meal = meal; meal != nil {
			want = ouro.Up
			a.current.way.set(nil)
		}
		var best ouro.Best
		d, err := h.Decide(&ending{t.Context(), 0}, ouro.Turn{State: s, Best: &best})
		if offered, ok := best.Dir(); err != nil || d.Dir != want || !ok || offered != want || d.Nodes != 0 {
			t.Errorf("%s: %v, offered %v, want %v; %v", name, d, offered, want, err)
		}
		if meal == nil && len(a.current.way.cells) != 3 {
			t.Errorf("after the step the path is %v, want 3 cells", a.current.way.cells)
		}
		if meal != nil && (len(a.meal) != 2 || a.afterMeal.body[0] != at(9, 9)) {
			t.Errorf("the path to the meal is %v, want 2 cells, and the last test moved the head to %d", a.meal, a.afterMeal.body[0])
		}
	}
}

// TestAloneBudget: the search offers a move before it checks the context and looks ahead no
// more turns than its budget. Examining its path counts as work.
func TestAloneBudget(t *testing.T) {
	s := loneOnLargeBoard(0)
	h, err := newHydra(ouro.Setup{Start: s})
	if err != nil {
		t.Fatal(err)
	}
	for nodes, want := range map[int64]int64{1: 1, 7: 7, 0: aloneTurns, 5000: aloneTurns} {
		var best ouro.Best
		ctx := &looked{Context: t.Context(), best: &best, moves: map[ouro.Dir]bool{}}
		d, err := h.Decide(ctx, ouro.Turn{State: s, Nodes: nodes, Best: &best})
		if err != nil || d.Nodes != want || ctx.none > 0 || len(ctx.moves) == 0 {
			t.Errorf("budget %d: %d nodes, want %d; %d checks of the context before an offer, %v", nodes, d.Nodes, want, ctx.none, err)
		}
		a := &h.lone
		before := a.meter.Nodes()
		if !a.isLoop(&a.current) || a.meter.Nodes()-before < int64(len(a.current.way.cells)) {
			t.Errorf("%d steps of work to examine a path of %d cells", a.meter.Nodes()-before, len(a.current.way.cells))
		}
	}
}
