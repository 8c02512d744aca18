package path

import "ouro"

// BFS makes the breadth-first snake.
//
// Idea: search breadth-first from the head to the first food, and follow that path. Neighbours
// are visited in the order of ouro.Dirs (up, right, down, left), which decides between shortest
// paths.
// Guarantee: the path is the shortest one around the present body. None for the game: the
// position after the meal is not examined.
// Cost: O(N) for a search, one for each meal and one for each move without a path; O(length of
// the path) for the other moves, to check it.
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
	from []ouro.Cell // by cell: its predecessor, or NoCell
}

// spread searches breadth-first. A node is a cell whose neighbours are visited.
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
