package hydra

// The way of a lone snake, from its head to its tail.
//
// Idea: the cheapest way that there is, bulged out until it closes: it leads through
// free cells and has a gap for each meal on it and each segment that is stacked on the
// tail. So the snake can go on round it.
// Cost: a search of the board, O(N log N), and O(N) for each bulge that is tried.

import (
	"slices"

	"ouro"
	"ouro/sim"
)

// line is a snake without a board.
type line struct {
	body   []ouro.Cell // head first
	on     []uint16    // by cell: the segments there
	food   []bool      // by cell: what is eaten until then is not there any more
	health int
	way    []ouro.Cell // from the head, which is not part of it, to the tail, which is
}

const unseen = 1 << 30

// Prices of a step while it looks for a way: food is to be passed by, and so is what
// hurts.
const (
	foodPrice   = 64
	hazardPrice = 4
)

func (l *line) copyFrom(other *line) {
	l.body = append(l.body[:0], other.body...)
	l.way = append(l.way[:0], other.way...)
	copy(l.on, other.on)
	copy(l.food, other.food)
	l.health = other.health
}

// step moves the snake, which has to be able to; it is false if it then has no health.
func (a *alone) step(l *line, c ouro.Cell) bool {
	last := len(l.body) - 1
	tip := l.body[last]
	l.on[tip]--
	copy(l.body[1:], l.body[:last])
	l.body[0] = c
	l.on[c]++
	tail := l.body[last]
	if len(l.way) > 0 && l.way[0] == c {
		l.way = append(l.way[:0], l.way[1:]...)
		if len(l.way) == 0 || l.way[len(l.way)-1] != tail {
			l.way = append(l.way, tail)
		}
	}
	if l.food[c] {
		l.food[c] = false
		l.health = sim.MaxHealth
		l.body = append(l.body, tail)
		l.on[tail]++
		return true
	}
	l.health = min(sim.MaxHealth, l.health-a.cost[c])
	return a.eager || l.health > 0
}

// spread finds the cheapest ways from the head through free cells, and to the tail.
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
		if !ok {
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
// it has, or one with less food on it, or a shorter one.
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
	a.spare = append(a.spare[:0], l.way...)
	l.way = a.to(l.way[:0], head, tail)
	for !a.closes(l) {
		if !a.stretch(l) {
			l.way = append(l.way[:0], a.spare...)
			return kept
		}
	}
	if kept {
		old, fresh := l.gaps(a.spare), l.gaps(l.way)
		if old.food < fresh.food || old.food == fresh.food && len(a.spare) <= len(l.way) {
			l.way = append(l.way[:0], a.spare...)
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

// closes tells whether the way leads through free cells to the tail, and has a gap
// for each meal on it and for each segment that is stacked on the tail.
func (a *alone) closes(l *line) bool {
	tail := l.body[len(l.body)-1]
	if len(l.way) == 0 || l.way[len(l.way)-1] != tail {
		return false
	}
	last := l.body[0]
	for i, c := range l.way {
		if _, ok := a.grid.DirTo(last, c); !ok || a.wall[c] || l.on[c] > 0 && i < len(l.way)-1 {
			return false
		}
		last = c
	}
	g := l.gaps(l.way)
	return g.food+int(l.on[tail])-1 <= g.cells
}

// stretch makes the way longer by two steps, beside one of its steps, the last one
// that can be: by such without food if there are any.
func (a *alone) stretch(l *line) bool {
	for most := range 3 {
		for i := len(l.way) - 1; i >= 0; i-- {
			if a.bulge(l, i, 0, most) {
				return true
			}
		}
	}
	return false
}

// bulge makes the way longer by two cells beside one step, with so many foods.
func (a *alone) bulge(l *line, i, least, most int) bool {
	x, y := l.body[0], l.way[i]
	if i > 0 {
		x = l.way[i-1]
	}
	d, ok := a.grid.DirTo(x, y)
	if !ok {
		return false
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
		l.way = slices.Insert(l.way, i, x, y)
		return true
	}
	return false
}

// free tells whether a cell is neither on the way nor under the body.
func (a *alone) free(l *line, c ouro.Cell) bool {
	return c != ouro.NoCell && !a.wall[c] && l.on[c] == 0 && !slices.Contains(l.way, c)
}
