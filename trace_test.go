package ouro_test

import (
	"math"
	"slices"
	"testing"

	"ouro"
)

// TestTraceFor: a viewer receives only the first few notes about candidates, but all notes of other
// kinds.
func TestTraceFor(t *testing.T) {
	var notes []ouro.Note
	trace := ouro.TraceFor(&notes)
	trace.Path(ouro.LabelPlan, []ouro.Cell{1, 2})
	for i := range 20 {
		trace.ScoredPath(ouro.LabelCandidates, []ouro.Cell{1, 2}, -float64(i)-0.5)
	}
	for range 7 {
		trace.Path(ouro.LabelUnproven, []ouro.Cell{1, 2})
	}
	trace.Value("expected", 3)
	if len(notes) != 12 || notes[11].Label != "expected" {
		t.Fatalf("%d notes: %v", len(notes), notes)
	}
	var worth []float64
	for _, n := range notes[1:6] {
		worth = append(worth, n.Value)
	}
	if want := []float64{-0.5, -1.5, -2.5, -3.5, -4.5}; !slices.Equal(worth, want) {
		t.Errorf("candidates worth %v, want %v", worth, want)
	}
	var none *ouro.Trace
	none.ScoredPath(ouro.LabelCandidates, nil, math.NaN())
}
