package store_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open opens a store and closes it when the test ends.
func open(t testing.TB, file string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newFile(t testing.TB) string { return filepath.Join(t.TempDir(), "results ?#%.db") }

var build = buildinfo.Identity{Commit: "0123456789012345678901234567890123456789", Sum: "aa", Version: "v1", Time: "2026-11-22T00:00:00Z"}

// experiment returns an experiment of a solver.
func experiment(solver string) store.Experiment {
	return store.Experiment{
		Kind: "bench", Definition: fmt.Sprintf(`{"kind":"bench","solvers":[%q]}`, solver), Build: build,
		Title: "classic 4x4", Rules: "classic", Board: "4x4", StartLength: 1, Seed: 1<<63 + 5, Budget: "none", Solvers: []string{solver}, Reproducible: true,
	}
}

// newFinished returns an invented game.
func newFinished(group, seating int) *lab.Finished {
	r := rand.New(rand.NewPCG(uint64(group), uint64(seating)))
	think := new(stat.Histogram)
	for range 20 {
		think.Add(time.Duration(r.IntN(1_000_000)))
	}
	return &lab.Finished{
		Tally: lab.Tally{
			Group: int32(group), Seating: int32(seating), Turns: int32(r.IntN(100)), Ending: ouro.Won, Winner: 0,
			Seats: []lab.Seat{{Length: int32(1 + r.IntN(16)), Faults: int32(r.IntN(2)), FirstFault: "turn 3: late"}},
		},
		Meals: []lab.Meal{{Distance: 3, Moves: 5, Shortest: 4}}, Think: []*stat.Sparse{think.Sparse()}, Slow: []int32{7},
		Took: time.Duration(1 + r.IntN(1e9)), Record: lab.Text(fmt.Sprintf("record of %d, %d: %d\n", group, seating, r.Uint64())),
	}
}

func startRun(t testing.TB, s *store.Store, e store.Experiment) *store.ActiveRun {
	t.Helper()
	run, err := s.StartRun(context.Background(), e, store.Run{Command: "bench " + e.Solvers[0], Machine: "linux/amd64, 2 processors"})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func keep(t testing.TB, run *store.ActiveRun, games ...*lab.Finished) {
	t.Helper()
	for _, f := range games {
		if err := run.Keep(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
}

func bytesOf(t testing.TB, f *lab.Finished) string {
	t.Helper()
	data, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestKept: the next program that opens the file finds all kept games and no others. If a
// game is kept twice, the first version stays.
func TestKept(t *testing.T) {
	file := newFile(t)
	s := open(t, file)
	first := newFinished(3, 1)
	var games []*lab.Finished
	for group := range 700 {
		for seating := range 2 {
			if group%7 != 5 {
				games = append(games, newFinished(group, seating))
			}
		}
	}
	keep(t, startRun(t, s, experiment("cell")), games...)
	other := newFinished(3, 1)
	other.Took++
	keep(t, startRun(t, s, experiment("cell")), other, first, newFinished(900, 0))

	again := open(t, file)
	run := startRun(t, again, experiment("cell"))
	for group := range 800 {
		for seating := range 3 {
			f, known := run.Known(group, seating)
			if want := group < 700 && seating < 2 && group%7 != 5; known != want {
				t.Fatalf("game %d, %d: known %v, want %v", group, seating, known, want)
			}
			if known && bytesOf(t, f) != bytesOf(t, newFinished(group, seating)) {
				t.Fatalf("game %d, %d: %+v", group, seating, f)
			}
		}
	}
	for _, group := range []int{699, 0, 900, 3, 901} { // in another order
		if _, known := run.Known(group, 0); known != (group != 901) {
			t.Errorf("game %d: known %v", group, known)
		}
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
	e, err := again.Experiment(t.Context(), "1")
	if err != nil || e.Games != 1201 || e.First != 0 || e.Last != 900 || e.ID != run.Experiment().ID || e.Key != run.Experiment().Key {
		t.Errorf("%+v, %v", e, err)
	}
	runs, err := again.Runs(t.Context(), e.ID)
	if err != nil || len(runs) != 3 || runs[0].Games != 1200 || runs[1].Games != 1 || runs[2].Games != 0 || runs[0].Command != "bench cell" || runs[1].Ended.Before(runs[1].Began) {
		t.Errorf("%+v, %v", runs, err)
	}
}

// TestExperiments: an experiment is found by each of its fields, and another build or
// definition makes another experiment.
func TestExperiments(t *testing.T) {
	s := open(t, newFile(t))
	all := []store.Experiment{experiment("cell"), experiment("bfs:shuffle=true"), experiment("cell"), experiment("cell")}
	all[2].Build = buildinfo.Identity{Sum: "ffee", Version: "devel"}
	all[3].Board, all[3].Definition = "5x5", `{"board":"5x5"}`
	all = append(all, experiment("cell"))
	all[4].Kind, all[4].Programs = "game", "sum of a program"
	for i := range all {
		all[i].Created = time.UnixMilli(int64(1000 * (i + 1)))
		run := startRun(t, s, all[i])
		keep(t, run, newFinished(i, 0))
		all[i].ID, all[i].Key, all[i].Games, all[i].First, all[i].Last = run.Experiment().ID, run.Experiment().Key, 1, i, i
	}
	for name, c := range map[string]struct {
		query store.Query
		want  []int
	}{
		"all":     {store.Query{}, []int{0, 1, 2, 3, 4}},
		"solver":  {store.Query{Solver: "cell"}, []int{0, 2, 3, 4}},
		"name":    {store.Query{Solver: "bfs"}, []int{1}},
		"spec":    {store.Query{Solver: "bfs:shuffle=true"}, []int{1}},
		"no spec": {store.Query{Solver: "bfs:shuffle=false"}, nil},
		"board":   {store.Query{Board: "5x5"}, []int{3}},
		"kind":    {store.Query{Kind: "game"}, []int{4}},
		"commit":  {store.Query{Build: "0123"}, []int{0, 1, 3, 4}},
		"sum":     {store.Query{Build: "ffee"}, []int{2}},
		"key":     {store.Query{Build: "sum-ff"}, []int{2}},
		"version": {store.Query{Build: "devel"}, []int{2}},
		"since":   {store.Query{Since: time.UnixMilli(3000)}, []int{2, 3, 4}},
		"until":   {store.Query{Until: time.UnixMilli(3000), Solver: "cell"}, []int{0, 2}},
	} {
		found, err := s.Find(t.Context(), c.query)
		if err != nil || len(found) != len(c.want) {
			t.Errorf("%s: %d found, %v", name, len(found), err)
			continue
		}
		for i, e := range found {
			if !reflect.DeepEqual(e, all[c.want[i]]) {
				t.Errorf("%s: have\n%+v\nwant\n%+v", name, e, all[c.want[i]])
			}
		}
	}
	for _, e := range all {
		for _, name := range []string{fmt.Sprint(e.ID), e.Key, e.Short(), e.Key[:store.MinKey]} {
			if got, err := s.Experiment(t.Context(), name); err != nil || got.ID != e.ID {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
	}
	for _, name := range []string{"", "0", "9", all[0].Key[:store.MinKey-1], "zzzz"} {
		if got, err := s.Experiment(t.Context(), name); err == nil {
			t.Errorf("%q: %+v", name, got)
		}
	}
	if err := s.Forget(t.Context(), all[0].ID, all[3].ID); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Find(t.Context(), store.Query{}); err != nil || len(found) != 3 {
		t.Errorf("%+v, %v", found, err)
	}
	if run := startRun(t, s, all[0]); run.Experiment().Key != all[0].Key {
		t.Error("an experiment that was forgotten and started again has another key")
	} else if _, known := run.Known(0, 0); known {
		t.Error("a forgotten game is known")
	}
}

// TestGames: games are read in order with all their data.
func TestGames(t *testing.T) {
	s := open(t, newFile(t))
	run := startRun(t, s, experiment("cell"))
	g := &store.Game{Group: 5, Seating: 1, Ending: ouro.Drawn, Winner: -1, Turns: 9, Detail: []byte(`{"any":1}`), Log: store.Pack([]byte("log"))}
	if err := run.Put(g); err != nil {
		t.Fatal(err)
	}
	keep(t, run, newFinished(7, 0), newFinished(5, 0))
	var got []*store.Game
	for g, err := range s.Games(t.Context(), run.Experiment().ID) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, g)
	}
	if len(got) != 3 || got[0].Group != 5 || got[0].Seating != 0 || got[2].Group != 7 {
		t.Fatalf("%+v", got)
	}
	f, err := got[2].Finished()
	if err != nil || bytesOf(t, f) != bytesOf(t, newFinished(7, 0)) {
		t.Errorf("%+v, %v", f, err)
	}
	one, err := s.Game(t.Context(), run.Experiment().ID, 5, 1)
	g.At = time.UnixMilli(g.At.UnixMilli())
	if err != nil || !reflect.DeepEqual(one, g) {
		t.Errorf("%+v, %v; want %+v", one, err, g)
	}
	if none, err := s.Game(t.Context(), run.Experiment().ID, 6, 0); err != nil || none != nil {
		t.Errorf("%+v, %v", none, err)
	}
	for _, err := range s.Games(t.Context(), run.Experiment().ID) {
		if err != nil {
			t.Error(err)
		}
		break
	}
}

// TestCompact: after Forget and Compact, the file is smaller and contains nothing of the
// experiment. The other experiment is still there.
func TestCompact(t *testing.T) {
	file := newFile(t)
	s := open(t, file)
	secret := experiment("hamilton:order=secret")
	run := startRun(t, s, secret)
	for i := range 300 {
		keep(t, run, newFinished(i, 0))
	}
	left := startRun(t, s, experiment("cell"))
	keep(t, left, newFinished(5, 0))
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if err := s.Forget(t.Context(), run.Experiment().ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := size(); after >= before/2 {
		t.Errorf("%d bytes of %d are left", after, before)
	}
	for _, name := range []string{file, file + "-wal"} {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte("order=secret")) {
			t.Errorf("%s still contains the forgotten experiment", name)
		}
	}
	if g, err := s.Game(t.Context(), left.Experiment().ID, 5, 0); err != nil || g == nil {
		t.Errorf("the kept game is %v, %v", g, err)
	}
}
