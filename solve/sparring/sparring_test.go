package sparring_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
	"ouro/solve/sparring"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// snake is a solver under test.
type snake struct {
	name    string
	make    ouro.Maker
	options ouro.Options
	prudent bool // it avoids heads, small rooms and hazards
}

var snakes = []snake{
	{"random", sparring.Random, nil, false},
	{"greedy", sparring.Greedy, nil, true},
	{"hungry", sparring.Hungry, nil, true},
	{"floodfill", sparring.FloodFill, nil, true},
	{"floodfill:hungry=0", sparring.FloodFill, ouro.Options{{Key: "hungry", Value: "0"}}, true},
	{"coward", sparring.Coward, nil, true},
	{"coward:hungry=20", sparring.Coward, ouro.Options{{Key: "hungry", Value: "20"}}, true},
}

func (sn snake) solver(t testing.TB, start *ouro.State, seat int, seed uint64) ouro.Solver {
	t.Helper()
	solver, err := sn.make(ouro.Setup{Start: start, Seat: seat, Seed: seed, Options: sn.options})
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

var rulesets = []string{"standard", "solo", "royale", "constrictor", "wrapped", "wrapped_constrictor"}

// newGame returns a game of several snakes under some ruleset and map.
func newGame(t testing.TB, seed uint64) (battlesnake.Rules, *ouro.State, *ouro.PCG) {
	t.Helper()
	dice := ouro.NewPCG(seed)
	where := []string{"standard", "standard", "hz_rings", "healing_pools", "hz_columns"}[dice.Roll(5)]
	options := ouro.Options{{Key: "map", Value: where}, {Key: "shrink", Value: "10"}}
	if where == "healing_pools" {
		options = append(options, ouro.Option{Key: "damage", Value: "-8"})
	}
	rules, err := battlesnake.New(rulesets[seed%6], options)
	if err != nil {
		t.Fatal(err)
	}
	size := []int{7, 11}[dice.Roll(2)]
	start, err := rules.Start(size, size, 1+dice.Roll(4), dice)
	if err != nil {
		t.Fatal(err)
	}
	return rules, start, dice
}

// TestPrudentSnakesAvoidHeads: if a step leads to enough room, out of hazards and out of the reach of
// heads that are not shorter, no prudent snake takes a step within their reach.
func TestPrudentSnakesAvoidHeads(t *testing.T) {
	choices := 0
	for seed := range uint64(60) {
		rules, s, dice := newGame(t, seed)
		p, area := sim.New(s), sim.NewArea(s.Grid)
		for _, sn := range snakes {
			if !sn.prudent || s.HazardDamage < 0 {
				continue
			}
			s := s.Clone()
			solver := sn.solver(t, s, 0, seed)
			joint := make([]ouro.Dir, len(s.Snakes))
			for s.Turn < 120 && s.Snakes[0].Cause == ouro.Alive {
				if _, over := rules.Over(s); over {
					break
				}
				p.Load(s)
				for rest := p.Alive(); rest != 0; rest = rest.Rest() {
					joint[rest.First()] = ouro.Up
					if moves := p.Moves(rest.First()); moves != 0 {
						joint[rest.First()] = moves.At(dice.Roll(moves.Len()))
					}
				}
				d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				contested, moves := p.Contested(0), p.Moves(0)
				for i := range moves.Len() {
					c := p.Next(p.Head(0), moves.At(i))
					if contested.Has(moves.At(i)) || p.Cost(c) > 1 || area.Room(p, c, p.Len(0)) < p.Len(0) || p.Health(0) < 60 {
						continue
					}
					choices++
					if contested.Has(d.Dir) {
						t.Fatalf("%s, seed %d turn %d: %v into the reach of a head, %v is safe", sn.name, seed, s.Turn, d.Dir, moves.At(i))
					}
				}
				joint[0] = d.Dir
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
		}
	}
	if choices < 2000 {
		t.Errorf("only %d safe steps", choices)
	}
}

// TestAlone: a lone prudent snake eats in time.
func TestAlone(t *testing.T) {
	rules, err := battlesnake.New("solo", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, sn := range snakes {
		if !sn.prudent {
			continue
		}
		for seed := range uint64(10) {
			dice := ouro.GameDice(seed)
			s, err := rules.Start(11, 11, 1, dice)
			if err != nil {
				t.Fatal(err)
			}
			solver := sn.solver(t, s, 0, seed)
			for s.Turn < 300 && s.Snakes[0].Cause == ouro.Alive {
				d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				rules.Step(s, []ouro.Dir{d.Dir})
				rules.Spawn(s, dice)
			}
			if s.Snakes[0].Cause == ouro.Starved {
				t.Errorf("%s starves in the game of seed %d at turn %d", sn.name, seed, s.Turn)
			}
		}
	}
}

func TestRandomIsUniform(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.Snakes[s.AddSnake(12, 13)].Health = 50
	solver := snakes[0].solver(t, s, 0, 1)
	var count [4]int
	for range 3000 {
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		count[d.Dir]++
	}
	for _, d := range []ouro.Dir{ouro.Up, ouro.Down, ouro.Left} {
		if count[d] < 900 || count[d] > 1100 {
			t.Errorf("%d of 3000 are %v", count[d], d)
		}
	}
}

func TestBadSetups(t *testing.T) {
	start := ouro.NewState(ouro.MustGrid(5, 5))
	start.AddSnake(12)
	crowd := ouro.NewState(ouro.MustGrid(5, 5))
	for c := range ouro.Cell(17) {
		crowd.AddSnake(c)
	}
	for _, sn := range snakes {
		if _, err := sn.make(ouro.Setup{Start: crowd}); err == nil || err.Error() != "a game of 17 snakes: want at most 16" {
			t.Errorf("%s, 17 snakes: %v", sn.name, err)
		}
		for _, key := range []string{"speed", "hungry"} {
			_, err := sn.make(ouro.Setup{Start: start, Options: ouro.Options{{Key: key, Value: "many"}}})
			if err == nil || !strings.Contains(err.Error(), key) {
				t.Errorf("%s, %s=many: %v", sn.name, key, err)
			}
		}
	}
}

func TestDeadSnakesHaveNoAnswer(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(12)
	for _, sn := range snakes {
		solver := sn.solver(t, s, 0, 1)
		dead := s.Clone()
		dead.Kill(0, ouro.Starved)
		if d, err := solver.Decide(t.Context(), ouro.Turn{State: dead}); err == nil {
			t.Errorf("%s answers %v for a dead snake", sn.name, d.Dir)
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	rules, err := battlesnake.New("standard", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, sn := range snakes {
		b.Run(sn.name, func(b *testing.B) {
			dice := ouro.GameDice(1)
			start, err := rules.Start(11, 11, 2, dice)
			if err != nil {
				b.Fatal(err)
			}
			s := start.Clone()
			solvers := []ouro.Solver{sn.solver(b, s, 0, 1), sn.solver(b, s, 1, 2)}
			joint := make([]ouro.Dir, 2)
			b.ReportAllocs()
			for b.Loop() {
				if _, over := rules.Over(s); over {
					s.CopyFrom(start)
				}
				for seat := range joint {
					d, err := solvers[seat].Decide(b.Context(), ouro.Turn{State: s, Seat: seat})
					if err != nil {
						b.Fatal(err)
					}
					joint[seat] = d.Dir
				}
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
			b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
