package ouroboros

import (
	"context"
	"math"

	"ouro/search"
)

// candidate is a plan: an order of the ring and the place of the food in it.
type candidate struct {
	order   []square
	meal    int
	touched int
	cost    float64
}

// keep makes c the plan as it is.
func (p *planner) keep(c *candidate, cost float64) {
	c.order = append(c.order[:0], p.order...)
	c.meal, c.touched, c.cost = p.meal, p.touched, cost
}

// restore makes the plan c.
func (p *planner) restore(c *candidate) {
	p.set(c.order)
	p.meal, p.touched = c.meal, c.touched
}

// explore makes candidates and leaves the best one as the plan. Every plan that
// it leaves keeps the invariant, whenever its time is up. A node is a candidate.
func (o *ouroboros) explore(ctx context.Context, nodes int64) int64 {
	if o.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.budget)
		defer cancel()
	}
	if nodes == 0 || nodes > o.nodes {
		nodes = o.nodes
	}
	meter := search.NewMeter(ctx, nodes)
	o.shorten(false) // even without time: the plan may be for many moves
	if o.atlas != nil {
		o.consult(&meter)
		return meter.Nodes()
	}
	if !meter.Tick() {
		o.outlook.cost = float64(o.meal)
		return 0
	}
	o.best.cost = math.Inf(1)
	o.keep(&o.base, o.judge(o.safe))
	o.embolden()
	for meter.Allow(1) {
		meter.Add(1)
		o.restore(&o.base)
		if !o.vary() || !o.tight() {
			continue
		}
		if cost := o.judge(nil); cost <= o.best.cost+slack {
			o.keep(&o.base, cost)
		}
		o.embolden()
	}
	o.restore(&o.best)
	o.outlook.cost = o.best.cost
	return meter.Nodes()
}

// consult is explore with an atlas.
func (o *ouroboros) consult(meter *search.Meter) {
	best, least := route{}, math.Inf(1)
	food, head, length := o.order[o.meal], o.body[0], o.length
	for _, r := range o.atlas.find(o.body, food) {
		if float64(r.meal) >= least || !meter.Tick() {
			break
		}
		if next, fresh := o.atlas.look(r, head, length); fresh {
			cost := float64(r.meal) + next
			if cost < least {
				best, least = r, cost
			}
		}
	}
	if best.meal == 0 {
		o.outlook.cost = float64(o.meal)
		return
	}
	o.atlas.take(best, o.planner)
	o.outlook.cost = least
	o.see(least)
}

const (
	slack    = 1  // how much worse a candidate may be to be edited further
	biteRate = 30 // of a hundred candidates, those made by a bite
	kicks    = 2  // edits that make one of the others
)

// vary makes another candidate of the plan, if it can.
func (o *ouroboros) vary() bool {
	if o.dice.Roll(100) < biteRate {
		if !o.bite(o.dice) {
			return false
		}
	} else {
		for range kicks {
			o.kick(o.dice)
		}
	}
	o.shorten(false)
	return true
}

// embolden tries whether the plan can be made shorter if it may be bold.
func (o *ouroboros) embolden() {
	meal := o.meal
	o.shorten(true)
	if o.meal == meal || float64(o.meal) >= o.best.cost {
		return
	}
	o.ahead.load(o.planner)
	if _, ok := o.ahead.secure(dodges); ok {
		o.weigh(o.best.cost)
	}
}

// judge makes the plan the best one if it is, and returns its cost. The plan is
// tight, or this is its refuge.
func (o *ouroboros) judge(safe refuge) float64 {
	o.ahead.load(o.planner)
	o.ahead.safe.copyFrom(safe)
	return o.weigh(o.best.cost + slack)
}

// weigh is what the plan costs that is loaded and safe: its steps, and part of
// the mean steps to the food after it. If that is more than limit, it may be any
// number above limit.
func (o *ouroboros) weigh(limit float64) float64 {
	cost, weight := float64(o.meal), o.weight()
	if cost <= limit {
		cost += weight * o.ahead.look(o.samples, (limit-cost)/weight)
	}
	o.see(cost)
	if cost <= o.best.cost {
		o.keep(&o.best, cost)
		o.safe.copyFrom(o.ahead.safe)
	}
	return cost
}

// weight is how much of a step now a step to the next food is worth. A shape
// that makes the next way long mostly does so for several foods; but while the
// snake is short it finds better ways than those that the look ahead sees. The
// numbers were fitted to games played on from different candidates.
func (o *ouroboros) weight() float64 {
	fill := float64(o.length) / float64(len(o.order))
	return min(0.95, max(0.1, 0.25+2.4*(fill-0.25)))
}
