package sim_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/sim"
)

var rulesets = []string{"standard", "solo", "royale", "constrictor", "wrapped", "wrapped_constrictor"}

// randomStart returns a game of up to six snakes on a board of up to 9x9 or, sometimes, on
// the largest board, with food. Some of its hazards damage, others heal.
func randomStart(t testing.TB, dice *ouro.PCG, ruleset string) *ouro.State {
	t.Helper()
	w, h := 2+dice.Roll(8), 2+dice.Roll(8)
	snakes := 1 + dice.Roll(min(6, w*h/2))
	switch dice.Roll(20) {
	case 0:
		w, h = 25, 25
	case 1:
		w, h, snakes = 11, 11, sim.MaxSnakes
	}
	s := newState(t, ruleset, w, h)
	for len(s.Snakes) < snakes {
		c := ouro.Cell(dice.Roll(s.Grid.Size()))
		if s.Free(c) {
			s.Snakes[s.AddSnake(c, c, c)].Health = 1 + dice.Roll(sim.MaxHealth)
		}
	}
	for range dice.Roll(w*h/2 + 1) {
		if c := ouro.Cell(dice.Roll(s.Grid.Size())); s.Free(c) && !s.AlwaysGrow {
			s.AddFood(c)
		}
	}
	if dice.Roll(2) == 0 {
		s.HazardDamage = []int{14, 1, 0, 100, -3, 300}[dice.Roll(6)]
		for range dice.Roll(2 * w * h) {
			s.AddHazard(ouro.Cell(dice.Roll(s.Grid.Size())))
		}
	}
	return s
}

func randomJoint(p *sim.Position, dice *ouro.PCG, joint []ouro.Dir) {
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		joint[seat] = ouro.Dirs[dice.Roll(4)]
		if moves := p.Moves(seat); moves != 0 && dice.Roll(12) > 0 {
			joint[seat] = moves.At(dice.Roll(moves.Len()))
		}
	}
}

// stateOf builds a State from the results of p's methods. Dead snakes have only their seats.
func stateOf(p *sim.Position, start *ouro.State) *ouro.State {
	s := ouro.NewState(start.Grid)
	s.AlwaysGrow, s.HazardDamage = start.AlwaysGrow, start.HazardDamage
	for seat := range p.Seats() {
		if !p.Alive().Has(seat) {
			s.AddSnake()
			s.Snakes[seat].Cause = p.Cause(seat)
			continue
		}
		s.AddSnake(p.Body(seat, nil)...)
		s.Snakes[seat].Health = p.Health(seat)
	}
	for _, c := range p.AppendFood(nil) {
		s.AddFood(c)
	}
	for _, c := range start.Hazards {
		s.AddHazard(c)
	}
	return s
}

// view returns the results of all methods of p as numbers. Equal views mean equal positions.
func view(p *sim.Position) []int {
	over := 0
	if p.Over() {
		over = 1
	}
	v := []int{int(p.Alive()), int(p.Hash()), over, p.Winner(), p.FoodLeft()}
	var cells []ouro.Cell
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		v = append(v, seat, p.Health(seat), p.Len(seat), int(p.Head(seat)), int(p.Tail(seat)), int(p.Moves(seat)), int(p.Contested(seat)))
		cells = p.Body(seat, cells)
	}
	cells = p.AppendFood(cells)
	for _, c := range cells {
		v = append(v, int(c))
	}
	for c := range ouro.Cell(p.Grid().Size()) {
		v = append(v, p.FreeAt(c), p.Owner(c), p.Cost(c))
	}
	return v
}

// TestAgainstNew: after every move, a Position equals a new Position with the same content. Their
// hashes are equal, too.
func TestAgainstNew(t *testing.T) {
	loaded := new(sim.Position)
	for seed := range uint64(300) {
		ruleset := rulesets[seed%6]
		dice := ouro.NewPCG(seed)
		start := randomStart(t, dice, ruleset)
		p := sim.New(start)
		joint := make([]ouro.Dir, p.Seats())
		for turn := 0; turn < 80 && p.Alive() != 0; turn++ {
			again := stateOf(p, start)
			for _, fresh := range []*sim.Position{sim.New(again), loaded} {
				fresh.Load(again)
				if got, want := view(p), view(fresh); !slices.Equal(got, want) {
					t.Fatalf("seed %d (%s) turn %d:\n%v\nwant\n%v", seed, ruleset, turn, got, want)
				}
			}
			randomJoint(p, dice, joint)
			p.Step(joint)
		}
	}
}

// TestUnmakeRestores makes sequences of moves, undoes them, and compares the positions at each depth.
func TestUnmakeRestores(t *testing.T) {
	for seed := range uint64(300) {
		dice := ouro.NewPCG(seed)
		p := sim.New(randomStart(t, dice, rulesets[seed%6]))
		joint := make([]ouro.Dir, p.Seats())
		for range 3 {
			var views [][]int
			for range 1 + dice.Roll(150) {
				if p.Alive() == 0 {
					break
				}
				views = append(views, view(p))
				randomJoint(p, dice, joint)
				p.Make(joint)
			}
			for depth, want := range slices.Backward(views) {
				p.Unmake()
				if got := view(p); !slices.Equal(got, want) {
					t.Fatalf("seed %d back at depth %d:\n%v\nwant\n%v", seed, depth, got, want)
				}
			}
			for range dice.Roll(5) {
				if p.Alive() != 0 {
					randomJoint(p, dice, joint)
					p.Step(joint)
				}
			}
		}
	}
}

// TestCopyIsIndependent: a copy is equal to the original, plays the same, and does not change
// the original.
func TestCopyIsIndependent(t *testing.T) {
	c := new(sim.Position)
	for seed := range uint64(200) {
		dice := ouro.NewPCG(seed)
		p := sim.New(randomStart(t, dice, rulesets[seed%6]))
		joint := make([]ouro.Dir, p.Seats())
		for range 40 {
			if p.Alive() == 0 {
				break
			}
			c.CopyFrom(p)
			before := view(p)
			if !slices.Equal(view(c), before) {
				t.Fatalf("seed %d: copy\n%v\nof\n%v", seed, view(c), before)
			}
			randomJoint(p, dice, joint)
			c.Step(joint)
			if !slices.Equal(view(p), before) {
				t.Fatalf("seed %d: a step of the copy changed the original", seed)
			}
			p.Make(joint)
			if !slices.Equal(view(p), view(c)) {
				t.Fatalf("seed %d: Make\n%v\nStep\n%v", seed, view(p), view(c))
			}
		}
	}
}

// TestMovesAreThoseThatDoNotKill: a move that is not in Moves kills the snake, unless another snake
// dies in the same turn. A move in Moves kills the snake only if heads meet.
func TestMovesAreThoseThatDoNotKill(t *testing.T) {
	killed, lived := 0, 0
	for seed := range uint64(400) {
		dice := ouro.NewPCG(seed)
		p := sim.New(randomStart(t, dice, rulesets[seed%6]))
		joint := make([]ouro.Dir, p.Seats())
		for range 60 {
			if p.Alive() == 0 {
				break
			}
			randomJoint(p, dice, joint)
			living := p.Alive()
			moves, contested := map[int]ouro.DirSet{}, map[int]ouro.DirSet{}
			for rest := living; rest != 0; rest = rest.Rest() {
				moves[rest.First()], contested[rest.First()] = p.Moves(rest.First()), p.Contested(rest.First())
			}
			p.Step(joint)
			for seat, set := range moves {
				inside, alive := set.Has(joint[seat]), p.Alive().Has(seat)
				switch {
				case inside && !alive && p.Cause(seat) != ouro.HeadOn:
					t.Fatalf("seed %d: %v is among the moves, but seat %d died: %v", seed, joint[seat], seat, p.Cause(seat))
				case inside && !alive && !contested[seat].Has(joint[seat]):
					t.Fatalf("seed %d: %v is not contested, but seat %d died head on", seed, joint[seat], seat)
				case !inside && alive && p.Alive() == living:
					t.Fatalf("seed %d: %v is not among the moves, but seat %d lives", seed, joint[seat], seat)
				case !inside:
					killed++
				default:
					lived++
				}
			}
		}
	}
	if killed < 100 || lived < 1000 {
		t.Errorf("only %d deaths and %d lives", killed, lived)
	}
}

// TestHashDistinguishes: positions with a single difference have different hashes. Positions that
// differ only in the number of the turn have the same hash.
func TestHashDistinguishes(t *testing.T) {
	g := ouro.MustGrid(7, 7)
	build := func(change func(s *ouro.State)) uint64 {
		s := ouro.NewState(g)
		s.Snakes[s.AddSnake(8, 9, 16, 15)].Health = 50
		s.Snakes[s.AddSnake(30, 31, 32)].Health = 50
		s.AddFood(40)
		change(s)
		return sim.New(s).Hash()
	}
	seen := map[uint64]int{}
	for i, change := range []func(s *ouro.State){
		func(*ouro.State) {},
		func(s *ouro.State) { s.Snakes[0].Health = 51 },
		func(s *ouro.State) { s.Snakes[0].Health, s.Snakes[1].Health = 49, 51 },
		func(s *ouro.State) { s.Snakes[0].Body = ouro.NewBody(8, 15, 16, 9) }, // the same cells in the opposite order
		func(s *ouro.State) { s.Snakes[0].Body = ouro.NewBody(8, 9, 16, 15, 15) },
		func(s *ouro.State) { s.Snakes[0].Body = ouro.NewBody(8, 9, 16) },
		func(s *ouro.State) { s.Snakes[0].Body, s.Snakes[1].Body = s.Snakes[1].Body, s.Snakes[0].Body },
		func(s *ouro.State) { s.Kill(1, ouro.Starved) },
		func(s *ouro.State) { s.AddFood(41) },
		func(s *ouro.State) { s.RemoveFood(40) },
		func(s *ouro.State) { s.AddHazard(40) },
		func(s *ouro.State) { s.AddHazard(40); s.AddHazard(40) },
		func(s *ouro.State) { s.AddHazard(41) },
	} {
		h := build(change)
		if other, taken := seen[h]; taken {
			t.Errorf("changes %d and %d have the same hash", other, i)
		}
		seen[h] = i
	}
	if build(func(s *ouro.State) { s.Turn = 99 }) != build(func(*ouro.State) {}) {
		t.Error("the turn is part of the hash")
	}
}

// TestOtherGames: Load and Step accept walls, edible walls, snakes without health, and
// states that never occur in a game.
func TestOtherGames(t *testing.T) {
	level, err := ouro.ParseLevel("S X\n   \n .X\n")
	if err != nil {
		t.Fatal(err)
	}
	s := level.State()
	s.AddSnake(level.Start)
	p := sim.New(s)
	if p.Health(0) != sim.MaxHealth || !p.Food(1) || p.FreeAt(8) != sim.Never || !p.Blocked(2) {
		t.Errorf("loaded as %v", view(p))
	}
	p.Step([]ouro.Dir{ouro.Right})
	p.Step([]ouro.Dir{ouro.Right})
	if p.Cause(0) != ouro.HitWall {
		t.Errorf("a step into a wall: %v", p.Cause(0))
	}
	for _, body := range [][]ouro.Cell{{}, {4, 4, 3, 3, 5}, {0, 8, 2, 6}, slices.Repeat([]ouro.Cell{0, 1}, 5000)} {
		s := newState(t, "standard", 3, 3)
		s.AddSnake(body...)
		s.AddSnake(4, 4)
		p := sim.New(s)
		joint := make([]ouro.Dir, 2)
		for turn := range 20 {
			joint[0], joint[1] = ouro.Dirs[turn%4], ouro.Dirs[turn/2%4]
			p.Make(joint)
			_ = view(p)
		}
		for range 20 {
			p.Unmake()
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	start := duelStart(t, 4)
	p, c := sim.New(start), sim.New(start)
	a := sim.NewArea(start.Grid)
	var f sim.Flood
	f.Load(p)
	dice, joint, cells := ouro.NewPCG(1), make([]ouro.Dir, 4), make([]int, 4)
	body := make([]ouro.Cell, 0, start.Grid.Size())
	turn := func() {
		if p.Over() {
			p.Load(start)
		}
		for range 8 {
			if !p.Over() {
				randomJoint(p, dice, joint)
				p.Make(joint)
			}
		}
		c.CopyFrom(p)
		c.Step(joint)
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			body = p.Body(rest.First(), body[:0])
			a.Spread(p, rest.First())
		}
		a.Territory(p, cells)
		f.Measure(p)
		_ = p.Hash()
	}
	for range 100 {
		turn()
	}
	p.Load(start)
	if n := testing.AllocsPerRun(1000, turn); n != 0 {
		t.Errorf("%g allocations a turn", n)
	}
}

func TestFacing(t *testing.T) {
	for seed := range uint64(40) {
		dice := ouro.NewPCG(seed)
		s := crowdedState(t, dice, "standard", 11, 11, 2, 12)
		p := sim.New(s)
		joint := make([]ouro.Dir, 2)
		for range 8 {
			randomJoint(p, dice, joint)
			p.Make(joint)
			for rest := p.Alive(); rest != 0; rest = rest.Rest() {
				seat := rest.First()
				if p.Facing(seat) != joint[seat] {
					t.Fatalf("seed %d: seat %d went %v and faces %v", seed, seat, joint[seat], p.Facing(seat))
				}
			}
		}
	}
}
