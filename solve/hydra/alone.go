package hydra

import (
	"context"
	"slices"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// aloneTurns is how many turns alone looks ahead at most, whatever its budget: as many
// as health may last. That is what its nodes are.
const aloneTurns = sim.MaxHealth

// live makes a move of the only snake that lives.
func (h *hydra) live(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	a := &h.alone
	a.load(t.State, t.Seat, h.s.pos)
	a.begin(h.meter(ctx, 0), t.Nodes)
	step := func(d ouro.Dir, ok bool) ouro.Decision {
		if !ok || !moves.Has(d) {
			d = h.roomiest(t.Seat, moves)
		}
		t.Offer(d)
		return ouro.Decision{Dir: d, Nodes: a.turns}
	}
	step(a.onward())
	return step(a.decide())
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
// Out of time it goes on along the way that it has, or, without one, where there is most
// room, and it eats while it can if it has not found out that it can wait.
//
// Cost: for each turn up to the next meal that it can see some ten searches of the board,
// O(N log N) each; most often that is the next turn. Food beside the way costs O(N) more,
// since the way is looked at for each. Nodes limit the turns, time all of it.
//
// Source: ours; to follow the tail is a folk idea, to live by eating late the custom
// of solo Battlesnake.
type alone struct {
	grid  *ouro.Grid
	food  []bool // by cell
	cost  []int  // by cell: the health that a step there takes
	wall  []bool // by cell
	eager bool   // there is no health

	meter   search.Meter // counts steps of the work, for time alone
	stopped bool
	turns   int64 // that it has looked ahead
	most    int64 // of them

	queue search.Buckets[ouro.Cell]
	best  []int // by cell: the price of the cheapest way there
	from  []ouro.Cell
	now   line
	later line
	then  line
	kept  []ouro.Cell // the way before it ate
	spare []ouro.Cell // the way before another was found
	fresh []ouro.Cell // and that one
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
			best: make([]int, n), from: make([]ouro.Cell, n), spare: make([]ouro.Cell, 0, n),
			now: newLine(n), later: newLine(n), then: newLine(n),
		}
	}
	for c := range ouro.Cell(n) {
		a.food[c], a.cost[c], a.wall[c] = p.Food(c), p.Cost(c), s.Terrain(c) == ouro.Wall
	}
	sn := &s.Snakes[seat]
	a.eager = sn.Health <= 0
	if head := sn.Body.Head(); len(a.meal) > 0 && a.meal[0] == head {
		a.meal = slices.Delete(a.meal, 0, 1)
	} else {
		a.meal = a.meal[:0]
	}
	a.now.way.follow(sn.Body.Head())
	a.now.way.reach(sn.Body.Tail())
	a.now.body = sn.Body.Append(a.now.body[:0])
	a.now.health = p.Health(seat)
	copy(a.now.food, a.food)
	clear(a.now.on)
	for _, c := range a.now.body {
		a.now.on[c]++
	}
}

// begin readies it for a decision, with so many nodes if they are limited.
func (a *alone) begin(m search.Meter, nodes int64) {
	a.meter, a.stopped = m, false
	a.turns, a.most = 0, aloneTurns
	if nodes > 0 {
		a.most = min(a.most, nodes)
	}
}

// out counts a step of the work and tells whether to stop, which it does not take back.
func (a *alone) out() bool {
	a.stopped = !a.meter.Tick()
	return a.stopped
}

// onward is the next step of the way that the snake is on, if that is still one.
func (a *alone) onward() (d ouro.Dir, ok bool) {
	l := &a.now
	if len(a.meal) > 0 {
		return a.grid.DirTo(l.body[0], a.meal[0])
	}
	if !a.closes(l) {
		return 0, false
	}
	return a.grid.DirTo(l.body[0], l.way.cells[0])
}

// decide is the next step, if there is a way to the tail.
func (a *alone) decide() (d ouro.Dir, ok bool) {
	l := &a.now
	if len(a.meal) == 0 || !a.returns(l, a.meal) && !a.stopped {
		a.meal = a.meal[:0]
		if !a.settle(l) {
			return 0, false
		}
		a.kept = append(a.kept[:0], l.way.cells...)
		a.later.copyFrom(l)
		meal, eats := a.eat(l)
		a.meal = append(a.meal, meal...)
		switch {
		case a.eager:
		case a.waits():
			l.way.set(a.kept)
			a.meal = a.meal[:0]
		case !eats: // so that more food falls where it goes
			a.stretch(l, len(a.food))
		}
	}
	if len(a.meal) > 0 {
		return a.grid.DirTo(l.body[0], a.meal[0])
	}
	return a.grid.DirTo(l.body[0], l.way.cells[0])
}

// waits tells whether the snake can make a step of its way, which later is on as well,
// and still eat then, or after more of them.
func (a *alone) waits() bool {
	for l := &a.later; a.turns < a.most && !a.out(); {
		a.turns++
		if !a.step(l, l.way.cells[0]) || !a.settle(l) {
			return false
		}
		if _, ok := a.eat(l); ok {
			return true
		}
	}
	return false
}

// meals are of how many foods, the nearest first, it is looked whether they can be
// eaten.
const meals = 6

// eat makes the way lead to food that the snake comes to with some health, if there is
// such a way from which it can return: it is the way itself then, if not to a meal.
func (a *alone) eat(l *line) (meal []ouro.Cell, ok bool) {
	if i := slices.IndexFunc(l.way.cells, func(c ouro.Cell) bool { return l.food[c] }); i >= 0 && a.lasts(l, i) {
		return nil, true
	}
	a.old = append(a.old[:0], l.way.cells...)
	for most := 1; most <= 2; most++ {
		for i := range a.old {
			if _, ok := a.bulge(l, i, 1, most); !ok {
				continue
			}
			if a.lasts(l, i+1) && a.closes(l) {
				return nil, true
			}
			l.way.set(a.old)
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
			return way, true
		}
	}
	return nil, false
}

// lasts tells whether there is health left on arrival at a cell of the way.
func (a *alone) lasts(l *line, i int) bool {
	health := l.health
	for _, c := range l.way.cells[:i] {
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
	a.then.way.set(nil)
	for _, c := range way {
		if a.out() || !a.step(&a.then, c) {
			return false
		}
	}
	return a.settle(&a.then)
}
