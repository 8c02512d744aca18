package ouroboros

import (
	"context"
	"sync"
	"time"

	"ouro"
	"ouro/search"
)

// explore makes candidates and leaves the best one as the plan, which keeps the invariant
// whenever time is up. A node is a candidate. If the plan may not be edited, it only tries to
// conclude the game.
func (o *ouroboros) explore(ctx context.Context, nodes int64, offers *ouro.Best, editable bool) int64 {
	began := time.Now()
	most := o.nodes
	if most == 0 {
		most = fastNodes(o.length, len(o.order))
	}
	if nodes == 0 || nodes > most {
		nodes = most
	}
	share := nodes / int64(len(o.others)+1) // of each of the others
	newMeter := func(nodes int64) search.Meter {
		m := search.NewMeter(ctx, nodes)
		if o.budget > 0 {
			m.Until(began.Add(o.budget))
		}
		return m
	}
	if editable && !o.free {
		o.shorten(false) // even without time: the plan may be followed for many moves
	}
	offers.Offer(o.first(o.order))
	steps := newMeter(min(stepsRate*nodes, mostSteps))
	if o.budget > 0 {
		steps.Until(began.Add(o.budget / 2))
	}
	if o.conclude(&steps, offers) {
		return steps.Nodes() / stepsRate
	}
	meter := newMeter(nodes - share*int64(len(o.others)))
	if !editable || !meter.Tick() {
		o.cost = float64(o.meal)
		return 0
	}
	o.offers = offers
	counted := o.thinkTogether(&meter, share, newMeter)
	o.offers = nil
	o.restore(&o.best)
	o.cost = o.best.cost
	o.safe.copyFrom(o.best.safe)
	return counted
}

// thinkTogether lets all thinkers make candidates, each of the others its share, and returns
// their number. The best candidate is o.best.
func (o *ouroboros) thinkTogether(meter *search.Meter, share int64, newMeter func(nodes int64) search.Meter) (counted int64) {
	if len(o.others) == 0 || share == 0 {
		o.think(meter, o.safe)
		return meter.Nodes()
	}
	var wg sync.WaitGroup
	meters := make([]search.Meter, len(o.others))
	for i, t := range o.others {
		t.follow(o.thinker, o.safe)
		meters[i] = newMeter(share)
		wg.Go(func() { t.think(&meters[i], o.safe) })
	}
	o.think(meter, o.safe)
	wg.Wait()
	counted = meter.Nodes()
	for i, t := range o.others {
		counted += meters[i].Nodes()
		if t.best.cost < o.best.cost && o.offers.Offer(t.first(t.best.order)) {
			o.best, t.best = t.best, o.best
		}
		for d, cost := range t.costs {
			o.costs[d] = min(o.costs[d], cost)
		}
	}
	return counted
}

// follow copies the plan of other, with its refuge.
func (t *thinker) follow(other *thinker, safe refuge) {
	if other.free {
		t.adopt(safe[0].order, safe[0].hole)
	} else {
		t.adopt(other.order, other.hole)
	}
	t.begin(other.body, other.meal, other.ordered)
	if other.free {
		t.walk(other.order[:other.meal+1])
	}
	t.forget()
}
