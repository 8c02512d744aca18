package hydra

import (
	"context"
	"sync"
	"sync/atomic"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// thread is the state of a search on one thread, for any number of enemies. All threads of
// a decision search the same position. In a duel they share the transposition table and
// start at different depths, so that they seldom do the same work (lazy SMP). Among several
// enemies each has its own tree, and the visits are added up.
type thread struct {
	pos     *sim.Position
	flood   sim.Flood
	meter   search.Meter
	stop    *atomic.Bool // shared by all threads
	stopped bool
	me      int
	ply     int
}

// budget begins a decision and returns its nodes, 0 if only time limits it.
func (h *hydra) budget(ctx context.Context, t ouro.Turn) (nodes int64) {
	nodes = t.Nodes
	if _, timed := ctx.Deadline(); !timed && nodes == 0 {
		nodes = plainNodes
	}
	h.stop.Store(false)
	return nodes
}

// begin prepares a thread for a decision.
func (th *thread) begin(ctx context.Context, h *hydra, nodes int64) {
	th.meter, th.stop = h.meter(ctx, nodes), &h.stop
	th.stopped, th.ply = false, 0
}

// out counts a node and reports whether to stop; once true it stays true.
func (th *thread) out() bool {
	th.stopped = !th.meter.Tick() || th.stop.Load()
	return th.stopped
}

func (th *thread) nodes() int64 { return th.meter.Nodes() }

// deepen searches with increasing depth until the budget is used, the position is decided
// or the option depth is reached.
func (h *hydra) deepen(s *searcher, moves ouro.DirSet, from int, t ouro.Turn) ouro.Decision {
	best := ouro.Decision{Dir: moves.At(0)}
	t.Offer(best.Dir)
	for depth := from; depth <= turnDepth*h.depth; depth += duelStep {
		dir, v, whole := s.root(moves, depth, uint8(best.Dir))
		if dir != noDir && ouro.Dir(dir) != best.Dir {
			best.Dir = ouro.Dir(dir)
			t.Offer(best.Dir)
		}
		if !whole {
			break
		}
		best.Score, best.Depth = float64(v), depth/duelStep
		if v > decided || v < -decided {
			break
		}
	}
	best.Nodes = s.nodes()
	return best
}

// beside returns the decision of first, which runs while each of the others thinks. It
// returns when all are done and adds their nodes.
func beside[S interface{ nodes() int64 }](h *hydra, others []S, think func(i int, s S), first func() ouro.Decision) ouro.Decision {
	var running sync.WaitGroup
	for i, s := range others {
		running.Go(func() { think(i, s) })
	}
	d := first()
	h.stop.Store(true)
	running.Wait()
	for _, s := range others {
		d.Nodes += s.nodes()
	}
	return d
}
