package ouroboros

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"ouro"
)

// weighed are the candidates of one meal as watchers hear of them: for each body that
// they lead to the first that is there in the fewest steps, for the same body sooner is
// the better plan, or the cheapest of these. A nil one takes nothing in.
type weighed struct {
	byBody map[string]weighedWay // by the squares of the body after the meal
	found  map[string]weighedWay // ways for which a proof that they are safe was looked for
	key    []byte
}

// weighedWay is a candidate's way to the food.
type weighedWay struct {
	way  []ouro.Cell
	cost float64 // Inf if it was given up when it was too high
}

// add takes in a plan and the body after its meal. Its cost may be any number above
// the limit if it is above that.
func (w *weighed) add(p *planner, after []square, cost, limit float64) {
	if w == nil {
		return
	}
	if cost > limit {
		cost = math.Inf(1)
	}
	w.keep(w.byBody, after, weighedWay{p.way(0), cost})
}

// find takes in a plan that may have no proof, and the body after its meal.
func (w *weighed) find(p *planner, after []square) {
	if w != nil {
		w.keep(w.found, after, weighedWay{p.way(0), math.Inf(1)})
	}
}

// keep keeps the better one for a body.
func (w *weighed) keep(all map[string]weighedWay, body []square, way weighedWay) {
	w.key = w.key[:0]
	for _, s := range body {
		w.key = binary.LittleEndian.AppendUint16(w.key, uint16(s))
	}
	if known, ok := all[string(w.key)]; !ok || way.compare(known) < 0 {
		all[string(w.key)] = way
	}
}

// join keeps the better ones of two.
func join(all, more map[string]weighedWay) {
	for body, w := range more {
		if known, ok := all[body]; !ok || w.compare(known) < 0 {
			all[body] = w
		}
	}
}

// compare orders two that lead to the same body: the better one comes first. The ways
// themselves decide last, so that it does not matter which thread has found one first.
func (w weighedWay) compare(other weighedWay) int {
	return cmp.Or(cmp.Compare(len(w.way), len(other.way)), cmp.Compare(w.cost, other.cost), slices.Compare(w.way, other.way))
}

// way is the cells of the plan from this step of it to the meal.
func (p *planner) way(done int) []ouro.Cell {
	way := make([]ouro.Cell, 0, p.meal+1)
	for _, s := range p.order[done : p.meal+1] {
		way = append(way, p.cells[s])
	}
	return way
}

// watch begins to take in the candidates of another plan, if somebody watches.
func (o *ouroboros) watch(on bool) {
	o.weighed = newWeighed(on)
	for _, t := range o.others {
		t.weighed = newWeighed(on)
	}
}

// newWeighed is nil unless somebody watches.
func newWeighed(on bool) *weighed {
	if !on {
		return nil
	}
	return &weighed{byBody: map[string]weighedWay{}, found: map[string]weighedWay{}}
}

// tell tells of the candidates of all threads, the best first and those last whose
// cost is not known, and then of the ways that were found without a proof.
func (o *ouroboros) tell(trace *ouro.Trace) {
	for _, t := range o.others {
		join(o.weighed.byBody, t.weighed.byBody)
		join(o.weighed.found, t.weighed.found)
	}
	for _, w := range inOrder(o.weighed.byBody) {
		if math.IsInf(w.cost, 1) {
			trace.Path(ouro.LabelCandidates, w.way)
		} else {
			trace.Way(ouro.LabelCandidates, w.way, -w.cost)
		}
	}
	maps.DeleteFunc(o.weighed.found, func(body string, w weighedWay) bool {
		proven, ok := o.weighed.byBody[body]
		return ok && len(proven.way) <= len(w.way)
	})
	for _, w := range inOrder(o.weighed.found) {
		trace.Path(ouro.LabelUnproven, w.way)
	}
}

// inOrder are the ways, the cheapest first.
func inOrder(all map[string]weighedWay) []weighedWay {
	return slices.SortedFunc(maps.Values(all), func(a, b weighedWay) int { return cmp.Or(cmp.Compare(a.cost, b.cost), a.compare(b)) })
}
