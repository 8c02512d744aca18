package lab_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/play"
)

// TestOffered: if a solver is late and its best move so far is played, the report counts the fault
// as offered. The notes also state this number.
func TestOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const budget = 10 * time.Millisecond
		late := lab.Entrant{Spec: ouro.Spec{Name: "late"}, Make: func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
				if turn.State.Turn < 3 {
					if turn.State.Turn < 2 {
						turn.Offer(play.StraightOn(turn.State, 0))
					}
					time.Sleep(budget + 7*time.Millisecond) // too late, but before the next turn
				}
				return ouro.Decision{Dir: play.StraightOn(turn.State, 0)}, nil
			}), nil
		}}
		plan := classicPlan(4, 4, 1, late)
		plan.Budget.Time = budget
		report, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Faults != 3 || r.Offered != 2 {
			t.Errorf("late: %+v", r)
		}
		var text strings.Builder
		if err := report.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(strings.Fields(text.String()), ""), `"mishaps":3,"offered":2`) {
			t.Error(text.String())
		}
		text.Reset()
		if err := report.WriteMarkdown(&text); err != nil {
			t.Fatal(err)
		}
		if want := "late had no valid answer for 3 moves (its best move so far was played for 2, a fallback move for the others); first: "; !strings.Contains(text.String(), want) {
			t.Error(text.String())
		}
	})
}
