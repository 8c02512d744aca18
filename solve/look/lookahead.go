// Package look contains [Lookahead], a solver that tries the path to the food with a virtual snake
// first: the far-sighted version of the snake in the tutorial (see docs/results/classic.md).
package look

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// Lookahead makes the far-sighted snake.
//
// Idea: as long as the head can reach the tail, the snake can live on, because the tail makes room
// as it moves. On each move:
//
//  1. A virtual snake walks to the food. Before each step it searches the shortest path again. If
//     its head can reach its tail after the meal, the real snake makes the virtual snake's first
//     step.
//  2. Otherwise the snake follows its tail the long way: of the steps from which the tail can be
//     reached, it takes the one farthest from the tail. Food is an obstacle here.
//  3. Otherwise it makes any legal step.
//
// As published, 1 and 2 never enter the cell of the tail's end, although the tail leaves it in the
// same move. A virtual snake of more than three cells that ends right beside its tail counts as cut
// off, because the tail does not move during the meal. Of equal steps, the snake takes the first in
// the order of ouro.Dirs.
//
// Guarantee: none. In some positions no meal ever looks safe, so the snake follows its tail for
// ever. The choice depends only on the position, so a repeated position means a loop. With
// breakloops=true, the snake plays differently after a repeated position or a long time without a
// meal, see breaker. It may then die of a meal, but every loop is certain to end. Cost: O(N) for
// each step of the virtual snake, and for two more floods. Source: the tutorial's far-sighted
// version, in which the snake starts with length 1.
func Lookahead(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	breakLoops := options.Bool("breakloops", false)
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	l := &lookahead{
		grid:    g,
		blocked: make([]bool, g.Size()),
		toFood:  field.New(g),
		toTail:  field.New(g),
		virtual: newVirtual(g),
	}
	if breakLoops {
		l.breaker = newBreaker(g, setup.Seed)
	}
	return l, nil
}

type lookahead struct {
	grid    *ouro.Grid
	blocked []bool // cells with walls and bodies, including the tip of the tail
	free    int    // number of cells that are not blocked
	toFood  *field.Field
	toTail  *field.Field
	virtual *virtual
	breaker *breaker // nil means that the snake may loop, as in the published method
}

// Decide implements [ouro.Solver]. A node is a cell that a flood fill reaches. If the budget
// does not allow another fill, the decision is any legal step.
func (l *lookahead) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	meter := search.NewMeter(ctx, t.Nodes)
	mood := calm
	if l.breaker != nil {
		mood = l.breaker.mood(t)
	}
	l.survey(t)
	dir, depth, ok := l.meal(t, mood, &meter)
	if !ok {
		dir, ok = l.follow(t, mood, &meter)
	}
	var err error
	if !ok {
		dir, err = field.AnyStep(t.State, t.Seat)
	}
	return ouro.Decision{Dir: dir, Depth: depth, Nodes: meter.Nodes()}, err
}

// survey sets blocked and free for the position.
func (l *lookahead) survey(t ouro.Turn) {
	l.free = 0
	for i := range l.blocked {
		c := ouro.Cell(i)
		l.blocked[i] = t.State.Terrain(c) == ouro.Wall || t.State.Segments(c) > 0
		if !l.blocked[i] {
			l.free++
		}
	}
}

// meal returns the first step to the food and the length of the path, if the virtual snake's
// outcome is good enough for the mood.
func (l *lookahead) meal(t ouro.Turn, mood mood, m *search.Meter) (dir ouro.Dir, depth int, ok bool) {
	l.traceFood(t)
	if len(t.State.Food) == 0 {
		return 0, 0, false
	}
	body := &t.Snake().Body
	outcome := l.virtual.walk(t, l.blocked, l.free, m)
	way := l.virtual.way
	if outcome == noWay {
		return 0, 0, false
	}
	t.Trace.Path("virtual", way)
	if outcome == cutOff && mood != reckless || outcome == besideTail && mood == calm {
		return 0, 0, false
	}
	t.Trace.Path(ouro.LabelPlan, way)
	dir, _ = l.grid.DirTo(body.Head(), way[1])
	return dir, len(way) - 1, true
}

// follow returns a step from which the tail can be reached over cells without food: the step
// farthest from the tail or, if the mood is not calm, a random one. Unless the mood is calm, a
// step to the end of the tail counts too. With a breaker, that step is also the last resort of a
// calm snake.
func (l *lookahead) follow(t ouro.Turn, mood mood, m *search.Meter) (ouro.Dir, bool) {
	if !m.Allow(l.free + 1) {
		return 0, false
	}
	for _, c := range t.State.Food {
		l.blocked[c] = true
	}
	head, tail := t.Snake().Body.Head(), t.Snake().Body.Tail()
	m.Add(l.toTail.Fill(l.blocked, tail))
	for _, c := range t.State.Food {
		l.blocked[c] = t.State.Segments(c) > 0
	}
	var steps [4]ouro.Dir
	n, best := 0, -1
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	for _, d := range ouro.Dirs {
		c := l.grid.Next(head, d)
		distance := l.toTail.At(c)
		if distance == field.Unreached || c == tail && (mood == calm || !t.State.Enterable(t.Seat, c)) {
			continue
		}
		scores[d] = float64(distance)
		switch {
		case mood != calm:
		case distance > best:
			n, best = 0, distance
		default:
			continue
		}
		steps[n] = d
		n++
	}
	t.Trace.Moves(ouro.LabelScores, scores)
	switch n {
	case 0:
		d, adjacent := l.grid.DirTo(head, tail)
		return d, adjacent && l.breaker != nil && t.State.Enterable(t.Seat, tail)
	case 1:
		return steps[0], true
	}
	return steps[l.breaker.dice.Roll(n)], true
}

func (l *lookahead) traceFood(t ouro.Turn) {
	if t.Trace.On() {
		l.toFood.Fill(l.blocked, t.State.Food...)
		t.Trace.Heat(ouro.LabelFood, l.toFood.Heat())
	}
}

// virtual is the virtual snake. It eats but never dies.
type virtual struct {
	grid    *ouro.Grid
	body    ouro.Body
	blocked []bool
	field   *field.Field
	way     []ouro.Cell // from the head's cell to the food
}

func newVirtual(g *ouro.Grid) *virtual {
	return &virtual{
		grid:    g,
		blocked: make([]bool, g.Size()),
		field:   field.New(g),
		way:     make([]ouro.Cell, 0, g.Size()),
	}
}

type outcome uint8

const (
	noWay      outcome = iota // the food cannot be reached, or the budget is used up
	cutOff                    // after the meal the tail cannot be reached
	besideTail                // after the meal the head is right beside the tail
	safe                      // after the meal a path leads from the head to the tail
)

// walk makes the virtual snake follow the shortest path to the food, on a board with these
// obstacles and this many free cells. Then it searches a path from there to the tail.
//
// The walk ends, because each step leads nearer to the food, and cells that the tail leaves can
// only shorten the path.
func (v *virtual) walk(t ouro.Turn, blocked []bool, free int, m *search.Meter) outcome {
	copy(v.blocked, blocked)
	v.body.CopyFrom(&t.Snake().Body)
	v.way = append(v.way[:0], v.body.Head())
	for {
		head := v.body.Head()
		if !m.Allow(free + 1) {
			return noWay
		}
		v.blocked[head] = false
		reached := v.field.FillTo(head, v.blocked, t.State.Food...)
		v.blocked[head] = true
		m.Add(len(v.field.Reached()))
		if !reached {
			return noWay // this happens only at the first step: later steps have a path
		}
		d, _ := v.field.Downhill(head)
		next := v.grid.Next(head, d)
		v.way = append(v.way, next)
		v.blocked[next] = true
		if t.State.HasFood(next) {
			v.body.PushHead(next)
			return v.lookBack(free, m)
		}
		v.blocked[v.body.Shift(next)] = false
	}
}

// lookBack returns whether the virtual snake's head can reach its tail now.
func (v *virtual) lookBack(free int, m *search.Meter) outcome {
	head, tail := v.body.Head(), v.body.Tail()
	if v.grid.Distance(head, tail) == 1 && v.body.Len() > 3 {
		return besideTail
	}
	if !m.Allow(free + 1) {
		return noWay
	}
	v.blocked[head] = false
	reached := v.field.FillTo(head, v.blocked, tail)
	m.Add(len(v.field.Reached()))
	if !reached {
		return cutOff
	}
	return safe
}
