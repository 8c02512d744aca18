package lab_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"ouro"
	"ouro/field"
	"ouro/lab"
)

// TestMeals plays every game again, move by move, and compares the meals. A meal is the move that
// puts the head on the food. Its distance and its shortest path are those from the head to the food
// when the food appeared. They are lower bounds of the moves.
func TestMeals(t *testing.T) {
	plan := classicPlan(4, 4, 80, winner, diver, spinner, greedy)
	plan.First, plan.Seed, plan.Workers, plan.Meals = 7, 3, 3, true
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range plan.Entrants {
		res := &report.Results[i]
		sums := make(map[int]lab.Meals)
		for game, seat := range report.Of(i) {
			distance := game.Seats[seat].Distance
			if sum := countMeals(t, plan, e, int(game.Group), sums); sum != int(distance) {
				t.Errorf("%s game %d: distance %d, want %d", e.Spec, game.Group, distance, sum)
			}
			if distance > game.Turns {
				t.Errorf("%s game %d: %d moves for a distance of %d", e.Spec, game.Group, game.Turns, distance)
			}
		}
		last := 0
		for _, m := range res.Meals {
			if m != sums[m.Length] {
				t.Errorf("%s length %d: %+v, want %+v", e.Spec, m.Length, m, sums[m.Length])
			}
			if m.Length <= last {
				t.Errorf("%s: length %d after %d", e.Spec, m.Length, last)
			}
			if m.Distance > m.Shortest || m.Shortest > m.Moves {
				t.Errorf("%s length %d: %+v, want a distance up to the shortest path, which is up to the moves", e.Spec, m.Length, m)
			}
			last = m.Length
		}
		if len(res.Meals) != len(sums) {
			t.Errorf("%s: meals at %d lengths, want %d", e.Spec, len(res.Meals), len(sums))
		}
	}
	if n := len(report.Results[0].Meals); n != 15 {
		t.Errorf("winner had meals at %d lengths, want 15", n)
	}
	again := plan
	again.Meals = false
	if report, err = lab.Run(context.Background(), again, nil); err != nil || report.Results[0].Meals != nil {
		t.Errorf("the report has meals that were not requested: %v, %v", report.Results[0].Meals, err)
	}
}

// TestUnknownShortest: without known shortest paths, as in games of earlier versions, their columns
// of CSV are empty, and JSON omits the mean. Means omit meals whose shortest path is unknown.
func TestUnknownShortest(t *testing.T) {
	plan := classicPlan(4, 4, 2, winner)
	plan.Meals = true
	_, all := played(t, plan)
	for unknown, want := range map[int][2]string{
		2: {"\nclassic,4x4,winner,3,2,14,7,6,3,,\n", ""},
		1: {"\nclassic,4x4,winner,3,2,14,7,6,3,3,3\n", `"shortest_mean": 3`},
	} {
		report, err := lab.NewReport(plan, func(yield func(*lab.Finished, error) bool) {
			for id, f := range all {
				f.Tally.Seats[0].Length, f.Tally.Ending = 4, ouro.Looped
				f.Meals = []lab.Meal{{Distance: 3, Moves: 7, Shortest: 3}}
				if int(id.group) < unknown {
					f.Meals[0].Shortest = 0
				}
				if !yield(f, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		var csv, json bytes.Buffer
		if err := errors.Join(report.WriteMealsCSV(&csv), report.WriteJSON(&json)); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(csv.String(), want[0]) {
			t.Errorf("%d of 2 unknown: %q, want %q", unknown, csv.String(), want[0])
		}
		if has := strings.Contains(json.String(), `"shortest_mean"`); has != (want[1] != "") || !strings.Contains(json.String(), want[1]) {
			t.Errorf("%d of 2 unknown: want %q in %s", unknown, want[1], json.String())
		}
	}
}

// countMeals plays one game, adds its meals to sums and returns the sum of the distances.
func countMeals(t *testing.T, plan lab.Plan, e lab.Entrant, number int, sums map[int]lab.Meals) (total int) {
	t.Helper()
	deal, err := plan.Deal(ouro.GameSeed(plan.Seed, number))
	if err != nil {
		t.Fatal(err)
	}
	solver, err := e.Make(ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	if err != nil {
		t.Fatal(err)
	}
	s := deal.Start
	head := func() ouro.Cell { return s.Snakes[0].Body.Head() }
	deal.Rules.Spawn(s, deal.Dice)
	shortest := func() int {
		f := field.New(s.Grid)
		f.FillInTime(s, 0)
		return f.At(s.Food[0])
	}
	from, food, began, short := head(), s.Food[0], 0, shortest()
	for {
		if _, over := deal.Rules.Over(s); over {
			return total
		}
		d, err := solver.Decide(context.Background(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		deal.Rules.Step(s, []ouro.Dir{d.Dir})
		if s.Snakes[0].Cause == ouro.Alive && head() == food {
			m := sums[s.Snakes[0].Body.Len()-1]
			m.Length = s.Snakes[0].Body.Len() - 1
			m.Count++
			m.Moves += int64(s.Turn - began)
			m.Distance += int64(s.Grid.Distance(from, food))
			m.Shortest += int64(short)
			m.Known++
			sums[m.Length] = m
			total += s.Grid.Distance(from, food)
			began, food = s.Turn, ouro.NoCell
		}
		deal.Rules.Spawn(s, deal.Dice)
		if food == ouro.NoCell && len(s.Food) > 0 {
			from, food, short = head(), s.Food[0], shortest()
		}
	}
}

// TestExcess compares figures with those computed by hand.
func TestExcess(t *testing.T) {
	game := func(e ouro.Ending, moves, distance int32) lab.Tally {
		return lab.Tally{Ending: e, Turns: moves, Seats: []lab.Seat{{Distance: distance}}}
	}
	plan := classicPlan(4, 4, 1, winner)
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	res := &report.Results[0]
	report.Games, res.Games, res.Won = []lab.Tally{game(ouro.Won, 30, 10), game(ouro.Trapped, 900, 1), game(ouro.Won, 60, 20)}, 3, 2
	res.Moves.Mean, res.MovesMean.Lo, res.MovesMean.Hi = 45, 36, 54
	report.AgainstOptimum(36)
	report.AgainstDistance()
	if e := res.AboveOptimum; e.Percent != 25 || e.Interval.Lo != 0 || e.Interval.Hi != 50 {
		t.Errorf("above optimum: %+v", e)
	}
	if e := res.AboveDistance; math.Abs(e.Percent-200) > 1e-9 || math.Abs(e.Interval.Lo-200) > 1e-9 || math.Abs(e.Interval.Hi-200) > 1e-9 {
		t.Errorf("above distance, the same in each game: %+v", e)
	}
	if c := report.WithoutTimes(); c.Results[0].AboveOptimum == nil || c.Optimum != 36 {
		t.Error("the report without times has no reference values")
	}
}
