package path

import "ouro"

// BFS makes the breadth-first snake.
//
// Idea: search in rings around the head until a food is met, then walk there
// the way the search came. Neighbours are looked at in the order of ouro.Dirs
// (up, right, down, left), so of several shortest ways the first in that order
// is taken.
// Guarantee: the way is as short as the body, standing still, allows. None for
// the game: what comes after the meal is not asked.
// Cost: O(N) for a search, one for each meal and one for each move without a
// way; O(length of the way) for the other moves, to check it.
// Source: the tutorial's simple version. See planner for the obstacles.
func BFS(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	b := &breadthFirst{newPlanner(setup), make([]ouro.Cell, setup.Start.Grid.Size())}
	b.search = b.spread
	return b, nil
}

type breadthFirst struct {
	planner
	from []ouro.Cell // by cell: from where the search came, NoCell if it did not
}

// spread searches in rings. A node is a cell whose neighbours are looked at.
func (b *breadthFirst) spread(t ouro.Turn, head ouro.Cell) {
	for c := range b.from {
		b.from[c] = ouro.NoCell
	}
	b.from[head] = head
	b.searched = append(b.searched, head)
	for i := 0; i < len(b.searched) && b.meter.Tick(); i++ {
		c := b.searched[i]
		for _, n := range b.grid.Neighbours(c) {
			if n == ouro.NoCell || b.blocked[n] || b.from[n] != ouro.NoCell {
				continue
			}
			b.from[n] = c
			if t.State.HasFood(n) {
				b.trail(n, b.from)
				return
			}
			b.searched = append(b.searched, n)
		}
	}
}
