//go:build !nofleet

package fleet

import (
	"strings"
	"testing"
)

// TestSameTable: the table of a fleet is that of one machine, also where an experiment
// is extended and where another one has played it.
func TestSameTable(t *testing.T) {
	at, _ := startFleet(t, Serving{})
	for range 2 {
		startWorker(t, at, Working{})
	}
	c := connect(t, at)
	sameTable(t, c, small(t, 1), 0, 60)
	sameTable(t, c, small(t, 1), 30, 50) // partly known
	sameTable(t, c, small(t, 2), 0, 3)
	s, err := c.Status(t.Context())
	if err != nil || len(s.Experiments) != 2 || s.Experiments[0].Done != 160 || s.Experiments[0].Checked == 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestLiar: who sends wrong games is found out, and they are played again.
func TestLiar(t *testing.T) {
	var told said
	at, _ := startFleet(t, Serving{Say: told.say})
	for range 2 {
		startWorker(t, at, Working{Name: "honest"})
	}
	liar := startWorker(t, at, Working{Name: "liar", change: func(n int, result []byte) []byte {
		return lie(result)
	}})
	sameTable(t, connect(t, at), small(t, 1), 0, 100)
	if text := told.text(); !strings.Contains(text, "worker liar is left out: game") || strings.Contains(text, "worker honest is left out") {
		t.Errorf("told: %s", text)
	}
	<-liar.done
	if liar.err == nil || !strings.Contains(liar.err.Error(), "refused: game") {
		t.Errorf("the liar ended with %v", liar.err)
	}
}
