package hydra

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"ouro"
	"ouro/sim"
)

// watch decides with a trace and looks ahead at most six turns.
func watch(t *testing.T, ctx context.Context, s *ouro.State, nodes int64) (ouro.Decision, map[string]ouro.Note) {
	t.Helper()
	solver, err := New(ouro.Setup{Start: s, Options: ouro.Options{{Key: "depth", Value: "6"}}})
	if err != nil {
		t.Fatal(err)
	}
	notes := map[string]ouro.Note{}
	d, err := solver.Decide(ctx, ouro.Turn{State: s, Nodes: nodes, Trace: ouro.NewTrace(func(n ouro.Note) { notes[n.Label] = n })})
	if err != nil {
		t.Fatal(err)
	}
	return d, notes
}

// TestLines: the expected line of a duel can be played, begins with the decision and has
// several turns.
func TestLines(t *testing.T) {
	turns := 0
	for _, s := range duels(t) {
		d, notes := watch(t, t.Context(), s, 3000)
		mine, theirs := notes[ouro.LabelPlan].Cells, notes[labelLines].Cells
		if len(mine) < 2 || mine[1] != s.Grid.Next(mine[0], d.Dir) {
			t.Fatalf("%v: the plan %v does not begin with %v", s, mine, d.Dir)
		}
		p := sim.New(s)
		for i := 1; i < min(len(mine), len(theirs)); i++ {
			a, ok := s.Grid.DirTo(p.Head(0), mine[i])
			b, ok2 := s.Grid.DirTo(p.Head(1), theirs[i])
			if !ok || !ok2 || p.Alive().Len() < 2 {
				t.Fatalf("%v: turn %d of %v and %v cannot be played", s, i, mine, theirs)
			}
			p.Make([]ouro.Dir{a, b})
			turns++
		}
	}
	if turns < 4*50 {
		t.Errorf("only %d turns are expected in 50 positions", turns)
	}
}

// TestLinesAmong: the expected line of several snakes can be played until one dies; it begins
// with the decision, which has a score.
func TestLinesAmong(t *testing.T) {
	turns := 0
	for seed := range int64(12) {
		s := crowded(t, 3+int(seed%3), seed)
		solver, err := New(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		seat := sim.New(s).Alive().First()
		var lines [][]ouro.Cell
		var scores [4]float64
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 3000, Trace: ouro.NewTrace(func(n ouro.Note) {
			switch n.Label {
			case ouro.LabelPlan, labelLines:
				lines = append(lines, n.Cells)
			case ouro.LabelScores:
				scores = n.Moves
			}
		})})
		if err != nil {
			t.Fatal(err)
		}
		p := sim.New(s)
		if len(lines) != p.Alive().Len() {
			t.Fatalf("seed %d: %d lines of %d snakes", seed, len(lines), p.Alive().Len())
		}
		if plan := lines[0]; len(plan) < 2 || plan[1] != s.Grid.Next(plan[0], d.Dir) || scores[d.Dir] != d.Score {
			t.Errorf("seed %d: decision %v, plan %v, scores %v", seed, d, plan, scores)
		}
		for i := 1; p.Alive() == sim.New(s).Alive(); i++ {
			joint := make([]ouro.Dir, p.Seats())
			for _, line := range lines {
				if i >= len(line) {
					continue
				}
				for rest := p.Alive(); rest != 0; rest = rest.Rest() {
					if p.Head(rest.First()) == line[i-1] {
						joint[rest.First()], _ = s.Grid.DirTo(line[i-1], line[i])
					}
				}
			}
			if i >= len(lines[0]) {
				break
			}
			p.Make(joint)
			for _, line := range lines {
				if i < len(line) && p.Alive() == sim.New(s).Alive() && p.Owner(line[i]) == ouro.NoSeat {
					t.Errorf("seed %d: turn %d: no snake reaches the end of %v", seed, i, line[:i+1])
				}
			}
			turns++
		}
	}
	if turns < 30 {
		t.Errorf("only %d turns are expected in 12 positions", turns)
	}
}

func TestScores(t *testing.T) {
	scored := 0
	for _, s := range duels(t) {
		d, notes := watch(t, t.Context(), s, 3000)
		scores := notes[ouro.LabelScores].Moves
		for dir, v := range scores {
			if math.IsNaN(v) {
				continue
			}
			scored++
			if !s.Legal(0).Has(ouro.Dir(dir)) {
				t.Errorf("%v: %v is fatal and has the score %g", s, ouro.Dir(dir), v)
			}
		}
		if math.IsNaN(scores[d.Dir]) {
			t.Errorf("%v: %v has no score", s, d.Dir)
		}
	}
	if scored < 100 {
		t.Errorf("only %d scores in 50 positions", scored)
	}
}

// TestTerritory: the cell of each head belongs to that snake, and cells without an owner have
// no number.
func TestTerritory(t *testing.T) {
	unowned := 0
	for _, s := range duels(t) {
		_, notes := watch(t, t.Context(), s, 50)
		heat := notes[labelTerritory].Heat
		if len(heat) != s.Grid.Size() || heat[s.Snakes[0].Body.Head()] != 1 || heat[s.Snakes[1].Body.Head()] != 0 {
			t.Fatalf("%v: territory %v", s, heat)
		}
		unowned += len(heat) - len(slices.DeleteFunc(heat, math.IsNaN))
	}
	if unowned == 0 {
		t.Error("every cell has an owner in 50 positions")
	}
}

func TestSpeedWithDeadlinesOnly(t *testing.T) {
	s := duels(t)[0]
	if _, notes := watch(t, t.Context(), s, 50); notes[labelSpeed].Label != "" || notes[labelDepth].Value < 2 {
		t.Errorf("with nodes: %v", notes)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if _, notes := watch(t, ctx, s, 0); notes[labelSpeed].Value <= 0 {
		t.Errorf("with a deadline: %v", notes[labelSpeed])
	}
}

func TestAlonePlan(t *testing.T) {
	rules, s, dice, h := solo(t, "", 7, 3)
	longer := 0
	for range 60 {
		var plan []ouro.Cell
		d, err := h.Decide(t.Context(), ouro.Turn{State: s, Trace: ouro.NewTrace(func(n ouro.Note) { plan = n.Cells })})
		if err != nil {
			t.Fatal(err)
		}
		head := s.Snakes[0].Body.Head()
		if len(plan) < 2 || plan[0] != head || plan[1] != s.Grid.Next(head, d.Dir) {
			t.Fatalf("%v: the plan %v does not begin with %v", s, plan, d.Dir)
		}
		if len(plan) > 2 {
			longer++
		}
		rules.Step(s, []ouro.Dir{d.Dir})
		rules.Spawn(s, dice)
	}
	if longer == 0 {
		t.Error("no plan of more than a step")
	}
}
