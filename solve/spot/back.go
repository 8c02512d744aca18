package spot

import "math"

// fold is the backward walk over the tree: from the deepest level to the first, each node
// passes the value of its best series to its parent.
//
// The post adds up the values of a series. Sums of series of different lengths are not
// comparable, so this is a weighted mean: each step has 1-faith of the remaining weight, and
// the last one all of it.
func (b *spot) fold() {
	for i := len(b.nodes) - 1; i >= 0; i-- {
		n := &b.nodes[i]
		switch n.state {
		case waiting:
			n.value = math.NaN()
			continue
		case dead:
			n.value = b.end(n, 0)
			continue
		case scanned:
		}
		b.evaluate(n)
	}
}

func (b *spot) evaluate(n *node) {
	rest := b.rest(n)
	steps := b.bonus(n)
	n.value = (1-faith)*n.score + faith*rest + steps
	if n.risk > 0 {
		n.value += n.risk * (b.end(n, 0) - n.value)
	}
}

// rest returns the value of the best continuation of a node.
func (b *spot) rest(n *node) float64 {
	if n.moves == 0 {
		return b.end(n, 1)
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

// end returns the value of death this many moves after a node.
func (b *spot) end(n *node, more int) float64 {
	return death * (1 - deathLater*float64(min(int(n.depth)+more, 20)))
}

// bonus returns the value of the step itself: meals and hazards.
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
