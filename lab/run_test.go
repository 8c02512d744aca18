package lab_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/lab"
	"ouro/play"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestWorkersDoNotMatter: the report of a plan, in every format without times, is the same with 1,
// 2 and 7 workers.
func TestWorkersDoNotMatter(t *testing.T) {
	var want []string
	for _, workers := range []int{1, 2, 7} {
		plan := classicPlan(6, 6, 60, winner, greedy, drunk, spinner)
		plan.Workers = workers
		plan.Budget.Nodes, plan.Meals = 1000, true
		report, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		report.AgainstDistance()
		want = checkSame(t, workers, report, want)
		if report.Results[0].Times == nil {
			t.Error("WithoutTimes changed the original report")
		}
	}
}

// formats returns the report in all formats.
func formats(t *testing.T, r *lab.Report) []string {
	t.Helper()
	var texts []string
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return r.WriteTable(b, 80) },
		func(b *bytes.Buffer) error { return r.WriteMarkdown(b) },
		func(b *bytes.Buffer) error { return r.WriteCSV(b) },
		func(b *bytes.Buffer) error { return r.WriteGamesCSV(b) },
		func(b *bytes.Buffer) error { return r.WriteMealsCSV(b) },
		func(b *bytes.Buffer) error { return r.WriteJSON(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, b.String())
	}
	return texts
}

// TestRunAgainstPlainLoop: a plain loop that plays the same games without package lab gives the
// same tallies and counts.
func TestRunAgainstPlainLoop(t *testing.T) {
	plan := classicPlan(4, 4, 300, winner, diver, spinner, greedy, drunk)
	plan.First, plan.Seed, plan.Workers = 40, 9, 3
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	endings := make(map[ouro.Ending]int)
	for i, e := range plan.Entrants {
		res := report.Results[i]
		var want []lab.Tally
		count := make(map[ouro.Ending]int)
		for n := plan.First; n < plan.First+plan.Groups; n++ {
			tally := playOne(t, plan, i, n)
			want = append(want, tally)
			count[tally.Ending]++
			endings[tally.Ending]++
		}
		if !reflect.DeepEqual(gamesOf(report, i), want) {
			t.Errorf("%s: the tallies differ from the plain loop", e.Spec)
		}
		if res.Won != count[ouro.Won] || res.Died != count[ouro.Died] || res.Trapped != count[ouro.Trapped] || res.Looped != count[ouro.Looped] {
			t.Errorf("%s: won %d died %d trapped %d looped %d, want %v", e.Spec, res.Won, res.Died, res.Trapped, res.Looped, count)
		}
		if res.Won+res.Died+res.Trapped+res.Looped != plan.Groups || res.Moves.N != res.Won {
			t.Errorf("%s: games were dropped", e.Spec)
		}
	}
	for _, e := range []ouro.Ending{ouro.Won, ouro.Died, ouro.Trapped, ouro.Looped} {
		if endings[e] == 0 {
			t.Errorf("no game ended as %s: the test needs games with every ending", e)
		}
	}
	if report.Results[3].Won == 0 || report.Results[3].Trapped == 0 {
		t.Error("greedy should both win and lose here")
	}
	if report.Results[4].Faults == 0 {
		t.Error("drunk had no faults")
	}
}

func gamesOf(r *lab.Report, entrant int) (games []lab.Tally) {
	for t := range r.Of(entrant) {
		games = append(games, *t)
	}
	return games
}

// playOne plays game number of entrant i, without package lab.
func playOne(t *testing.T, plan lab.Plan, i, number int) lab.Tally {
	t.Helper()
	seed := ouro.GameSeed(plan.Seed, number)
	deal, err := plan.Deal(seed)
	if err != nil {
		t.Fatal(err)
	}
	e := plan.Entrants[i]
	solver, err := e.Make(ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(seed, 0), Options: e.Spec.Options})
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := g.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	sn := &g.State().Snakes[0]
	seat := lab.Seat{Entrant: int32(i), Length: int32(sn.Body.Len()), Cause: sn.Cause, Died: int32(sn.Died), Faults: int32(len(g.Incidents()))}
	if seat.Faults > 0 {
		in := g.Incidents()[0]
		seat.FirstFault = fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Fault, in.Detail)
	}
	return lab.Tally{Group: int32(number), Seating: int32(i), Ending: outcome.Ending, Winner: int8(outcome.Winner), Turns: int32(g.State().Turn), Seats: []lab.Seat{seat}}
}

// TestPaired: a solver compared with itself, under another name, shows no differences. Two
// experiments with half of the games each have the same games as one experiment.
func TestPaired(t *testing.T) {
	twin := greedy
	twin.Spec = ouro.Spec{Name: "twin"}
	plan := classicPlan(4, 4, 100, greedy, twin)
	whole, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := whole.Pairs[0]
	if p.Games != 100 || p.BothWon != whole.Results[0].Won || p.BothWon == 0 || p.Moves.Mean != 0 || p.Won.Mean != 0 || p.Moves.IsClear() || p.Won.IsClear() {
		t.Errorf("twins differ: %+v", p)
	}
	plan.Groups = 50
	var games []lab.Tally
	for _, plan.First = range []int{0, 50} {
		half, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, gamesOf(half, 0)...)
	}
	if !reflect.DeepEqual(games, gamesOf(whole, 0)) {
		t.Error("an experiment in two halves has other games")
	}
}

// TestCancelled: the report of an experiment that is cancelled during a game has the finished
// games. A pair of games counts only if both are finished.
func TestCancelled(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		var made atomic.Int64
		stopper := lab.Entrant{Spec: ouro.Spec{Name: "stopper"}, Make: func(s ouro.Setup) (ouro.Solver, error) {
			if made.Add(1) == 20 { // the check makes the first solver
				cancel()
			}
			return winner.Make(s)
		}}
		plan := classicPlan(6, 6, 1000, winner, stopper)
		plan.Workers = workers
		var last lab.Progress
		report, err := lab.Run(ctx, plan, func(p lab.Progress) { last = p })
		if !errors.Is(err, context.Canceled) || report == nil || !report.Experiment.Partial {
			t.Fatalf("%d workers: error %v, report %+v", workers, err, report)
		}
		a, b := report.Results[0].Games, report.Results[1].Games
		if a < 19-workers || b < 19-workers || a > 20+workers || b > 19+workers {
			t.Errorf("%d workers: %d and %d games finished", workers, a, b)
		}
		if last.Done != a+b || last.Total != 2000 {
			t.Errorf("%d workers: last progress %+v for %d games", workers, last, a+b)
		}
		if n := report.Pairs[0].Games; n > min(a, b) || n < min(a, b)-workers || report.Pairs[0].Moves.Mean != 0 {
			t.Errorf("%d workers: %d pairs of %d and %d games: %+v", workers, n, a, b, report.Pairs[0])
		}
		if n := report.Complete(); n > min(a, b) || workers == 1 && n != min(a, b) {
			t.Errorf("%d workers: complete up to %d of %d and %d games", workers, n, a, b)
		}
		var table bytes.Buffer
		if err := report.WriteTable(&table, 80); err != nil || !strings.Contains(table.String(), "PARTIAL") {
			t.Errorf("the table lacks PARTIAL (%v):\n%s", err, &table)
		}
	}
}

// TestCancelledAtOnce: a context that ends before the first game gives an empty report.
// Every format can write it.
func TestCancelledAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err := lab.Run(ctx, classicPlan(6, 6, 10, winner, greedy), nil)
	if !errors.Is(err, context.Canceled) || !report.Experiment.Partial || report.Results[0].Games != 0 {
		t.Fatalf("error %v, report %+v", err, report)
	}
	formats(t, report)
}

// TestProgress checks the progress reports of games of known length, on a fake clock.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := lab.Entrant{Spec: ouro.Spec{Name: "slow"}, Make: func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
				time.Sleep(30 * time.Millisecond)
				return ouro.Decision{Dir: around(t)}, nil
			}), nil
		}}
		plan := classicPlan(4, 4, 5, slow)
		plan.Workers = 1
		var seen []lab.Progress
		report, err := lab.Run(context.Background(), plan, func(p lab.Progress) { seen = append(seen, p) })
		if err != nil {
			t.Fatal(err)
		}
		moves := 0
		for _, g := range report.Games {
			moves += int(g.Turns)
		}
		last := seen[len(seen)-1]
		if want := (lab.Progress{Done: 5, Total: 5, Moves: int64(moves), Elapsed: time.Duration(moves) * 30 * time.Millisecond}); last != want {
			t.Errorf("last progress %+v, want %+v", last, want)
		}
		for i, p := range seen[:len(seen)-1] {
			if p.Elapsed != time.Duration(i+1)*100*time.Millisecond || p.Done > p.Total {
				t.Errorf("progress %d: %+v", i, p)
			}
		}
		times := report.Results[0].Times
		if times.Mean != 30*time.Millisecond || times.Max != 30*time.Millisecond || times.P50 < 29700*time.Microsecond || times.P50 > times.P99 {
			t.Errorf("thinking times %+v", times)
		}
		if want := 5 / last.Elapsed.Seconds(); times.GamesPerSecond < want*0.999 || times.GamesPerSecond > want*1.001 {
			t.Errorf("%v games/s, want %v", times.GamesPerSecond, want)
		}
	})
}

// TestTimeBudget: a solver that is late and does not stop at its deadline has a fault for
// each move. The experiment continues.
func TestTimeBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		late := lab.Entrant{Spec: ouro.Spec{Name: "late"}, Make: func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
				<-release
				return ouro.Decision{}, nil
			}), nil
		}}
		plan := classicPlan(4, 4, 3, late, winner)
		plan.Budget.Time = 10 * time.Millisecond
		report, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Games != 3 || r.Faults < 6 || !strings.HasPrefix(r.FirstFault, "game 0 turn 1: late") {
			t.Errorf("late: %+v", r)
		}
		if r := report.Results[1]; r.Won != 3 || r.Faults != 0 {
			t.Errorf("winner: %+v", r)
		}
		close(release) // ends the goroutines of the late solvers
		synctest.Wait()
	})
}

// TestKeep: Keep receives every game with a record that can be replayed.
func TestKeep(t *testing.T) {
	plan := classicPlan(6, 6, 10, winner, greedy, drunk)
	plan.Workers, plan.Records = 2, true
	var mu sync.Mutex
	kept := make(map[string]int)
	plan.Keep = func(f *lab.Finished) error {
		r, game, solver := f.Record.(*ouro.Record), int(f.Tally.Group), plan.Entrants[f.Tally.Seats[0].Entrant].Spec
		deal, err := plan.Deal(r.Seed)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		kept[solver.String()]++
		if want := ouro.GameSeed(plan.Seed, game); r.Seed != want || !reflect.DeepEqual(r.Game, plan.Game) || r.Seats[0].String() != solver.String() {
			t.Errorf("%s game %d: the record has seed %d (want %d), %v, %v", solver, game, r.Seed, want, r.Game, r.Seats)
		}
		text, err := r.MarshalText()
		if err != nil {
			return err
		}
		var read ouro.Record
		if err := read.UnmarshalText(text); err != nil {
			return err
		}
		return play.Replay(t.Context(), &read, deal, nil)
	}
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range report.Results {
		if n := kept[res.Name]; n != plan.Groups {
			t.Errorf("%s: %d records of %d games", res.Name, n, plan.Groups)
		}
	}
	full := errors.New("disk full")
	plan.Keep = func(*lab.Finished) error { return full }
	if report, err := lab.Run(context.Background(), plan, nil); !errors.Is(err, full) || !report.Experiment.Partial {
		t.Errorf("a record that cannot be kept: error %v", err)
	}
}
