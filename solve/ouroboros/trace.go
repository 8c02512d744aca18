package ouroboros

import (
	"math"

	"ouro"
)

// show tells about the plan from here.
func (o *ouroboros) show(t ouro.Turn) {
	var way []ouro.Cell
	for _, s := range o.order[o.done : o.meal+1] {
		way = append(way, o.cells[s])
	}
	t.Trace.Path(ouro.LabelPlan, way)
	heat := make([]float64, o.grid.Size())
	n := len(o.order)
	for c, s := range o.squares {
		if p := int(o.place[s]); p == noPlace {
			heat[c] = math.NaN()
		} else {
			heat[c] = float64((p - o.done + n) % n)
		}
	}
	t.Trace.Heat(ouro.LabelCycle, heat)
}
