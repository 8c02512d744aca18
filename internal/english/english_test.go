package english_test

import (
	"testing"

	"ouro/internal/english"
)

func TestCount(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{english.Count(0, "game"), "0 games"},
		{english.Count(1, "game"), "1 game"},
		{english.Count(-1, "game"), "-1 games"},
		{english.Count(2, "game"), "2 games"},
		{english.CountOf(1, "life", "lives"), "1 life"},
		{english.CountOf(3, "life", "lives"), "3 lives"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
