package lab_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

// scriptedPlan returns an experiment of two entrants. The results of its games depend only on their
// seeds; their durations are random. The experiment ends as soon as one entrant is 400 moves
// behind.
func scriptedPlan(groups int) lab.Plan {
	return lab.Plan{
		Title: "scripted", Entrants: []lab.Entrant{{Name: "a"}, {Name: "b"}}, Groups: groups, Seed: 1,
		Play: func(ctx context.Context, t lab.Task) (lab.Finished, error) {
			dice := rand.New(rand.NewPCG(t.Seed, uint64(t.Seating)))
			for range rand.IntN(30) {
				runtime.Gosched()
			}
			f := lab.Finished{Tally: lab.Tally{Ending: ouro.Won, Turns: int32(50 + dice.IntN(100)), Seats: []lab.Seat{{Length: 9}}}}
			t.Clock(0, time.Duration(f.Tally.Turns))
			if dice.IntN(4) == 0 {
				f.Discarded = []string{"away"}
			}
			return f, ctx.Err()
		},
		Stop: func() lab.Stopper { return new(behind) },
	}
}

// behind is the number of moves by which the first of two entrants is behind the second.
type behind int32

func (b *behind) Add(group []lab.Tally) bool {
	*b += behind(group[0].Turns - group[1].Turns)
	return b.Share() == 1
}

func (b *behind) Share() float64 { return min(1, math.Abs(float64(*b))/400) }

// stopperFunc is a Stopper without progress.
type stopperFunc func(group []lab.Tally) bool

func (f stopperFunc) Add(group []lab.Tally) bool { return f(group) }

func (stopperFunc) Share() float64 { return 0 }

// withoutRate returns a report in all formats, without the number of games per second.
func withoutRate(t *testing.T, r *lab.Report) []string {
	t.Helper()
	for i := range r.Results {
		r.Results[i].Times.GamesPerSecond = 0
	}
	return formats(t, r)
}

// TestStop: the group after which an experiment ends, and its report, do not depend on the number
// of workers, on interruptions or on an Executor. The report includes thinking times and discarded
// attempts. Games of later groups do not count.
func TestStop(t *testing.T) {
	plan := scriptedPlan(200)
	plan.Workers = 1
	one, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &one.Experiment
	if !e.Stopped || !e.Sequential || e.Partial || len(one.Games)%2 != 0 || len(one.Games) < 20 || len(one.Games) > 200 || one.Discarded == 0 || e.Games != 400 {
		t.Fatalf("%d games, %d attempts, %+v", len(one.Games), one.Discarded, e)
	}
	want := withoutRate(t, one)
	for _, workers := range []int{1, 2, 7, 30} {
		for _, every := range []int{1 << 30, 1, 5, 23} {
			plan.Workers = workers
			report, kept := interrupted(t, plan, every)
			if got := withoutRate(t, report); !reflect.DeepEqual(got, want) {
				t.Errorf("%d workers, interrupted every %d games: the report is\n%s\nwant\n%s", workers, every, got[0], want[0])
			}
			if workers == 1 && len(kept) != len(one.Games) || len(kept) > len(one.Games)+2*200 {
				t.Errorf("%d workers, interrupted every %d games: %d games were kept for %d", workers, every, len(kept), len(one.Games))
			}
			plan := plan
			plan.Known = func(task lab.Task) (*lab.Finished, bool) {
				f, ok := kept[gameOf{int32(task.Group), int32(task.Seating)}]
				return f, ok
			}
			plan.Play = func(context.Context, lab.Task) (lab.Finished, error) {
				return lab.Finished{}, errors.New("the experiment is over")
			}
			again, err := lab.Run(t.Context(), plan, nil)
			if err != nil || !reflect.DeepEqual(withoutRate(t, again), want) {
				t.Errorf("%d workers, interrupted every %d games: run again, %v", workers, every, err)
			}
		}
	}
	plan.Executor = &remoteExecutor{plan}
	remote, err := lab.Run(t.Context(), plan, nil)
	if err != nil || !reflect.DeepEqual(withoutRate(t, remote), want) {
		t.Errorf("by an executor: %v", err)
	}
}

// interrupted runs an experiment to its end. It cancels and resumes the experiment whenever the
// number of games in every is finished. It returns the report and all games that were kept.
func interrupted(t *testing.T, plan lab.Plan, every int) (*lab.Report, map[gameOf]*lab.Finished) {
	t.Helper()
	var mu sync.Mutex
	kept := map[gameOf]*lab.Finished{}
	plan.Known = func(task lab.Task) (*lab.Finished, bool) {
		mu.Lock()
		defer mu.Unlock()
		f, ok := kept[gameOf{int32(task.Group), int32(task.Seating)}]
		return f, ok
	}
	for {
		ctx, cancel := context.WithCancel(t.Context())
		before := len(kept)
		plan.Keep = func(f *lab.Finished) error {
			mu.Lock()
			defer mu.Unlock()
			g := *f
			if kept[gameOf{f.Tally.Group, f.Tally.Seating}] = &g; len(kept) == before+every {
				cancel()
			}
			return nil
		}
		report, err := lab.Run(ctx, plan, nil)
		cancel()
		if err == nil {
			return report, kept
		}
		if !errors.Is(err, context.Canceled) || len(kept) < before+every {
			t.Fatalf("%v after %d games", err, len(kept)-before)
		}
	}
}

// TestStopSeesGroupsInOrder: in any order of games, the Stopper receives each complete group once
// and in order. It receives no group after the one at which it ends the experiment. The report has
// the groups that the Stopper has received.
func TestStopSeesGroupsInOrder(t *testing.T) {
	plan := scriptedPlan(120)
	stop := plan.Stop
	plan.Stop = nil
	_, all := played(t, plan)
	games := inOrder(all)
	for seed := range uint64(20) {
		seen, over := int32(0), false
		plan.Stop = func() lab.Stopper {
			stopper := stop()
			return stopperFunc(func(group []lab.Tally) bool {
				if len(group) != 2 || group[0].Group != seen || group[1].Group != seen || group[0].Seating != 0 || group[1].Seating != 1 || over {
					t.Errorf("seed %d: group %+v, want group %d; over: %v", seed, group, seen, over)
				}
				seen++
				over = stopper.Add(group)
				return over
			})
		}
		c := countOf(t, plan)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		for _, f := range games {
			if err := c.Add(f); err != nil {
				t.Fatal(err)
			}
			if r := c.Report(); len(r.Games) != 2*int(seen) || r.Experiment.Stopped != over || r.Experiment.Partial == over || c.Stopped() != over || c.Complete() != over {
				t.Fatalf("seed %d: %d games count of %d groups; over: %v; %+v", seed, len(r.Games), seen, over, r.Experiment)
			}
		}
		if !over {
			t.Fatal("the experiment did not stop: the test needs one that stops")
		}
	}
}

// TestStopNever: an experiment that is not stopped has all games, and is not Partial.
func TestStopNever(t *testing.T) {
	plan := scriptedPlan(10)
	plan.Stop = func() lab.Stopper { return stopperFunc(func([]lab.Tally) bool { return false }) }
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil || len(report.Games) != 20 || report.Experiment.Stopped || report.Experiment.Partial || !report.Experiment.Sequential {
		t.Errorf("%v, %d games, %+v", err, len(report.Games), report.Experiment)
	}
	if !slices.IsSortedFunc(report.Games, func(a, b lab.Tally) int { return int(2*(a.Group-b.Group) + a.Seating - b.Seating) }) {
		t.Error("the games are not in order")
	}
}

// TestWithin: an experiment ends with the first group, from the 30th on, after which the interval
// of every entrant's mean is narrow enough. The mean is over moves if the entrant has won every
// game, and otherwise over lengths. Share is the square of the ratio of the requested error to the
// current error.
func TestWithin(t *testing.T) {
	const share = 0.05
	for name, lost := range map[string]bool{"won": false, "lost": true} {
		dice := rand.New(rand.NewPCG(1, 2))
		stopper := lab.Within(share, 2)()
		var values [2][]float64 // by entrant
		ended := false
		for groups := 1; groups <= 2000 && !ended; groups++ {
			var group []lab.Tally
			for e := range values {
				g := lab.Tally{Ending: ouro.Won, Turns: int32(60 + dice.IntN(80)), Seats: []lab.Seat{{Entrant: int32(e), Length: int32(5 + dice.IntN(60))}}}
				if lost && e == 1 {
					g.Ending = ouro.Died
					values[e] = append(values[e], float64(g.Seats[0].Length))
				} else {
					values[e] = append(values[e], float64(g.Turns))
				}
				group = append(group, g)
			}
			worst := 0.0
			for e := range values {
				s := stat.Describe(values[e])
				worst = max(worst, s.Interval(lab.Confidence).Half()/s.Mean/share)
			}
			want := groups >= 30 && worst <= 1
			if ended = stopper.Add(group); ended != want {
				t.Fatalf("%s: after %d groups it stops: %v, with %v times the requested error", name, groups, ended, worst)
			}
			if want := min(1, 1/(worst*worst)); groups >= 30 && math.Abs(stopper.Share()-want) > 1e-9 || groups < 30 && stopper.Share() != 0 {
				t.Fatalf("%s: after %d groups Share is %v, want %v", name, groups, stopper.Share(), want)
			}
		}
		if !ended || len(values[0]) == 30 {
			t.Errorf("%s: it stopped after %d groups or not at all: the test needs a stop after more than 30 groups", name, len(values[0]))
		}
	}
}

// TestNothingInCommon: two entrants without a common group are not compared, and the verdict states
// the reason.
func TestNothingInCommon(t *testing.T) {
	plan := classicPlan(4, 4, 2, winner, greedy)
	_, all := played(t, plan)
	r := countOf(t, plan, all[gameOf{0, 0}], all[gameOf{1, 1}]).Report()
	if lead := r.Sheet().Lead; lead != "winner and greedy have no game in common yet." {
		t.Error(lead)
	}
	for _, format := range formats(t, r) {
		if strings.Contains(format, "NaN") {
			t.Errorf("NaN in\n%s", format)
		}
	}
}
