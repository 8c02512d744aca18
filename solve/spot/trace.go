package spot

import (
	"math"

	"ouro"
)

// traceDecision traces the map after the chosen step, the value of each direction, the best series, and
// the depth of the deepest scan.
func (b *spot) traceDecision(t *ouro.Trace, moves ouro.DirSet, chosen ouro.Dir) {
	if !t.On() {
		return
	}
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	best := int32(0)
	for i := range int32(moves.Len()) {
		n := &b.nodes[i]
		scores[n.dir] = n.value
		if n.dir == chosen {
			best = i
		}
	}
	t.Heat("scored map", b.crew.scanners[0].heat(b.nodes, best))
	t.Moves(ouro.LabelScores, scores)
	t.Path(ouro.LabelPlan, b.plan(best))
	deepest := 0
	for i := len(b.nodes) - 1; i >= 0 && deepest == 0; i-- {
		if b.nodes[i].state != waiting {
			deepest = int(b.nodes[i].depth)
		}
	}
	t.Value("deepest scan", float64(deepest))
}

// plan returns the best series that begins with a node, from the head on.
func (b *spot) plan(i int32) []ouro.Cell {
	cells := []ouro.Cell{b.scene.head}
	for {
		n := &b.nodes[i]
		cells = append(cells, n.cell)
		if n.kids == 0 {
			return cells
		}
		best, value := int32(none), math.Inf(-1)
		for k := n.kids; k < n.kids+int32(n.moves.Len()); k++ {
			if kid := &b.nodes[k]; kid.state != waiting && kid.value > value {
				best, value = k, kid.value
			}
		}
		if best == none {
			return cells
		}
		i = best
	}
}

// heat returns the scored map at the end of a series, without the cells that no head can enter.
func (s *scanner) heat(nodes []node, i int32) []float64 {
	n := nodes[i]
	s.walk(nodes, i)
	s.step(nodes, &n)
	s.lay(&n)
	s.makeMap()
	heat := make([]float64, s.off)
	for c := range heat {
		heat[c] = s.tile[c] + s.threat[c]
		if int(s.until[c]) > s.depth+1 {
			heat[c] = math.NaN()
		}
	}
	s.clearMap()
	s.retrace()
	return heat
}
