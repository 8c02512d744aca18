package ouroboros

import (
	"math"

	"ouro"
	"ouro/search"
)

// candidate is a plan, as the planner has it, and what makes it safe.
type candidate struct {
	order   []square
	hole    square
	meal    int
	ordered int
	free    bool
	safe    refuge
	cost    float64
}

// thinker makes candidates of a plan. Each has rings of its own, so that several
// can think side by side.
type thinker struct {
	*planner
	grid       *ouro.Grid
	dice       *ouro.PCG
	ahead      *ahead
	samples    int    // the number of next foods to try
	weights    traits // of what a plan leads to, for its length
	fitting    fitting
	library    library
	explorer   explorer // knows the shortest ways to the food
	wanderer   explorer // finds others
	base, best candidate
	told       *ouro.Best // hears of the best candidate so far; nil but while its owner decides
	costs      [4]float64 // of the best candidate by direction of its first step, Inf if there is none
	weighed    *weighed   // all candidates; nil unless somebody watches
	onWeigh    func()     // hears of each candidate while it is loaded; nil but to learn
}

func newThinker(g *ouro.Grid, candidates int64, seed uint64) *thinker {
	r, dice := newRing(g), ouro.NewPCG(seed)
	t := &thinker{
		planner:  newPlanner(r),
		grid:     g,
		dice:     dice,
		ahead:    newAhead(g, mealsAhead, dice, newWeaver(newRing(g))),
		samples:  samplesFor(candidates),
		fitting:  fittingFor(candidates),
		explorer: newExplorer(r),
		wanderer: newExplorer(r),
	}
	t.best.order, t.base.order = make([]square, 0, g.Size()), make([]square, 0, g.Size())
	t.forget()
	return t
}

// forget forgets the costs of an earlier plan.
func (t *thinker) forget() {
	for d := range t.costs {
		t.costs[d] = math.Inf(1)
	}
}

// first is the first step of a plan along this order.
func (t *thinker) first(order []square) ouro.Dir {
	d, _ := t.grid.DirTo(t.cells[order[0]], t.cells[order[1]])
	return d
}

// see notes what the plan costs.
func (t *thinker) see(cost float64) {
	d := t.first(t.order)
	t.costs[d] = min(t.costs[d], cost)
}

// keep makes c the plan as it is.
func (t *thinker) keep(c *candidate, cost float64) {
	c.order = append(c.order[:0], t.order...)
	c.hole, c.meal, c.ordered, c.free, c.cost = t.hole, t.meal, t.ordered, t.free, cost
}

// restore makes the plan c.
func (t *thinker) restore(c *candidate) {
	t.adopt(c.order, c.hole)
	t.meal, t.ordered, t.free = c.meal, c.ordered, c.free
}

// think makes candidates of the plan, which is tight or has this refuge, and
// leaves the best one as t.best.
func (t *thinker) think(meter *search.Meter, safe refuge) {
	t.best.cost = math.Inf(1)
	t.weights = weightsOf(t.length, len(t.squares))
	food, short, fits := t.order[t.meal], t.short(), t.length >= leastFit
	if t.free {
		t.resume(safe)
	} else {
		t.keep(&t.base, t.judge(safe))
		t.embolden()
	}
	t.explorer.spread(t.planner, food)
	for meter.Allow(1) {
		meter.Add(1)
		t.restore(&t.base)
		switch {
		case fits && (t.free && !short || t.dice.Roll(100) < t.fitting.rate):
			t.tailor(food)
		case short && (t.free || t.dice.Roll(100) < freeRate):
			t.roam(food)
		case !t.free:
			t.edit()
		}
	}
}

// resume judges the plan that is given, a free one with this refuge.
func (t *thinker) resume(safe refuge) {
	t.library[0].copyFrom(&ring{order: safe[0].order, place: t.place, hole: safe[0].hole})
	a := t.ahead
	a.leave(t.planner)
	a.open(safe[0].order, safe[0].hole, safe[0].ordered)
	a.safe.copyFrom(safe)
	t.keep(&t.base, t.weigh(math.Inf(1)))
}

// atHand makes the first edition of the library the ring at hand.
func (t *thinker) atHand() {
	if !t.free {
		t.library[0].copyFrom(t.ring)
	}
}

// edit makes a candidate by editing the ring.
func (t *thinker) edit() {
	if !t.vary() || !t.tight() {
		return
	}
	if cost := t.judge(nil); cost <= t.best.cost+slack {
		t.keep(&t.base, cost)
	}
	t.embolden()
}

const (
	slack        = 1  // how much worse a candidate may be to be edited further
	exchangeRate = 15 // of a hundred candidates, those made by an exchange, if there is one
	biteRate     = 30 // of a hundred candidates, those made by a bite if not by an exchange
	kicks        = 2  // edits that make one of the others
)

// vary makes another candidate of the plan, if it can.
func (t *thinker) vary() bool {
	switch roll := t.dice.Roll(100); {
	case roll < exchangeRate && t.exchange(t.library, t.dice):
	case roll < biteRate:
		if !t.bite(t.dice) {
			return false
		}
	default:
		if t.hole != 0 && t.dice.Roll(2) == 0 {
			t.drift(t.dice)
		}
		for range kicks {
			t.kick(t.dice)
		}
	}
	t.shorten(false)
	return true
}

// embolden tries whether the plan can be made shorter if it may be bold.
func (t *thinker) embolden() {
	meal := t.meal
	t.shorten(true)
	if t.meal == meal {
		return
	}
	t.ahead.load(t.planner)
	t.weighed.find(t.planner, t.ahead.after)
	if _, ok := t.ahead.secure(dodges); ok {
		t.weigh(t.best.cost)
	}
}

// judge makes the plan the best one if it is, and returns its cost. The plan is
// tight, or this is its refuge.
func (t *thinker) judge(safe refuge) float64 {
	t.ahead.load(t.planner)
	t.ahead.safe.copyFrom(safe)
	return t.weigh(t.best.cost + slack)
}

// weigh is what the plan costs that is loaded and safe: its steps, and what the
// position after its meal makes expect. If that is more than limit, it may be any
// number above limit.
func (t *thinker) weigh(limit float64) float64 {
	if t.onWeigh != nil {
		t.onWeigh()
	}
	var shape traits
	t.ahead.shape(&shape)
	cost := float64(t.meal)
	for i, x := range shape {
		cost += t.weights[i] * x
	}
	if next := t.weights[lookTrait]; cost <= limit {
		cost += next * t.ahead.look(t.foods(), (limit-cost)/next)
	}
	t.see(cost)
	t.weighed.add(t.planner, t.ahead.after, cost, limit)
	// Once a step was made for it, only the plan that begins with it is any good.
	if cost <= t.best.cost && (t.told.Offer(t.first(t.order)) || math.IsInf(t.best.cost, 1)) {
		t.keep(&t.best, cost)
		t.best.safe.copyFrom(t.ahead.safe)
	}
	return cost
}

// foods is the number of next foods to try: few where the way to them weighs little.
func (t *thinker) foods() int {
	if t.short() {
		return t.samples / 4
	}
	return t.samples
}
