package sim_test

import (
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/sim"
)

// claims is a slow implementation of Flood.Measure, for comparison. It returns claims and cells by
// seat. Every snake has a list of cells, and with every move the open neighbours of these cells get
// an owner.
func claims(p *sim.Position, s *ouro.State) ([]sim.Claim, [][]ouro.Cell) {
	cells, found := make([][]ouro.Cell, p.Seats()), make([]sim.Claim, p.Seats())
	owned, dead := map[ouro.Cell]bool{}, map[int]bool{}
	longest := 0
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		cells[seat] = []ouro.Cell{p.Head(seat)}
		owned[p.Head(seat)] = true
		longest = max(longest, p.Len(seat))
	}
	for d, changed := 1, true; changed || d <= max(longest+1, sim.MaxFading); d++ {
		claimants := map[ouro.Cell][]int{}
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			seat := rest.First()
			if dead[seat] {
				continue
			}
			here := map[ouro.Cell]bool{}
			for _, c := range cells[seat] {
				for _, n := range p.Grid().Neighbours(c) {
					if n != ouro.NoCell && !owned[n] && !here[n] && isOpen(p, n, d) {
						here[n] = true
						claimants[n] = append(claimants[n], seat)
					}
				}
			}
		}
		captured := map[int]bool{}
		for c, seats := range claimants {
			owned[c] = true
			winner, most := ouro.NoSeat, 0
			for _, seat := range seats {
				switch n := p.Len(seat); {
				case n > most:
					winner, most = seat, n
				case n == most:
					winner = ouro.NoSeat
				}
			}
			if winner == ouro.NoSeat {
				continue
			}
			captured[winner] = true
			cells[winner] = append(cells[winner], c)
			claim := &found[winner]
			claim.Room++
			if d <= 5 {
				claim.Near++
			}
			if s.Hazard(c) > 0 && !p.LeavesTrails() {
				claim.Hazard++
			}
			if p.Food(c) {
				claim.Food++
				if claim.Meal == 0 {
					claim.Meal = d
				}
			}
		}
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			seat := rest.First()
			closedFor := p.Len(seat) // number of moves until the body has left a cell that the head enters
			if p.AlwaysGrow() {
				closedFor = math.MaxInt
			}
			if !captured[seat] && steps(p.Grid(), cells[seat]) < min(d, closedFor) {
				dead[seat] = true
			}
		}
		changed = len(claimants) > 0
	}
	for seat := range cells {
		found[seat].Wide, found[seat].Front = shape(p.Grid(), cells, seat)
	}
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		claim := &found[seat]
		claim.Steps = steps(p.Grid(), cells[seat])
		claim.Shut = p.AlwaysGrow() || claim.Steps < p.Len(seat)
		for _, c := range cells[seat] {
			for rest := p.Alive(); rest != 0; rest = rest.Rest() {
				if p.Tail(rest.First()) == c && rest.First() == seat {
					claim.Tail = true
				} else if p.Tail(rest.First()) == c {
					claim.Theirs = true
				}
			}
		}
	}
	return found, cells
}

// isOpen reports whether a flood has opened a cell without an owner by move d.
func isOpen(p *sim.Position, c ouro.Cell, d int) bool {
	free := p.FreeAt(c)
	if !p.LeavesTrails() {
		return free <= d
	}
	if free > 0 {
		return free == 1
	}
	return p.Layers(c) < min(d, sim.MaxFading)
}

// shape counts the squares of 2x2 cells of a seat, and its cells beside cells of another seat.
func shape(g *ouro.Grid, cells [][]ouro.Cell, seat int) (wide, front int) {
	owner := map[ouro.Cell]int{}
	for seat, own := range cells {
		for _, c := range own {
			owner[c] = seat + 1
		}
	}
	for _, c := range cells[seat] {
		x, y := g.XY(c)
		if x+1 < g.W && y+1 < g.H && owner[g.At(x+1, y)] == seat+1 && owner[g.At(x, y+1)] == seat+1 && owner[g.At(x+1, y+1)] == seat+1 {
			wide++
		}
		for _, n := range g.Neighbours(c) {
			if n != ouro.NoCell && owner[n] != 0 && owner[n] != seat+1 {
				front++
				break
			}
		}
	}
	return wide, front
}

// steps counts the moves of a head that begins on cells[0]. Each move needs an unused cell
// of the next colour.
func steps(g *ouro.Grid, cells []ouro.Cell) (moves int) {
	if g.Wraps && (g.W%2 == 1 || g.H%2 == 1) {
		return len(cells) - 1
	}
	var left [2]int
	colour := func(c ouro.Cell) int { x, y := g.XY(c); return (x + y) % 2 }
	for _, c := range cells {
		left[colour(c)]++
	}
	at := colour(cells[0])
	left[at]--
	for at = 1 - at; left[at] > 0; at = 1 - at {
		left[at]--
		moves++
	}
	return moves
}

// crowdedState returns a position of snakes with random winding bodies, each of up to maxLength
// cells. Some bodies are stacked on their tails, and some positions have walls, food and
// hazards.
func crowdedState(t testing.TB, dice *ouro.PCG, ruleset string, w, h, snakes, maxLength int) *ouro.State {
	t.Helper()
	s := newState(t, ruleset, w, h)
	s.HazardDamage = 14
	if dice.Roll(4) == 0 {
		for range dice.Roll(w*h/5 + 1) {
			s.SetTerrain(ouro.Cell(dice.Roll(w*h)), ouro.Wall)
		}
	}
	equal := 1 + dice.Roll(maxLength)
	for try := 0; try < 100 && len(s.Snakes) < snakes; try++ {
		c, length := ouro.Cell(dice.Roll(w*h)), 1+dice.Roll(maxLength)
		if !s.Free(c) {
			continue
		}
		if dice.Roll(3) == 0 {
			length = equal
		}
		body, mine := []ouro.Cell{c}, map[ouro.Cell]bool{c: true}
		for range 4 * length {
			n := s.Grid.Neighbours(c)[dice.Roll(4)]
			if n != ouro.NoCell && s.Free(n) && !mine[n] && len(body) < length {
				body, mine[n], c = append(body, n), true, n
			}
		}
		for len(body) < length && dice.Roll(3) > 0 {
			body = append(body, c)
		}
		s.Snakes[s.AddSnake(body...)].Health = sim.MaxHealth
	}
	for range dice.Roll(8) {
		if c := ouro.Cell(dice.Roll(w * h)); s.Free(c) && !s.AlwaysGrow {
			s.AddFood(c)
		}
	}
	if dice.Roll(3) == 0 {
		for range dice.Roll(w * h) {
			s.AddHazard(ouro.Cell(dice.Roll(w * h)))
		}
	}
	return s
}

// TestFloodAgainstTwin compares every field of the claims with the slow implementation, in both
// representations, on all kinds of boards and in every turn of random games.
func TestFloodAgainstTwin(t *testing.T) {
	boards := [][2]int{{7, 7}, {11, 11}, {9, 13}, {11, 11}, {16, 8}, {11, 11}, {2, 64}, {64, 2}, {12, 11}, {19, 19}, {25, 25}, {63, 2}, {3, 2}, {8, 16}}
	var f sim.Flood
	seen, least := map[string]int{}, needs.Many(50, 100)
	for seed := range uint64(needs.Many(90, 600)) {
		dice := ouro.NewPCG(seed)
		size, ruleset := boards[dice.Roll(len(boards))], rulesets[dice.Roll(len(rulesets))]
		snakes := []int{2, 2, 2, 1, 3, 4, 8, 16}[dice.Roll(8)]
		s := crowdedState(t, dice, ruleset, size[0], size[1], snakes, []int{4, 12, 30, 60}[dice.Roll(4)])
		p := position(s, dice)
		f.Load(p)
		joint := make([]ouro.Dir, p.Seats())
		for turn := 0; turn < 12 && p.Alive() != 0; turn++ {
			f.Measure(p)
			want, _ := claims(p, s)
			for rest := p.Alive(); rest != 0; rest = rest.Rest() {
				seat := rest.First()
				if got := f.Claims[seat]; got != want[seat] {
					t.Fatalf("seed %d (%s %v) turn %d seat %d of %v:\n%+v, want\n%+v", seed, ruleset, p.Grid(), turn, seat, s, got, want[seat])
				}
				if want[seat].Shut {
					seen["shut"]++
				}
				if want[seat].Tail != want[seat].Theirs {
					seen["tail"]++
				}
				if p.LeavesTrails() && want[seat].Room > 10 {
					seen["trails"]++
				}
				if want[seat].Hazard > 0 && want[seat].Food > 1 {
					seen["food"]++
				}
			}
			randomJoint(p, dice, joint)
			p.Make(joint)
		}
	}
	if seen["shut"] < least || seen["tail"] < least || seen["food"] < least || seen["trails"] < least {
		t.Errorf("cases: %v, want at least %d of each of shut, tail, food and trails", seen, least)
	}
}

// position returns s as a Position. Sometimes it adds trails, some of which last long.
func position(s *ouro.State, dice *ouro.PCG) *sim.Position {
	p := new(sim.Position)
	if dice.Roll(4) == 0 {
		p.LeaveTrails()
		for range dice.Roll(10) {
			c := ouro.Cell(dice.Roll(s.Grid.Size()))
			for range dice.Roll(sim.MaxFading + 5) {
				s.AddHazard(c)
			}
		}
	}
	p.Load(s)
	return p
}

// TestFloodAfterUnmake: Claims are the same before a Make, after its Unmake, and in a copy,
// even if the move causes deaths and meals.
func TestFloodAfterUnmake(t *testing.T) {
	var f sim.Flood
	c, deaths, meals := new(sim.Position), 0, 0
	for seed := range uint64(300) {
		dice := ouro.NewPCG(seed)
		s := crowdedState(t, dice, rulesets[seed%6], 3+dice.Roll(9), 3+dice.Roll(9), 2+dice.Roll(3), 12)
		p := position(s, dice)
		f.Load(p)
		joint := make([]ouro.Dir, p.Seats())
		claims := func(p *sim.Position) (found []sim.Claim) {
			f.Measure(p)
			for rest := p.Alive(); rest != 0; rest = rest.Rest() {
				found = append(found, f.Claims[rest.First()])
			}
			return found
		}
		var history [][]sim.Claim
		for turn := 0; turn < 20 && p.Alive() != 0; turn++ {
			history = append(history, claims(p))
			c.CopyFrom(p)
			if got := claims(c); !slices.Equal(got, history[turn]) {
				t.Fatalf("seed %d turn %d: %+v of a copy, want %+v", seed, turn, got, history[turn])
			}
			alive, food := p.Alive(), p.FoodLeft()
			randomJoint(p, dice, joint)
			p.Make(joint)
			if p.Alive() != alive {
				deaths++
			}
			if p.FoodLeft() != food {
				meals++
			}
		}
		for turn, want := range slices.Backward(history) {
			p.Unmake()
			if got := claims(p); !slices.Equal(got, want) {
				t.Fatalf("seed %d back at turn %d: %+v, want %+v", seed, turn, got, want)
			}
		}
	}
	if deaths < 100 || meals < 100 {
		t.Errorf("only %d deaths and %d meals", deaths, meals)
	}
}

// TestStepsIsABound: a path within a snake's cells that enters no cell twice has at most Steps moves.
func TestStepsIsABound(t *testing.T) {
	bounds, met := 0, 0
	for seed := range uint64(400) {
		dice := ouro.NewPCG(seed)
		s := crowdedState(t, dice, rulesets[seed%6], 2+dice.Roll(6), 2+dice.Roll(6), 3, 12)
		p := sim.New(s)
		var f sim.Flood
		f.Load(p)
		f.Measure(p)
		_, cells := claims(p, s)
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			seat := rest.First()
			if len(cells[seat]) > 16 {
				continue
			}
			bounds++
			switch n := longestPath(p, cells[seat]); {
			case n > f.Claims[seat].Steps:
				t.Fatalf("seed %d seat %d: %d moves, want at most %d", seed, seat, n, f.Claims[seat].Steps)
			case n == f.Claims[seat].Steps:
				met++
			}
		}
	}
	if bounds < 100 || met < bounds/3 {
		t.Errorf("%d cases, in %d of which the longest path has Steps moves; want at least 100, and a third of them", bounds, met)
	}
}

// longestPath returns the number of moves of the longest path from cells[0] within cells that enters
// no cell twice.
func longestPath(p *sim.Position, cells []ouro.Cell) int {
	free := map[ouro.Cell]bool{}
	for _, c := range cells {
		free[c] = true
	}
	var walk func(c ouro.Cell) int
	walk = func(c ouro.Cell) (most int) {
		free[c] = false
		for _, n := range p.Grid().Neighbours(c) {
			if free[n] {
				most = max(most, 1+walk(n))
			}
		}
		free[c] = true
		return most
	}
	return walk(cells[0])
}

// TestWaiting: in a corridor that ends at another snake's tail, a head captures the cells that the
// tail leaves if the head can move or circle until the tail leaves them.
func TestWaiting(t *testing.T) {
	for _, c := range []struct {
		length, stacked int // length of snake 0; number of segments stacked on the tail of snake 1
		want            sim.Claim
	}{
		{length: 5, stacked: 0, want: sim.Claim{Room: 5, Near: 5, Steps: 5, Front: 1, Tail: true, Theirs: true}},
		{length: 6, stacked: 0, want: sim.Claim{Room: 5, Near: 5, Steps: 5, Front: 1, Tail: true, Theirs: true, Shut: true}},
		{length: 5, stacked: 6, want: sim.Claim{Room: 3, Near: 3, Steps: 3, Tail: true, Shut: true}},
		{length: 3, stacked: 6, want: sim.Claim{Room: 7, Near: 3, Steps: 7, Front: 1, Tail: true, Theirs: true}},
	} {
		s := newState(t, "standard", 16, 2)
		for x := range 16 {
			s.SetTerrain(s.Grid.At(x, 1), ouro.Wall)
		}
		s.AddSnake(make([]ouro.Cell, c.length)...) // all segments are on cell 0
		other := []ouro.Cell{8, 7, 6, 5, 4}
		for range c.stacked {
			other = append(other, 4)
		}
		s.AddSnake(other...)
		p := sim.New(s)
		var f sim.Flood
		f.Load(p)
		if f.Measure(p); f.Claims[0] != c.want {
			t.Errorf("length %d, %d stacked: %+v, want %+v", c.length, c.stacked, f.Claims[0], c.want)
		}
	}
}
