package hydra

import (
	"context"
	"fmt"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/rule/battlesnake"
	"ouro/sim"
)

type xy [2]int

// TestAmong: hydra finds the clear best move, or avoids the bad one, of seat 0 in positions
// with two or three enemies.
func TestAmong(t *testing.T) {
	for _, c := range []struct {
		name   string
		bodies [][]xy
		health int
		food   []xy
		want   ouro.DirSet
	}{
		{
			name: "a longer head beside the food",
			bodies: [][]xy{
				{{2, 3}, {1, 3}, {0, 3}}, {{4, 3}, {5, 3}, {6, 3}, {6, 2}}, {{0, 6}, {1, 6}, {2, 6}},
			}, health: 80,
			food: []xy{{3, 3}},
			want: 1<<ouro.Up | 1<<ouro.Down,
		},
		{
			name: "shorter heads beside the food",
			bodies: [][]xy{
				{{2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}}, {{4, 3}, {5, 3}, {6, 3}}, {{6, 6}, {5, 6}, {4, 6}},
			}, health: 20,
			food: []xy{{3, 3}},
			want: 1 << ouro.Right,
		},
		{
			name: "a pocket that is closed by an enemy's body",
			// To the left of the head there is a column of two cells, to the right the rest of the board.
			bodies: [][]xy{
				{{1, 0}, {1, 1}, {1, 2}, {2, 2}, {3, 2}, {3, 1}},
				{{1, 4}, {0, 4}, {0, 3}, {0, 2}, {0, 2}, {0, 2}, {0, 2}},
				{{6, 6}, {6, 5}, {6, 4}},
				{{4, 6}, {3, 6}, {2, 6}},
			}, health: 90,
			want: 1 << ouro.Right,
		},
		{
			name: "starving",
			bodies: [][]xy{
				{{3, 3}, {3, 2}, {3, 1}}, {{6, 6}, {6, 5}, {6, 4}}, {{0, 0}, {0, 1}, {0, 2}},
			}, health: 3,
			food: []xy{{1, 4}},
			want: 1<<ouro.Up | 1<<ouro.Left,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := draw(7, c.health, c.food, c.bodies...)
			for _, nodes := range []int64{100, 3000} {
				d := decide(t, s, 0, nodes)
				if !c.want.Has(d.Dir) {
					t.Errorf("%d nodes: it goes %s, want %v", nodes, d.Dir, c.want)
				}
			}
		})
	}
}

// TestConspiracy: if the enemies together could kill me whatever I do, I avoid a cell where an
// enemy kills me with its only move, and accept a cell where an enemy kills me with one of its
// three moves.
func TestConspiracy(t *testing.T) {
	bodies := [][]xy{
		{{3, 3}, {3, 2}, {3, 1}},
		{{1, 3}, {0, 3}, {0, 4}, {1, 4}, {1, 5}, {0, 5}, {0, 6}}, // this snake can only move right, to the cell left of me
		{{4, 4}, {5, 4}, {6, 4}, {6, 5}},                         // this snake is next to the cells above and right of me
		{{1, 0}, {0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 1}},
	}
	for turned := range 4 {
		s := draw(7, 90, nil, bodies...)
		never := s.Grid.At((bodies[0][0][0]+bodies[1][0][0])/2, (bodies[0][0][1]+bodies[1][0][1])/2)
		for _, nodes := range []int64{300, 3000} {
			if d := decide(t, s, 0, nodes); s.Grid.Neighbours(s.Snakes[0].Body.Head())[d.Dir] == never {
				t.Errorf("turned %d times, %d nodes: it goes %s", turned, nodes, d.Dir)
			}
		}
		for _, body := range bodies {
			for i, at := range body {
				body[i] = xy{at[1], 6 - at[0]}
			}
		}
	}
}

// TestAmongHazards: with health for two more steps in hazards, the snake leaves them by the
// exit that is two steps away, not by a longer one.
func TestAmongHazards(t *testing.T) {
	for _, nodes := range []int64{50, 2000} {
		s := draw(11, 40, nil,
			[]xy{{2, 5}, {2, 4}, {2, 3}}, []xy{{9, 1}, {9, 2}, {9, 3}}, []xy{{9, 9}, {9, 8}, {9, 7}})
		s.HazardDamage = 14
		for y := range 11 {
			for x := range 4 {
				s.AddHazard(s.Grid.At(x, y))
			}
		}
		if d := decide(t, s, 0, nodes); d.Dir != ouro.Right {
			t.Errorf("%d nodes: it goes %s", nodes, d.Dir)
		}
	}
}

// TestAmongHungry: when health is low, a step towards the next food counts even if enemies
// are nearer to it; a snake that waits for food in its own territory starves.
func TestAmongHungry(t *testing.T) {
	s := draw(11, 20, []xy{{8, 5}},
		[]xy{{2, 5}, {2, 4}, {2, 3}, {2, 2}}, []xy{{7, 7}, {6, 7}, {5, 7}, {4, 7}}, []xy{{9, 9}, {9, 8}, {9, 7}, {10, 7}})
	p := sim.New(s)
	k := crowdOf(p, 0)
	after := func(d ouro.Dir) int32 {
		p.Make([]ouro.Dir{d, ouro.Right, ouro.Right})
		defer p.Unmake()
		k.flood.Measure(p)
		if k.flood.Claims[0].Meal > 0 {
			t.Fatalf("%s: a meal is in the snake's own territory", d)
		}
		return k.adjustment(0, 0)
	}
	if near, far := after(ouro.Right), after(ouro.Left); near < far+100 {
		t.Errorf("the adjustment is %d towards the food and %d away from it, want a difference of 100", near, far)
	}
}

func draw(side, health int, food []xy, bodies ...[]xy) *ouro.State {
	s := ouro.NewState(ouro.MustGrid(side, side))
	for i, body := range bodies {
		var cells []ouro.Cell
		for _, at := range body {
			cells = append(cells, s.Grid.At(at[0], at[1]))
		}
		seat := s.AddSnake(cells...)
		s.Snakes[seat].Health = 90
		if i == 0 {
			s.Snakes[seat].Health = health
		}
	}
	for _, at := range food {
		s.AddFood(s.Grid.At(at[0], at[1]))
	}
	return s
}

func decide(tb testing.TB, s *ouro.State, seat int, nodes int64) ouro.Decision {
	tb.Helper()
	solver, err := New(ouro.Setup{Start: s, Seat: seat})
	if err != nil {
		tb.Fatal(err)
	}
	d, err := solver.Decide(tb.Context(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// TestAmongBudget: the search enters no more nodes than its budget, uses all of them unless the
// best move is clear, and decides the same whatever it has decided before.
func TestAmongBudget(t *testing.T) {
	used, err := New(ouro.Setup{Start: crowded(t, 4, 4)})
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for seed := range int64(needs.Many(6, 12)) {
		s := crowded(t, 3+int(seed%4), seed)
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			for _, nodes := range []int64{1, 50, 1500} {
				want := decide(t, s, seat, nodes)
				if want.Nodes > nodes {
					t.Errorf("seed %d, seat %d: %d nodes of %d", seed, seat, want.Nodes, nodes)
				}
				if want.Nodes == nodes {
					whole++
				}
				got, err := used.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
				if err != nil || got != want {
					t.Errorf("seed %d, seat %d: %v and %v, %v", seed, seat, want, got, err)
				}
			}
		}
	}
	if whole < needs.Many(25, 50) {
		t.Errorf("only %d decisions used all nodes", whole)
	}
}

func steerAll(tb testing.TB, solver ouro.Solver, s *ouro.State, nodes int64) []ouro.Dir {
	tb.Helper()
	joint := make([]ouro.Dir, len(s.Snakes))
	for seat := range joint {
		if s.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		d, err := solver.Decide(tb.Context(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
		if err != nil {
			tb.Fatal(err)
		}
		joint[seat] = d.Dir
	}
	return joint
}

// crowded plays a game on 11x11 with few nodes. It returns the position after some turns, or the
// last position in which three snakes live.
func crowded(tb testing.TB, snakes int, seed int64) *ouro.State {
	tb.Helper()
	return crowdedBy(tb, "standard", snakes, seed)
}

func crowdedBy(tb testing.TB, ruleset string, snakes int, seed int64) *ouro.State {
	tb.Helper()
	rules, err := battlesnake.New(ruleset, nil)
	if err != nil {
		tb.Fatal(err)
	}
	dice := battlesnake.NewDice(seed)
	s, err := rules.Start(11, 11, snakes, dice)
	if err != nil {
		tb.Fatal(err)
	}
	solver, err := New(ouro.Setup{Start: s})
	if err != nil {
		tb.Fatal(err)
	}
	for range 20 + int(seed) {
		joint := steerAll(tb, solver, s, 20)
		before := s.Clone()
		rules.Step(s, joint)
		rules.Spawn(s, dice)
		living := 0
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause == ouro.Alive {
				living++
			}
		}
		if living < 3 {
			return before
		}
	}
	return s
}

func TestAmongAllocatesNothing(t *testing.T) {
	s := crowded(t, 4, 7)
	solver, err := New(ouro.Setup{Start: s})
	if err != nil {
		t.Fatal(err)
	}
	turn := ouro.Turn{State: s, Nodes: 2000}
	if n := testing.AllocsPerRun(3, func() {
		if _, err := solver.Decide(context.Background(), turn); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations for a decision", n)
	}
}

type looked struct {
	context.Context
	best  *ouro.Best
	moves map[ouro.Dir]bool
	none  int
}

func (c *looked) Err() error {
	if d, ok := c.best.Dir(); ok {
		c.moves[d] = true
	} else {
		c.none++
	}
	return c.Context.Err()
}

// TestAmongOffers: the search offers a move as soon as it starts, its offers change, and the
// last one is the decision.
func TestAmongOffers(t *testing.T) {
	changed := 0
	for seed := range int64(needs.Many(8, 20)) {
		s := crowded(t, 4, seed)
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			solver, err := New(ouro.Setup{Start: s})
			if err != nil {
				t.Fatal(err)
			}
			var best ouro.Best
			ctx := &looked{Context: t.Context(), best: &best, moves: map[ouro.Dir]bool{}}
			d, err := solver.Decide(ctx, ouro.Turn{State: s, Seat: seat, Nodes: 3000, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if last, ok := best.Dir(); !ok || last != d.Dir {
				t.Errorf("seed %d, seat %d: it decides %s and offered %s", seed, seat, d.Dir, last)
			}
			if ctx.none > 1 { // making the budget checks the context once before the first offer
				t.Errorf("seed %d, seat %d: %d looks without a best move", seed, seat, ctx.none)
			}
			if len(ctx.moves) > 1 {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("no best move ever changed")
	}
}

// TestManyBoards: under every ruleset, on boards of all sizes with up to 16 snakes, the solver
// chooses no fatal move. Unless trials run, games on large boards last one turn.
func TestManyBoards(t *testing.T) {
	for _, side := range []int{7, 11, 19, 25} {
		for _, ruleset := range battlesnake.Rulesets() {
			t.Run(fmt.Sprint(side, ruleset.Name), func(t *testing.T) {
				rules, err := battlesnake.New(ruleset.Name, nil)
				if err != nil {
					t.Fatal(err)
				}
				snakes := map[int]int{7: 4, 11: 8, 19: 16, 25: 16}[side]
				dice := battlesnake.NewDice(3)
				s, err := rules.Start(side, side, snakes, dice)
				if err != nil {
					t.Fatal(err)
				}
				solver, err := New(ouro.Setup{Start: s})
				if err != nil {
					t.Fatal(err)
				}
				moves := 6
				if side > 11 {
					moves = needs.Many(1, 6)
				}
				for range moves {
					rules.Step(s, steerAll(t, solver, s, 30))
					rules.Spawn(s, dice)
				}
				for seat := range s.Snakes {
					if c := s.Snakes[seat].Cause; c != ouro.Alive && c != ouro.HeadOn {
						t.Errorf("seat %d: %s", seat, c)
					}
				}
			})
		}
	}
}
