package lab_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"ouro"
	"ouro/lab"
)

// gameOf identifies a game of a plan.
type gameOf struct{ group, seating int32 }

// played plays a plan and returns its report and all finished games. It writes and reads each game,
// as a store does.
func played(t *testing.T, plan lab.Plan) (*lab.Report, map[gameOf]*lab.Finished) {
	t.Helper()
	var mu sync.Mutex
	kept := map[gameOf]*lab.Finished{}
	plan.Keep = func(f *lab.Finished) error {
		data, err := f.MarshalBinary()
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		id := gameOf{f.Tally.Group, f.Tally.Seating}
		if kept[id] != nil {
			t.Errorf("game %v was kept twice", id)
		}
		kept[id] = new(lab.Finished)
		return kept[id].UnmarshalBinary(data)
	}
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report, kept
}

// TestKnown: the report, its meals and thinking times do not depend on which games are known before
// the run. Each other game is played and kept once. The progress has the number of known games.
func TestKnown(t *testing.T) {
	plan := classicPlan(4, 4, 20, winner, greedy, drunk)
	plan.First, plan.Workers, plan.Meals = 7, 3, true
	whole, all := played(t, plan)
	want := formats(t, whole.WithoutTimes())
	for name, known := range map[string]func(i int) bool{
		"none":      func(int) bool { return false },
		"the first": func(i int) bool { return i == 0 },
		"the last":  func(i int) bool { return i == len(whole.Games)-1 },
		"some":      func(i int) bool { return i%7 < 3 },
		"all":       func(int) bool { return true },
	} {
		before := map[gameOf]*lab.Finished{}
		for i, tally := range whole.Games {
			if id := (gameOf{tally.Group, tally.Seating}); known(i) {
				before[id] = all[id]
			}
		}
		plan := plan
		plan.Known = func(task lab.Task) (*lab.Finished, bool) {
			f, ok := before[gameOf{int32(task.Group), int32(task.Seating)}]
			return f, ok
		}
		var mu sync.Mutex
		kept := map[gameOf]int{}
		plan.Keep = func(f *lab.Finished) error {
			mu.Lock()
			defer mu.Unlock()
			kept[gameOf{f.Tally.Group, f.Tally.Seating}]++
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
			if before[g] != nil || n != 1 {
				t.Errorf("%s known: game %v was kept %d times", name, g, n)
			}
		}
		if name == "all" && !reflect.DeepEqual(report.Results, whole.Results) {
			for i := range report.Results {
				got, want := report.Results[i].Times, whole.Results[i].Times
				got.GamesPerSecond, want.GamesPerSecond = 0, 0 // keeping takes time
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: times %+v, want %+v", report.Results[i].Name, got, want)
				}
			}
		}
	}
}

// TestNewReport: NewReport reports some games of a plan, which it receives in any order.
func TestNewReport(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner, greedy)
	plan.Meals = true
	_, all := played(t, plan)
	plan.Play, plan.Deal = nil, nil // nothing is played
	report, err := lab.NewReport(plan, func(yield func(*lab.Finished, error) bool) {
		for _, f := range all { // in any order
			if f.Tally.Group < 6 && !yield(f, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Experiment.Partial || len(report.Games) != 12 || report.Complete() != 6 || report.Results[1].Games != 6 {
		t.Errorf("%d games, complete %d, %+v", len(report.Games), report.Complete(), report.Experiment)
	}
}

// remoteExecutor is an Executor that plays games with its own players. It passes some games to put
// twice.
type remoteExecutor struct{ plan lab.Plan }

func (e *remoteExecutor) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var first error
	for part := range 3 {
		all.Go(func() {
			p, err := lab.NewPlayer(e.plan)
			for i := part; i < len(games) && err == nil; i += 3 {
				var f *lab.Finished
				if f, err = p.Play(ctx, games[i]); err == nil {
					err = put(games[i], f)
				}
				if err == nil && i%4 == 0 {
					err = put(games[i], f)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			first = errors.Join(first, err)
		})
	}
	all.Wait()
	return first
}

// TestExecutor: an experiment with an Executor has the same report, and every game is kept
// once.
func TestExecutor(t *testing.T) {
	for name, plan := range map[string]lab.Plan{
		"alone":    classicPlan(4, 4, 20, winner, greedy, drunk),
		"together": tournamentPlan(20, rover, first),
	} {
		plan.Meals = name == "alone"
		local, _ := played(t, plan)
		want := formats(t, local.WithoutTimes())
		plan.Executor = &remoteExecutor{plan}
		remote, kept := played(t, plan)
		if got := formats(t, remote.WithoutTimes()); !reflect.DeepEqual(got, want) || len(kept) != len(remote.Games) {
			t.Errorf("%s: the report is\n%s\nwant\n%s", name, got[0], want[0])
		}
		if times := remote.Results[0].Times; times.Max == 0 || times.GamesPerSecond == 0 {
			t.Errorf("%s: times %+v", name, times)
		}
	}
}

// TestKnownAreNotTimed: games that are known before the run do not count in games per second.
func TestKnownAreNotTimed(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner)
	plan.Known = func(task lab.Task) (*lab.Finished, bool) {
		return &lab.Finished{Tally: lab.Tally{Ending: ouro.Won, Seats: make([]lab.Seat, 1)}}, true
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

// TestKnownMistakes: a known game whose tally lacks seats, or has impossible meals, is an error.
func TestKnownMistakes(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner)
	plan.Known = func(lab.Task) (*lab.Finished, bool) { return new(lab.Finished), true }
	if _, err := lab.Run(context.Background(), plan, nil); err == nil || !strings.Contains(err.Error(), "game 0: the tally of the game has 0 seats, want 1") {
		t.Error(err)
	}
	plan.Meals = true
	for want, f := range map[string]lab.Finished{
		"a snake has length 17 on a board of 16 cells": {Tally: lab.Tally{Seats: []lab.Seat{{Length: 17}}}},
		"a snake of length 2 has had 3 meals":          {Tally: lab.Tally{Seats: []lab.Seat{{Length: 2}}}, Meals: make([]lab.Meal, 3)},
	} {
		plan.Known = func(lab.Task) (*lab.Finished, bool) { return &f, true }
		if _, err := lab.Run(context.Background(), plan, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
}
