package hydra

import (
	"context"
	"slices"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// plainTurns is how many turns alone looks ahead at most where neither time nor nodes
// are limited: as many as health may last.
const plainTurns = sim.MaxHealth

// live makes a move of the only snake that lives.
func (h *hydra) live(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	h.alone.load(t.State, t.Seat, h.s.pos)
	nodes := int64(plainTurns)
	if t.Nodes > 0 {
		nodes = min(nodes, t.Nodes)
	}
	h.alone.meter = h.meter(ctx, nodes)
	dir, ok := h.alone.decide()
	if !ok || !moves.Has(dir) {
		dir = h.roomiest(t.Seat, moves)
	}
	t.Offer(dir)
	return ouro.Decision{Dir: dir, Nodes: h.alone.meter.Nodes()}
}

// roomiest is the step with the most room behind it.
func (h *hydra) roomiest(seat int, moves ouro.DirSet) ouro.Dir {
	p := h.s.pos
	best, most := moves.At(0), -1
	for i := range moves.Len() {
		if room := h.area.Room(p, p.Next(p.Head(seat), moves.At(i)), p.Grid().Size()); room > most {
			best, most = moves.At(i), room
		}
	}
	return best
}

// alone steers the only snake that lives.
//
// Idea: there is no one to beat, so it lives long. It follows its tail in a loop that
// is hardly longer than itself, in which no food can fall, and eats at the last moment
// only: each meal takes room away for ever. What it does leaves a way from its head to
// its tail through free cells: body and way are a loop, around which it can go as long
// as there is health, and every meal on the way fills a gap of it. Where rules know no
// health it eats whenever that leaves such a way.
//
// Guarantee: once there is such a loop it can go round it for ever but for hunger and
// hazards, as long as no more food falls on the loop than it has gaps. On a board on
// which all cells but the loop have food that happens sooner or later, as a meal
// opens a cell of the loop for two turns.
//
// Cost: a search of the board for each turn up to the next meal that it can see,
// O(N log N) each; most often that is the next turn.
//
// Source: ours; to follow the tail is a folk idea, to live by eating late the custom
// of solo Battlesnake.
type alone struct {
	grid  *ouro.Grid
	meter search.Meter
	food  []bool // by cell
	cost  []int  // by cell: the health that a step there takes
	wall  []bool // by cell
	eager bool   // there is no health

	queue search.Buckets[ouro.Cell]
	best  []int // by cell: the price of the cheapest way there
	from  []ouro.Cell
	now   line
	later line
	then  line
	spare []ouro.Cell
	old   []ouro.Cell
	ways  [meals][]ouro.Cell
	meal  []ouro.Cell // the way to it on which the snake is, on no loop
}

// load takes over a position.
func (a *alone) load(s *ouro.State, seat int, p *sim.Position) {
	n := s.Grid.Size()
	if a.grid != s.Grid || len(a.food) != n {
		*a = alone{
			grid: s.Grid, food: make([]bool, n), cost: make([]int, n), wall: make([]bool, n),
			best: make([]int, n), from: make([]ouro.Cell, n),
		}
		for _, l := range []*line{&a.now, &a.later, &a.then} {
			*l = line{body: make([]ouro.Cell, 0, n+1), on: make([]uint16, n), food: make([]bool, n), way: make([]ouro.Cell, 0, n)}
		}
		a.spare = make([]ouro.Cell, 0, n)
	}
	for c := range ouro.Cell(n) {
		a.food[c], a.cost[c], a.wall[c] = p.Food(c), p.Cost(c), s.Terrain(c) == ouro.Wall
	}
	sn := &s.Snakes[seat]
	a.eager = sn.Health <= 0
	a.meal = follow(a.meal, sn.Body.Head())
	a.now.way = follow(a.now.way, sn.Body.Head())
	a.now.body = sn.Body.Append(a.now.body[:0])
	if tail := sn.Body.Tail(); len(a.now.way) == 0 || a.now.way[len(a.now.way)-1] != tail {
		a.now.way = append(a.now.way, tail)
	}
	a.now.health = p.Health(seat)
	copy(a.now.food, a.food)
	clear(a.now.on)
	for _, c := range a.now.body {
		a.now.on[c]++
	}
}

// follow takes the step off a way that was made since.
func follow(way []ouro.Cell, head ouro.Cell) []ouro.Cell {
	if len(way) == 0 || way[0] != head {
		return way[:0]
	}
	return append(way[:0], way[1:]...)
}

// meals are of how many foods, the nearest first, it is looked whether they can be
// eaten.
const meals = 6

// eat makes the way lead to food that the snake comes to with some health, if there
// is such a way from which it can return.
func (a *alone) eat(l *line) bool {
	if i := slices.IndexFunc(l.way, func(c ouro.Cell) bool { return l.food[c] }); i >= 0 && a.lasts(l, i) {
		return true
	}
	a.old = append(a.old[:0], l.way...)
	for most := 1; most <= 2; most++ {
		for i := range a.old {
			if a.bulge(l, i, 1, most) {
				if a.lasts(l, i+1) && a.closes(l) {
					return true
				}
				l.way = append(l.way[:0], a.old...)
			}
		}
	}
	a.spread(l)
	n := 0
	for ; n < meals; n++ {
		c := a.nearest(l)
		if c == ouro.NoCell {
			break
		}
		a.ways[n] = a.to(a.ways[n][:0], l.body[0], c)
		a.best[c] = unseen // it is looked at once
	}
	for _, way := range a.ways[:n] {
		if a.returns(l, way) {
			a.meal = append(a.meal[:0], way...)
			return true
		}
	}
	return false
}

// lasts tells whether there is health left on arrival at a cell of the way.
func (a *alone) lasts(l *line, i int) bool {
	health := l.health
	for _, c := range l.way[:i] {
		if l.food[c] {
			return true
		}
		if health -= a.cost[c]; health <= 0 && !a.eager {
			return false
		}
	}
	return true
}

// nearest is the food that spread has found the cheapest way to, or NoCell.
func (a *alone) nearest(l *line) ouro.Cell {
	nearest, best := ouro.NoCell, unseen
	for c, food := range l.food {
		if food && a.best[c] < best {
			nearest, best = ouro.Cell(c), a.best[c]
		}
	}
	return nearest
}

// returns tells whether there is a way to the tail at the end of this one.
func (a *alone) returns(l *line, way []ouro.Cell) bool {
	a.then.copyFrom(l)
	a.then.way = a.then.way[:0]
	for _, c := range way {
		if !a.step(&a.then, c) {
			return false
		}
	}
	return a.settle(&a.then)
}

// waits tells whether it can make a step on its way and still eat later.
func (a *alone) waits() bool {
	l := &a.later
	l.copyFrom(&a.now)
	for a.meter.Tick() {
		if !a.step(l, l.way[0]) || !a.settle(l) {
			return false
		}
		if a.eat(l) {
			return true
		}
	}
	return false
}

// decide is the next step, if there is a way to the tail.
func (a *alone) decide() (d ouro.Dir, ok bool) {
	l := &a.now
	if len(a.meal) == 0 || !a.returns(l, a.meal) {
		a.meal = a.meal[:0]
		if !a.settle(l) {
			return 0, false
		}
		wait := !a.eager && a.waits()
		a.meal = a.meal[:0] // that one is for later
		if !wait && !a.eat(l) && !a.eager {
			for a.stretch(l) { // so that more food falls where it goes
			}
		}
	}
	if len(a.meal) > 0 {
		return a.grid.DirTo(l.body[0], a.meal[0])
	}
	return a.grid.DirTo(l.body[0], l.way[0])
}
