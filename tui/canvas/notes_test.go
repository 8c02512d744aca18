package canvas

import (
	"testing"

	"ouro"
)

func TestWordsOfNotes(t *testing.T) {
	path := func(value float64) ouro.Note {
		return ouro.Note{Verb: ouro.NotePath, Label: ouro.LabelCandidates, Cells: []ouro.Cell{1, 2, 3}, Value: value}
	}
	for want, notes := range map[string][]ouro.Note{
		"3 cells":     {path(0)},
		"-8.5 -9":     {path(-8.5), path(-9), path(0)},
		"2 cells":     {{Verb: ouro.NoteCells, Cells: []ouro.Cell{1}}, {Verb: ouro.NoteCells, Cells: []ouro.Cell{1, 2}}},
		"1.25":        {{Verb: ouro.NoteValue, Value: 1.25}},
		"0 to 2":      {{Verb: ouro.NoteHeat, Heat: []float64{0, 2}}},
		"▲1 ▶2 ▼3 ◀4": {{Verb: ouro.NoteMoves, Moves: [4]float64{1, 2, 3, 4}}},
	} {
		if got := Words(notes...); got != want {
			t.Errorf("%v: %q, want %q", notes, got, want)
		}
	}
}
