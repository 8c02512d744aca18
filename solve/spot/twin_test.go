package spot

import (
	"context"
	"math"
	"testing"

	"ouro"
	"ouro/sim"
)

// randomPosition returns a random position with several snakes: bodies after random moves, food and
// hazards, on all kinds of boards.
func randomPosition(dice *ouro.PCG) *ouro.State {
	grid, err := ouro.NewGrid(4+dice.Roll(6), 4+dice.Roll(6))
	if dice.Roll(3) == 0 {
		grid, err = ouro.NewTorus(4+dice.Roll(6), 4+dice.Roll(6))
	}
	if err != nil {
		panic(err)
	}
	s := ouro.NewState(grid)
	s.HazardDamage, s.AlwaysGrow = dice.Roll(30), dice.Roll(5) == 0
	for range 1 + dice.Roll(4) {
		if c := ouro.Cell(dice.Roll(grid.Size())); s.Free(c) {
			s.Snakes[s.AddSnake(c, c, c)].Health = 1 + dice.Roll(100)
		}
	}
	for range dice.Roll(60) {
		for seat := range s.Snakes {
			c := grid.Next(s.Snakes[seat].Body.Head(), ouro.Dirs[dice.Roll(4)])
			if c == ouro.NoCell || s.Segments(c) > 0 {
				continue
			}
			s.Advance(seat, c, false)
			if s.AlwaysGrow || dice.Roll(4) == 0 {
				s.Grow(seat)
			}
		}
	}
	for range dice.Roll(8) {
		if c := ouro.Cell(dice.Roll(grid.Size())); s.Free(c) && !s.AlwaysGrow {
			s.AddFood(c)
		}
		s.AddHazard(ouro.Cell(dice.Roll(grid.Size())))
	}
	return s
}

func decideOnce(t *testing.T, s *ouro.State, nodes int64) *spot {
	t.Helper()
	solver, err := New(ouro.Setup{Start: s})
	if err != nil {
		t.Fatal(err)
	}
	b := solver.(*spot)
	if _, err := b.Decide(context.Background(), ouro.Turn{State: s, Nodes: nodes}); err != nil {
		b.nodes = nil
	}
	return b
}

// TestSeriesAgainstSim: for a lone snake, the health, the meals and the valid moves at the
// end of each series are those of the rules.
func TestSeriesAgainstSim(t *testing.T) {
	checked := 0
	for seed := range uint64(150) {
		s := randomPosition(ouro.NewPCG(seed))
		for seat := len(s.Snakes) - 1; seat > 0; seat-- {
			s.Kill(seat, ouro.Starved)
		}
		b := decideOnce(t, s, 300)
		for i := range b.nodes {
			if b.nodes[i].state == waiting {
				continue
			}
			n := &b.nodes[i]
			p := sim.New(s)
			var series []ouro.Dir
			for j := int32(i); j != none; j = b.nodes[j].parent {
				series = append(series, b.nodes[j].dir)
			}
			for j := len(series) - 1; j >= 0; j-- {
				joint := make([]ouro.Dir, len(s.Snakes))
				joint[0] = series[j]
				p.Step(joint)
			}
			alive := p.Alive().Has(0)
			if alive != (n.state != dead) {
				t.Fatalf("seed %d: after %v the snake is %v, the node says %v", seed, series, p.Cause(0), n.state)
			}
			if !alive {
				continue
			}
			checked++
			if moves := p.Moves(0); moves != n.moves {
				t.Fatalf("seed %d: after %v the moves are %04b, want %04b", seed, series, n.moves, moves)
			}
			if s.AlwaysGrow {
				continue
			}
			if length := p.Len(0); int(n.health) != p.Health(0) || b.scene.length+int(n.meals) != length {
				t.Fatalf("seed %d: after %v health %d, length %d, want %d, %d", seed, series, n.health, b.scene.length+int(n.meals), p.Health(0), length)
			}
		}
	}
	if checked < 5_000 {
		t.Errorf("only %d series", checked)
	}
}

// TestPhantomsExpand: on an open board, an enemy has 3 positions after its first move, 9
// after the second, 27 after the third and 81 after the fourth.
func TestPhantomsExpand(t *testing.T) {
	g := ouro.MustGrid(25, 25)
	s := ouro.NewState(g)
	s.Snakes[s.AddSnake(g.At(1, 1), g.At(1, 0), g.At(0, 0))].Health = 100
	s.Snakes[s.AddSnake(g.At(12, 12), g.At(12, 11), g.At(12, 10))].Health = 100
	b := decideOnce(t, s, 10)
	counts, weights := map[int16]int{}, map[int16]float64{}
	for _, p := range b.phantoms.all {
		counts[p.time]++
		weights[p.time] += p.weight
	}
	for time, want := range map[int16]int{1: 3, 2: 9, 3: 27, 4: 81} {
		if counts[time] != want {
			t.Errorf("%d places after move %d, want %d", counts[time], time, want)
		}
		if math.Abs(weights[time]-1) > 1e-9 {
			t.Errorf("their weights after move %d add up to %g", time, weights[time])
		}
	}
}

// TestPhantomsInBrawls: there are at most maxPhantoms phantoms, and each is one step from its
// parent. The sum of the weights of an enemy's positions at one time never exceeds 1. A
// phantom could have died if and only if it or an ancestor was on one cell with a phantom of another
// enemy that is at least as long.
func TestPhantomsInBrawls(t *testing.T) {
	died := 0
	for seed := range uint64(300) {
		s := randomPosition(ouro.NewPCG(seed))
		if len(s.Snakes) == 0 {
			continue
		}
		b := decideOnce(t, s, 10)
		all := b.phantoms.all
		if len(all) > maxPhantoms {
			t.Fatalf("seed %d: %d phantoms", seed, len(all))
		}
		weights := map[[2]int16]float64{}
		for i, p := range all {
			from, could := b.scene.enemies[p.enemy].head, false
			if p.parent != none {
				from, could = all[p.parent].cell, all[p.parent].died
			}
			if _, ok := s.Grid.DirTo(from, p.cell); !ok {
				t.Fatalf("seed %d: phantom %d jumps", seed, i)
			}
			for _, q := range all {
				could = could || q.enemy != p.enemy && q.time == p.time && q.cell == p.cell && q.length >= p.length
			}
			if could != p.died {
				t.Fatalf("seed %d: phantom %d could have died: %v, want %v", seed, i, p.died, could)
			}
			if could {
				died++
			}
			weights[[2]int16{p.enemy, p.time}] += p.weight
		}
		for key, w := range weights {
			if w > 1+1e-9 {
				t.Fatalf("seed %d: enemy %d has weight %g after move %d", seed, key[0], w, key[1])
			}
		}
	}
	if died < 100 {
		t.Errorf("only %d could have died", died)
	}
}

// TestDivideAgainstTwin compares the division of the board with that of a plain algorithm: in
// every round, each free cell goes to the strongest of the snakes beside it.
func TestDivideAgainstTwin(t *testing.T) {
	checked := 0
	for seed := range uint64(120) {
		s := randomPosition(ouro.NewPCG(seed))
		if len(s.Snakes) == 0 {
			continue
		}
		b := decideOnce(t, s, 60)
		sc := &b.pool.scanners[0]
		for i := range b.nodes {
			if b.nodes[i].state != scanned {
				continue
			}
			n := b.nodes[i]
			sc.loadSeries(b.nodes, int32(i))
			sc.step(b.nodes, &n)
			sc.placeBody(&n)
			sc.makeMap()
			got := sc.divide()
			want := plainDivide(sc)
			for c := range sc.off {
				if sc.owner[c] != want[c] {
					t.Fatalf("seed %d node %d: cell %d is of %d, want %d", seed, i, c, sc.owner[c], want[c])
				}
			}
			mine := -1 // the cell of the head
			for _, who := range want {
				if who == ours {
					mine++
				}
			}
			if got.cells != mine {
				t.Fatalf("seed %d node %d: %d cells are ours, want %d", seed, i, got.cells, mine)
			}
			sc.clearMap()
			sc.clearSeries()
			checked++
		}
	}
	if checked < 3_000 {
		t.Errorf("only %d nodes", checked)
	}
}

func plainDivide(s *scanner) []uint8 {
	owner := make([]uint8, s.off+1)
	strength := func(who uint8) int { // if snakes are equally long, enemies are stronger than ours, and the first enemy is the strongest
		if who == ours {
			return s.length*100 - 1
		}
		return s.enemies[who-firstEnemy].length*100 + 99 - int(who)
	}
	for e := range s.enemies {
		owner[s.enemies[e].head] = uint8(firstEnemy + e)
	}
	round := func(may func(who uint8, c ouro.Cell) bool, running func(c ouro.Cell) bool) (fresh map[ouro.Cell]bool) {
		claims := map[ouro.Cell]uint8{}
		for c := range s.off {
			if owner[c] == noOwner || !running(c) {
				continue
			}
			for _, next := range s.grid.Neighbours(c) {
				if next == ouro.NoCell || owner[next] != noOwner || !may(owner[c], next) {
					continue
				}
				if old, claimed := claims[next]; !claimed || strength(owner[c]) > strength(old) {
					claims[next] = owner[c]
				}
			}
		}
		fresh = map[ouro.Cell]bool{}
		for c, who := range claims {
			owner[c] = who
			fresh[c] = true
		}
		return fresh
	}
	edge := map[ouro.Cell]bool{}
	for e := range s.enemies {
		edge[s.enemies[e].head] = true
	}
	for t := 1; t <= min(s.depth, freeRun); t++ {
		edge = round(func(who uint8, c ouro.Cell) bool {
			return s.canEnemyEnter(who, c, int16(t))
		}, func(c ouro.Cell) bool { return edge[c] })
	}
	head := s.path[s.depth]
	owner[head] = ours
	edge[head] = true
	for r := 1; len(edge) > 0; r++ {
		edge = round(func(_ uint8, c ouro.Cell) bool {
			return int(s.until[c]) <= s.depth+r
		}, func(c ouro.Cell) bool { return edge[c] })
	}
	return owner
}
