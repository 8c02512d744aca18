package ouroboros

import (
	"context"
	"math"
	"sync"
	"time"

	"ouro"
	"ouro/search"
)

// candidate is a plan with its cost.
type candidate struct {
	order   []square
	hole    square
	meal    int
	ordered int
	free    bool
	safe    refuge
	cost    float64
}

// thinker makes candidates. Each thinker has its own rings, so that several can run
// concurrently.
type thinker struct {
	*planner
	board      board
	dice       *ouro.PCG
	ahead      *ahead
	samples    int    // number of next foods that meanDistance tries
	weights    traits // weights of the position after a plan, for the snake's length
	library    library
	explorer   explorer // finds the shortest paths to the food
	wanderer   explorer // finds other paths
	base, best candidate
	shortlist  *shortlist    // the cheapest candidates; nil without a rehearsal
	offers     *ouro.Best    // receives the first move of the best candidate so far; nil outside a decision
	costs      [4]float64    // by first direction: cost of the best candidate, Inf without a candidate
	weighed    *candidateLog // all candidates, for viewers; nil without a viewer
	cuts       bool          // whether it makes cuts; see makeCut
	arrival    []int16       // by place: the number of steps of the shortest cut to it
	origin     []int16       // by place: the place before it on that cut
	cutWay     []square      // the cut
}

func newThinker(b board, candidates int64, seed uint64) *thinker {
	r, dice := newRing(b), ouro.NewPCG(seed)
	t := &thinker{
		planner:  newPlanner(r),
		board:    b,
		dice:     dice,
		ahead:    newAhead(b, mealsAhead, dice, newWeaver(newRing(b))),
		samples:  samplesFor(candidates),
		explorer: newExplorer(r),
		wanderer: newExplorer(r),
	}
	n := len(b.cells)
	t.cuts = n < b.Grid.Size()
	t.arrival, t.origin, t.cutWay = make([]int16, n), make([]int16, n), make([]square, n)
	t.best.order, t.base.order = make([]square, 0, n), make([]square, 0, n)
	t.forget()
	return t
}

// forget forgets the costs of the candidates of the last meal.
func (t *thinker) forget() {
	for d := range t.costs {
		t.costs[d] = math.Inf(1)
	}
}

// first returns the direction of the first step of a plan.
func (t *thinker) first(order []square) ouro.Dir {
	d, _ := t.board.Grid.DirTo(t.cells[order[0]], t.cells[order[1]])
	return d
}

// noteCost records the cost of the plan for its first direction.
func (t *thinker) noteCost(cost float64) {
	d := t.first(t.order)
	t.costs[d] = min(t.costs[d], cost)
}

// keep stores the plan in c.
func (t *thinker) keep(c *candidate, cost float64) {
	c.order = append(c.order[:0], t.order...)
	c.hole, c.meal, c.ordered, c.free, c.cost = t.hole, t.meal, t.ordered, t.free, cost
}

// restore sets the plan to c.
func (t *thinker) restore(c *candidate) {
	t.adopt(c.order, c.hole)
	t.meal, t.ordered, t.free = c.meal, c.ordered, c.free
}

// think makes candidates, each either tight or with a refuge, and stores the best in t.best. It
// starts from the current plan, which is tight or has safe as its refuge.
func (t *thinker) think(meter *search.Meter, safe refuge) {
	t.best.cost = math.Inf(1)
	if t.shortlist != nil {
		t.shortlist.count = 0
	}
	t.weights = weightsOf(t.length, len(t.squares))
	food, short, fits := t.order[t.meal], t.short(), t.length >= leastFit
	if t.free {
		t.resume(safe)
	} else {
		t.keep(&t.base, t.judge(safe))
		t.makeBold()
		if t.cuts {
			t.restore(&t.base)
			t.makeCut(food)
			t.restore(&t.base)
		}
	}
	t.explorer.spread(t.planner, food)
	for meter.Allow(1) {
		meter.Add(1)
		t.restore(&t.base)
		switch {
		case fits && (t.free && !short || t.dice.Roll(100) < fitRate):
			t.makeFitted(food)
		case short && (t.free || t.dice.Roll(100) < freeRate):
			t.makeFree(food)
		case !t.free:
			t.edit()
		}
	}
}

// resume evaluates the current plan, a free one with safe as its refuge.
func (t *thinker) resume(safe refuge) {
	t.library[0].copyFrom(&ring{order: safe[0].order, place: t.place, hole: safe[0].hole})
	a := t.ahead
	a.loadFree(t.planner)
	a.setRing(safe[0].order, safe[0].hole, safe[0].ordered)
	a.safe.copyFrom(safe)
	t.keep(&t.base, t.weigh())
}

// storeRing makes the current ring the first edition of the library.
func (t *thinker) storeRing() {
	if !t.free {
		t.library[0].copyFrom(t.ring)
	}
}

// edit makes a candidate by random edits of the plan, and a bold candidate from that one.
func (t *thinker) edit() {
	if !t.vary() || !t.isTight() {
		return
	}
	if cost := t.judge(nil); cost <= t.best.cost {
		t.keep(&t.base, cost)
	}
	t.makeBold()
}

const (
	exchangeRate = 15 // percentage of candidates made by an exchange, if one is possible
	biteRate     = 30 // percentage made by an exchange or, if none is possible, a bite
	randomEdits  = 7  // number of random edits that make any other candidate
)

// vary changes the plan at random and reports whether it is valid.
func (t *thinker) vary() bool {
	switch roll := t.dice.Roll(100); {
	case roll < exchangeRate && t.exchange(t.library, t.dice):
	case roll < biteRate:
		if !t.bite(t.dice) {
			return false
		}
	default:
		if t.hole != 0 && t.dice.Roll(2) == 0 {
			t.swapHoleAtRandom(t.dice)
		}
		for range randomEdits {
			t.editAtRandom(t.dice)
		}
	}
	t.shorten(false)
	return true
}

// makeBold shortens the plan to a bold plan if that is possible and safe.
func (t *thinker) makeBold() {
	meal := t.meal
	t.shorten(true)
	if t.meal == meal {
		return
	}
	t.ahead.load(t.planner)
	t.weighed.find(t.planner, t.ahead.after)
	if _, ok := t.ahead.secure(detourTries); ok {
		t.weigh()
	}
}

// judge evaluates the plan, which is tight or has safe as its refuge. It keeps the plan if it is
// the best, and returns its cost.
func (t *thinker) judge(safe refuge) float64 {
	t.ahead.load(t.planner)
	t.ahead.safe.copyFrom(safe)
	return t.weigh()
}

// weigh returns the cost of the plan in t.ahead, which must be safe: its steps plus the evaluation
// of the position after its meal. It keeps the best plan and those of the shortlist. The result for
// another plan is a lower bound.
func (t *thinker) weigh() float64 {
	limit := t.best.cost
	if t.shortlist != nil {
		limit = t.shortlist.limit()
	}
	var shape traits
	t.ahead.shape(&shape)
	cost := float64(t.meal)
	for i, x := range shape {
		cost += t.weights[i] * x
	}
	if next := t.weights[lookTrait]; cost <= limit {
		cost += next * t.ahead.meanDistance(t.foods(), (limit-cost)/next)
	}
	t.noteCost(cost)
	t.weighed.add(t.planner, t.ahead.after, cost, limit)
	t.putOnShortlist(cost)
	// Once an offered move has been played, only plans that begin with that move are valid.
	if cost <= t.best.cost && (t.offers.Offer(t.first(t.order)) || math.IsInf(t.best.cost, 1)) {
		t.keep(&t.best, cost)
		t.best.safe.copyFrom(t.ahead.safe)
	}
	return cost
}

// foods returns the number of next foods to try, which is small if their distance has little weight.
func (t *thinker) foods() int {
	if t.short() {
		return t.samples / 4
	}
	return t.samples
}

// explore makes candidates and sets the plan to the best one. The plan keeps the invariant whenever
// time is up. A node is a candidate. If the plan may not be edited, explore only tries to conclude
// the game.
func (o *ouroboros) explore(ctx context.Context, nodes int64, offers *ouro.Best, editable bool) int64 {
	began := time.Now()
	limit, most, thinking := nodes, o.nodes, o.budget
	if most == 0 {
		most = fastNodes(o.length, len(o.order))
	}
	if nodes == 0 || nodes > most {
		nodes = most
	}
	rehearse := o.rehearses()
	if rehearse {
		thinking /= 2
	}
	share := nodes / int64(len(o.others)+1) // nodes of each other thinker
	newMeter := func(nodes int64) search.Meter {
		m := search.NewMeter(ctx, nodes)
		if o.budget > 0 {
			m.Until(began.Add(thinking))
		}
		return m
	}
	if editable && !o.free {
		o.shorten(false) // even if no time is left, because the plan may be followed for many moves
	}
	offers.Offer(o.first(o.order))
	if o.isNearEnd() {
		steps := newMeter(min(stepsRate*nodes, mostSteps))
		if o.budget > 0 {
			steps.Until(began.Add(o.budget / 2))
		}
		if o.conclude(&steps, offers) {
			return steps.Nodes() / stepsRate
		}
	}
	meter := newMeter(nodes - share*int64(len(o.others)))
	if !editable || !meter.Tick() {
		o.cost = float64(o.meal)
		return 0
	}
	o.offers = offers
	counted := o.thinkTogether(&meter, share, newMeter)
	if rehearse && (limit == 0 || limit > counted) {
		rehearsing := search.NewMeter(ctx, max(0, limit-counted))
		if o.budget > 0 {
			rehearsing.Until(began.Add(o.budget))
		}
		o.rehearse(ctx, &rehearsing)
		counted += rehearsing.Nodes()
	}
	o.offers = nil
	o.restore(&o.best)
	o.cost = o.best.cost
	o.safe.copyFrom(o.best.safe)
	return counted
}

// thinkTogether lets all thinkers make candidates and returns their number. Each of the other
// thinkers may make share candidates. thinkTogether stores the best candidate in o.best.
func (o *ouroboros) thinkTogether(meter *search.Meter, share int64, newMeter func(nodes int64) search.Meter) (counted int64) {
	if len(o.others) == 0 || share == 0 {
		o.think(meter, o.safe)
		return meter.Nodes()
	}
	var wg sync.WaitGroup
	meters := make([]search.Meter, len(o.others))
	for i, t := range o.others {
		t.copyPlan(o.thinker, o.safe)
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
		if o.shortlist != nil {
			o.shortlist.join(t.shortlist)
		}
		for d, cost := range t.costs {
			o.costs[d] = min(o.costs[d], cost)
		}
	}
	return counted
}

// copyPlan gives t the plan of another thinker, with its refuge.
func (t *thinker) copyPlan(other *thinker, safe refuge) {
	if other.free {
		t.adopt(safe[0].order, safe[0].hole)
	} else {
		t.adopt(other.order, other.hole)
	}
	t.begin(other.body, other.meal, other.ordered)
	if other.free {
		t.setPath(other.order[:other.meal+1])
	}
	t.forget()
}
