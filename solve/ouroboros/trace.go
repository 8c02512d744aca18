package ouroboros

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"ouro"
)

// labelDetours labels the cells on which the next food would be too early on the ring. Each of them
// has a detour.
const labelDetours = "detours"

// trace traces the remaining steps of the plan, the ring that guarantees the win, the expected cost,
// the best cost of each other first move, and the expected moves to the end. At the beginning of a
// plan it also traces the candidates.
func (o *ouroboros) trace(t *ouro.Trace) {
	way := o.way(o.stepsMade)
	t.Path(ouro.LabelPlan, way)
	if !o.final { // a final plan needs no ring
		o.traceRing(t)
	}

	left := o.cost - float64(o.stepsMade)
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	if o.stepsMade == 0 {
		for d, cost := range o.costs {
			if !math.IsInf(cost, 1) {
				scores[d] = -cost
			}
		}
	}
	d, _ := o.board.Grid.DirTo(way[0], way[1])
	scores[d] = -left
	t.Moves(ouro.LabelScores, scores)
	t.Value(ouro.LabelExpected, o.expectedMoves())
	if o.stepsMade == 0 {
		o.traceCandidates(t)
	}
}

func (o *ouroboros) traceRing(t *ouro.Trace) {
	then := o.afterMeal()
	n := len(then.order)
	heat := slices.Repeat([]float64{math.NaN()}, o.board.Grid.Size())
	for i, s := range then.order {
		heat[o.cells[s]] = float64((i + o.meal - o.stepsMade + n) % n)
	}
	t.Heat(ouro.LabelCycle, heat)
	if len(o.safe) > 0 {
		length := o.length + 1
		body := o.bodyAfter(nil, o.meal, length)
		var early []ouro.Cell
		for i := 1; i <= length-then.ordered; i++ {
			if s := then.order[i]; !slices.Contains(body, s) {
				early = append(early, o.cells[s])
			}
		}
		t.Cells(labelDetours, early)
	}
}

// candidateLog holds the candidates of one meal, for viewers: for each body after the meal, the
// candidate with the fewest steps, and of several the cheapest. A nil candidateLog ignores
// candidates.
type candidateLog struct {
	byBody map[string]weighedWay // by the squares of the body after the meal
	found  map[string]weighedWay // paths for which a safety proof was searched
	key    []byte
}

// weighedWay is a path to the food with its cost.
type weighedWay struct {
	way  []ouro.Cell
	cost float64 // Inf if the evaluation stopped at a limit
}

// add adds a plan with the body after its meal. A cost above limit is only a lower bound.
func (w *candidateLog) add(p *planner, body []square, cost, limit float64) {
	if w == nil {
		return
	}
	if cost > limit {
		cost = math.Inf(1)
	}
	w.keep(w.byBody, body, weighedWay{p.way(0), cost})
}

// find logs a plan that the planner found, with or without a proof, and the body after its meal.
func (w *candidateLog) find(p *planner, body []square) {
	if w != nil {
		w.keep(w.found, body, weighedWay{p.way(0), math.Inf(1)})
	}
}

func (w *candidateLog) keep(all map[string]weighedWay, body []square, way weighedWay) {
	w.key = w.key[:0]
	for _, s := range body {
		w.key = binary.LittleEndian.AppendUint16(w.key, uint16(s))
	}
	if known, ok := all[string(w.key)]; !ok || way.compare(known) < 0 {
		all[string(w.key)] = way
	}
}

// join adds each path of others to ways that is better than the path to the same body in ways.
func join(ways, others map[string]weighedWay) {
	for body, w := range others {
		if known, ok := ways[body]; !ok || w.compare(known) < 0 {
			ways[body] = w
		}
	}
}

// compare orders two paths to the same body, the better one first. Paths that are equally
// good are ordered by their cells, so that the order of threads does not matter.
func (w weighedWay) compare(other weighedWay) int {
	return cmp.Or(cmp.Compare(len(w.way), len(other.way)), cmp.Compare(w.cost, other.cost), slices.Compare(w.way, other.way))
}

// way returns the cells of the plan from this step up to the meal.
func (p *planner) way(step int) []ouro.Cell {
	way := make([]ouro.Cell, 0, p.meal+1)
	for _, s := range p.order[step : p.meal+1] {
		way = append(way, p.cells[s])
	}
	return way
}

// startCandidates begins new logs of candidates, or removes the logs if there is no viewer.
func (o *ouroboros) startCandidates(on bool) {
	o.weighed = newWeighed(on)
	for _, t := range o.others {
		t.weighed = newWeighed(on)
	}
}

func newWeighed(on bool) *candidateLog {
	if !on {
		return nil
	}
	return &candidateLog{byBody: map[string]weighedWay{}, found: map[string]weighedWay{}}
}

// traceCandidates traces the candidates of all threads, the best first and those of unknown
// cost last. It then traces the paths without a proof.
func (o *ouroboros) traceCandidates(trace *ouro.Trace) {
	for _, t := range o.others {
		join(o.weighed.byBody, t.weighed.byBody)
		join(o.weighed.found, t.weighed.found)
	}
	for _, w := range inOrder(o.weighed.byBody) {
		if math.IsInf(w.cost, 1) {
			trace.Path(ouro.LabelCandidates, w.way)
		} else {
			trace.ScoredPath(ouro.LabelCandidates, w.way, -w.cost)
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

// inOrder returns the paths, the cheapest first.
func inOrder(all map[string]weighedWay) []weighedWay {
	return slices.SortedFunc(maps.Values(all), func(a, b weighedWay) int { return cmp.Or(cmp.Compare(a.cost, b.cost), a.compare(b)) })
}
