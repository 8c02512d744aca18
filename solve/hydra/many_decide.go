package hydra

import (
	"context"
	"sync"

	"ouro"
	"ouro/sim"
)

// among decides where several enemies live. As in a duel the other threads search
// beside the first and share the table.
func (h *hydra) among(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := t.Nodes
	if _, timed := ctx.Deadline(); !timed && nodes == 0 {
		nodes = plainNodes
	}
	if nodes > 0 {
		h.s.table.forget()
	}
	h.stop.Store(false)
	h.pack.begin(ctx, h, h.s.pos, t.Seat, nodes)
	if nodes > 0 || h.threads == 1 {
		return h.alongside(t, moves)
	}
	for len(h.packs) < h.threads-1 {
		h.packs = append(h.packs, &pack{pos: new(sim.Position), CrowdJudge: NewCrowdJudge(h.pack.weights)})
	}
	var others sync.WaitGroup
	for i, s := range h.packs {
		s.pos.CopyFrom(h.s.pos)
		s.begin(ctx, h, s.pos, t.Seat, 0)
		others.Go(func() { s.deepen(moves, turnDepth*(1+(i+1)%2), h.depth, ouro.Turn{}) })
	}
	best := h.alongside(t, moves)
	h.stop.Store(true)
	others.Wait()
	for _, s := range h.packs {
		best.Nodes += s.meter.Nodes()
	}
	return best
}

// alongside is what the first thread decides.
func (h *hydra) alongside(t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	best := h.pack.deepen(moves, turnDepth, h.depth, t)
	if best.Score < -decided {
		best.Dir = h.pack.odds(t, moves, best.Dir)
	}
	best.Nodes = h.pack.meter.Nodes()
	return best
}

// begin readies a pack for a decision.
func (s *pack) begin(ctx context.Context, h *hydra, p *sim.Position, me int, nodes int64) {
	s.meter, s.table, s.stop = h.meter(ctx, nodes), h.s.table, &h.stop
	s.load(p, me)
}

// deepen searches deeper and deeper until the budget is used up, the game is decided
// or it is turns deep.
func (s *pack) deepen(moves ouro.DirSet, from, turns int, t ouro.Turn) ouro.Decision {
	best := ouro.Decision{Dir: moves.At(0)}
	t.Offer(best.Dir)
	for depth := from; depth <= turns*turnDepth; depth += turnDepth {
		dir, v, whole := s.root(moves, depth, uint8(best.Dir))
		if dir != noDir && ouro.Dir(dir) != best.Dir && (whole || v > -decided) {
			best.Dir = ouro.Dir(dir)
			t.Offer(best.Dir)
		}
		if !whole {
			break
		}
		best.Score, best.Depth = float64(v), depth/turnDepth
		if v > decided || v < -decided {
			break
		}
	}
	return best
}
