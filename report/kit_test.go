package report

import (
	"context"
	"path/filepath"
	"testing"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// specs are solvers.
func specs(t testing.TB, text string) []ouro.Spec {
	t.Helper()
	all, err := ouro.ParseSpecs(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// kept plays a bench into a store, as ouro bench does, and returns the experiments there
// and what the table was.
func kept(t testing.TB, game ouro.GameSpec, solvers string, first, games int, budget ouro.Budget) ([]*Experiment, *lab.Report) {
	t.Helper()
	return keptIn(t, open(t), game, solvers, first, games, budget)
}

func open(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "results.db"))
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

func keptIn(t testing.TB, s *store.Store, game ouro.GameSpec, solvers string, first, games int, budget ouro.Budget) ([]*Experiment, *lab.Report) {
	t.Helper()
	o := order.OfBench(game, 7, budget, specs(t, solvers))
	plan, err := o.Plan()
	if err != nil {
		t.Fatal(err)
	}
	plan.First, plan.Groups, plan.Workers = first, games, 2
	var shelves store.Shelves
	for i, solver := range o.Solvers {
		alone := o.Alone(i)
		shelf, err := s.Shelf(t.Context(), store.Experiment{
			Kind: string(order.Bench), Order: alone.Text(), Build: buildinfo.Identity{Commit: "0123456789abcdef", Version: "v1"},
			Title: "classic", Rules: o.Rules, Board: o.Board, Seed: o.Seed, Reproducible: true, Solvers: []string{solver},
		}, store.Run{Command: "ouro bench " + solver, Machine: "2 cores of a test"})
		if err != nil {
			t.Fatal(err)
		}
		shelves = append(shelves, shelf)
	}
	plan.Known, plan.Keep = shelves.Known, shelves.Keep
	r, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := shelves.Close(); err != nil {
		t.Fatal(err)
	}
	return stored(t, s), r
}

// stored are all experiments of a store.
func stored(t testing.TB, s *store.Store) (all []*Experiment) {
	t.Helper()
	found, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range found {
		x, err := Stored(t.Context(), s, e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// classic is a board of this size.
func classic(w, h int) ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
}

// made is the report of experiments.
func made(t testing.TB, experiments []*Experiment, o Options) *Report {
	t.Helper()
	if o.Games == 0 {
		o.Games = DefaultGames
	}
	o.Program = buildinfo.Info{Version: "v1", Go: "go1", OS: "linux", Arch: "amd64"}
	r, err := Make(context.Background(), experiments, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
