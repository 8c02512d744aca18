package sim_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/sim"
)

// slowMeasure is a slow implementation of the measures of Area, for comparison. starts maps the
// cells where paths begin to seats. In each round, slowMeasure looks at the neighbours of all reached
// cells. A free cell goes to the longest snake beside it, or to no snake if two are longest.
func slowMeasure(p *sim.Position, starts map[ouro.Cell]int, moves int) (dist, owner []int, reached int) {
	size := p.Grid().Size()
	dist, owner = slices.Repeat([]int{-1}, size), slices.Repeat([]int{ouro.NoSeat}, size)
	strength := make([]int, size) // length of the snake that claims the cell
	for c, seat := range starts {
		dist[c], owner[c] = moves, seat
		if seat != ouro.NoSeat {
			strength[c] = p.Len(seat)
		}
	}
	for d := moves; slices.Contains(dist, d); d++ {
		for c := range ouro.Cell(size) {
			if dist[c] != d {
				continue
			}
			reached++
			for _, n := range p.Grid().Neighbours(c) {
				if n == ouro.NoCell || p.FreeAt(n) > d+1 {
					continue
				}
				switch {
				case dist[n] >= 0 && dist[n] <= d:
				case dist[n] < 0 || strength[n] < strength[c]:
					dist[n], owner[n], strength[n] = d+1, owner[c], strength[c]
				case strength[n] == strength[c] && owner[n] != owner[c]:
					owner[n] = ouro.NoSeat
				}
			}
		}
	}
	return dist, owner, reached
}

func TestAreaAgainstTwin(t *testing.T) {
	for seed := range uint64(150) {
		dice := ouro.NewPCG(seed)
		p := sim.New(randomStart(t, dice, rulesets[seed%6]))
		if p.Grid().Size() > 200 {
			continue
		}
		a := sim.NewArea(p.Grid())
		joint, cells := make([]ouro.Dir, p.Seats()), make([]int, p.Seats())
		for turn := 0; turn < 40 && p.Alive() != 0; turn++ {
			starts := map[ouro.Cell]int{}
			for rest := p.Alive(); rest != 0; rest = rest.Rest() {
				seat := rest.First()
				head := p.Head(seat)
				starts[head] = seat
				dist, _, reached := slowMeasure(p, map[ouro.Cell]int{head: ouro.NoSeat}, 0)
				if n := a.Spread(p, seat); n != reached-1 {
					t.Fatalf("seed %d turn %d: seat %d reaches %d cells, want %d", seed, turn, seat, n, reached-1)
				}
				checkDistances(t, p, a, dist, reached)
				for _, d := range ouro.Dirs {
					c, want := p.Next(head, d), 0
					if !p.Blocked(c) {
						_, _, want = slowMeasure(p, map[ouro.Cell]int{c: ouro.NoSeat}, 1)
					}
					if n, few := a.Room(p, c, 1000), a.Room(p, c, 5); n != want || few != min(5, want) {
						t.Fatalf("seed %d turn %d: room %v of seat %d is %d (%d with limit 5), want %d", seed, turn, d, seat, n, few, want)
					}
				}
			}
			dist, owner, reached := slowMeasure(p, starts, 0)
			a.Territory(p, cells)
			checkDistances(t, p, a, dist, reached)
			for c := range ouro.Cell(p.Grid().Size()) {
				if a.Owner(c) != owner[c] {
					t.Fatalf("seed %d turn %d: the owner of cell %d is %d, want %d", seed, turn, c, a.Owner(c), owner[c])
				}
			}
			for seat, n := range cells {
				want := 0
				for c, o := range owner {
					if _, isHead := starts[ouro.Cell(c)]; o == seat && !isHead {
						want++
					}
				}
				if n != want {
					t.Fatalf("seed %d turn %d: seat %d has a territory of %d cells, want %d", seed, turn, seat, n, want)
				}
			}
			randomJoint(p, dice, joint)
			p.Step(joint)
		}
	}
}

// checkDistances compares a's distances with dist, and the number of reached cells with want. It also
// checks that Before returns a neighbour whose distance is one less.
func checkDistances(t *testing.T, p *sim.Position, a *sim.Area, dist []int, want int) {
	t.Helper()
	for c := range ouro.Cell(p.Grid().Size()) {
		if a.Dist(c) != dist[c] {
			t.Fatalf("distance %d to cell %d, want %d", a.Dist(c), c, dist[c])
		}
		before := a.Before(c)
		if before == ouro.NoCell {
			continue
		}
		if _, ok := p.Grid().DirTo(before, c); !ok || a.Dist(before) != dist[c]-1 {
			t.Fatalf("cell %d at %d is reached from %d at %d", c, dist[c], before, a.Dist(before))
		}
	}
	reached := a.Reached(nil)
	if len(reached) != want {
		t.Fatalf("%d cells reached, want %d", len(reached), want)
	}
	for i, c := range reached[1:] {
		if a.Dist(c) < a.Dist(reached[i]) {
			t.Fatalf("cells %d and %d are not in order of distance", reached[i], c)
		}
	}
}

// TestTailsLeaveInTime: in a corridor, a head can pass through the cells of another snake that the
// snake's tail leaves before the head arrives. With many segments stacked on the tail, the tail leaves
// too late.
func TestTailsLeaveInTime(t *testing.T) {
	for stacked, want := range []int{7, 7, 7, 2, 2} {
		s := newState(t, "standard", 8, 2)
		for x := range 8 {
			s.SetTerrain(s.Grid.At(x, 1), ouro.Wall)
		}
		s.AddSnake(0)
		body := []ouro.Cell{5, 4, 3}
		for range stacked {
			body = append(body, 3)
		}
		s.AddSnake(body...)
		p := sim.New(s)
		if free := p.FreeAt(3); free != 1+stacked {
			t.Errorf("%d stacked: the tail's cell is free at %d", stacked, free)
		}
		if n := sim.NewArea(s.Grid).Spread(p, 0); n != want {
			t.Errorf("%d stacked: %d cells, want %d", stacked, n, want)
		}
	}
}
