package hydra

// The way of a lone snake, from its head to its tail.
//
// Idea: the cheapest way that there is, bulged out until it closes: it leads through
// free cells and has a gap for each meal on it and each segment that is stacked on the
// tail. So the snake can go on round it.
// Cost: a search of the board, O(N log N). Then each step of the way and of its bulges is
// tried three times at most, in O(1); a bulge that is made moves O(N) cells in memory, some
// kilobytes on the largest board.

import (
	"slices"

	"ouro"
)

const unseen = 1 << 30

// Prices of a step while it looks for a way: food is to be passed by, and so is what
// hurts.
const (
	foodPrice   = 64
	hazardPrice = 4
)

// step moves the snake, which has to be able to; it is false if it then has no health.
func (a *alone) step(l *line, c ouro.Cell) bool {
	l.move(c, a.cost[c])
	return a.eager || l.health > 0
}

// spread finds the cheapest ways from the head through free cells, and to the tail, not
// all of them if time is up.
func (a *alone) spread(l *line) {
	for c := range a.best {
		a.best[c] = unseen
	}
	a.queue.Clear()
	tail := l.body[len(l.body)-1]
	a.best[l.body[0]] = 0
	a.queue.Push(0, l.body[0])
	for {
		price, c, ok := a.queue.Pop()
		if !ok || a.out() {
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

// to appends the way to a cell that spread has found.
func (a *alone) to(way []ouro.Cell, head, c ouro.Cell) []ouro.Cell {
	n := len(way)
	for ; c != head; c = a.from[c] {
		way = append(way, c)
	}
	slices.Reverse(way[n:])
	return way
}

// settle gives a snake a way to its tail on which it can go on for ever: the one that
// it has, or one with less food on it, or a shorter one, of which it misses some if time
// is up.
func (a *alone) settle(l *line) bool {
	head, tail := l.body[0], l.body[len(l.body)-1]
	kept := a.closes(l)
	if head == tail {
		return false
	}
	a.spread(l)
	if a.best[tail] == unseen {
		return kept
	}
	a.spare = append(a.spare[:0], l.way.cells...)
	a.fresh = a.to(a.fresh[:0], head, tail)
	l.way.set(a.fresh)
	if !a.stretch(l, l.gaps(a.fresh).lack(l.on[tail])) {
		l.way.set(a.spare)
		return kept
	}
	if kept {
		old, fresh := l.gaps(a.spare), l.gaps(l.way.cells)
		if old.food < fresh.food || old.food == fresh.food && len(a.spare) <= len(l.way.cells) {
			l.way.set(a.spare)
		}
	}
	return true
}

// gaps are the free cells of a way, and those of them with food.
type gaps struct{ cells, food int }

func (l *line) gaps(way []ouro.Cell) (g gaps) {
	for _, c := range way[:len(way)-1] {
		g.cells++
		if l.food[c] {
			g.food++
		}
	}
	return g
}

// lack is how many gaps there are too few for a snake that has so many segments on its
// tail's cell.
func (g gaps) lack(onTail uint16) int { return g.food + int(onTail) - 1 - g.cells }

// closes tells whether the way leads through free cells to the tail, and has a gap
// for each meal on it and for each segment that is stacked on the tail.
func (a *alone) closes(l *line) bool {
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

// stretch makes the way longer until it has so many gaps more than meals that were not
// there before, and tells whether it has: two cells at a time beside the last step
// beside which there is room, and that with the least food.
func (a *alone) stretch(l *line, gaps int) bool {
	a.stretchPart(l, 0, len(l.way.cells)-1, 2, &gaps)
	return gaps <= 0
}

// stretchPart does so beside the steps from one to another, with at most so many foods
// each time, and returns where these steps end then. Where there was no room there will
// be none, but beside new steps there may be some without food.
func (a *alone) stretchPart(l *line, from, to, most int, gaps *int) (end int) {
	for foods := range most + 1 {
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
			i = last + 1 // the new steps as well
		}
	}
	return to
}

// bulge makes the way longer by two cells beside one step, with so many foods. It does
// nothing if time is up.
func (a *alone) bulge(l *line, i, least, most int) (food int, ok bool) {
	if a.out() {
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
		if food < least || food > most {
			continue
		}
		l.way.bulge(i, x, y)
		return food, true
	}
	return 0, false
}

// free tells whether a cell is neither on the way nor under the body.
func (a *alone) free(l *line, c ouro.Cell) bool {
	return c != ouro.NoCell && !a.wall[c] && l.on[c] == 0 && !l.way.has(c)
}
