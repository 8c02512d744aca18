package classic_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ouro/cycle"
	"ouro/rule/classic"
)

// TestLevels: the levels are sorted by their number of cells, and each Idea correctly says whether
// the level has a cycle.
func TestLevels(t *testing.T) {
	levels := classic.Levels()
	if !slices.IsSortedFunc(levels, func(a, b classic.Named) int { return a.Level.State().Room() - b.Level.State().Room() }) {
		t.Error("the levels are not sorted by their number of cells")
	}
	for _, named := range levels {
		if _, err := classic.NewStarts(named.Level, 1); err != nil {
			t.Errorf("%s: %v", named.Name, err)
		}
		c, err := cycle.Find(cycle.BoardOf(named.Level.State()))
		switch {
		case errors.Is(err, cycle.ErrNotFound):
			t.Errorf("%s: %v", named.Name, err)
		case (err != nil) != (named.Idea == "no cycle"):
			t.Errorf("%s: %q, but Find returns %v", named.Name, named.Idea, err)
		case err == nil && strings.Contains(c.Certificate(), "but one") != strings.Contains(named.Idea, "but one"):
			t.Errorf("%s: %q, but %s", named.Name, named.Idea, c.Certificate())
		}
	}
}
