package lab_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/lab"
)

// countOf returns a Count of the games.
func countOf(t testing.TB, plan lab.Plan, games ...*lab.Finished) *lab.Count {
	t.Helper()
	c, err := lab.NewCount(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range games {
		if err := c.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// inOrder returns the games by group and seating.
func inOrder(games map[gameOf]*lab.Finished) []*lab.Finished {
	return slices.SortedFunc(maps.Values(games), func(a, b *lab.Finished) int {
		return int(1000*(a.Tally.Group-b.Tally.Group) + a.Tally.Seating - b.Tally.Seating)
	})
}

// kinds returns small plans of every kind.
func kinds() map[string]lab.Plan {
	solo := classicPlan(4, 4, 12, winner, greedy, drunk)
	solo.First, solo.Meals = 3, true
	ordered := solo // its Stop makes the Count take games in order
	ordered.Stop = func() lab.Stopper { return stopperFunc(func([]lab.Tally) bool { return false }) }
	tournament := tournamentPlan(8, rover, first, rammer)
	tournament.Short = 2
	return map[string]lab.Plan{"solo": solo, "ordered": ordered, "tournament": tournament, "measured": measuredPlan(9), "stop": scriptedPlan(120)}
}

// TestAnyOrderOfGames: the report, including thinking times, does not depend on the order in which
// games are added. Several goroutines add the games, some games twice, while others make reports.
// The same holds for a part of the games.
func TestAnyOrderOfGames(t *testing.T) {
	for name, plan := range kinds() {
		_, all := played(t, plan)
		games := inOrder(all)
		want := formats(t, countOf(t, plan, games...).Report())
		some := games[:len(games)*2/3]
		wantSome := formats(t, countOf(t, plan, some...).Report())
		for seed := range uint64(5) {
			dice := rand.New(rand.NewPCG(seed, 1))
			shuffled := slices.Clone(games)
			dice.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			c := countOf(t, plan)
			var adding sync.WaitGroup
			for part := range 3 {
				adding.Go(func() {
					for i := part; i < len(shuffled); i += 3 {
						if err := errors.Join(c.Add(shuffled[i]), c.Add(shuffled[max(i-1, 0)])); err != nil {
							t.Error(err)
						}
						if i%5 == 0 {
							c.Report()
						}
					}
				})
			}
			adding.Wait()
			if got := formats(t, c.Report()); !reflect.DeepEqual(got, want) || !c.Complete() || c.Games() != len(games) {
				t.Errorf("%s, seed %d: the report of %d games is\n%s\nwant\n%s", name, seed, c.Games(), got[0], want[0])
			}
			dice.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
			if got := formats(t, countOf(t, plan, some...).Report()); !reflect.DeepEqual(got, wantSome) {
				t.Errorf("%s, seed %d: the report of %d games is\n%s\nwant\n%s", name, seed, len(some), got[0], wantSome[0])
			}
		}
	}
}

// TestAddTwice: adding a game again changes nothing, even if its result is different.
func TestAddTwice(t *testing.T) {
	plan := classicPlan(4, 4, 3, winner, greedy)
	_, all := played(t, plan)
	game := all[gameOf{1, 1}]
	c := countOf(t, plan, game)
	want := formats(t, c.Report())
	other := *game
	other.Tally.Turns, other.Took, other.Discarded = 9999, 1, []string{"away"}
	if err := errors.Join(c.Add(game), c.Add(&other)); err != nil {
		t.Fatal(err)
	}
	if got := formats(t, c.Report()); !reflect.DeepEqual(got, want) || c.Games() != 1 {
		t.Errorf("%d games:\n%s\nwant\n%s", c.Games(), got[0], want[0])
	}
	for _, task := range []struct {
		lab.Task
		want bool
	}{
		{lab.Task{Group: 1, Seating: 1}, true}, {lab.Task{Group: 1}, false}, {lab.Task{Group: 7}, false}, {lab.Task{Group: 1, Seating: 2}, false},
	} {
		if c.Has(task.Task) != task.want {
			t.Errorf("game %d of group %d: has %v", task.Seating, task.Group, !task.want)
		}
	}
}

// TestForeignGames: a game that is not in the plan is rejected and changes nothing.
func TestForeignGames(t *testing.T) {
	solo := classicPlan(4, 4, 5, winner, greedy)
	solo.First = 2
	short := tournamentPlan(2, rover, first)
	short.Short = 1
	for _, c := range []struct {
		plan   lab.Plan
		change func(t *lab.Tally)
		want   string
	}{
		{solo, func(t *lab.Tally) { t.Group = 1 }, "game 1 of group 1 is not in the plan"},
		{solo, func(t *lab.Tally) { t.Group = 7 }, "game 1 of group 7 is not in the plan"},
		{solo, func(t *lab.Tally) { t.Group = -1 << 31 }, "is not in the plan"},
		{solo, func(t *lab.Tally) { t.Seating = 2 }, "game 2 of group 2 is not in the plan"},
		{solo, func(t *lab.Tally) { t.Seating = -1 }, "game -1 of group 2 is not in the plan"},
		{solo, func(t *lab.Tally) { t.Seats = nil }, "solver greedy: game 2: the tally of the game has 0 seats, want 1"},
		{solo, func(t *lab.Tally) { t.Seats[0].Entrant = 0 }, "solver greedy: game 2: entrant 0 is in seat 0, want entrant 1"},
		{short, func(t *lab.Tally) { t.Group, t.Seating = 1, 1 }, "game 1 of group 1 is not in the plan"},
		{short, func(t *lab.Tally) { t.Seats[0].Entrant, t.Seats[1].Entrant = 0, 1 }, "game 1: entrant 0 is in seat 0, want entrant 1"},
		{short, func(t *lab.Tally) { t.Measures = []int{7} }, "game 1: the tally of the game has 1 measure, want 0"},
		{measuredPlan(3), func(t *lab.Tally) { t.Measures = t.Measures[:1] }, "solver dice: game 0: the tally of the game has 1 measure, want 2"},
	} {
		_, all := played(t, c.plan)
		f := *all[gameOf{int32(c.plan.First), 0}]
		if g := all[gameOf{int32(c.plan.First), 1}]; g != nil {
			f = *g
		}
		f.Tally.Seats = slices.Clone(f.Tally.Seats)
		c.change(&f.Tally)
		count := countOf(t, c.plan)
		if err := count.Add(&f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		if count.Games() != 0 {
			t.Errorf("%s: the game was counted", c.want)
		}
	}
}

// TestCountRetainsNoSlices: a Count does not retain the slices of a game.
func TestCountRetainsNoSlices(t *testing.T) {
	for name, plan := range kinds() {
		_, all := played(t, plan)
		games := inOrder(all)
		want := formats(t, countOf(t, plan, games...).Report())
		c := countOf(t, plan)
		for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(len(games)) {
			f := games[i]
			if err := c.Add(f); err != nil {
				t.Fatal(err)
			}
			clear(f.Tally.Seats)
			clear(f.Tally.Measures)
			clear(f.Meals)
			clear(f.Think)
			clear(f.Discarded)
		}
		if got := formats(t, c.Report()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the report is\n%s\nwant\n%s", name, got[0], want[0])
		}
	}
}

// TestDiscarded: discarded attempts are counted, in any order of games. FirstDiscarded is the error
// of the game with the lowest number.
func TestDiscarded(t *testing.T) {
	plan := classicPlan(4, 4, 6, winner, greedy)
	_, all := played(t, plan)
	all[gameOf{2, 1}].Discarded = []string{"late", "later"}
	all[gameOf{4, 0}].Discarded = []string{"gone"}
	games := inOrder(all)
	for seed := range uint64(10) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if r := countOf(t, plan, games...).Report(); r.Discarded != 3 || r.FirstDiscarded != "late" {
			t.Errorf("%d attempts, first %q", r.Discarded, r.FirstDiscarded)
		}
	}
	if r := countOf(t, plan, all[gameOf{4, 0}]).Report(); r.Discarded != 1 || r.FirstDiscarded != "gone" {
		t.Errorf("%d attempts, first %q", r.Discarded, r.FirstDiscarded)
	}
}

// TestNewReportErrors: NewReport fails if reading the games fails or a game is not in the
// plan. It then also returns the report of the games before the error.
func TestNewReportErrors(t *testing.T) {
	plan := classicPlan(4, 4, 6, winner)
	_, all := played(t, plan)
	games := inOrder(all)
	foreign := *games[0]
	foreign.Tally.Group = 77
	broken := errors.New("the disk is gone")
	for _, c := range []struct {
		third *lab.Finished
		err   error
		want  string
	}{{nil, broken, "the disk is gone"}, {&foreign, nil, "game 0 of group 77 is not in the plan"}} {
		report, err := lab.NewReport(plan, func(yield func(*lab.Finished, error) bool) {
			if yield(games[0], nil) && yield(games[3], nil) && yield(c.third, c.err) {
				t.Error("games were read after the error")
			}
		})
		if err == nil || err.Error() != c.want || len(report.Games) != 2 || !report.Experiment.Partial {
			t.Errorf("%v of %d games, want %s", err, len(report.Games), c.want)
		}
	}
	plan.Groups = 0
	if _, err := lab.NewReport(plan, nil); err == nil {
		t.Error("a plan without games has a report")
	}
}

// TestPlayOnly: lab.Play plays each missing game once and passes it to the sink. It calls neither
// Known nor Keep.
func TestPlayOnly(t *testing.T) {
	plan := classicPlan(4, 4, 20, winner, greedy)
	want, all := played(t, plan)
	plan.Workers = 3
	plan.Known = func(lab.Task) (*lab.Finished, bool) { t.Error("Known was called"); return nil, false }
	plan.Keep = func(*lab.Finished) error { t.Error("a game was kept"); return nil }
	c := countOf(t, plan)
	var mu sync.Mutex
	var groups []int32
	err := lab.Play(t.Context(), plan, func(task lab.Task) bool { return task.Group%3 == 0 }, func(f *lab.Finished) error {
		mu.Lock()
		defer mu.Unlock()
		groups = append(groups, f.Tally.Group)
		return c.Add(f)
	})
	if err != nil || len(groups) != 26 || c.Games() != 26 || slices.ContainsFunc(groups, func(g int32) bool { return g%3 == 0 }) {
		t.Errorf("%v, groups %v", err, groups)
	}
	for at, f := range all {
		if at.group%3 == 0 {
			if err := c.Add(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := c.Report(); !reflect.DeepEqual(got.Games, want.Games) {
		t.Error("the games differ from those of a run")
	}
	full := errors.New("no room")
	none := func(lab.Task) bool { return false }
	if err := lab.Play(t.Context(), plan, none, func(*lab.Finished) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := lab.Play(ctx, plan, none, func(*lab.Finished) error { t.Error("a game was played"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	plan.Groups = 0
	if err := lab.Play(t.Context(), plan, none, nil); err == nil {
		t.Error("a plan without games was played")
	}
}

// TestSetPlay: after Open, another function or an Executor can play the missing games.
func TestSetPlay(t *testing.T) {
	plan := classicPlan(4, 4, 10, winner, greedy)
	want, all := played(t, plan)
	plan.Known = func(task lab.Task) (*lab.Finished, bool) {
		f := all[gameOf{int32(task.Group), int32(task.Seating)}]
		return f, task.Group < 4
	}
	for name, set := range map[string]func(c *lab.Count, playing func()){
		"function": func(c *lab.Count, playing func()) {
			c.SetPlay(func(_ context.Context, task lab.Task) (lab.Finished, error) {
				playing()
				return *all[gameOf{int32(task.Group), int32(task.Seating)}], nil
			})
		},
		"executor": func(c *lab.Count, playing func()) {
			c.SetExecutor(executorFunc(func(_ context.Context, games []int, put func(int, *lab.Finished) error) (err error) {
				for _, i := range games {
					playing()
					err = errors.Join(err, put(i, all[gameOf{int32(i / 2), int32(i % 2)}]))
				}
				return err
			}))
		},
	} {
		c, err := lab.Open(plan)
		if err != nil {
			t.Fatal(err)
		}
		if c.Games() != 8 || c.Total() != 20 || c.Complete() {
			t.Errorf("%d of %d games are known", c.Games(), c.Total())
		}
		var mu sync.Mutex
		n := 0
		set(c, func() { mu.Lock(); n++; mu.Unlock() })
		if err := c.Play(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if r := c.Report(); n != 12 || !reflect.DeepEqual(r.Games, want.Games) || r.Experiment.Partial {
			t.Errorf("%s: %d games were played", name, n)
		}
		if err := c.Play(t.Context(), nil); err != nil || n != 12 {
			t.Errorf("%s: a complete experiment was played: %v, %d games", name, err, n)
		}
	}
}

type executorFunc func(ctx context.Context, games []int, put func(int, *lab.Finished) error) error

func (f executorFunc) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	return f(ctx, games, put)
}

// TestKnownUnchanged: stored games can have the numbers of another plan. Open counts them with the
// numbers of the plan it opens, and does not change them.
func TestKnownUnchanged(t *testing.T) {
	_, all := played(t, classicPlan(4, 4, 1, greedy))
	game := all[gameOf{0, 0}]
	before := game.Tally
	before.Seats = slices.Clone(before.Seats)
	plan := classicPlan(4, 4, 1, winner, greedy)
	plan.First = 5
	plan.Known = func(task lab.Task) (*lab.Finished, bool) { return game, task.Seating == 1 }
	c, err := lab.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	got := c.Report().Games
	if len(got) != 1 || got[0].Group != 5 || got[0].Seating != 1 || got[0].Seats[0].Entrant != 1 || got[0].Ending == ouro.Unfinished {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(game.Tally, before) {
		t.Errorf("the game is now %+v", game.Tally)
	}
}

// TestLatest: Latest makes a new report when a second has passed and more games are finished. Until
// then, it returns the last report.
func TestLatest(t *testing.T) {
	plan := classicPlan(4, 4, 2, winner)
	_, all := played(t, plan)
	synctest.Test(t, func(t *testing.T) {
		c := countOf(t, plan)
		latest := lab.Latest{Count: c}
		first := latest.Report()
		if len(first.Games) != 0 || latest.Report() != first {
			t.Errorf("%d games at first", len(first.Games))
		}
		if err := c.Add(all[gameOf{0, 0}]); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second - 1)
		if latest.Report() != first {
			t.Error("a new report was made within the second")
		}
		time.Sleep(time.Nanosecond)
		second := latest.Report()
		if len(second.Games) != 1 {
			t.Errorf("%d games after a second", len(second.Games))
		}
		time.Sleep(2 * time.Second)
		if latest.Report() != second {
			t.Error("a new report was made without more games")
		}
	})
}
