package paint_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/picture"
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
		solver, err := ouro.ParseSpec(s)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, solver)
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

// sketches is a film of hand-made scenes.
type sketches []picture.Scene

func (f sketches) Turns() (first, last int) { return 0, len(f) - 1 }

func (f sketches) Scene(_ context.Context, turn int) (*picture.Scene, error) { return &f[turn], nil }

// inventedNotes returns notes of every verb that pictures draw. The notes of consecutive turns differ.
func inventedNotes(w, h, seats int) paint.Thinking {
	return func(turn int) [][]ouro.Note {
		all := make([][]ouro.Note, seats)
		heat, ring := make([]float64, w*h), make([]float64, w*h)
		for c := range heat {
			heat[c], ring[c] = float64((c*7+turn)%11), float64((c+turn)%(w*h))
		}
		cells := []ouro.Cell{ouro.Cell(turn % (w * h)), ouro.Cell((turn + 1) % (w * h)), ouro.Cell((turn + 2) % (w * h))}
		for seat := range all {
			all[seat] = []ouro.Note{
				{Verb: ouro.NoteHeat, Label: ouro.LabelPaths, Heat: heat},
				{Verb: ouro.NoteCells, Label: ouro.LabelSearch, Cells: cells[:1]},
				{Verb: ouro.NoteHeat, Label: ouro.LabelCycle, Heat: ring},
				{Verb: ouro.NotePath, Label: ouro.LabelPlan, Cells: cells},
			}
		}
		return all
	}
}
