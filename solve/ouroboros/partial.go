package ouroboros

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// partial plays boards on which no ring visits all squares, or none is known. It fills as much of
// the board as it can.
//
// Idea: a partial ring visits only some of the squares. A snake that lies on one in order can
// follow that ring for ever. So partial takes only paths to the food after which a partial ring
// carries the snake. Of these it takes the path after which the snake can eat food on the most
// squares in the same way. If partial finds no such path, the snake follows its ring for a few
// moves, and partial tries again from there, along other rings. With few free squares, partial
// searches all continuations and takes the one that fills the board most often, see [lottery]. After
// a long time without a meal, the snake eats the food even if it then dies, because the meal fills
// one more square.
//
// Guarantee: none. A certain win may be impossible, and to decide whether it is possible is
// NP-hard.
//
// Cost: for each candidate a few partial rings of O(N) each, and as many for each of up to 12 next
// foods.
type partial struct {
	*planner // holds the body; its ring has no order
	board    board
	dice     *ouro.PCG
	explorer explorer      // finds the shortest paths to the food
	wanderer explorer      // finds other paths
	after    *refit        // for the position after a meal
	now      *refit        // for the position now
	nodes    int64         // candidates for one meal
	budget   time.Duration // for one meal; 0 for no limit
	optimum  Optimum       // nil on boards that are too large or cannot be filled
	end      *lottery      // nil on boards that are too large
	lost     int           // the length at which end found that the board can no longer be filled

	// The snake follows path. Before the turn with the number turn, it has made stepsMade of its steps.
	path      []square
	stepsMade int
	turn      int
	goal      ouro.Cell
	kept      bool    // a partial ring carries the snake at the end of path
	cost      float64 // of the path, as evaluated
	bodyNow   []square
	ring      []square // the order of that ring, from the end of path on
	model     []square // the ring that new rings resemble

	bodyCells []ouro.Cell // used by takeBest
	moved     []square    // used by takeBest

	certificate string
}

// Certificate returns why the board has no ring, and what follows.
func (p *partial) Certificate() string { return p.certificate }

const defaultPartialNodes = 24

func newPartial(setup ouro.Setup, opts options, compute func(*ouro.Level) Optimum, reason error) *partial {
	b := boardOf(setup.Start)
	r, dice := newRing(b), ouro.NewPCG(setup.Seed)
	w := newWeaver(newRing(b))
	p := &partial{
		planner:  newPlanner(r),
		board:    b,
		dice:     dice,
		explorer: newExplorer(r),
		wanderer: newExplorer(r),
		nodes:    opts.nodes,
		budget:   opts.budget,
		turn:     -1,
	}
	p.explorer.limit, p.wanderer.limit = noPlace, noPlace
	if p.nodes == 0 {
		p.nodes = defaultPartialNodes
	}
	obstacle := obstacle(b)
	if compute != nil && obstacle == "" {
		p.optimum = compute(setup.Start.Level())
	}
	switch {
	case obstacle != "":
		p.certificate = "the board cannot be filled: " + obstacle
	case p.optimum != nil:
		p.certificate = fmt.Sprintf("%v; best play fills the board in %.3g %% of games", reason, 100*p.optimum.Chance())
	default:
		p.certificate = reason.Error()
	}
	beyond := newRefit(b, w, dice, effort{1, 3}, nil)
	p.after = newRefit(b, w, dice, effort{3, 30}, beyond)
	p.now = newRefit(b, w, dice, effort{3, 200}, nil)
	if len(b.cells) <= longest {
		p.end = newLottery(newRing(b))
	}
	return p
}

func (p *partial) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	body, food := &t.Snake().Body, ouro.NoCell
	if len(t.State.Food) > 0 {
		food = t.State.Food[0]
	}
	var nodes int64
	expected := t.State.Turn == p.turn && p.stepsMade < len(p.path) && body.Head() == p.cells[p.path[p.stepsMade]]
	if !expected || food != p.goal || p.stepsMade+1 >= len(p.path) || !t.State.Enterable(t.Seat, p.cells[p.path[p.stepsMade+1]]) {
		kept := expected && p.kept && p.stepsMade+1 == len(p.path)
		p.bodyNow = p.bodyNow[:0]
		for i := range body.Len() {
			p.bodyNow = append(p.bodyNow, p.of[body.At(i)])
		}
		p.stepsMade, p.goal = 0, food
		nodes = p.plan(ctx, t, kept)
	}
	if p.stepsMade+1 >= len(p.path) {
		p.turn = -1
		return p.anyMove(t)
	}
	d := p.first(p.path[p.stepsMade:])
	p.stepsMade++
	p.turn = t.State.Turn + 1
	left := len(p.path) - p.stepsMade
	return ouro.Decision{Dir: d, Score: -p.cost, Depth: left, Nodes: nodes}, nil
}

// plan makes a new path for the body in p.at and returns the number of candidates. carried is set
// if p.ring carries the body.
func (p *partial) plan(ctx context.Context, t ouro.Turn, carried bool) int64 {
	p.begin(p.bodyNow, 1, 1)
	p.path, p.cost, p.kept = p.path[:0], math.Inf(1), false
	if p.goal != ouro.NoCell && p.takeBestChance(ctx) {
		return 1
	}
	if !carried {
		carried = p.now.lay(p.bodyNow, p.ring)
		p.ring = append(p.ring[:0], p.now.best...)
	}
	if p.goal == ouro.NoCell {
		if carried {
			p.circle(1)
		}
		return 0
	}
	food := p.of[p.goal]
	meter := p.meter(ctx, t)
	p.explore(food, &meter, carried, t.Best)
	switch patient := t.Snake().Hunger < 2*len(p.squares); {
	case len(p.path) > 0:
	case carried && patient:
		p.circle(1 + p.dice.Roll(circleMoves))
	case !patient && p.explorer.steps[food] < noPlace:
		p.path = append(p.path[:0], p.explorer.wayTo(p.planner, food, p.dice)...)
	case carried:
		p.circle(1)
	}
	return meter.Nodes()
}

// meter returns a meter for the candidates of one meal.
func (p *partial) meter(ctx context.Context, t ouro.Turn) search.Meter {
	nodes := p.nodes
	if t.Nodes > 0 {
		nodes = min(nodes, t.Nodes)
	}
	m := search.NewMeter(ctx, nodes)
	if p.budget > 0 {
		m.Until(time.Now().Add(p.budget))
	}
	return m
}

// takeBestChance takes the path with the highest probability of filling the board. It does so only on
// a small board or with few free squares, and if this probability is not 0.
func (p *partial) takeBestChance(ctx context.Context) bool {
	if p.optimum != nil && p.takeBest() {
		return true
	}
	if p.end == nil || p.length < 3 || len(p.squares)-p.length > lotteryFree || p.lost == p.length {
		return false
	}
	meter := search.NewMeter(ctx, lotteryBodies)
	path, chance := p.end.solve(p.bodyNow, p.of[p.goal], &meter)
	if path == nil {
		p.lost = p.length
		return false
	}
	p.path, p.cost = append(p.path[:0], path...), 1-chance
	return true
}

// circleMoves is the largest number of moves along a ring until the next attempt to eat.
const circleMoves = 8

// circle sets the path to the next moves along p.ring, which carries the body.
func (p *partial) circle(moves int) {
	moves = min(moves, len(p.ring)-1)
	p.path = append(p.path[:0], p.ring[:moves+1]...)
	n := copy(p.scratch, p.ring[moves:])
	n += copy(p.scratch[n:], p.ring[:moves])
	copy(p.ring, p.scratch[:n])
	p.kept = true
}

// explore makes candidates and leaves the best path in p.path, with its ring.
func (p *partial) explore(food square, meter *search.Meter, kept bool, offers *ouro.Best) {
	p.explorer.spread(p.planner, food)
	p.model = append(p.model[:0], p.ring...)
	like := p.model
	for meter.Allow(1) {
		meter.Add(1)
		var path []square
		switch i := meter.Nodes(); {
		case i == 1:
			path = p.explorer.wayTo(p.planner, food, p.dice)
		case i == 2 && kept:
			path = pathAlong(like, food)
		case i%3 == 0 && p.now.lay(p.bodyNow, like):
			path = pathAlong(p.now.best, food)
		default:
			path = p.detour(food)
		}
		if path == nil {
			continue
		}
		if cost, ok := p.evaluate(path, like); ok && cost < p.cost && offers.Offer(p.first(path)) {
			p.cost, p.kept = cost, true
			p.path = append(p.path[:0], path...)
			p.ring = append(p.ring[:0], p.after.best...)
			if p.length+1 == len(p.squares) {
				return // the meal fills the board
			}
		}
	}
}

// first returns the direction of the first step of a path.
func (p *partial) first(path []square) ouro.Dir {
	d, _ := p.board.Grid.DirTo(p.cells[path[0]], p.cells[path[1]])
	return d
}

// pathAlong returns the part of a ring from its start to a square, or nil.
func pathAlong(order []square, goal square) []square {
	if i := slices.Index(order, goal); i > 0 {
		return order[:i+1]
	}
	return nil
}

// detour returns a path to the food over a random square, or nil.
func (p *partial) detour(food square) []square {
	by := p.squares[p.dice.Roll(len(p.squares))]
	if by == food || by == p.body[0] {
		return nil
	}
	return p.wanderer.wayBy(p.planner, by, food, p.dice)
}

const (
	unsafeCost  = 100.0 // if no next food can be eaten safely; less in proportion to the foods that can
	omittedCost = 0.1   // for each free square that the ring after the path omits
	stepCost    = 0.01
)

// evaluate returns the cost of a path to the food. It returns false if it finds no partial ring
// that carries the snake after the meal. A cost of p.cost or more is a lower bound.
func (p *partial) evaluate(path, like []square) (cost float64, ok bool) {
	then := p.after
	steps := stepCost * float64(len(path)-1)
	free := len(p.squares) - p.length - 1
	if free == 0 {
		return steps, true
	}
	then.fed = p.bodyAlong(then.fed[:0], path, p.length+1)
	if !then.lay(then.fed, like) {
		return 0, false
	}
	cost = steps + omittedCost*float64(free-then.reached)
	return cost + unsafeCost*then.unsafe(min(free, nextFoods), (p.cost-cost)/unsafeCost), true
}

// nextFoods is the largest number of next foods that evaluate tries.
const nextFoods = 12

// anyMove decides for a snake without a path. It takes a move after which a partial ring carries
// the snake; if there is none, the move after which the snake can reach the most squares.
func (p *partial) anyMove(t ouro.Turn) (ouro.Decision, error) {
	best, bestReached := ouro.Decision{}, -1
	for _, d := range ouro.Dirs {
		c := p.board.Grid.Next(p.cells[p.bodyNow[0]], d)
		if !t.State.Enterable(t.Seat, c) {
			continue
		}
		now := p.now
		now.fed = append(append(now.fed[:0], p.of[c]), p.bodyNow...)
		if !t.State.HasFood(c) {
			now.fed = now.fed[:len(p.bodyNow)]
		}
		reached := 0
		if now.lay(now.fed, p.ring) {
			reached = len(p.squares)
		}
		p.wanderer.spread(now.planner, 0)
		for _, s := range p.squares {
			if p.wanderer.steps[s] != noPlace {
				reached++
			}
		}
		if reached > bestReached {
			best, bestReached = ouro.Decision{Dir: d, Nodes: 1}, reached
		}
	}
	if bestReached < 0 {
		d, err := field.AnyStep(t.State, t.Seat)
		best.Dir = d
		return best, err
	}
	return best, nil
}

// refit finds partial rings for a body.
type refit struct {
	*planner
	weaver   *weaver
	dice     dice
	explorer explorer
	beyond   *refit // for the position after the next meal; nil if there is none
	effort   effort
	fed      []square // the body after the meal
	best     []square // the best ring that lay has found, from the head on
	reached  int      // number of free squares where the next food can be eaten along best
	foods    []square // scratch of unsafe: the free squares
}

// effort limits the search of one ring.
type effort struct {
	tries   int // rings for each number of ignored tail segments
	release int // largest number of ignored tail segments
}

func newRefit(b board, w *weaver, d dice, e effort, beyond *refit) *refit {
	r := newRing(b)
	f := &refit{planner: newPlanner(r), weaver: w, dice: d, explorer: newExplorer(r), effort: e, beyond: beyond}
	f.explorer.limit = noPlace
	return f
}

// lay finds a partial ring that the snake with this body can follow, similar to the ring model, and
// stores it in f.best. Of several rings it takes the one on which the next food can be eaten on the
// most squares.
func (f *refit) lay(body, model []square) (ok bool) {
	f.begin(body, 1, 1)
	f.reached = -1
	for _, release := range releases {
		n := f.length - release
		if n < 1 || f.reached >= 0 && release > 1 || release > f.effort.release {
			break
		}
		if n == 2 {
			continue
		}
		for range f.effort.tries {
			if f.weaver.cover(f.body[:n], model, f.dice) {
				f.consider(f.weaver.woven)
				if n == 1 {
					slices.Reverse(f.weaver.woven[1:])
					f.consider(f.weaver.woven)
				}
			}
		}
	}
	return f.reached >= 0
}

// consider keeps a ring if the snake can follow it and can eat on more squares along it than along
// the best.
func (f *refit) consider(order []square) {
	f.replace(order)
	f.ordered = 1
	f.ordered = f.orderedAfter(edit{})
	if !f.passes(edit{}, len(order)) {
		return
	}
	reached, reach := 0, f.reach(f.ordered)
	for place, s := range order {
		if f.exitStep[s] == 0 && place >= reach {
			reached++
		}
	}
	if reached > f.reached {
		f.reached, f.best = reached, append(f.best[:0], order...)
	}
}

// unsafe returns the fraction of next foods for which the snake finds no meal after which a partial
// ring carries it. It tries samples of the free squares. A result above limit is a lower bound.
func (f *refit) unsafe(samples int, limit float64) float64 {
	f.replace(f.best)
	f.ordered = 1
	f.ordered = f.orderedAfter(edit{})
	reach := f.reach(f.ordered)
	f.foods = f.foods[:0]
	for _, s := range f.squares {
		if f.exitStep[s] == 0 {
			f.foods = append(f.foods, s)
		}
	}
	f.explorer.spread(f.planner, 0)
	failed := 0
	for i := 0; i < samples && float64(failed) <= limit*float64(samples); i++ {
		s := f.foods[(2*i+1)*len(f.foods)/(2*samples)]
		if p := int(f.place[s]); p != noPlace && p >= reach {
			continue
		}
		if !f.canEat(s) {
			failed++
		}
	}
	return float64(failed) / float64(samples)
}

// canEat reports whether a shortest path to food on this square leads to a body that a partial
// ring carries.
func (f *refit) canEat(food square) bool {
	way := f.explorer.wayTo(f.planner, food, f.dice)
	if way == nil {
		return false
	}
	then := f.beyond
	then.fed = f.bodyAlong(then.fed[:0], way, f.length+1)
	return len(then.fed) == len(f.squares) || then.lay(then.fed, f.best)
}
