// Package sparring contains sparring partners for games of several snakes, each a simple idea
// without obvious mistakes. [Random], [Greedy], [Hungry], [FloodFill] and [Coward] play with any
// number of snakes under every ruleset of Battlesnake, and classic Snake.
//
// They look one move ahead. All except Random measure each direction in the same way (see step)
// and differ in the weights of the results.
package sparring

import (
	"context"
	"fmt"
	"math"

	"ouro"
	"ouro/field"
	"ouro/search"
	"ouro/sim"
)

// Weights common to all snakes except Random. For comparison: a style values a cell of room, or a
// step on the path to food, at 1 to 10.
const (
	lossOfHeadOn = 450  // if the head of a snake at least as long may enter the cell
	lossAtFood   = 150  // if food gives that snake a reason to enter the cell
	lossOfRoom   = 1000 // if there is no room at all; in proportion if there is less room than the body needs
	lossOfHealth = 6    // for each point of health that a hazard costs
	lossOfLife   = 300  // if a hazard leaves little health
	hungerPull   = 60   // for each step on the path to food, when food is urgent
)

// style is a function that returns the value of a step without the common weights, and the food that
// the snake goes to with this step, or NoCell.
type style func(s *scout, st *step) (worth float64, goal ouro.Cell)

// sparring is a snake that takes the best step according to its style.
type sparring struct {
	*scout
	style style
	plan  []ouro.Cell // used only for a Trace
}

func newSparring(setup ouro.Setup, style style) (ouro.Solver, error) {
	if err := checkSnakes(setup.Start); err != nil {
		return nil, err
	}
	return &sparring{newScout(setup.Start), style, make([]ouro.Cell, 0, setup.Start.Grid.Size()+1)}, nil
}

// Decide implements [ouro.Solver]. Of equally good steps it takes the first in the order of
// ouro.Dirs. A trapped snake makes a move too.
func (s *sparring) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if t.Snake().Cause != ouro.Alive {
		return ouro.Decision{}, field.ErrNoStep
	}
	meter := search.NewMeter(ctx, t.Nodes)
	s.measure(s.load(t), &meter)
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	best, goal := &s.steps[0], ouro.NoCell
	for i := range s.n {
		st := &s.steps[i]
		worth, food := s.style(s.scout, st)
		worth += s.prudence(st)
		if s.urgent() {
			worth -= hungerPull * float64(min(st.food, 100))
			food = st.meal
		}
		scores[st.dir] = worth
		if i == 0 || worth > scores[best.dir] {
			best, goal = st, food
		}
	}
	decision := ouro.Decision{Dir: best.dir, Score: scores[best.dir], Depth: 1, Nodes: meter.Nodes()}
	if t.Trace.On() {
		s.traceChoice(t.Trace, best, goal, scores)
	}
	return decision, nil
}

// prudence returns the common weights of a step: for heads that may enter the cell, too little
// room for the body, and hazards.
func (s *scout) prudence(st *step) (worth float64) {
	if st.contested {
		worth -= lossOfHeadOn
		if s.p.Food(st.cell) {
			worth -= lossAtFood
		}
	}
	if st.cell == ouro.NoCell {
		return worth
	}
	if st.measured && st.room < s.length {
		worth -= lossOfRoom * float64(s.length-st.room) / float64(s.length)
	}
	if cost := s.p.Cost(st.cell) - 1; cost > 0 {
		worth -= lossOfHealth * float64(cost)
		if s.health-1-cost <= 2*cost {
			worth -= lossOfLife
		}
	} else {
		worth += float64(min(-cost, sim.MaxHealth-s.health))
	}
	return worth
}

func (s *sparring) traceChoice(trace *ouro.Trace, best *step, goal ouro.Cell, scores [4]float64) {
	trace.Moves(ouro.LabelScores, scores)
	head := s.p.Head(s.seat)
	s.plan = append(s.plan[:0], head)
	if goal == ouro.NoCell {
		if best.cell != ouro.NoCell {
			s.plan = append(s.plan, best.cell)
		}
		trace.Path(ouro.LabelPlan, s.plan)
		return
	}
	s.area.Room(s.p, best.cell, s.p.Grid().Size())
	dist := s.area.Dist(goal)
	s.plan = s.plan[:1+dist]
	for c := goal; dist > 0; dist-- {
		s.plan[dist] = c
		c = s.area.Before(c)
	}
	trace.Path(ouro.LabelPlan, s.plan)
}

// step is a possible move of the snake with its measurements.
type step struct {
	dir       ouro.Dir
	cell      ouro.Cell
	contested bool // the head of a snake at least as long may also enter the cell
	measured  bool // the budget was enough for the fields below
	room      int  // number of reachable cells; tails leave in time
	food      int  // number of moves to the nearest food
	meal      ouro.Cell
	won       int // number of moves to the nearest food that no other snake reaches first
	wonMeal   ouro.Cell
	tail      int // number of moves to the snake's own tail
}

// far is the distance of an unreachable cell: longer than any path, and small enough for sums.
const far = 1 << 12

// scout measures the steps of one snake. It reuses its memory on every turn.
type scout struct {
	p     *sim.Position
	area  *sim.Area
	race  *sim.Area // which snake reaches each cell first
	share []int     // scratch: by seat, the number of cells that the snake reaches first
	foods []ouro.Cell

	// State of the current turn.
	seat    int
	length  int
	health  int
	starves bool // the rules have health; without it, snakes always want food
	longest int  // length of the longest other snake
	steps   [4]step
	n       int // number of steps
}

// checkSnakes returns an error if a game has more snakes than sim.Position can hold.
func checkSnakes(start *ouro.State) error {
	if n := len(start.Snakes); n > sim.MaxSnakes {
		return fmt.Errorf("a game of %d snakes: want at most %d", n, sim.MaxSnakes)
	}
	return nil
}

func newScout(start *ouro.State) *scout {
	g := start.Grid
	return &scout{
		p:     sim.New(start),
		area:  sim.NewArea(g),
		race:  sim.NewArea(g),
		share: make([]int, sim.MaxSnakes),
		foods: make([]ouro.Cell, 0, g.Size()),
	}
}

// load loads a turn and returns the directions to consider, which are never empty: those that are
// not certainly fatal or, if there is none, all that the State allows. For a trapped snake, load
// returns the directions onto the body of another snake, which may die first.
func (s *scout) load(t ouro.Turn) ouro.DirSet {
	s.p.Load(t.State)
	s.seat, s.length, s.health = t.Seat, s.p.Len(t.Seat), s.p.Health(t.Seat)
	s.starves = t.Snake().Health > 0 && !t.State.AlwaysGrow
	legal, moves := t.State.Legal(t.Seat), s.p.Moves(t.Seat)
	for _, set := range []ouro.DirSet{legal & moves, legal, moves} {
		if set != 0 {
			return set
		}
	}
	var last ouro.DirSet
	for _, d := range ouro.Dirs {
		if c := s.p.Next(s.p.Head(s.seat), d); c != ouro.NoCell && s.p.Owner(c) != ouro.NoSeat && s.p.Owner(c) != s.seat {
			last |= 1 << d
		}
	}
	if last == 0 {
		last = 1 << ouro.Up
	}
	return last
}

// measure measures the steps in these directions as far as the budget allows. A node is a cell
// that a flood fill reaches.
func (s *scout) measure(dirs ouro.DirSet, m *search.Meter) {
	p, size := s.p, s.p.Grid().Size()
	s.longest = 0
	for rest := p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		s.longest = max(s.longest, p.Len(rest.First()))
	}
	s.foods = p.AppendFood(s.foods[:0])
	raced, alone := true, p.Alive().Len() == 1 // a lone snake wins every race
	if !alone {
		if raced = m.Allow(size); raced {
			s.race.Territory(p, s.share[:p.Seats()])
			m.Add(size)
		}
	}
	contested := p.Contested(s.seat)
	s.n = dirs.Len()
	for i := range s.n {
		st := &s.steps[i]
		d := dirs.At(i)
		*st = step{
			dir: d, cell: p.Next(p.Head(s.seat), d), contested: contested.Has(d),
			food: far, meal: ouro.NoCell, won: far, wonMeal: ouro.NoCell, tail: far,
		}
		if !raced || st.cell == ouro.NoCell || !m.Allow(size) {
			continue
		}
		st.measured = true
		st.room = s.area.Room(p, st.cell, size)
		m.Add(st.room)
		for _, c := range s.foods {
			dist := s.area.Dist(c)
			if dist < 0 {
				continue
			}
			if dist < st.food {
				st.food, st.meal = dist, c
			}
			if dist < st.won && (alone || s.race.Owner(c) == s.seat) {
				st.won, st.wonMeal = dist, c
			}
		}
		if dist := s.area.Dist(p.Tail(s.seat)); dist >= 0 {
			st.tail = dist
		}
	}
}

// distanceToHeads returns the distance from c to the nearest head of another snake at least
// as long, or far without such a snake.
func (s *scout) distanceToHeads(c ouro.Cell) int {
	nearest := far
	for rest := s.p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		if rival := rest.First(); s.p.Len(rival) >= s.length {
			nearest = min(nearest, s.p.Grid().Distance(s.p.Head(rival), c))
		}
	}
	return nearest
}

// nearest returns the number of moves to the nearest food, or far without food within reach.
func (s *scout) nearest() int {
	moves := far
	for _, st := range s.steps[:s.n] {
		moves = min(moves, st.food)
	}
	return moves
}

// reserve is the health that a snake keeps for its arrival at its food, because another snake
// may eat that food first.
const reserve = 12

// urgent reports whether the health is at most reserve more than the moves to the nearest food.
func (s *scout) urgent() bool {
	return s.starves && s.nearest() < far && s.health <= s.nearest()+reserve
}
