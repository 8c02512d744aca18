package hydra

// The path of a lone snake from its head to its tail.
//
// Idea: take the cheapest path and lengthen it by bulges until it closes. A path closes if it leads
// through free cells and has one gap (free cell) for each meal on the path and for each segment
// stacked on the tail. The snake can follow a closed path for ever. Cost: a search of the board,
// O(N log N). Each step of the path and of its bulges is examined three times at most, in O(1); a
// bulge moves O(N) cells in memory.

import (
	"slices"

	"ouro"
	"ouro/sim"
)

// unseen is the price of a cell to which spread has found no path.
const unseen = 1 << 30

// Extra prices of a step in the search for a path, which avoids food and hazards.
const (
	foodPrice   = 64
	hazardPrice = 4
)

// step moves the snake of l to c and reports whether it lives.
func (a *loneSnake) step(l *loneState, c ouro.Cell) bool {
	l.move(c, a.cost[c])
	return a.eager || l.health > 0
}

// spread finds the cheapest paths from the head through free cells to all other cells, and to the
// tail. When time is up, it stops and has found only some of them.
func (a *loneSnake) spread(l *loneState) {
	for c := range a.best {
		a.best[c] = unseen
	}
	a.queue.Clear()
	tail := l.body[len(l.body)-1]
	a.best[l.body[0]] = 0
	a.queue.Push(0, l.body[0])
	for {
		price, c, ok := a.queue.Pop()
		if !ok || a.outOfBudget() {
			return
		}
		if price > a.best[c] || c == tail && price > 0 {
			continue
		}
		for _, next := range a.grid.Neighbours(c) {
			if next == ouro.NoCell || a.wall[next] || l.on[next] > 0 && next != tail {
				continue
			}
			p := price + 1
			if l.food[next] {
				p += foodPrice
			} else {
				p += hazardPrice * max(0, a.cost[next]-1)
			}
			if p < a.best[next] {
				a.best[next], a.from[next] = p, c
				a.queue.Push(p, next)
			}
		}
	}
}

// appendPath appends to way the path from head to c, a cell that the method spread has reached.
func (a *loneSnake) appendPath(way []ouro.Cell, head, c ouro.Cell) []ouro.Cell {
	n := len(way)
	for ; c != head; c = a.from[c] {
		way = append(way, c)
	}
	slices.Reverse(way[n:])
	return way
}

// choosePath chooses a path to the tail that the snake can follow for ever, and reports whether
// there is one. It keeps the current path, unless it finds one with less food, or a shorter one with
// equal food. When time is up, it may miss a better path.
func (a *loneSnake) choosePath(l *loneState) bool {
	head, tail := l.body[0], l.body[len(l.body)-1]
	kept := a.isLoop(l)
	if head == tail {
		return false
	}
	a.spread(l)
	if a.best[tail] == unseen {
		return kept
	}
	a.spare = append(a.spare[:0], l.way.cells...)
	a.chosen = a.appendPath(a.chosen[:0], head, tail)
	l.way.set(a.chosen)
	if !a.stretch(l, l.gaps(a.chosen).lack(l.on[tail])) {
		l.way.set(a.spare)
		return kept
	}
	if kept {
		old, chosen := l.gaps(a.spare), l.gaps(l.way.cells)
		if old.food < chosen.food || old.food == chosen.food && len(a.spare) <= len(l.way.cells) {
			l.way.set(a.spare)
		}
	}
	return true
}

// gaps is the number of free cells of a path, and the number of those with food.
type gaps struct{ cells, food int }

// gaps counts the gaps of a path to the tail.
func (l *loneState) gaps(way []ouro.Cell) (g gaps) {
	for _, c := range way[:len(way)-1] {
		g.cells++
		if l.food[c] {
			g.food++
		}
	}
	return g
}

// lack returns how many more gaps the path needs if onTail segments of the snake are on its
// tail's cell.
func (g gaps) lack(onTail uint16) int { return g.food + int(onTail) - 1 - g.cells }

// isLoop reports whether the path closes.
func (a *loneSnake) isLoop(l *loneState) bool {
	tail := l.body[len(l.body)-1]
	way := l.way.cells
	if len(way) == 0 || way[len(way)-1] != tail {
		return false
	}
	a.meter.Add(len(way))
	last := l.body[0]
	for i, c := range way {
		if _, ok := a.grid.DirTo(last, c); !ok || a.wall[c] || l.on[c] > 0 && i < len(way)-1 {
			return false
		}
		last = c
	}
	return l.gaps(way).lack(l.on[tail]) <= 0
}

// stretch adds bulges to the path until it has gaps more gaps, after the food on the bulges has
// filled some. It reports whether it succeeded. Each bulge adds two cells, beside the last step
// that has room, and bulges with the least food come first.
func (a *loneSnake) stretch(l *loneState, gaps int) bool {
	a.stretchPart(l, 0, len(l.way.cells)-1, 2, &gaps)
	return gaps <= 0
}

// stretchPart adds bulges with up to maxFood foods each to the steps with the indices from to to. It
// returns the new index of the last of these steps. A step without room never gains room, but the
// new steps may have room without food.
func (a *loneSnake) stretchPart(l *loneState, from, to, maxFood int, gaps *int) (end int) {
	for foods := range maxFood + 1 {
		for i := to; i >= from; i-- {
			if *gaps <= 0 {
				return to
			}
			food, ok := a.bulge(l, i, 0, foods)
			if !ok {
				continue
			}
			*gaps -= 2 - food
			last := a.stretchPart(l, i, i+2, foods-1, gaps)
			to += last - i
			i = last + 1 // examine the new steps too
		}
	}
	return to
}

// bulge lengthens the path by two cells beside step i. The number of foods on these cells
// must lie between minFood and maxFood. It does nothing when time is up.
func (a *loneSnake) bulge(l *loneState, i, minFood, maxFood int) (food int, ok bool) {
	if a.outOfBudget() {
		return 0, false
	}
	x, y := l.body[0], l.way.cells[i]
	if i > 0 {
		x = l.way.cells[i-1]
	}
	d, ok := a.grid.DirTo(x, y)
	if !ok {
		return 0, false
	}
	for _, side := range [2]ouro.Dir{(d + 1) & 3, (d + 3) & 3} {
		x, y := a.grid.Next(x, side), a.grid.Next(y, side)
		if x == y || !a.free(l, x) || !a.free(l, y) {
			continue
		}
		food := 0
		if l.food[x] {
			food++
		}
		if l.food[y] {
			food++
		}
		if food < minFood || food > maxFood {
			continue
		}
		l.way.bulge(i, x, y)
		return food, true
	}
	return 0, false
}

// free reports whether c is free and not on the path.
func (a *loneSnake) free(l *loneState, c ouro.Cell) bool {
	return c != ouro.NoCell && !a.wall[c] && l.on[c] == 0 && !l.way.has(c)
}

// loneState is the state of a lone snake and of the food.
type loneState struct {
	body   []ouro.Cell // head first
	on     []uint16    // by cell: the number of segments on it
	food   []bool      // by cell: food that is not yet eaten
	health int
	way    path // path from the head (exclusive) to the tail (inclusive)
}

func newLine(cells int) loneState {
	return loneState{
		body: make([]ouro.Cell, 0, cells+1), on: make([]uint16, cells), food: make([]bool, cells),
		way: path{cells: make([]ouro.Cell, 0, cells), on: make([]uint16, cells)},
	}
}

func (l *loneState) copyFrom(other *loneState) {
	l.body = append(l.body[:0], other.body...)
	copy(l.on, other.on)
	copy(l.food, other.food)
	l.health = other.health
	l.way.set(other.way.cells)
}

// move moves the snake to c, which costs health unless c has food.
func (l *loneState) move(c ouro.Cell, cost int) {
	last := len(l.body) - 1
	l.on[l.body[last]]--
	copy(l.body[1:], l.body[:last])
	l.body[0] = c
	l.on[c]++
	tail := l.body[last]
	if len(l.way.cells) > 0 && l.way.cells[0] == c {
		l.way.pop()
		l.way.reach(tail)
	}
	if !l.food[c] {
		l.health = min(sim.MaxHealth, l.health-cost)
		return
	}
	l.food[c] = false
	l.health = sim.MaxHealth
	l.body = append(l.body, tail)
	l.on[tail]++
}

// path is a sequence of cells. Only its methods change it, so that on always matches cells.
type path struct {
	cells []ouro.Cell
	on    []uint16 // by cell: number of times that it is in cells
}

func (w *path) has(c ouro.Cell) bool { return w.on[c] > 0 }

// set replaces the cells of w; cells must not be w.cells itself.
func (w *path) set(cells []ouro.Cell) {
	for _, c := range w.cells {
		w.on[c]--
	}
	w.cells = append(w.cells[:0], cells...)
	for _, c := range cells {
		w.on[c]++
	}
}

// pop removes the first cell.
func (w *path) pop() {
	w.on[w.cells[0]]--
	w.cells = append(w.cells[:0], w.cells[1:]...)
}

// reach appends c unless it is the last cell.
func (w *path) reach(c ouro.Cell) {
	if n := len(w.cells); n == 0 || w.cells[n-1] != c {
		w.cells = append(w.cells, c)
		w.on[c]++
	}
}

// bulge inserts the cells x and y before cell i.
func (w *path) bulge(i int, x, y ouro.Cell) {
	w.cells = slices.Insert(w.cells, i, x, y)
	w.on[x]++
	w.on[y]++
}

// follow removes the first cell if the snake's head is now there, otherwise all cells.
func (w *path) follow(head ouro.Cell) {
	if len(w.cells) > 0 && w.cells[0] == head {
		w.pop()
	} else {
		w.set(nil)
	}
}
