package lab_test

import (
	"context"
	"encoding"
	"reflect"
	"strings"
	"sync"
	"testing"

	"ouro"
	"ouro/lab"
)

// TestKnown: whichever games were played before, the report is the same as without,
// the others are played and kept once each, and the progress tells how many there
// were.
func TestKnown(t *testing.T) {
	plan := classicPlan(4, 4, 20, winner, greedy, drunk)
	plan.First, plan.Workers = 7, 3
	whole, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := formats(t, whole.WithoutTimes())
	type game struct{ group, seating int32 }
	for name, known := range map[string]func(i int) bool{
		"none":      func(int) bool { return false },
		"the first": func(i int) bool { return i == 0 },
		"the last":  func(i int) bool { return i == len(whole.Games)-1 },
		"some":      func(i int) bool { return i%7 < 3 },
		"all":       func(int) bool { return true },
	} {
		before := map[game]lab.Tally{}
		for i, tally := range whole.Games {
			if known(i) {
				before[game{tally.Group, tally.Seating}] = tally
			}
		}
		plan := plan
		plan.Known = func(task lab.Task) (lab.Tally, bool) {
			tally, ok := before[game{int32(task.Group), int32(task.Seating)}]
			return tally, ok
		}
		var mu sync.Mutex
		kept := map[game]int{}
		plan.Keep = func(tally *lab.Tally, _ encoding.TextMarshaler) error {
			mu.Lock()
			defer mu.Unlock()
			kept[game{tally.Group, tally.Seating}]++
			return nil
		}
		var last lab.Progress
		report, err := lab.Run(context.Background(), plan, func(p lab.Progress) { last = p })
		if err != nil {
			t.Fatal(err)
		}
		if got := formats(t, report.WithoutTimes()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s known: the report is\n%s\nwant\n%s", name, got[0], want[0])
		}
		if len(kept)+len(before) != len(whole.Games) || last.Known != len(before) || last.Done != len(whole.Games) {
			t.Errorf("%s known: kept %d of %d games, %d were known; progress %+v", name, len(kept), len(whole.Games), len(before), last)
		}
		for g, n := range kept {
			if _, twice := before[g]; twice || n != 1 {
				t.Errorf("%s known: game %v was kept %d times", name, g, n)
			}
		}
	}
}

// TestKnownAreNotTimed: the rate of games is that of the games that were played.
func TestKnownAreNotTimed(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner)
	plan.Known = func(task lab.Task) (lab.Tally, bool) {
		return lab.Tally{Ending: ouro.Won, Seats: make([]lab.Seat, 1)}, true
	}
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res := report.Results[0]; res.Games != 10 || *res.Times != (lab.Times{}) {
		t.Errorf("%+v, times %+v", res, res.Times)
	}
	for i, g := range report.Games {
		if int(g.Group) != i || g.Seats[0].Entrant != 0 {
			t.Errorf("game %d is %+v", i, g)
		}
	}
}

// TestKnownMistakes: a tally without all seats, and meals that nobody counted.
func TestKnownMistakes(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner)
	plan.Known = func(lab.Task) (lab.Tally, bool) { return lab.Tally{}, true }
	if _, err := lab.Run(context.Background(), plan, nil); err == nil || !strings.Contains(err.Error(), "game 0: its tally has not all seats") {
		t.Error(err)
	}
	plan.Meals = true
	if _, err := lab.Run(context.Background(), plan, nil); err == nil || !strings.Contains(err.Error(), "meals are counted in games that are played") {
		t.Error(err)
	}
}
