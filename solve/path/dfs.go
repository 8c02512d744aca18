package path

import "ouro"

// DFS makes the depth-first snake.
//
// Idea: go on as long as there is a new cell to go to, in the order of
// ouro.Dirs (up, right, down, left), turn back where there is none, and stop
// at the first food. The snake walks the way so found to its end: searched
// anew on each move, it would turn round for ever, since the way from the next
// cell is another one.
// Guarantee: a way is found if there is one, but any way, and mostly a long
// one. None for the game.
// Cost: O(N) for a search, one for each meal and one for each move without a
// way; O(length of the way) for the other moves, to check it.
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
	tried []int8 // by cell: how many directions were tried, or untouched
}

const untouched = -1

// descend keeps the way from the head to the cell it stands on in the plan, which
// is thus ready when it meets the food. A node is a cell that it steps on.
func (d *depthFirst) descend(t ouro.Turn, head ouro.Cell) {
	for c := range d.tried {
		d.tried[c] = untouched
	}
	d.tried[head] = 0
	way := append(d.plan, head)
	for len(way) > 0 {
		c := way[len(way)-1]
		if int(d.tried[c]) == len(ouro.Dirs) {
			way = way[:len(way)-1]
			continue
		}
		n := d.grid.Next(c, ouro.Dirs[d.tried[c]])
		d.tried[c]++
		if n == ouro.NoCell || d.blocked[n] || d.tried[n] != untouched {
			continue
		}
		if !d.meter.Tick() {
			return
		}
		d.tried[n] = 0
		d.searched = append(d.searched, n)
		way = append(way, n)
		if t.State.HasFood(n) {
			d.plan = way
			return
		}
	}
}
