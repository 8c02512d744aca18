package backtrack

import (
	"context"
	"time"

	"ouro"
	"ouro/search"
)

// plainDepth is the depth of depth=auto without a limit of time or nodes.
const plainDepth = 20

// deepen searches with increasing depth until it must stop, and returns the last finished
// depth. Without a limit it searches depth 1, which is the decision if ctx ends, and then the
// target depth.
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
	b.scores, b.searched = [headings]points{}, 0
	for depth := 1; ; depth++ {
		var began time.Time
		if hurried {
			began = time.Now()
		}
		if !b.search(ctx, t, depth) {
			return finished
		}
		finished = depth
		if t.Best != nil {
			if _, dir, err := b.step(t); err == nil {
				t.Offer(dir)
			}
		}
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

// allDead reports whether no path reaches the depth: then none reaches a greater one, and the
// scores are the same there.
func (b *backtracker) allDead() bool {
	for _, score := range b.scores {
		if score >= alive {
			return false
		}
	}
	return true
}

// search computes the scores at this depth. If it must stop it keeps those of the previous
// depth.
func (b *backtracker) search(ctx context.Context, t ouro.Turn, depth int) bool {
	root := b.prepare(t, depth)
	for h := range b.best {
		b.best[h].Store(0)
	}
	w := &b.walker
	var steps [headings]step
	n := w.steps(&root, &steps)
	split := b.threads > 1 && t.Nodes == 0 && depth > 1
	if split {
		b.spent += w.meter.Nodes()
		w.meter = search.NewMeter(ctx, b.patience)
	}
	for _, s := range steps[:n] {
		w.best = &b.best[s.heading]
		w.visit(&root, s)
	}
	if w.out {
		w.out = false
		if !split || !b.crew.search(ctx, w, &root, steps[:n], &b.best) {
			return false
		}
	}
	b.searched = depth
	for h := range b.best {
		b.scores[h] = b.best[h].Load()
	}
	return true
}

// prepare reads the position for a search of this depth and returns its root.
func (b *backtracker) prepare(t ouro.Turn, depth int) (root position) {
	once := b.once || b.frozen // a frozen snake eats nothing twice
	b.arena.load(t, depth, b.frozen)
	b.outlook.prepare(&b.arena, &b.prices, depth, once)
	b.boundTable.prepare()
	b.walker.reset(&b.arena, &b.outlook, &b.boundTable, &b.prices, depth, once)
	return position{head: origin, came: int8(b.arena.facing), limit: b.arena.limit, hash: b.boundTable.salt}
}
