package spot

import (
	"math"
	"sync"
	"sync/atomic"

	"ouro"
)

// A level of the queue contains all series of one length. The workers take its nodes one by one;
// the next level begins when the whole level is scanned. So shallow scans of all directions come
// before deep scans, and a node budget scans the same nodes with any number of workers.

// scansPerCheck is the number of scans between two checks of the clock: less than 0.2
// milliseconds of work on large boards.
const scansPerCheck = 8

// nodesPerCheck is the number of nodes that deepen visits between two checks of the clock.
const nodesPerCheck = 1024

// workerPool scans the nodes of a level on several threads.
type workerPool struct {
	scanners []scanner
	next     atomic.Int32 // the next node to take
	stopped  atomic.Bool
	wait     sync.WaitGroup
}

// run scans nodes[first:last] and reports whether it finished in time.
func (c *workerPool) run(clock clock, nodes []node, first, last int32) bool {
	c.next.Store(first)
	helpers := min(len(c.scanners)-1, int(last-first)/scansPerCheck)
	for i := range helpers {
		c.wait.Go(func() { c.work(clock, &c.scanners[i+1], nodes, last) })
	}
	c.work(clock, &c.scanners[0], nodes, last)
	c.wait.Wait()
	return !c.stopped.Load()
}

func (c *workerPool) work(clock clock, s *scanner, nodes []node, last int32) {
	for {
		if c.stopped.Load() {
			return
		}
		if clock.isOver() {
			c.stopped.Store(true)
			return
		}
		to := c.next.Add(scansPerCheck)
		for i := to - scansPerCheck; i < min(to, last); i++ {
			s.scan(nodes, i)
		}
		if to >= last {
			return
		}
	}
}

// explore scans series of all lengths, the shortest first, within the budget. It returns the
// greatest length at which all series were scanned. It scans the first steps even if time is up,
// because the decision needs them and they are few.
func (b *spot) explore(clock clock, t ouro.Turn, moves ouro.DirSet, budget int64) (depth int) {
	b.nodes, b.offered = b.nodes[:0], 0
	b.pool.stopped.Store(false)
	b.addKids(none, &node{cell: b.scene.head, moves: moves})
	limit := int32(min(budget, maxNodes))
	whole := int32(len(b.nodes)) <= limit
	for i := range min(limit, int32(len(b.nodes))) {
		b.pool.scanners[0].scan(b.nodes, i)
	}
	b.offer(t, moves)
	first := int32(0)
	for depth = 1; whole && depth < b.depth; depth++ {
		last := int32(len(b.nodes))
		whole = b.deepen(clock, first, last, limit)
		if last == int32(len(b.nodes)) || !b.pool.run(clock, b.nodes, last, int32(len(b.nodes))) {
			return depth
		}
		b.offer(t, moves)
		first = last
	}
	if !whole {
		depth--
	}
	return depth
}

// deepen queues the next step of each series in nodes[first:last], and reports whether all steps
// fit within the limit. It visits the series in strides, so that a limited number of steps is
// spread over all directions.
func (b *spot) deepen(clock clock, first, last, limit int32) bool {
	n := last - first
	leap := n*5/8 | 1
	for gcd(leap, n) != 1 {
		leap += 2
	}
	for i, k := int32(0), int32(0); i < n; i, k = i+1, (k+leap)%n {
		if i%nodesPerCheck == nodesPerCheck-1 && clock.isOver() {
			return false
		}
		at := b.nodes[first+k]
		if at.state != scanned {
			continue
		}
		if int32(len(b.nodes)+at.moves.Len()) > limit {
			return false
		}
		b.nodes[first+k].kids = int32(len(b.nodes))
		b.addKids(first+k, &at)
	}
	return true
}

func gcd(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (b *spot) addKids(parent int32, n *node) {
	for i := range n.moves.Len() {
		d := n.moves.At(i)
		b.nodes = append(b.nodes, node{
			parent: parent, cell: b.scene.near[n.cell][d], dir: d, depth: n.depth + 1,
		})
	}
}

// fold computes the values of all nodes, from the deepest level to the first: the value of a node is
// that of its best series.
//
// The post adds up the values of a series. Sums over series of different lengths are not
// comparable, so fold computes a weighted mean: each step takes 1-faith of the remaining weight,
// and the last step takes all of that weight.
func (b *spot) fold() {
	for i := len(b.nodes) - 1; i >= 0; i-- {
		n := &b.nodes[i]
		switch n.state {
		case waiting:
			n.value = math.NaN()
			continue
		case dead:
			n.value = b.deathValue(n, 0)
			continue
		case scanned:
		}
		b.evaluate(n)
	}
}

// evaluate sets the value of a scanned node, whose children have values already.
func (b *spot) evaluate(n *node) {
	rest := b.bestContinuation(n)
	steps := b.bonus(n)
	n.value = (1-faith)*n.score + faith*rest + steps
	if n.risk > 0 {
		n.value += n.risk * (b.deathValue(n, 0) - n.value)
	}
}

// bestContinuation returns the value of the best series after node n, without the step of n itself.
func (b *spot) bestContinuation(n *node) float64 {
	if n.moves == 0 {
		return b.deathValue(n, 1)
	}
	if n.kids == 0 {
		return n.score
	}
	best, all := math.Inf(-1), true
	for i := range int32(n.moves.Len()) {
		kid := &b.nodes[n.kids+i]
		if kid.state == waiting {
			all = false
			continue
		}
		best = max(best, kid.value)
	}
	if !all {
		best = max(best, n.score)
	}
	return best
}

// deathValue returns the value of a death that happens this many moves after a node.
func (b *spot) deathValue(n *node, more int) float64 {
	return death * (1 - deathLater*float64(min(int(n.depth)+more, 20)))
}

// bonus returns the score of the step of n itself, for a meal or a hazard.
func (b *spot) bonus(n *node) (bonus float64) {
	var before int16
	health := b.scene.health
	if n.parent != none {
		before, health = b.nodes[n.parent].meals, int(b.nodes[n.parent].health)
	}
	if n.meals > before {
		switch {
		case health < b.hungry:
			bonus += mealHungry
		case b.scene.feed:
			bonus += mealFeed
		default:
			bonus += mealIdle
		}
	} else if cost := b.scene.cost[n.cell]; cost > 1 {
		bonus += hazardStep * float64(cost-1)
	}
	return bonus
}
