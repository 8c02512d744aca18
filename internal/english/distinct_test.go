package english_test

import (
	"slices"
	"testing"

	"ouro/internal/english"
)

func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		names, want []string
		kept        int // index of a name that a user gave
	}{
		{[]string{"spot", "greedy"}, []string{"spot", "greedy"}, -1},
		{[]string{"spot", "greedy", "spot"}, []string{"spot#1", "greedy", "spot#2"}, -1},
		{[]string{"spot", "spot"}, []string{"spot", "spot#1"}, 0},
		{[]string{"spot#1", "spot", "spot"}, []string{"spot#1", "spot#2", "spot#3"}, 0},
		{nil, []string{}, -1},
	} {
		if got := english.Distinct(c.names, func(i int) bool { return i == c.kept }); !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, want %q", c.names, got, c.want)
		}
	}
}
