package tour

import (
	"math"

	"ouro"
)

const labelBlocks = "blocks" // Heat: depth of each square's block in the block tree below the head's

// show traces the rest of the plan. Later decisions do not depend on it.
func (c *cell) show(t *ouro.Trace) {
	t.Path(ouro.LabelPlan, c.plan[c.done:])
	l := c.lanes[c.sense]
	if c.traceSearch == nil {
		c.traceSearch = newSearch(c.grid, l.nodes, int(c.ways), int(c.penalty))
	}
	if c.safe(l, c.body) {
		c.showCycle(t, l)
	}
	if c.food != ouro.NoCell {
		c.showSearch(t, l)
	}
}

// showCycle traces a cycle that contains the body, and the block tree that it runs around:
// the blocks in the order in which the cycle first reaches them.
func (c *cell) showCycle(t *ouro.Trace, l *lanes) {
	c.lay(l, c.body)
	order := make([]float64, c.grid.Size())
	depth := make([]float64, l.nodes)
	depth[l.squares[c.body[0]].block] = 1
	s := c.body[0]
	for i := range order {
		order[s] = float64(i)
		from, to := l.squares[s].block, l.squares[c.next[s]].block
		if depth[to] == 0 {
			depth[to] = depth[from] + 1
		}
		s = c.next[s]
	}
	t.Heat(ouro.LabelCycle, order)
	for s := range order {
		order[s] = depth[l.squares[s].block] - 1
	}
	t.Heat(labelBlocks, order)
}

// showSearch traces the squares of the search and, for each direction, the steps of its path
// to the food, as a negative number.
func (c *cell) showSearch(t *ouro.Trace, l *lanes) {
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	looked := make([]bool, c.grid.Size())
	for d, n := range c.grid.Neighbours(c.body[0]) {
		if _, ok := l.step(c.body[0], n); !ok {
			continue
		}
		end := c.traceSearch.run(l, c.body, c.food, n, c.grid.Size(), math.MaxInt64)
		if end != noLabel {
			scores[d] = -float64(c.traceSearch.labels[end].at)
		}
		for _, at := range c.traceSearch.labels {
			looked[at.cell] = true
		}
	}
	var searched []ouro.Cell
	for s, ok := range looked {
		if ok {
			searched = append(searched, ouro.Cell(s))
		}
	}
	t.Cells(ouro.LabelSearch, searched)
	t.Moves(ouro.LabelScores, scores)
}
