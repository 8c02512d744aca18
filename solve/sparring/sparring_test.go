package sparring_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/rule/classic"
	"ouro/sim"
	"ouro/solve/solvetest"
	"ouro/solve/sparring"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// snake is a solver under test.
type snake struct {
	name    string
	make    ouro.Maker
	options ouro.Options
	prudent bool // it heeds heads, room and hazards
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

// TestConformance holds every snake to the contract, on classic Snake.
func TestConformance(t *testing.T) {
	for _, sn := range snakes {
		if sn.options != nil {
			continue // the same snake, and TestBattles plays it
		}
		t.Run(sn.name, func(t *testing.T) {
			t.Parallel()
			solvetest.Test(t, solvetest.Subject{
				Make: sn.make, Options: sn.options,
				Plays: func(int, int) bool { return true },
				Deal: func(level *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
					dice := ouro.GameDice(seed)
					start, err := classic.Start(level, length, dice)
					return classic.Rules{}, start, dice, err
				},
			})
		})
	}
}

var rulesets = []string{"standard", "solo", "royale", "constrictor", "wrapped", "wrapped_constrictor"}

// newGame is a game of several snakes under some ruleset and map.
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

// TestBattles plays games of several snakes under all rulesets. Each seat is
// asked twice, one time watched; somebody else moves for it now and then.
func TestBattles(t *testing.T) {
	longest := 0
	for seed := range uint64(120) {
		rules, s, dice := newGame(t, seed)
		before := s.Clone()
		var solvers [2][]ouro.Solver
		var names []string
		for seat := range s.Snakes {
			sn := snakes[dice.Roll(len(snakes))]
			names = append(names, sn.name)
			for i := range solvers {
				solvers[i] = append(solvers[i], sn.solver(t, s, seat, seed))
			}
		}
		if !s.Equal(before) {
			t.Fatalf("seed %d: a Maker changed the start", seed)
		}
		joint := make([]ouro.Dir, len(s.Snakes))
		for s.Turn < 400 {
			if _, over := rules.Over(s); over {
				break
			}
			for seat := range s.Snakes {
				if s.Snakes[seat].Cause != ouro.Alive {
					continue
				}
				before.CopyFrom(s)
				about := fmt.Sprintf("seed %d (%s) turn %d, %s", seed, rules.Ruleset(), s.Turn, names[seat])
				var notes []ouro.Note
				a, err := solvers[0][seat].Decide(t.Context(), ouro.Turn{State: s, Seat: seat})
				b, errWatched := solvers[1][seat].Decide(t.Context(), ouro.Turn{
					State: s, Seat: seat, Trace: ouro.NewTrace(func(n ouro.Note) { notes = append(notes, n) }),
				})
				if err != nil || errWatched != nil {
					t.Fatalf("%s: %v, %v", about, err, errWatched)
				}
				if a != b {
					t.Fatalf("%s: %+v, and %+v when watched", about, a, b)
				}
				if !s.Equal(before) {
					t.Fatalf("%s: the State is changed", about)
				}
				checkDecision(t, about, s, seat, a, notes)
				joint[seat] = a.Dir
				if dice.Roll(30) == 0 {
					joint[seat] = ouro.Dirs[dice.Roll(4)]
				}
			}
			rules.Step(s, joint)
			rules.Spawn(s, dice)
		}
		longest = max(longest, s.Turn)
	}
	if longest < 200 {
		t.Errorf("the longest game has %d turns", longest)
	}
}

// checkDecision: the answer is legal where anything is, does not certainly kill
// where it need not, and is explained.
func checkDecision(t *testing.T, about string, s *ouro.State, seat int, d ouro.Decision, notes []ouro.Note) {
	t.Helper()
	legal := s.Legal(seat)
	if legal != 0 && !legal.Has(d.Dir) {
		t.Fatalf("%s: %v is not legal, %b are", about, d.Dir, legal)
	}
	if moves := sim.New(s).Moves(seat) & legal; moves != 0 && !moves.Has(d.Dir) {
		t.Fatalf("%s: %v kills, %b do not", about, d.Dir, moves)
	}
	told := map[string]ouro.Note{}
	for _, n := range notes {
		told[n.Label] = n
	}
	scores, ok := told[ouro.LabelScores]
	if !ok || math.IsNaN(scores.Moves[d.Dir]) {
		t.Fatalf("%s: %v chosen by the scores %v", about, d.Dir, scores.Moves)
	}
	plan, ok := told[ouro.LabelPlan]
	if !ok {
		return
	}
	for i, c := range plan.Cells {
		if i == 0 && c != s.Snakes[seat].Body.Head() || i == 1 && c != s.Grid.Next(plan.Cells[0], d.Dir) {
			t.Fatalf("%s: %v with the plan %v", about, d.Dir, plan.Cells)
		}
		if i > 0 {
			if _, ok := s.Grid.DirTo(plan.Cells[i-1], c); !ok {
				t.Fatalf("%s: the plan %v jumps", about, plan.Cells)
			}
		}
	}
}

// TestNobodyRisksHisHead: where a step leads to enough room, out of hazards and
// out of the reach of heads that are not shorter, no prudent snake takes one
// that is within their reach.
func TestNobodyRisksHisHead(t *testing.T) {
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

// TestAlone: a prudent snake alone on a board with food eats in time.
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

func TestDecideAllocatesNothing(t *testing.T) {
	rules, err := battlesnake.New("standard", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, sn := range snakes {
		dice := ouro.GameDice(1)
		start, err := rules.Start(11, 11, 4, dice)
		if err != nil {
			t.Fatal(err)
		}
		s := start.Clone()
		var solvers []ouro.Solver
		for seat := range s.Snakes {
			solvers = append(solvers, sn.solver(t, s, seat, uint64(seat)))
		}
		joint, ctx := make([]ouro.Dir, 4), t.Context()
		turn := func() {
			if _, over := rules.Over(s); over {
				s.CopyFrom(start)
			}
			for seat := range s.Snakes {
				if s.Snakes[seat].Cause == ouro.Alive {
					d, _ := solvers[seat].Decide(ctx, ouro.Turn{State: s, Seat: seat})
					joint[seat] = d.Dir
				}
			}
			rules.Step(s, joint)
			rules.Spawn(s, dice)
		}
		for range 500 {
			turn()
		}
		if n := testing.AllocsPerRun(300, turn); n != 0 {
			t.Errorf("%s: %g allocations a turn", sn.name, n)
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
