package lab_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/lab"
)

// BenchmarkRun measures the cost of a move in an experiment, with a solver that needs almost no
// time. BenchmarkBare plays the same games in a plain loop. The difference is the overhead of
// package lab: guarding the solver, reading the clock twice, checking the context, the histogram
// and the setup.
func BenchmarkRun(b *testing.B) { benchmarkRun(b, false) }

// BenchmarkRunMeals is BenchmarkRun with the counting of meals.
func BenchmarkRunMeals(b *testing.B) { benchmarkRun(b, true) }

func benchmarkRun(b *testing.B, meals bool) {
	plan := classicPlan(10, 10, max(1, b.N/2500), winner)
	plan.Workers, plan.Meals = 1, meals
	b.ReportAllocs()
	b.ResetTimer()
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		b.Fatal(err)
	}
	perMove(b, report.Games)
}

func BenchmarkBare(b *testing.B) {
	plan := classicPlan(10, 10, max(1, b.N/2500), winner)
	joint := []ouro.Dir{0}
	var games []lab.Tally
	b.ReportAllocs()
	b.ResetTimer()
	for i := range plan.Groups {
		deal, err := plan.Deal(ouro.GameSeed(plan.Seed, i))
		if err != nil {
			b.Fatal(err)
		}
		s := deal.Start
		deal.Rules.Spawn(s, deal.Dice)
		for {
			if _, over := deal.Rules.Over(s); over {
				break
			}
			joint[0] = around(ouro.Turn{State: s})
			deal.Rules.Step(s, joint)
			deal.Rules.Spawn(s, deal.Dice)
		}
		games = append(games, lab.Tally{Turns: int32(s.Turn)})
	}
	perMove(b, games)
}

func perMove(b *testing.B, games []lab.Tally) {
	moves := 0
	for _, g := range games {
		moves += int(g.Turns)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(len(games))/b.Elapsed().Seconds(), "games/s")
}
