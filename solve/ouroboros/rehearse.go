package ouroboros

import (
	"context"
	"math"
	"slices"

	"ouro"
	"ouro/search"
)

// A rehearsal judges the cheapest candidates of a meal again. For every square on which the next food
// may appear, it plans the meal after a candidate; the mean cost of these plans replaces the
// evaluation of the position. A sample of the squares would not do: the noise of its mean is larger
// than the differences between most candidates.

const (
	rehearseSlack  = 2  // a candidate that costs more than this above the cheapest is not rehearsed
	rehearseRate   = 8  // number of candidates of a meal for each candidate of a rehearsed meal
	rehearsedLeast = 15 // least number of candidates of a rehearsed meal
	rehearsedMost  = 60 // most candidates of a rehearsed meal
	mostRehearsed  = 64 // limit of the option rehearse
	mostFoods      = 83 // a meal with more free squares is not rehearsed
)

// shortlist holds the cheapest candidates of a meal, the cheapest first. No two of them lead to the
// same body.
type shortlist struct {
	all   []listed // of fixed length; the first count are in use
	count int
}

// listed is a candidate with the body after its meal.
type listed struct {
	candidate
	after []square
}

// newShortlist returns a shortlist for at most this many candidates on a board with this many cells,
// or nil for none.
func newShortlist(most, cells int) *shortlist {
	if most == 0 {
		return nil
	}
	l := &shortlist{all: make([]listed, most)}
	for i := range l.all {
		l.all[i].order, l.all[i].after = make([]square, 0, cells), make([]square, 0, cells)
	}
	return l
}

func (l *shortlist) list() []listed { return l.all[:l.count] }

// limit returns the cost below which a candidate comes on the list.
func (l *shortlist) limit() float64 {
	if l.count < len(l.all) {
		return math.Inf(1)
	}
	return l.all[l.count-1].cost
}

// insert returns the entry for a candidate with this cost and this body after its meal, or nil if
// the candidate does not come on the list. The caller fills in the rest of the entry.
func (l *shortlist) insert(cost float64, after []square) *listed {
	from := l.count
	for i := range l.list() {
		if slices.Equal(l.all[i].after, after) {
			from = i
		}
	}
	switch {
	case from < l.count:
		if l.all[from].cost <= cost {
			return nil
		}
	case l.count < len(l.all):
		l.count++
	case cost >= l.limit():
		return nil
	default:
		from--
	}
	for ; from > 0 && l.all[from-1].cost > cost; from-- {
		l.all[from-1], l.all[from] = l.all[from], l.all[from-1]
	}
	e := &l.all[from]
	e.cost, e.after = cost, append(e.after[:0], after...)
	return e
}

// putOnShortlist puts the plan in t.ahead, which has this cost, on the shortlist if there is one and
// the plan is among the cheapest.
func (t *thinker) putOnShortlist(cost float64) {
	if t.shortlist == nil {
		return
	}
	if e := t.shortlist.insert(cost, t.ahead.after); e != nil {
		t.keep(&e.candidate, cost)
		e.safe.copyFrom(t.ahead.safe)
	}
}

// join adds the candidates of another list.
func (l *shortlist) join(other *shortlist) {
	for i := range other.list() {
		from := &other.all[i]
		if e := l.insert(from.cost, from.after); e != nil {
			e.copyFrom(&from.candidate)
		}
	}
}

// copyFrom makes c a deep copy of another candidate.
func (c *candidate) copyFrom(other *candidate) {
	order, safe := append(c.order[:0], other.order...), c.safe
	*c = *other
	c.order, c.safe = order, safe
	c.safe.copyFrom(other.safe)
}

// newPlayer makes the ouroboros that plans the meals of a rehearsal.
func (o *ouroboros) newPlayer(b board) *ouroboros {
	nodes := min(max(rehearsedLeast, o.nodes/rehearseRate), rehearsedMost)
	p := &ouroboros{options: options{nodes: nodes}, thinker: newThinker(b, nodes, 0), end: o.end}
	p.library = o.library.share()
	p.startBody, p.bodyNow = make([]square, 0, len(b.cells)), make([]square, 0, len(b.cells))
	return p
}

// rehearses reports whether the solver rehearses this meal. Early in a game on a large board, there
// are many squares for the next food, and the choice matters little.
func (o *ouroboros) rehearses() bool {
	return o.player != nil && len(o.squares)-o.length <= mostFoods
}

// rehearse sets o.best to the candidate of the shortlist with the fewest steps plus the mean cost of
// the next meal. It keeps o.best if the meter or ctx ends first.
func (o *ouroboros) rehearse(ctx context.Context, meter *search.Meter) {
	list := o.shortlist.list()
	for len(list) > 0 && list[len(list)-1].cost > list[0].cost+rehearseSlack {
		list = list[:len(list)-1]
	}
	if len(list) < 2 {
		return
	}
	best, least := 0, math.Inf(1)
	for i := range list {
		mean, ok := o.player.meanCost(ctx, &list[i], meter)
		if !ok {
			return
		}
		if cost := float64(list[i].meal) + mean; cost < least {
			best, least = i, cost
		}
	}
	if c := &list[best]; o.offers.Offer(o.first(c.order)) {
		o.best.copyFrom(&c.candidate)
	}
}

// meanCost returns the mean cost of the meal after a candidate, over all squares on which the next
// food may appear.
func (o *ouroboros) meanCost(ctx context.Context, c *listed, meter *search.Meter) (mean float64, ok bool) {
	sum, foods := 0.0, 0
	for _, food := range o.squares {
		if slices.Contains(c.after, food) {
			continue
		}
		if !meter.Allow(int(o.nodes)) {
			return 0, false
		}
		cost, nodes := o.costAfter(ctx, c, food)
		meter.Add(int(nodes))
		sum += cost
		foods++
	}
	return sum / float64(max(1, foods)), meter.Allow(1)
}

// costAfter plans the meal after a candidate, for food on this square, and returns the cost of the
// plan and the number of its candidates. The dice depend on the square alone, so that all candidates
// have the same luck.
func (o *ouroboros) costAfter(ctx context.Context, c *listed, food square) (cost float64, nodes int64) {
	*o.dice = *ouro.NewPCG(uint64(food))
	o.restore(&c.candidate)
	o.safe.copyFrom(c.safe)
	o.bodyNow = append(o.bodyNow[:0], c.after...)
	o.final = false
	at := o.cells[food]
	if !o.advance(at) {
		return float64(len(o.order)), 0 // food in the hole, which the snake cannot enter yet
	}
	editable := o.aim(at)
	o.storeRing() // instead of the ring of the last rehearsed meal
	nodes = o.explore(ctx, 0, nil, editable)
	return o.cost, nodes
}
