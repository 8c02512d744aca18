package hydra

import (
	"context"
	"testing"
	"time"

	"ouro"
)

// ending is a context that has ended when it is looked at for the last time.
type ending struct {
	context.Context
	looks int
}

func (c *ending) Deadline() (time.Time, bool) { return time.Now().Add(time.Hour), true }

func (c *ending) Err() error {
	if c.looks--; c.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestStopsAtOnce: once the context has ended it looks at no more nodes than there are
// between two looks, whatever it is doing, and answers with the best move so far.
func TestStopsAtOnce(t *testing.T) {
	const pace = 256 // of a search.Meter
	positions := duels(t)
	for seed := range int64(10) {
		positions = append(positions, crowded(t, 4, seed))
	}
	for i, s := range positions {
		if s.Snakes[0].Cause != ouro.Alive {
			continue
		}
		solver, err := New(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		for _, looks := range []int{0, 1, 2, 7 + i} {
			var best ouro.Best
			d, err := solver.Decide(&ending{t.Context(), looks}, ouro.Turn{State: s, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if d.Nodes > int64(looks*pace) {
				t.Errorf("%v: %d nodes, and %d looks at the context", s, d.Nodes, looks)
			}
			if offered, ok := best.Dir(); !ok || offered != d.Dir || !s.Legal(0).Has(d.Dir) {
				t.Errorf("%v: after %d looks it offers %v and decides %v", s, looks, offered, d.Dir)
			}
		}
	}
}
