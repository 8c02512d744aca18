package main

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"ouro"
	"ouro/solve/exact"
)

// TestEveryQuestion: each question, at a small scale, returns tables with figures.
func TestEveryQuestion(t *testing.T) {
	for n, q := range questions {
		if q.measure == nil {
			t.Fatalf("question %d has no function", n+1)
		}
		r := run{scale: 200, seed: 1, log: io.Discard}
		tables, err := q.measure(t.Context(), &r)
		if err != nil {
			t.Fatalf("question %d: %v", n+1, err)
		}
		if len(tables) == 0 {
			t.Errorf("question %d: no table", n+1)
		}
		for i, table := range tables {
			if len(table.Rows()) == 0 {
				t.Errorf("question %d: table %d is empty", n+1, i+1)
			}
		}
	}
}

// TestShortestAgainstExact: the policy of the shortest safe path needs at least as many moves as the
// optimum, which equals the known number.
func TestShortestAgainstExact(t *testing.T) {
	for _, board := range [][2]int{{2, 3}, {3, 3}, {3, 4}} {
		g := ouro.MustGrid(board[0], board[1])
		s := newSafe(g)
		if err := s.compute(t.Context()); err != nil {
			t.Fatal(err)
		}
		if known, ok := exact.Known(g); ok && math.Abs(known-s.optimum) > 1e-5 {
			t.Errorf("%s: optimum %f, want %f", g, s.optimum, known)
		}
		if s.follow < s.optimum-1e-5 || math.IsInf(s.follow, 0) || math.IsNaN(s.follow) {
			t.Errorf("%s: always the shortest path takes %f moves, the optimum %f", g, s.follow, s.optimum)
		}
		if s.better != 0 {
			t.Errorf("%s: in %d positions, a shortest safe path beats the optimum", g, s.better)
		}
		if s.perfect > s.certain || s.certain+s.lost > s.positions || s.certain == 0 {
			t.Errorf("%s: %d perfect, %d certain, %d lost of %d", g, s.perfect, s.certain, s.lost, s.positions)
		}
	}
}

func TestChoose(t *testing.T) {
	r := run{scale: 1, log: io.Discard}
	for _, text := range []string{"0", "6", "x"} {
		if err := r.answer(context.Background(), io.Discard, []string{text}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("question %s: %v", text, err)
		}
	}
}
