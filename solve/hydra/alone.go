package hydra

import (
	"context"
	"slices"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// With is a Maker of hydras that leave the games of one snake that know no health,
// classic Snake's, to another solver, where that can play them. It is one without
// resources to be closed.
func With(solo ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		h, err := New(setup)
		if err != nil || len(setup.Start.Snakes) != 1 || setup.Start.Snakes[0].Health > 0 {
			return h, err
		}
		setup.Options = nil
		if s, err := solo(setup); err == nil {
			return offering{s}, nil
		}
		return h, nil
	}
}

// offering offers what a solver decides, which hydra always does.
type offering struct{ ouro.Solver }

func (o offering) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	d, err := o.Solver.Decide(ctx, t)
	if err == nil {
		t.Offer(d.Dir)
	}
	return d, err
}

func (o offering) Threads() int { return ouro.Threads(o.Solver) }

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
