package backtrack

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"ouro"
	"ouro/search"
)

// After the decision, the position is searched again for viewers, with bounded effort. This
// gives the planned path, the tree of calls, and the scores of the paths through each square.
const (
	watchedCalls = 500    // number of calls in the tree
	watchedNodes = 10_000 // number of nodes in the search for the planned path
)

func (b *backtracker) traceResult(t ouro.Turn, best heading) {
	if !t.Trace.On() || b.searched == 0 {
		return
	}
	var scores [4]float64
	for h, p := range b.scores {
		scores[dirOf[h]] = score(p, b.deadend)
	}
	t.Trace.Moves(ouro.LabelScores, scores)
	root := b.prepare(t, b.searched)
	t.Trace.Path(ouro.LabelPlan, b.plan(t, &root, best))
	v := viewer{b: b, heat: make([]points, len(b.arena.squares))}
	t.Trace.Tree(ouro.LabelCalls, v.tree(&root, best))
	t.Trace.Heat(ouro.LabelPaths, v.paths(t.State.Grid))
}

// plan returns the first path with the best score that a second search finds, from the head on.
func (b *backtracker) plan(t ouro.Turn, root *position, best heading) []ouro.Cell {
	w := &b.walker
	var bar atomic.Int32
	bar.Store(b.scores[best] - 1)
	w.best, w.goal = &bar, b.scores[best]
	w.meter, w.out = search.NewMeter(context.Background(), watchedNodes), false
	var steps [headings]step
	for _, s := range steps[:w.steps(root, &steps)] {
		if int(s.heading) == best {
			w.visit(root, s)
		}
	}
	w.goal = unreachable
	cells := []ouro.Cell{t.Snake().Body.Head()}
	if bar.Load() < b.scores[best] {
		return cells
	}
	for _, s := range w.trail[1 : w.end+1] {
		cells = append(cells, b.arena.cells[s])
	}
	return cells
}

// viewer repeats the calls of the search, without the bound table, and stores them.
type viewer struct {
	b    *backtracker
	best points // best score of this root direction
	heat []points
}

// tree returns the calls from the root on. The root directions have the scores of the search.
func (v *viewer) tree(root *position, best heading) *ouro.Node {
	node := &ouro.Node{Dir: dirOf[best], Score: score(v.b.scores[best], v.b.deadend)}
	var steps [headings]step
	n := v.b.walker.steps(root, &steps)
	for _, s := range steps[:n] {
		v.best = 0
		kid, _ := v.call(root, s, (watchedCalls-1)/n)
		kid.Score, kid.Pruned = score(v.b.scores[s.heading], v.b.deadend), false
		v.heat[s.to] = max(v.heat[s.to], v.b.scores[s.heading])
		node.Kids = append(node.Kids, kid)
	}
	return node
}

// call returns one call with its sub-calls, at most limit calls in all. The score of a pruned call
// is its upper bound.
func (v *viewer) call(p *position, s step, limit int) (node *ouro.Node, found points) {
	w := &v.b.walker
	node = &ouro.Node{Dir: dirOf[s.heading], Score: score(s.bound, v.b.deadend), Pruned: true}
	limit--
	switch {
	case s.bound <= v.best:
		return node, 0
	case int(p.taken)+1 == w.depth:
		found = p.score + s.gain + alive
	default:
		before := w.squares[s.to]
		next := w.enter(p, s)
		var steps [headings]step
		n := w.steps(&next, &steps)
		if n == 0 {
			found = next.score
		}
		if n > limit {
			n = 0
		}
		for i, further := range steps[:n] {
			share := limit / (n - i)
			kid, score := v.call(&next, further, share)
			limit -= size(kid)
			node.Kids = append(node.Kids, kid)
			found = max(found, score)
		}
		w.squares[s.to] = before
	}
	if found > 0 {
		node.Score, node.Pruned = score(found, v.b.deadend), false
		v.best = max(v.best, found)
		v.heat[s.to] = max(v.heat[s.to], found)
	}
	return node, found
}

// size returns the number of nodes of a tree.
func size(n *ouro.Node) int {
	sum := 1
	for _, kid := range n.Kids {
		sum += size(kid)
	}
	return sum
}

// paths returns, by cell, the best score of the paths through it, or NaN if no path does.
func (v *viewer) paths(g *ouro.Grid) []float64 {
	heat := slices.Repeat([]float64{math.NaN()}, g.Size())
	for s, p := range v.heat {
		if p > 0 {
			heat[v.b.arena.cells[s]] = score(p, v.b.deadend)
		}
	}
	return heat
}
