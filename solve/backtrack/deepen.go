package backtrack

import (
	"context"
	"time"

	"ouro"
)

// plainDepth is how far depth=auto looks when neither time nor nodes are
// limited.
const plainDepth = 20

// deepen searches deeper and deeper until it is told to stop, and returns the
// last depth that it finished. Without a limit it goes there at once, after a
// look at the next step that is an answer if ctx ends.
func (b *backtracker) deepen(ctx context.Context, t ouro.Turn) (finished int) {
	deadline, hurried := ctx.Deadline()
	limited := hurried || t.Nodes > 0
	target := b.depth
	if b.auto {
		target = plainDepth
		if limited {
			target = maxDepth
		}
	}
	b.scores = [headings]points{}
	for depth := 1; ; depth++ {
		var began time.Time
		if hurried {
			began = time.Now()
		}
		if !b.search(t, depth) {
			return finished
		}
		finished = depth
		if depth == target || b.allDead() {
			return target
		}
		if hurried && time.Until(deadline) < time.Since(began) {
			return finished // the next depth takes longer than this one did
		}
		if !limited {
			depth = target - 1
		}
	}
}

// allDead tells that no path reaches the depth: then none reaches a greater one
// either, and the scores are the same there.
func (b *backtracker) allDead() bool {
	for _, score := range b.scores {
		if score >= alive {
			return false
		}
	}
	return true
}

// search finds the scores at this depth. When it is told to stop it leaves
// those of the depth before.
func (b *backtracker) search(t ouro.Turn, depth int) bool {
	b.arena.load(t, depth, b.frozen)
	once := b.once || b.frozen
	b.outlook.prepare(&b.arena, &b.prices, depth, once)
	b.ledger.prepare()
	b.walker.reset(&b.arena, &b.outlook, &b.ledger, &b.prices, depth, once)
	root := position{head: origin, came: int8(b.arena.facing), limit: b.arena.limit, hash: b.ledger.salt}
	var steps [headings]step
	var scores [headings]points
	for _, s := range steps[:b.walker.steps(&root, &steps)] {
		b.best.Store(0)
		b.walker.visit(&root, s)
		if b.walker.out {
			return false
		}
		scores[s.heading] = b.best.Load()
	}
	b.scores = scores
	return true
}
