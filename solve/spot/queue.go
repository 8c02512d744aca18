package spot

import (
	"context"
	"sync"
	"sync/atomic"

	"ouro"
)

// A level of the queue is the series of one length. The workers take its nodes
// one by one, and the next level begins when all are scanned: so shallow scans
// of all directions come before deep ones, and what is scanned with a node
// budget does not depend on how many workers there are.

// glance is the number of scans between two looks at the context: less than a
// fifth of a millisecond on large boards.
const glance = 8

// crew is a bounded number of workers.
type crew struct {
	scanners []scanner
	next     atomic.Int32 // node to take
	stopped  atomic.Bool
	done     atomic.Int64
	wait     sync.WaitGroup
}

// run scans the nodes from first up to last, and tells whether that was
// finished in time.
func (c *crew) run(ctx context.Context, nodes []node, first, last int32) bool {
	c.next.Store(first)
	c.done.Store(0)
	helpers := min(len(c.scanners)-1, int(last-first)/glance)
	for i := range helpers {
		c.wait.Add(1)
		go func() {
			defer c.wait.Done()
			c.work(ctx, &c.scanners[i+1], nodes, last)
		}()
	}
	c.work(ctx, &c.scanners[0], nodes, last)
	c.wait.Wait()
	return !c.stopped.Load()
}

// work scans nodes until none is left or time is up.
func (c *crew) work(ctx context.Context, s *scanner, nodes []node, last int32) {
	for {
		if c.stopped.Load() {
			return
		}
		if ctx.Err() != nil {
			c.stopped.Store(true)
			return
		}
		to := c.next.Add(glance)
		for i := to - glance; i < min(to, last); i++ {
			s.scan(nodes, i)
		}
		if to >= last {
			return
		}
	}
}

// explore scans series of all lengths, shortest first, within the budget, and
// returns the greatest length that was scanned wholly and the number of scans.
func (b *spot) explore(ctx context.Context, moves ouro.DirSet, budget int64) (depth int) {
	b.nodes = b.nodes[:0]
	b.crew.stopped.Store(false)
	b.grow(none, &node{cell: b.scene.head, moves: moves})
	for first := int32(0); first < int32(len(b.nodes)); {
		last := int32(min(int64(len(b.nodes)), budget))
		if first >= last || !b.crew.run(ctx, b.nodes, first, last) || int(last) < len(b.nodes) {
			return depth
		}
		depth++
		if depth == b.depth {
			return depth
		}
		for i := first; i < last; i++ {
			n := b.nodes[i]
			if n.state == scanned {
				b.nodes[i].kids = int32(len(b.nodes))
				b.grow(i, &n)
			}
		}
		first = last
	}
	return depth
}

// grow adds the series that go on from a node to the queue.
func (b *spot) grow(parent int32, n *node) {
	for i := range n.moves.Len() {
		d := n.moves.At(i)
		b.nodes = append(b.nodes, node{
			parent: parent, cell: b.scene.near[n.cell][d], dir: d, depth: n.depth + 1,
		})
	}
}
