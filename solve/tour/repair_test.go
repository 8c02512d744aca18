package tour_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/tour"
)

func progress(value string) ouro.Option { return ouro.Option{Key: "progress", Value: value} }

func TestRepairAlwaysWins(t *testing.T) { alwaysWins(t, tour.Repair) }

func TestRepairWinsFromEveryStraightStart(t *testing.T) {
	winsFromEveryStraightStart(t, tour.Repair)
}

func TestRepairWinsFromEveryCarriedBody(t *testing.T) { winsFromEveryCarriedBody(t, tour.Repair) }

func TestRepairAsPublishedNeverDies(t *testing.T) {
	onManyBoards(t, func(t *testing.T, w, h, length int, seed uint64) {
		start, dice := classicStart(t, w, h, length, seed)
		game, err := play.New(play.Config{
			Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
			Seats: []ouro.Solver{makeSolver(t, tour.Repair, start, progress("false"))},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		outcome, err := game.Run(context.Background())
		if err != nil || len(game.Incidents()) > 0 {
			t.Fatal(err, game.Incidents())
		}
		if outcome.Ending != ouro.Won && outcome.Ending != ouro.Looped {
			t.Fatalf("board %dx%d, start length %d, seed %d: %s", w, h, length, seed, outcome.Ending)
		}
	})
}

func TestRepairSurvivesForeignMoves(t *testing.T) {
	survivesForeignMoves(t, tour.Repair, [2]int{6, 6}, [2]int{5, 5}, [2]int{3, 8})
}

func TestRepairRefuses(t *testing.T) { testRefusals(t, tour.Repair) }

func TestRepairShowsWhatItThinks(t *testing.T) {
	start, dice := classicStart(t, 8, 8, 1, 3)
	solver := makeSolver(t, tour.Repair, start)
	var rules classic.Rules
	s := start.Clone()
	rules.Spawn(s, dice)
	for {
		if _, over := rules.Over(s); over {
			return
		}
		var plan []ouro.Cell
		var scores [4]float64
		decision, err := solver.Decide(context.Background(), ouro.Turn{State: s, Trace: ouro.NewTrace(func(n ouro.Note) {
			switch n.Label {
			case ouro.LabelPlan:
				plan = n.Cells
			case ouro.LabelScores:
				scores = n.Moves
			}
		})})
		if err != nil {
			t.Fatal(err)
		}
		head := s.Snakes[0].Body.Head()
		if plan[0] != head || plan[1] != s.Grid.Next(head, decision.Dir) || !s.HasFood(plan[len(plan)-1]) ||
			scores[decision.Dir] != -float64(len(plan)-1) {
			t.Fatalf("turn %d: decision %+v, plan %v, scores %v", s.Turn, decision, plan, scores)
		}
		rules.Step(s, []ouro.Dir{decision.Dir})
		rules.Spawn(s, dice)
	}
}

func BenchmarkRepair(b *testing.B) { benchmarkGames(b, tour.Repair) }

func BenchmarkRepairAsPublished(b *testing.B) { benchmarkGames(b, tour.Repair, progress("false")) }
