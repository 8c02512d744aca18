package path_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/field"
	"ouro/field/fieldtest"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/path"
)

// readings are the options with which Predictive is tested: each choice, and thresholds low
// enough to have an effect early in a game.
var readings = []string{
	"",
	"tip=leaves",
	"open=sorted",
	"check=always,tip=leaves",
	"detour=follow",
	"detour=follow,tip=leaves,homestretch=0.5",
	"deviate=0.2,homestretch=1",
	"deviate=0.1,homestretch=0.4,open=sorted,tip=leaves",
	"deviate=1,homestretch=0.3",
}

// TestPredictiveAgainstListing compares plans in random positions. Most of these have
// walls, and bodies that never occur in games.
func TestPredictiveAgainstListing(t *testing.T) {
	purposes := map[float64]int{}
	for seed := range uint64(1500) {
		s := randomPosition(ouro.NewPCG(seed))
		if _, err := field.AnyStep(s, 0); err != nil {
			continue
		}
		for _, text := range readings {
			d, traced := notes(t, newSolver(t, path.Predictive, optionsOf(text), s), s)
			got := traced[ouro.LabelPlan].Cells[1:]
			want := newListing(optionsOf(text)).plan(s)
			if len(want) == 0 {
				if d.Score != 0 || len(got) != 1 || !s.Enterable(0, got[0]) {
					t.Fatalf("seed %d, %q: plan %v for purpose %g, want any legal step", seed, text, got, d.Score)
				}
			} else if !slices.Equal(got, want) {
				t.Fatalf("seed %d, %q: plan %v, want %v", seed, text, got, want)
			}
			purposes[d.Score]++
		}
	}
	for score := range 4 {
		if purposes[float64(score)] < 100 {
			t.Errorf("only %d plans of score %d", purposes[float64(score)], score)
		}
	}
}

func TestPredictiveGamesAgainstListing(t *testing.T) {
	boards := [][2]int{{6, 6}, {5, 7}, {8, 4}, {2, 2}, {3, 9}, {7, 7}}
	endings := map[ouro.Ending]int{}
	for seed := range uint64(54) {
		text := readings[seed%uint64(len(readings))]
		board := boards[seed%uint64(len(boards))]
		s, dice := newGame(t, board[0], board[1], seed)
		solver := newSolver(t, path.Predictive, optionsOf(text), s)
		watched := newSolver(t, path.Predictive, optionsOf(text), s)
		twin := newListing(optionsOf(text))
		var rules classic.Rules
		for {
			if o, over := rules.Over(s); over {
				endings[o.Ending]++
				break
			}
			d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if seen, _ := notes(t, watched, s); seen != d {
				t.Fatalf("seed %d, %q, turn %d: watched %+v, else %+v", seed, text, s.Turn, seen, d)
			}
			got := s.Grid.Next(s.Snakes[0].Body.Head(), d.Dir)
			if want := twin.next(s); want != ouro.NoCell && got != want {
				t.Fatalf("seed %d, %q, turn %d: to %d, want %d", seed, text, s.Turn, got, want)
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
		}
	}
	if endings[ouro.Died] > 0 || endings[ouro.Won] == 0 || endings[ouro.Trapped] == 0 || endings[ouro.Looped] == 0 {
		t.Errorf("endings %v: want none died, and some of the others", endings)
	}
}

func newGame(t testing.TB, w, h int, seed uint64) (*ouro.State, *ouro.PCG) {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.GameDice(ouro.GameSeed(1, int(seed)))
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	classic.Rules{}.Spawn(s, dice)
	return s, dice
}

func TestPredictiveDrawn(t *testing.T) {
	throughTheGap := []string{
		"X*XX ",
		"XvX  ",
		" >>@ ",
		"     ",
	}
	pocket := []string{
		"*X    ",
		"@<<<< ",
		"      ",
	}
	open := []string{
		"  *  ",
		">>@  ",
		"     ",
	}
	ring := []string{
		"v<<",
		"vX^",
		">@*",
	}
	deadEnd := []string{
		"XXX  ",
		" @<<<",
	}
	const anyStep, toTip, deviation, toFood = 0, 1, 2, 3
	for _, c := range []struct {
		name    string
		rows    []string
		options string
		purpose float64
		plan    string
	}{
		{"through where the body is now; as long as the snake, so unchecked", throughTheGap, "", toFood, "DLLUUU"},
		{"the same way checked: a dead end", throughTheGap, "check=always", deviation, "R"},
		{"no direct route", throughTheGap, "deviate=0", deviation, "R"},
		{"a short way into a dead end", pocket, "", deviation, "D"},
		{"the same, following the tail", pocket, "detour=follow", toTip, "DRRRRU"},
		{"straight to the food", open, "", toFood, "U"},
		{"a direct route", open, "deviate=0", toFood, "U"},
		{"the home stretch: away from the tip", open, "homestretch=0", deviation, "R"},
		{"the tip one cell ahead after the meal stays", ring, "", toTip, "RU"},
		{"the tip one cell ahead after the meal leaves", ring, "tip=leaves", toFood, "R"},
		{"lost: any legal step", deadEnd, "", anyStep, "L"},
	} {
		s := fieldtest.Position(t, c.rows...)
		d, traced := notes(t, newSolver(t, path.Predictive, optionsOf(c.options), s), s)
		if plan := letters(s.Grid, traced[ouro.LabelPlan].Cells); d.Score != c.purpose || plan != c.plan || d.Depth != len(plan) {
			t.Errorf("%s: plan %s for purpose %g, depth %d; want %s for %g", c.name, plan, d.Score, d.Depth, c.plan, c.purpose)
		}
	}
}

func letters(g *ouro.Grid, cells []ouro.Cell) string {
	var text []byte
	for i := range len(cells) - 1 {
		d, _ := g.DirTo(cells[i], cells[i+1])
		text = append(text, d.Letter())
	}
	return string(text)
}

func TestPredictiveTrace(t *testing.T) {
	s := fieldtest.Position(t,
		"*X    ",
		"@<<<< ",
		"      ")
	_, traced := notes(t, newSolver(t, path.Predictive, nil, s), s)
	if got := letters(s.Grid, traced[path.LabelTailCheck].Cells); got != "RRRRU" {
		t.Errorf("tail check %s, want RRRRU", got)
	}
	if got := traced[ouro.LabelSearch].Cells; len(got) != 1 || got[0] != s.Snakes[0].Body.Head() {
		t.Errorf("searched %v, want the head alone: the food is next to it", got)
	}
	scores, far := traced[ouro.LabelScores].Moves, math.Sqrt(17)
	if scores[ouro.Up] != far || scores[ouro.Down] != far || !math.IsNaN(scores[ouro.Left]) || !math.IsNaN(scores[ouro.Right]) {
		t.Errorf("scores %v, want %g up and down and NaN beside", scores, far)
	}
}

// TestPredictiveOutOfBudget: if the budget ends during the check, the unchecked path into
// the dead end becomes the plan. A later decision with enough budget replaces it.
func TestPredictiveOutOfBudget(t *testing.T) {
	s := fieldtest.Position(t,
		"*X    ",
		"@<<<< ",
		"      ")
	solver := newSolver(t, path.Predictive, nil, s)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx         context.Context
		nodes, used int64
		purpose     float64
		dir         ouro.Dir
	}{
		{t.Context(), 1, 1, 3, ouro.Up},
		{t.Context(), 0, 8, 2, ouro.Down},
		{ended, 0, 0, 2, ouro.Down}, // the plan already exists
	} {
		d, err := solver.Decide(c.ctx, ouro.Turn{State: s, Nodes: c.nodes})
		if err != nil || d.Dir != c.dir || d.Score != c.purpose || d.Nodes != c.used {
			t.Errorf("%d nodes: %+v, %v; want %s for %g with %d", c.nodes, d, err, c.dir, c.purpose, c.used)
		}
	}
	d, err := newSolver(t, path.Predictive, nil, s).Decide(ended, ouro.Turn{State: s})
	if err != nil || d.Dir != ouro.Up || d.Score != 0 || d.Nodes != 0 {
		t.Errorf("after the end of time: %+v, %v; want any step", d, err)
	}
}

// TestPredictiveSurvives plays on all kinds of boards with varying budgets. Some moves are
// random instead of the solver's; after such a move the solver must decide like a new one.
func TestPredictiveSurvives(t *testing.T) {
	var rules classic.Rules
	for seed := range uint64(270) {
		options := optionsOf(readings[seed%uint64(len(readings))])
		dice := ouro.NewPCG(seed)
		s := randomPosition(dice)
		rules.Spawn(s, dice)
		solver := newSolver(t, path.Predictive, options, s)
		for range 300 {
			if _, over := rules.Over(s); over {
				break
			}
			nodes := int64(dice.Roll(3) * dice.Roll(60))
			d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Nodes: nodes})
			if err != nil {
				t.Fatalf("seed %d turn %d: %v", seed, s.Turn, err)
			}
			if nodes > 0 && d.Nodes > nodes {
				t.Fatalf("seed %d turn %d: %d nodes of %d", seed, s.Turn, d.Nodes, nodes)
			}
			if !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d.Dir)) {
				t.Fatalf("seed %d turn %d: %s is not legal", seed, s.Turn, d.Dir)
			}
			foreign := dice.Roll(8) == 0
			if foreign {
				other, _ := field.AnyStep(s, 0)
				foreign = other != d.Dir
				d.Dir = other
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
			if _, over := rules.Over(s); foreign && !over {
				d, traced := notes(t, solver, s)
				fresh, want := notes(t, newSolver(t, path.Predictive, options, s), s)
				if d != fresh || !slices.Equal(traced[ouro.LabelPlan].Cells, want[ouro.LabelPlan].Cells) {
					t.Fatalf("seed %d turn %d: %+v after a foreign move, afresh %+v", seed, s.Turn, d, fresh)
				}
			}
		}
	}
}

func TestPredictiveOptions(t *testing.T) {
	start := ouro.NewState(ouro.MustGrid(4, 4))
	start.AddSnake(0)
	for _, text := range []string{"speed=9", "deviate=80", "homestretch=-1", "open=shut", "tip=moves", "check=never", "detour=wait"} {
		if _, err := path.Predictive(ouro.Setup{Start: start, Options: optionsOf(text)}); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func BenchmarkPredictive(b *testing.B) {
	for _, text := range []string{"homestretch=0.9", "homestretch=0.8", "open=sorted"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			endings, moves := map[ouro.Ending]int{}, 0
			for i := range b.N {
				s, dice := newGame(b, 10, 10, uint64(i))
				game, err := play.New(play.Config{
					Deal:  play.Deal{Rules: classic.Rules{}, Start: s, Dice: dice},
					Seats: []ouro.Solver{newSolver(b, path.Predictive, optionsOf(text), s)},
				})
				if err != nil {
					b.Fatal(err)
				}
				outcome, err := game.Run(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				endings[outcome.Ending]++
				moves += game.State().Turn
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
			for _, ending := range []ouro.Ending{ouro.Won, ouro.Died, ouro.Trapped, ouro.Looped} {
				b.ReportMetric(100*float64(endings[ending])/float64(b.N), "%"+ending.String())
			}
		})
	}
}
