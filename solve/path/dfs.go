package path

import "ouro"

// DFS makes the depth-first snake.
//
// Idea: search depth-first, in the order of ouro.Dirs (up, right, down, left), to the first
// food. The snake follows the path to its end: a new search on each move would find another
// path, and the snake would turn round for ever.
// Guarantee: it finds a path if there is one, but mostly a long one. None for the game.
// Cost: O(N) for a search, one for each meal and one for each move without a path; O(length of
// the path) for the other moves, to check it.
// Source: the tutorial's simple version. See planner for the obstacles.
func DFS(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	d := &depthFirst{newPlanner(setup), make([]int8, setup.Start.Grid.Size())}
	d.search = d.descend
	return d, nil
}

type depthFirst struct {
	planner
	directions []int8 // by cell: how many directions were tried, or untouched
}

const untouched = -1

// descend keeps the path from the head to the present cell in the plan. A node is a cell that
// it enters.
func (d *depthFirst) descend(t ouro.Turn, head ouro.Cell) {
	for c := range d.directions {
		d.directions[c] = untouched
	}
	d.directions[head] = 0
	way := append(d.plan, head)
	for len(way) > 0 {
		c := way[len(way)-1]
		if int(d.directions[c]) == len(ouro.Dirs) {
			way = way[:len(way)-1]
			continue
		}
		n := d.grid.Next(c, ouro.Dirs[d.directions[c]])
		d.directions[c]++
		if n == ouro.NoCell || d.blocked[n] || d.directions[n] != untouched {
			continue
		}
		if !d.meter.Tick() {
			return
		}
		d.directions[n] = 0
		d.searched = append(d.searched, n)
		way = append(way, n)
		if t.State.HasFood(n) {
			d.plan = way
			return
		}
	}
}
