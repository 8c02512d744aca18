package hydra

import (
	"context"
	"slices"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// aloneTurns limits how many turns a loneSnake looks ahead, whatever its budget: as many as full
// health lasts. For a lone snake, one turn is one node.
const aloneTurns = sim.MaxHealth

// decideAlone decides without enemies.
func (h *hydra) decideAlone(ctx context.Context, t ouro.Turn, moves ouro.DirSet) ouro.Decision {
	a := &h.lone
	a.load(t.State, t.Seat, h.s.pos)
	a.begin(h.meter(ctx, 0), t.Nodes)
	step := func(d ouro.Dir, ok bool) ouro.Decision {
		if !ok || !moves.Has(d) {
			d = h.roomiest(t.Seat, moves)
		}
		t.Offer(d)
		return ouro.Decision{Dir: d, Nodes: a.turns}
	}
	step(a.nextStep())
	return step(a.decide())
}

// roomiest returns the move after which the snake can reach the most cells.
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

// loneSnake steers the only living snake.
//
// Idea: without opponents the goal is a long life. The snake follows its tail in a loop hardly
// longer than itself, in which no food can spawn, and eats only at the last moment, because each
// meal costs room for ever. It keeps a path from head to tail through free cells. Body and path
// form a loop that the snake can follow as long as its health lasts. The free cells of the path are
// the gaps of the loop; every meal on the path fills one gap. Under rules without health, the snake
// eats whenever a path to the tail remains after the meal.
//
// Guarantee: once the snake has a loop, it can follow the loop for ever, hunger and hazards aside,
// unless more food spawns on the loop than it has gaps. When food covers all cells outside the
// loop, this happens sooner or later, because each meal opens a cell of the loop for two turns.
//
// When time is up, the snake follows its current path. Without a path it moves to where it has the
// most room. If time is up before the search has shown that the snake can wait, the snake eats if it
// can.
//
// Cost: about ten searches of the board, O(N log N) each, for every turn up to the next meal, which
// is usually the next turn; O(N) more for each food beside the path. A node budget limits only the
// turns; a deadline limits all work.
//
// Source: ours. Following the tail is a folk idea; eating late is usual in solo Battlesnake.
type loneSnake struct {
	grid  *ouro.Grid
	food  []bool // by cell: whether it has food
	cost  []int  // by cell: the health that a step onto it costs
	wall  []bool // by cell: whether it is a wall
	eager bool   // whether the rules have no health

	meter   search.Meter // counts steps of work, to keep deadlines; it does not limit nodes
	stopped bool
	turns   int64 // number of turns that the search has looked ahead
	most    int64 // limit of turns

	queue     search.Buckets[ouro.Cell]
	best      []int // by cell: the price of the cheapest path
	from      []ouro.Cell
	current   loneState          // the position of the turn
	ahead     loneState          // the position after the steps that canWait has tried
	afterMeal loneState          // the position after the path that canReturn tests
	kept      []ouro.Cell        // the path before eat changed it
	spare     []ouro.Cell        // the path before choosePath searches another
	chosen    []ouro.Cell        // the path that choosePath has found
	old       []ouro.Cell        // the path before eat adds a bulge
	ways      [meals][]ouro.Cell // the paths to the foods that eat considers
	meal      []ouro.Cell        // the path to the next meal, while the snake has no loop
}

// load loads the position of a turn and keeps the planned paths if the snake has followed them.
func (a *loneSnake) load(s *ouro.State, seat int, p *sim.Position) {
	n := s.Grid.Size()
	if a.grid != s.Grid || len(a.food) != n {
		*a = loneSnake{
			grid: s.Grid, food: make([]bool, n), cost: make([]int, n), wall: make([]bool, n),
			best: make([]int, n), from: make([]ouro.Cell, n), spare: make([]ouro.Cell, 0, n),
			current: newLine(n), ahead: newLine(n), afterMeal: newLine(n),
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
	a.current.way.follow(sn.Body.Head())
	a.current.way.reach(sn.Body.Tail())
	a.current.body = sn.Body.Append(a.current.body[:0])
	a.current.health = p.Health(seat)
	copy(a.current.food, a.food)
	clear(a.current.on)
	for _, c := range a.current.body {
		a.current.on[c]++
	}
}

// begin prepares a decision with this budget of nodes, 0 if unlimited.
func (a *loneSnake) begin(m search.Meter, nodes int64) {
	a.meter, a.stopped = m, false
	a.turns, a.most = 0, aloneTurns
	if nodes > 0 {
		a.most = min(a.most, nodes)
	}
}

// outOfBudget counts a step of work and reports whether to stop; once true it stays true.
func (a *loneSnake) outOfBudget() bool {
	a.stopped = !a.meter.Tick()
	return a.stopped
}

// nextStep returns the next step of the path to the meal or of the loop, without a search.
func (a *loneSnake) nextStep() (d ouro.Dir, ok bool) {
	l := &a.current
	if len(a.meal) > 0 {
		return a.grid.DirTo(l.body[0], a.meal[0])
	}
	if !a.isLoop(l) {
		return 0, false
	}
	return a.grid.DirTo(l.body[0], l.way.cells[0])
}

// decide returns the next step. ok is false if there is no path to the tail.
func (a *loneSnake) decide() (d ouro.Dir, ok bool) {
	l := &a.current
	if len(a.meal) == 0 || !a.canReturn(l, a.meal) && !a.stopped {
		a.meal = a.meal[:0]
		if !a.choosePath(l) {
			return 0, false
		}
		a.kept = append(a.kept[:0], l.way.cells...)
		a.ahead.copyFrom(l)
		meal, eats := a.eat(l)
		a.meal = append(a.meal, meal...)
		switch {
		case a.eager:
		case a.canWait():
			l.way.set(a.kept)
			a.meal = a.meal[:0]
		case !eats: // lengthens the loop, because more food spawns on a longer loop
			a.stretch(l, len(a.food))
		}
	}
	if len(a.meal) > 0 {
		return a.grid.DirTo(l.body[0], a.meal[0])
	}
	return a.grid.DirTo(l.body[0], l.way.cells[0])
}

// canWait reports whether the snake can take at least one step of its path first and still
// eat afterwards. It tries these steps on a.ahead, a copy of a.current.
func (a *loneSnake) canWait() bool {
	for l := &a.ahead; a.turns < a.most && !a.outOfBudget(); {
		a.turns++
		if !a.step(l, l.way.cells[0]) || !a.choosePath(l) {
			return false
		}
		if _, ok := a.eat(l); ok {
			return true
		}
	}
	return false
}

// meals is the number of foods off the loop that eat considers, the nearest first.
const meals = 6

// eat looks for food that the snake can reach alive and after which it still has a path to its
// tail. If the food is on l.way, or can be reached by a bulge of l.way, eat returns a nil meal;
// otherwise it returns the path to the food.
func (a *loneSnake) eat(l *loneState) (meal []ouro.Cell, ok bool) {
	if i := slices.IndexFunc(l.way.cells, func(c ouro.Cell) bool { return l.food[c] }); i >= 0 && a.reachesAlive(l, i) {
		return nil, true
	}
	a.old = append(a.old[:0], l.way.cells...)
	for most := 1; most <= 2; most++ {
		for i := range a.old {
			if _, ok := a.bulge(l, i, 1, most); !ok {
				continue
			}
			if a.reachesAlive(l, i+1) && a.isLoop(l) {
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
		a.ways[n] = a.appendPath(a.ways[n][:0], l.body[0], c)
		a.best[c] = unseen // so that the next call of nearest returns another food
	}
	for _, way := range a.ways[:n] {
		if a.canReturn(l, way) {
			return way, true
		}
	}
	return nil, false
}

// reachesAlive reports whether the snake has enough health for the first i cells of its path.
func (a *loneSnake) reachesAlive(l *loneState, i int) bool {
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

// nearest returns the food with the cheapest path that spread found, or NoCell.
func (a *loneSnake) nearest(l *loneState) ouro.Cell {
	nearest, best := ouro.NoCell, unseen
	for c, food := range l.food {
		if food && a.best[c] < best {
			nearest, best = ouro.Cell(c), a.best[c]
		}
	}
	return nearest
}

// canReturn reports whether the snake has a path to its tail once it has followed way.
func (a *loneSnake) canReturn(l *loneState, way []ouro.Cell) bool {
	a.afterMeal.copyFrom(l)
	a.afterMeal.way.set(nil)
	for _, c := range way {
		if a.outOfBudget() || !a.step(&a.afterMeal, c) {
			return false
		}
	}
	return a.choosePath(&a.afterMeal)
}
