package english_test

import (
	"testing"

	"ouro/internal/english"
)

func TestNearest(t *testing.T) {
	known := []string{"bfs", "cell", "hamilton", "greedy", "wrapped", "wrapped_constrictor"}
	for word, want := range map[string]string{
		"cel": "cell", "Cell": "cell", "clel": "cell", "hamiltonian": "hamilton", "gredy": "greedy",
		"wraped": "wrapped", "wrap": "", "": "", "x": "", "elephant": "", "bsf": "bfs", "ham": "hamilton",
	} {
		if got := english.Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestKnown(t *testing.T) {
	for word, want := range map[string]string{
		"cel": "; did you mean cell? (known: bfs, cell)",
		"zzz": " (known: bfs, cell)",
	} {
		if got := english.Known(word, []string{"bfs", "cell"}); got != want {
			t.Errorf("Known(%q) = %q, want %q", word, got, want)
		}
	}
}
