package spot_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

// TestNoLegalStep: an enclosed snake moves straight on, without an error. The rules decide
// what kills it.
func TestNoLegalStep(t *testing.T) {
	g := ouro.MustGrid(5, 5)
	s := ouro.NewState(g)
	s.Snakes[s.AddSnake(g.At(0, 0), g.At(1, 0), g.At(1, 1), g.At(0, 1), g.At(0, 2))].Health = 90
	if s.Legal(0) != 0 {
		t.Fatalf("legal: %v", s.Legal(0))
	}
	d, err := newSpot(t, s, 0, "spot").Decide(t.Context(), ouro.Turn{State: s})
	if err != nil || d.Dir != ouro.Left {
		t.Errorf("%v, %v", d, err)
	}
}

type watched struct {
	context.Context
	best  *ouro.Best
	moves map[ouro.Dir]bool
	none  int
}

func (c *watched) Err() error {
	if d, ok := c.best.Dir(); ok {
		c.moves[d] = true
	} else {
		c.none++
	}
	return c.Context.Err()
}

// TestOffers: after the first steps, which are scanned without a check of the time, there
// always is an offer. It changes while the search deepens, and the last offer is the
// decision.
func TestOffers(t *testing.T) {
	changed := false
	for _, snakes := range []int{1, 2, 4, 8}[:needs.Many(3, 4)] {
		s := midGame(t, snakes)
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			var best ouro.Best
			ctx := &watched{Context: t.Context(), best: &best, moves: map[ouro.Dir]bool{}}
			d, err := newSpot(t, s, seat, "spot").Decide(ctx, ouro.Turn{State: s, Seat: seat, Nodes: 5000, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := best.Dir(); !ok || ctx.none > 0 {
				t.Errorf("%d snakes, seat %d: %d times there was no best move", snakes, seat, ctx.none)
			}
			changed = changed || len(ctx.moves) > 1
			alone, err := newSpot(t, s, seat, "spot").Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 5000})
			if err != nil || alone != d {
				t.Errorf("%d snakes, seat %d: it decides %v, and %v without offers (%v)", snakes, seat, d, alone, err)
			}
		}
	}
	if !changed {
		t.Error("no best move ever changed")
	}
}
