package overlay_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/picture/overlay"
)

// TestNamesOfThePage: the page calls overlays by the same names, in the same order.
func TestNamesOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../studio/web/parts/overlays.js")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "const names =")
	var have []overlay.Named
	for _, m := range regexp.MustCompile(`\["(\w+)", "([^"]+)"\]`).FindAllStringSubmatch(table, -1) {
		have = append(have, overlay.Named{Label: m[1], Name: m[2]})
	}
	if !slices.Equal(have, overlay.Names) {
		t.Errorf("the page has %q, want %q", have, overlay.Names)
	}
}

// TestTints: each finite number tints its cell, the largest most; near the food is hot.
func TestTints(t *testing.T) {
	heat := []float64{1, math.NaN(), 3, math.Inf(1), 2}
	for label, want := range map[string]string{ouro.LabelPaths: "0:8 2:68 4:38 ", ouro.LabelFood: "0:68 2:8 4:38 "} {
		got := ""
		overlay.Tints(&ouro.Note{Verb: ouro.NoteHeat, Label: label, Heat: heat}, func(c ouro.Cell, ink overlay.Ink, strength float64) {
			got += fmt.Sprintf("%d:%.0f ", c, 100*strength)
		})
		if got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
	overlay.Tints(&ouro.Note{Verb: ouro.NoteHeat, Label: ouro.LabelCycle, Heat: heat}, func(ouro.Cell, overlay.Ink, float64) {
		t.Error("a ring tints a cell")
	})
}

// TestRing: a ring of a board visits each cell once and returns.
func TestRing(t *testing.T) {
	g, err := ouro.NewGrid(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	at := ouro.Cell(0)
	n := 0
	overlay.Ring(g, []float64{0, 1, 3, 2}, func(from, to ouro.Cell, place float64) {
		if from != at || place != float64(n)/4 {
			t.Errorf("from %d at %g, want %d at %d/4", from, place, at, n)
		}
		at, n = to, n+1
	})
	if n != 4 || at != 0 {
		t.Errorf("%d lines end at %d", n, at)
	}
}

// TestPaths: the best path comes last, on top of the others, which are faint.
func TestPaths(t *testing.T) {
	notes := []ouro.Note{
		{Verb: ouro.NotePath, Label: "plan"},
		{Verb: ouro.NoteValue, Label: "x"},
		{Verb: ouro.NotePath, Label: "ways", Value: 1},
		{Verb: ouro.NotePath, Label: "ways", Value: 2},
	}
	got := ""
	for n, faint := range overlay.Paths(notes) {
		got += fmt.Sprintf("%s%v %v ", n.Label, n.Value, faint)
	}
	if want := "ways2 true ways1 false plan0 false "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
