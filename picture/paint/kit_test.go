package paint_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/picture/paint"
	"ouro/play"
	"ouro/roster"
)

// game plays a game of at most this many turns.
func game(t testing.TB, rules string, w, h int, seed uint64, turns int, solvers ...string) *play.History {
	t.Helper()
	spec := ouro.GameSpec{W: w, H: h, StartLength: 1}
	var err error
	if spec.Rules, err = ouro.ParseSpec(rules); err != nil {
		t.Fatal(err)
	}
	entry, err := roster.FindRules(spec.Rules.Name)
	if err != nil {
		t.Fatal(err)
	}
	if entry.HasSeveralSnakes() {
		spec.Snakes, spec.StartLength = len(solvers), entry.StartLength
	}
	var specs []ouro.Spec
	for _, s := range solvers {
		one, err := ouro.ParseSpec(s)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, one)
	}
	g, err := roster.NewGame(spec, ouro.GameSeed(seed, 0), specs, play.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	history := play.NewHistory(g)
	for _, over := g.Over(); !over && history.Turns() < turns; _, over = g.Over() {
		if err := history.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return history
}

// sketches are films of hand-made scenes.
type sketches []paint.Scene

func (f sketches) Turns() (first, last int) { return 0, len(f) - 1 }

func (f sketches) Scene(_ context.Context, turn int) (*paint.Scene, error) { return &f[turn], nil }
