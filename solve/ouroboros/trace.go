package ouroboros

import (
	"math"
	"slices"

	"ouro"
)

// labelDetours are the Cells on which the food after the meal would come too early and for
// which there is a detour.
const labelDetours = "detours"

// trace traces the rest of the plan, the ring that guarantees the win, the expected cost, the
// best cost of each other first move and the expected moves to the end; at the beginning of
// a plan also the candidates.
func (o *ouroboros) trace(t *ouro.Trace) {
	way := o.way(o.done)
	t.Path(ouro.LabelPlan, way)
	if !o.final { // a final plan needs no ring
		o.traceRing(t)
	}

	left := o.cost - float64(o.done)
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	if o.done == 0 {
		for d, cost := range o.costs {
			if !math.IsInf(cost, 1) {
				scores[d] = -cost
			}
		}
	}
	d, _ := o.grid.DirTo(way[0], way[1])
	scores[d] = -left
	t.Moves(ouro.LabelScores, scores)
	t.Value(ouro.LabelExpected, o.expected())
	if o.done == 0 {
		o.traceCandidates(t)
	}
}

func (o *ouroboros) traceRing(t *ouro.Trace) {
	then := o.afterMeal()
	n := len(then.order)
	heat := slices.Repeat([]float64{math.NaN()}, o.grid.Size())
	for i, s := range then.order {
		heat[o.cells[s]] = float64((i + o.meal - o.done + n) % n)
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
