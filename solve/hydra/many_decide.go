package hydra

import (
	"context"

	"ouro"
	"ouro/sim"
)

// among decides where several enemies live.
func (h *hydra) among(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	nodes := h.budget(ctx, t)
	h.pack.begin(ctx, h, h.s.pos, t.Seat, nodes)
	first := func() ouro.Decision { return h.alongside(t, moves) }
	if nodes > 0 || h.threads == 1 {
		return first()
	}
	for len(h.packs) < h.threads-1 {
		h.packs = append(h.packs, &pack{thread: thread{pos: new(sim.Position)}, CrowdJudge: NewCrowdJudge(h.pack.weights)})
	}
	for _, s := range h.packs {
		s.pos.CopyFrom(h.s.pos)
		s.begin(ctx, h, s.pos, t.Seat, 0)
	}
	return beside(h, h.packs, moves, turnDepth, first)
}

// alongside is what the first thread decides.
func (h *hydra) alongside(t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	best := h.deepen(&h.pack, moves, turnDepth, turnDepth, t)
	if best.Score < -decided {
		best.Dir = h.pack.odds(t, moves, best.Dir)
	}
	best.Nodes = h.pack.nodes()
	return best
}

// begin readies a pack for a decision.
func (s *pack) begin(ctx context.Context, h *hydra, p *sim.Position, me int, nodes int64) {
	s.thread.begin(ctx, h, nodes)
	s.load(p, me)
}
