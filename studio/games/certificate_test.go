package games_test

import (
	"strings"
	"testing"
	"testing/synctest"
)

// TestCertificates: the page receives what each solver knows about its board: the cycle that it follows,
// or why the board has none.
func TestCertificates(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{"rules=classic&level=ell&solver=hamilton", "a cycle visits all 28 cells"},
		{"rules=classic&level=frame&solver=ouroboros", "a cycle visits all 60 cells"},
		{"rules=classic&level=cross&solver=ouroboros", "no cycle: "},
		{"rules=classic&level=cross&solver=bfs", ""},
		{"rules=standard&board=7x7&snake=spot&snake=greedy", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := game(t, c.link)
			defer p.s.Close()
			var opened struct {
				Lanes []struct {
					Seats []struct{ Certificate string }
				}
			}
			p.last("opened", &opened)
			for _, s := range opened.Lanes[0].Seats {
				if !strings.HasPrefix(s.Certificate, c.want) || (c.want == "") != (s.Certificate == "") {
					t.Errorf("%s: certificate %q, want %q", c.link, s.Certificate, c.want)
				}
			}
		})
	}
}
