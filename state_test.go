package ouro_test

import (
	"slices"
	"testing"

	"ouro"
)

// TestBody: random operations on a Body have the same results as on a plain slice.
func TestBody(t *testing.T) {
	for seed := range uint64(50) {
		dice := ouro.NewPCG(seed)
		var b ouro.Body
		var plain []ouro.Cell // head first
		for range 500 {
			c := ouro.Cell(dice.Roll(4096))
			switch k := dice.Roll(12); {
			case k < 5 || len(plain) == 0:
				b.PushHead(c)
				plain = append([]ouro.Cell{c}, plain...)
			case k >= 10:
				b.PushTail(c)
				plain = append(plain, c)
			case k < 8:
				left := b.Shift(c)
				if want := plain[len(plain)-1]; left != want {
					t.Fatalf("seed %d: Shift left %d, want %d", seed, left, want)
				}
				plain = append([]ouro.Cell{c}, plain[:len(plain)-1]...)
			default:
				last := b.PopTail()
				if want := plain[len(plain)-1]; last != want {
					t.Fatalf("seed %d: PopTail is %d, want %d", seed, last, want)
				}
				plain = plain[:len(plain)-1]
			}
			if got := b.Append(nil); !slices.Equal(got, plain) {
				t.Fatalf("seed %d: body %v, want %v", seed, got, plain)
			}
			if len(plain) > 0 && (b.Head() != plain[0] || b.Tail() != plain[len(plain)-1]) {
				t.Fatalf("seed %d: head %d and tail %d of %v", seed, b.Head(), b.Tail(), plain)
			}
		}
		var copied ouro.Body
		copied.CopyFrom(&b)
		b.PushHead(1)
		if got := copied.Append(nil); !slices.Equal(got, plain) {
			t.Fatalf("seed %d: the copy changed with the original: %v, want %v", seed, got, plain)
		}
	}
}

// check recomputes the tables that a State keeps by cell, and compares them.
func check(t *testing.T, s *ouro.State) {
	t.Helper()
	segments := map[ouro.Cell]int{}
	for i := range s.Snakes {
		if sn := &s.Snakes[i]; sn.Cause == ouro.Alive {
			for _, c := range sn.Body.Append(nil) {
				segments[c]++
			}
		}
	}
	room, hedges := 0, 0
	for c := range ouro.Cell(s.Grid.Size()) {
		food := slices.Contains(s.Food, c)
		wall := s.Terrain(c) == ouro.Wall
		if !wall {
			room++
		}
		if s.Terrain(c) == ouro.Hedge {
			hedges++
		}
		layers := 0
		for _, h := range s.Hazards {
			if h == c {
				layers++
			}
		}
		if s.Hazard(c) != layers {
			t.Fatalf("cell %d: %d layers of hazard, want %d", c, s.Hazard(c), layers)
		}
		if s.Segments(c) != segments[c] || s.HasFood(c) != food || s.Free(c) != (segments[c] == 0 && !food && !wall) {
			t.Fatalf("cell %d: %d segments, want %d; food %v, want %v; free %v", c, s.Segments(c), segments[c], s.HasFood(c), food, s.Free(c))
		}
	}
	if s.Room() != room || s.Hedges() != hedges {
		t.Fatalf("room %d with %d hedges, want %d with %d", s.Room(), s.Hedges(), room, hedges)
	}
}

// TestState: a State is consistent after each of many random changes.
func TestState(t *testing.T) {
	for seed := range uint64(60) {
		dice := ouro.NewPCG(seed)
		g := ouro.MustGrid(2+dice.Roll(6), 2+dice.Roll(6))
		s := ouro.NewState(g)
		cell := func() ouro.Cell { return ouro.Cell(dice.Roll(g.Size())) }
		for range 200 {
			switch dice.Roll(10) {
			case 0:
				if len(s.Snakes) < 4 {
					c := cell()
					s.AddSnake(c, c, c) // all segments on one cell, as at the start of a game of Battlesnake
				}
			case 1:
				if c := cell(); !s.HasFood(c) {
					s.AddFood(c)
				}
			case 2:
				s.RemoveFood(cell())
			case 3:
				if c, t := cell(), ouro.Terrain(dice.Roll(3)); s.Segments(c) == 0 || t != ouro.Wall {
					s.SetTerrain(c, t)
				}
			case 4, 5:
				for i := range s.Snakes {
					if c := cell(); s.Snakes[i].Cause == ouro.Alive && s.Terrain(c) != ouro.Wall {
						s.Advance(i, c, dice.Roll(3) == 0)
					}
				}
			case 6:
				if i := dice.Roll(20); i < len(s.Snakes) && s.Snakes[i].Cause == ouro.Alive {
					s.Kill(i, ouro.HitBody)
				}
			case 7:
				s.AddHazard(cell())
			case 8:
				s.RemoveHazard(cell())
				if dice.Roll(40) == 0 {
					s.ClearHazards()
				}
			case 9:
				if i := dice.Roll(20); i < len(s.Snakes) {
					s.Grow(i)
				}
			}
			check(t, s)
		}
		s.TurnBack, s.AlwaysGrow, s.HazardDamage = seed%2 == 0, seed%3 == 0, int(seed)
		clone := s.Clone()
		if !clone.Equal(s) || clone.Hash() != s.Hash() {
			t.Fatalf("seed %d: a clone differs from its original", seed)
		}
		other := ouro.NewState(ouro.MustGrid(9, 9))
		other.AddSnake(3, 4, 5)
		other.CopyFrom(s)
		check(t, other)
		if !other.Equal(s) || other.Hash() != s.Hash() {
			t.Fatalf("seed %d: CopyFrom over another state differs", seed)
		}
	}
}

// TestEveryDifferenceCounts: after each change of a position, Equal returns false, the hash is
// different, and a clone is unchanged.
func TestEveryDifferenceCounts(t *testing.T) {
	make := func() *ouro.State {
		s := ouro.NewState(ouro.MustGrid(5, 4))
		s.AddSnake(7, 6, 5)
		s.AddFood(12)
		s.AddFood(3)
		s.SetTerrain(19, ouro.Wall)
		s.SetTerrain(18, ouro.Hedge)
		s.AddHazard(8)
		s.AddHazard(9)
		return s
	}
	hashes := map[uint64]string{make().Hash(): "unchanged"}
	for name, change := range map[string]func(*ouro.State){
		"turn":       func(s *ouro.State) { s.Turn++ },
		"hunger":     func(s *ouro.State) { s.Snakes[0].Hunger++ },
		"death":      func(s *ouro.State) { s.Kill(0, ouro.HitWall) },
		"cause":      func(s *ouro.State) { s.Kill(0, ouro.HitSelf) },
		"step":       func(s *ouro.State) { s.Advance(0, 8, false) },
		"growth":     func(s *ouro.State) { s.Advance(0, 8, true) },
		"food":       func(s *ouro.State) { s.AddFood(0) },
		"food gone":  func(s *ouro.State) { s.RemoveFood(3) },
		"food order": func(s *ouro.State) { s.RemoveFood(12); s.AddFood(12) },
		"wall":       func(s *ouro.State) { s.SetTerrain(1, ouro.Wall) },
		"hedge":      func(s *ouro.State) { s.SetTerrain(1, ouro.Hedge) },
		"eaten":      func(s *ouro.State) { s.SetTerrain(18, ouro.Open) },
		"snake":      func(s *ouro.State) { s.AddSnake(0) },
		"health":     func(s *ouro.State) { s.Snakes[0].Health = 7 },
		"killer":     func(s *ouro.State) { s.Snakes[0].Died, s.Snakes[0].Killer = 3, 0 },
		"no killer":  func(s *ouro.State) { s.Snakes[0].Died = 3 },
		"tail gone":  func(s *ouro.State) { s.Snakes[0].Vacated = 4 },
		"grown":      func(s *ouro.State) { s.Grow(0) },
		"hazard":     func(s *ouro.State) { s.AddHazard(8) },
		"no hazard":  func(s *ouro.State) { s.RemoveHazard(8) },
		"hazards":    func(s *ouro.State) { s.ClearHazards() },
		"order":      func(s *ouro.State) { s.RemoveHazard(8); s.AddHazard(8) },
	} {
		a := make()
		b := a.Clone()
		change(b)
		if !a.Equal(make()) {
			t.Errorf("%s: the change of a clone reached the original", name)
		}
		if a.Equal(b) || b.Equal(a) {
			t.Errorf("%s: not seen by Equal", name)
		}
		if twin, ok := hashes[b.Hash()]; ok {
			t.Errorf("%s has the hash of %s", name, twin)
		}
		hashes[b.Hash()] = name
	}
	wide, high := ouro.NewState(ouro.MustGrid(6, 2)), ouro.NewState(ouro.MustGrid(2, 6))
	if wide.Equal(high) || wide.Hash() == high.Hash() {
		t.Error("boards of 6x2 and 2x6 are equal")
	}
}

func TestEnterableBesideOthers(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(12)         // a snake of one segment, on the middle cell
	s.AddSnake(17, 16, 15) // above it
	s.AddSnake(10, 11)     // the tip of its tail is on the cell left of the middle
	s.AddSnake(7, 7, 7)    // stacked below
	s.SetTerrain(13, ouro.Wall)
	want := map[ouro.Dir]bool{ouro.Up: false, ouro.Right: false, ouro.Down: false, ouro.Left: true}
	for d, ok := range want {
		if got := s.Enterable(0, s.Grid.Next(12, d)); got != ok || s.Legal(0).Has(d) != ok {
			t.Errorf("%v: %v, want %v", d, got, ok)
		}
	}
	s.Kill(3, ouro.HitWall)
	if !s.Enterable(0, 7) {
		t.Error("a dead snake blocks its cells")
	}
}

// TestEnterableTip: a snake may enter its own tail's tip, except if it has length 2 and TurnBack
// is not set, or if the tip is on an edible wall, which the snake would eat.
func TestEnterableTip(t *testing.T) {
	for _, c := range []struct {
		length   int
		turnBack bool
		ground   ouro.Terrain
		want     bool
	}{
		{2, false, ouro.Open, false},
		{2, true, ouro.Open, true},
		{2, true, ouro.Hedge, false},
		{4, false, ouro.Open, true},
		{4, true, ouro.Open, true},
		{4, false, ouro.Hedge, false},
		{4, true, ouro.Hedge, false},
	} {
		s := ouro.NewState(ouro.MustGrid(2, 2))
		s.TurnBack = c.turnBack
		s.AddSnake([]ouro.Cell{1, 0, 2, 3}[4-c.length:]...)
		tip := s.Snakes[0].Body.Tail()
		s.SetTerrain(tip, c.ground)
		d, _ := s.Grid.DirTo(s.Snakes[0].Body.Head(), tip)
		if got := s.Enterable(0, tip); got != c.want || s.Legal(0).Has(d) != c.want {
			t.Errorf("%+v: Enterable says %v, Legal %v", c, got, s.Legal(0).Has(d))
		}
		if s.Clone().TurnBack != c.turnBack {
			t.Errorf("%+v: a clone lost TurnBack", c)
		}
	}
}

func TestCopyAllocatesNothing(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(10, 10))
	s.AddSnake(1, 2, 3)
	s.AddFood(50)
	to := s.Clone()
	if n := testing.AllocsPerRun(100, func() { to.CopyFrom(s) }); n != 0 {
		t.Errorf("%v allocations a copy", n)
	}
	if n := testing.AllocsPerRun(100, func() { s.Advance(0, 11, false) }); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}
