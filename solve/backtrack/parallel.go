package backtrack

import (
	"context"
	"sync"
	"sync/atomic"

	"ouro/search"
)

// A search that one thread does not finish within patience nodes is split into about pieces
// parts for each thread. The parts are many because their sizes differ by orders of magnitude.
// Each part has an opening of one to longest steps.
const (
	patience = 4000 // nodes; their cost is several times that of starting the other threads
	pieces   = 64
	longest  = 12
)

// parallelSearch is a set of walkers that share one search. Each walker takes the next opening
// and searches from its end. The walkers share the best scores, the upper bound and the bound
// table, without locks. Their relative speed affects how much is pruned, never the scores.
type parallelSearch struct {
	walkers []walker
	front   []opening
	split   []opening // the next front while it is built
	root    position
}

// opening is the sequence of first steps that all paths of a part share.
type opening struct {
	steps [longest]step
	n     int
}

// search computes the best score of each root direction. It returns false if ctx ends
// first.
func (c *parallelSearch) search(ctx context.Context, w *walker, root *position, steps []step, best *[headings]atomic.Int32) bool {
	c.makeOpenings(w, root, steps, best)
	c.root = *root
	var next atomic.Int32
	var out atomic.Bool
	var done sync.WaitGroup
	for i := range c.walkers {
		worker := &c.walkers[i]
		worker.join(w, search.NewMeter(ctx, 0))
		done.Go(func() {
			for !worker.out {
				k := int(next.Add(1)) - 1
				if k >= len(c.front) {
					return
				}
				o := &c.front[k]
				worker.best = &best[o.steps[0].heading]
				worker.follow(&c.root, o.steps[:o.n])
			}
			out.Store(true)
		})
	}
	done.Wait()
	return !out.Load()
}

// makeOpenings splits the search into openings, in the order in which a single walker would reach
// them.
func (c *parallelSearch) makeOpenings(w *walker, root *position, steps []step, best *[headings]atomic.Int32) {
	c.front = c.front[:0]
	for _, s := range steps {
		c.front = append(c.front, opening{steps: [longest]step{s}, n: 1})
	}
	for n := 1; n < min(longest, w.depth-1) && len(c.front) < pieces*len(c.walkers); n++ {
		c.split = c.split[:0]
		for _, o := range c.front {
			w.best = &best[o.steps[0].heading]
			var further [headings]step
			for _, s := range further[:w.look(root, o.steps[:n], &further)] {
				o.steps[n], o.n = s, n+1
				c.split = append(c.split, o)
			}
		}
		c.front, c.split = c.split, c.front
	}
}

// join makes w a copy of the walker fellow with its own squares and this meter.
func (w *walker) join(fellow *walker, meter search.Meter) {
	squares := append(w.squares[:0], fellow.squares...)
	room := w.room
	*w = *fellow
	w.squares, w.room, w.meter, w.out = squares, room, meter, false
	w.room.prepare(len(squares))
}

// follow makes the steps of an opening, searches from there, and takes the steps back.
func (w *walker) follow(p *position, steps []step) {
	if len(steps) == 0 {
		w.extend(p)
		return
	}
	if steps[0].bound <= w.best.Load() {
		return
	}
	before := w.squares[steps[0].to]
	next := w.enter(p, steps[0])
	w.follow(&next, steps[1:])
	w.squares[steps[0].to] = before
}

// look makes the steps of an opening, writes the possible next steps to dst, and returns their
// number. If no step is possible, it records a dead end.
func (w *walker) look(p *position, steps []step, dst *[headings]step) int {
	if len(steps) == 0 {
		n := w.steps(p, dst)
		if n == 0 {
			w.raiseBest(p.score, p.taken)
		}
		return n
	}
	before := w.squares[steps[0].to]
	next := w.enter(p, steps[0])
	n := w.look(&next, steps[1:], dst)
	w.squares[steps[0].to] = before
	return n
}
