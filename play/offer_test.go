package play_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/play"
)

// TestOffers: if a solver gives no valid answer in time, the game plays the last move that the solver
// offered, provided the move is legal. The incident says whether the move was an offer.
func TestOffers(t *testing.T) {
	const budget = 50 * time.Millisecond
	late := func(context.Context, ouro.Turn) (ouro.Decision, error) {
		time.Sleep(2 * budget)
		return ouro.Decision{Dir: ouro.Up}, nil
	}
	offers := func(then fault, dirs ...ouro.Dir) fault {
		return func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
			for _, d := range dirs {
				t.Offer(d)
			}
			return then(ctx, t)
		}
	}
	for _, c := range []struct {
		name    string
		fault   fault
		want    ouro.Dir
		kind    ouro.Fault
		offered bool
	}{
		{"late", offers(late, ouro.Right), ouro.Right, ouro.Late, true},
		{"the last counts", offers(late, ouro.Left, ouro.Right), ouro.Right, ouro.Late, true},
		{"errs", offers(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, errors.New("no") }, ouro.Right), ouro.Right, ouro.Erred, true},
		{"panics", offers(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("no") }, ouro.Right), ouro.Right, ouro.Panicked, true},
		{"answers nonsense", offers(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: 7}, nil }, ouro.Right), ouro.Right, ouro.Invalid, true},
		{"no direction", offers(late, 7), ouro.Up, ouro.Late, false},
		{"no direction after one", offers(late, ouro.Right, ouro.NoDir), ouro.Right, ouro.Late, true},
		{"fatal", offers(late, ouro.Down), ouro.Up, ouro.Late, false}, // into its neck
		{"nothing", late, ouro.Up, ouro.Late, false},
		{"after the deadline", func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
			d, err := late(ctx, turn)
			turn.Offer(ouro.Right)
			return d, err
		}, ouro.Up, ouro.Late, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: budget}, Keep: true}, faulty(c.fault, 2), faulty(nil))
				mustMove(t, g, 1)
				time.Sleep(budget)
				mustMove(t, g, 1)
				if got := g.Last(0); got != (ouro.Decision{Dir: c.want}) {
					t.Errorf("seat 0 moved %v, want %v", got, c.want)
				}
				if in := g.Incidents(); len(in) != 1 || in[0].Fault != c.kind || in[0].Offered != c.offered || in[0].Turn != 2 {
					t.Errorf("incidents %+v", in)
				}
				time.Sleep(4 * budget)
				mustMove(t, g, 1)
				record := g.Record()
				record.Seats = make([]ouro.Spec, 2)
				if err := play.Replay(t.Context(), record, brawlDeal(2, 1), nil); err != nil {
					t.Error(err)
				}
				mustClose(t, g)
			})
		})
	}
}

func TestOfferOfAnEarlierTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const budget = 50 * time.Millisecond
		g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: budget}}, faulty(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			time.Sleep(budget + budget/2)
			t.Offer(ouro.Right)
			time.Sleep(2 * budget)
			return ouro.Decision{Dir: ouro.Left}, nil
		}, 1), faulty(nil))
		mustMove(t, g, 3)
		for _, in := range g.Incidents() {
			if in.Offered {
				t.Errorf("incident %+v", in)
			}
		}
		if n := len(g.Incidents()); n != 3 {
			t.Errorf("%d incidents", n)
		}
		time.Sleep(4 * budget)
		mustClose(t, g)
	})
}

// TestOffersNotNeeded: in a game without a time limit, Turn.Best is nil, so that the solver
// computes no offers.
func TestOffersNotNeeded(t *testing.T) {
	calls := 0
	g := newBrawl(t, play.Config{}, faulty(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
		calls++
		if turn.Best != nil {
			t.Error("Turn.Best is set in a game without a time limit")
		}
		turn.Offer(ouro.Right)
		return ouro.Decision{}, errors.New("no")
	}, 1), faulty(nil))
	mustMove(t, g, 1)
	if in := g.Incidents(); calls != 1 || len(in) != 1 || in[0].Offered {
		t.Errorf("called %d times, incidents %+v", calls, in)
	}
	mustClose(t, g)
}
