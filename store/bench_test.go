package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"ouro"
	"ouro/definition"
	"ouro/lab"
	"ouro/store"
)

// game10x10 returns a finished game of a solver on 10x10.
func game10x10(b *testing.B) *lab.Finished {
	b.Helper()
	plan := plan10x10(b)
	p, err := lab.NewPlayer(plan)
	if err != nil {
		b.Fatal(err)
	}
	f, err := p.Play(b.Context(), 0)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

func plan10x10(b *testing.B) lab.Plan {
	b.Helper()
	d := definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, 1, ouro.Budget{}, []ouro.Spec{{Name: "cell"}})
	plan, err := d.Plan()
	if err != nil {
		b.Fatal(err)
	}
	plan.Groups = 1
	return plan
}

// BenchmarkKnown measures how many games per second are read from the file.
func BenchmarkKnown(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "results.db"))
	run := startRun(b, s, experiment("cell"))
	f := game10x10(b)
	const games = 20_000
	for i := range games {
		g := *f
		g.Tally.Group = int32(i)
		if err := run.Keep(&g); err != nil {
			b.Fatal(err)
		}
	}
	if err := run.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if i%games == 0 {
			run = startRun(b, s, experiment("cell"))
		}
		if _, known := run.Known(i%games, 0); !known {
			b.Fatal("unknown")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkBench measures how much time keeping games takes if a game takes about a
// millisecond.
func BenchmarkBench(b *testing.B) {
	for _, kept := range []bool{false, true} {
		name := "alone"
		if kept {
			name = "kept"
		}
		b.Run(name, func(b *testing.B) {
			plan := plan10x10(b)
			plan.Groups = b.N
			var runs store.ActiveRuns
			if kept {
				s := open(b, filepath.Join(b.TempDir(), "results.db"))
				runs = store.ActiveRuns{startRun(b, s, experiment("cell"))}
				plan.Known, plan.Keep = runs.Known, runs.Keep
				b.ResetTimer()
			}
			if _, err := lab.Run(context.Background(), plan, nil); err != nil {
				b.Fatal(err)
			}
			if err := runs.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
