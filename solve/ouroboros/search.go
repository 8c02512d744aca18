package ouroboros

import (
	"context"

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

// kicks is the number of random edits between two candidates.
const kicks = 2

// explore makes candidates and leaves the best one as the plan. Every plan that
// it leaves keeps the invariant, whenever its time is up.
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
	if !meter.Allow(1) {
		return 0
	}
	meter.Add(1)
	o.shorten()
	o.keep(&o.base, o.judge())
	o.keep(&o.best, o.base.cost)
	for meter.Allow(1) {
		meter.Add(1)
		for range kicks {
			o.kick(o.dice)
		}
		o.shorten()
		switch cost := o.judge(); {
		case cost < o.best.cost:
			o.keep(&o.best, cost)
			o.keep(&o.base, cost)
		case cost <= o.base.cost+slack:
			o.keep(&o.base, cost)
		default:
			o.restore(&o.base)
		}
	}
	o.restore(&o.best)
	return meter.Nodes()
}

// slack is how much worse a candidate may be to be edited further.
const slack = 1

// judge is what the plan costs.
func (p *planner) judge() float64 { return float64(p.meal) }
