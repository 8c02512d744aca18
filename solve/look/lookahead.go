// Package look holds the solvers that try a move on a virtual snake before the
// real one makes it: [Lookahead], the tutorial's far-sighted version.
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
// Idea: as long as the head can reach the tail the snake lives on, since the
// tail makes room as it goes. On each move:
//
//  1. A virtual snake walks the shortest way to the food, planned anew after
//     each of its steps. If its head can then still reach its tail, the real
//     snake makes the first step of that walk.
//  2. Otherwise the snake follows its tail the longest way: of the steps from
//     which the tail can be reached, the one farthest from it. The food is an
//     obstacle meanwhile.
//  3. Otherwise it makes any legal step.
//
// As published, the cell of the tail's tip is never entered in 1 and 2 although
// it leaves in the same move, and a virtual snake of more than three cells that
// ends right beside its tail counts as cut off: the tail does not move during
// the meal. Of equal steps the first in the order of ouro.Dirs is taken.
//
// Guarantee: none. In some positions no meal looks safe however long the snake
// follows its tail, so it does that for ever: a position that comes back has
// brought a loop, for the choice depends on the position alone. With
// breakloops=true a returning position or a long hunger ends the habit, see
// breaker: the snake may then die of a meal, and no loop is certain.
// Cost: O(N) for each step of the virtual snake, and twice more. Nothing is
// kept from move to move but what breaker remembers.
// Source: the tutorial's far-sighted version; it starts with a snake of one.
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
	blocked []bool // walls and bodies, the tail's tip included
	free    int    // cells not blocked
	toFood  *field.Field
	toTail  *field.Field
	virtual *virtual
	breaker *breaker // nil: loop as published
}

// Decide answers as ouro.Solver says. A node is a cell that a breadth-first
// fill reaches; when the budget does not suffice for another fill, the answer
// is the one that needs none: any legal step.
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

// meal is the first step to the food and the length of the way, if the virtual
// snake's report and the mood allow to take it.
func (l *lookahead) meal(t ouro.Turn, mood mood, m *search.Meter) (dir ouro.Dir, depth int, ok bool) {
	l.tellFood(t)
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

// follow is a step from which the tail can be reached over cells without food:
// the farthest from it, or any of them when the mood is not calm. Then the tip
// that leaves counts too; with a breaker it is also the last resort of a calm
// snake.
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
		d, beside := l.grid.DirTo(head, tail)
		return d, beside && l.breaker != nil && t.State.Enterable(t.Seat, tail)
	case 1:
		return steps[0], true
	}
	return steps[l.breaker.dice.Roll(n)], true
}

// tellFood shows the distances to the food to whoever watches.
func (l *lookahead) tellFood(t ouro.Turn) {
	if t.Trace.On() {
		l.toFood.Fill(l.blocked, t.State.Food...)
		t.Trace.Heat(ouro.LabelFood, l.toFood.Heat())
	}
}
