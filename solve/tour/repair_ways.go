package tour

import "ouro"

// ways finds the shortest paths to the food through time: a segment that has left when the
// head arrives is no obstacle.
type ways struct {
	grid  *ouro.Grid
	queue []ouro.Cell
	at    []cellTime
}

// cellTime is what the search knows about a cell.
type cellTime struct {
	leaves int16       // the move in which the body leaves it, 0 without body
	steps  int16       // steps of a shortest path to it, or unreached
	first  ouro.DirSet // the first directions of such paths
}

const unreached = -1

func newWays(g *ouro.Grid) ways {
	return ways{grid: g, queue: make([]ouro.Cell, 0, g.Size()), at: make([]cellTime, g.Size())}
}

// find returns the first directions of the shortest paths from the head to the food. A path
// never waits and visits no cell twice, so find misses paths with a detour that lets a segment
// leave.
func (w *ways) find(body *ouro.Body, food ouro.Cell) ouro.DirSet {
	for i := range w.at {
		w.at[i] = cellTime{steps: unreached}
	}
	n := body.Len()
	for i := range n {
		w.at[body.At(i)].leaves = int16(n - i)
	}
	w.queue = append(w.queue[:0], body.Head())
	w.at[body.Head()].steps = 0
	for i := 0; i < len(w.queue); i++ {
		cell := w.queue[i]
		if cell == food {
			return w.at[food].first
		}
		here := w.at[cell]
		for d, next := range w.grid.Neighbours(cell) {
			if next == ouro.NoCell {
				continue
			}
			begin := here.first
			if here.steps == 0 {
				begin = 1 << d
			}
			switch there := &w.at[next]; there.steps {
			case unreached:
				if here.steps+1 >= there.leaves {
					there.steps, there.first = here.steps+1, begin
					w.queue = append(w.queue, next)
				}
			case here.steps + 1:
				there.first |= begin
			}
		}
	}
	return 0
}
