package ouroboros

import (
	"fmt"
	"testing"

	"ouro"
)

// TestCandidates: the solver traces candidates at the beginning of a plan, and only then.
// They are paths from the head to the food that lead to different bodies, the best first,
// none cheaper than its steps. One of them leads to the body after the plan.
func TestCandidates(t *testing.T) {
	for i, c := range []struct {
		w, h    int
		options ouro.Options
	}{
		{4, 4, nil},
		{6, 6, nil},
		{5, 5, nil},
		{7, 4, ouro.Options{{Key: "nodes", Value: "4"}}},
		{8, 5, ouro.Options{{Key: "nodes", Value: "20"}, {Key: "rehearse", Value: "3"}}},
		{10, 10, nil},
		{8, 8, ouro.Options{{Key: "budget", Value: "1h"}, {Key: "nodes", Value: "30"}}}, // on all cores
	} {
		meals, ways, doubts := 0, 0, 0
		playWith(t, c.w, c.h, 1, ouro.GameSeed(9, i), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
			var traced, unproven []ouro.Note
			var plan []ouro.Cell
			turn.Trace = ouro.NewTrace(func(n ouro.Note) {
				switch n.Label {
				case ouro.LabelCandidates:
					traced = append(traced, n)
				case ouro.LabelUnproven:
					unproven = append(unproven, n)
				case ouro.LabelPlan:
					plan = n.Cells
				}
			})
			d, err := o.Decide(t.Context(), turn)
			if o.stepsMade > 1 && len(traced) > 0 {
				t.Errorf("board %s turn %d: %d candidates at step %d of a plan", o.board.Grid, turn.State.Turn, len(traced), o.stepsMade)
			}
			if len(traced) > 0 {
				meals++
				ways += len(traced)
				doubts += len(unproven)
				if err := checkCandidates(turn.State, plan, traced, unproven); err != nil {
					t.Errorf("board %s turn %d: %v", o.board.Grid, turn.State.Turn, err)
				}
			}
			return d.Dir, err
		}, c.options...)
		if meals < c.w*c.h*9/10-2 || ways < meals*6/5 || doubts == 0 {
			t.Errorf("board %dx%d: candidates at %d meals, %d of them and %d ways without a proof", c.w, c.h, meals, ways, doubts)
		}
	}
}

func checkCandidates(s *ouro.State, plan []ouro.Cell, traced, unproven []ouro.Note) error {
	seen := map[string]int{}
	for i, n := range traced {
		body, err := bodyAfterMeal(s, n.Cells)
		if err != nil {
			return fmt.Errorf("candidate %d: %w", i+1, err)
		}
		if _, ok := seen[body]; ok {
			return fmt.Errorf("candidate %d leads to the body of another", i+1)
		}
		seen[body] = len(n.Cells)
		switch {
		case i > 0 && traced[i-1].Value != 0 && n.Value > traced[i-1].Value && n.Value != 0, i > 0 && traced[i-1].Value == 0 && n.Value != 0:
			return fmt.Errorf("candidate %d is worth %v, the one before it %v", i+1, n.Value, traced[i-1].Value)
		}
	}
	for i, n := range unproven {
		body, err := bodyAfterMeal(s, n.Cells)
		if err != nil {
			return fmt.Errorf("unproven way %d: %w", i+1, err)
		}
		if steps, ok := seen[body]; ok && steps <= len(n.Cells) {
			return fmt.Errorf("unproven way %d leads to the body of a candidate", i+1)
		}
	}
	body, err := bodyAfterMeal(s, plan)
	if err != nil {
		return fmt.Errorf("the plan: %w", err)
	}
	if steps, ok := seen[body]; !ok || steps > len(plan) {
		return fmt.Errorf("the plan leads to a body that no candidate has in %d steps", len(plan)-1)
	}
	return nil
}

func bodyAfterMeal(s *ouro.State, way []ouro.Cell) (string, error) {
	s = s.Clone()
	if len(way) < 2 || way[0] != s.Snakes[0].Body.Head() {
		return "", fmt.Errorf("%v is no way from the head", way)
	}
	for i, c := range way[1:] {
		_, near := s.Grid.DirTo(way[i], c)
		last := i == len(way)-2
		if !near || !s.Enterable(0, c) || s.HasFood(c) != last {
			return "", fmt.Errorf("step %d of %v goes to cell %d", i+1, way, c)
		}
		s.Advance(0, c, last)
	}
	return fmt.Sprint(s.Snakes[0].Body.Append(nil)), nil
}
