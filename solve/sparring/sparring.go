// Package sparring contains sparring partners for games of several snakes, each a simple idea
// without obvious mistakes. [Random], [Greedy], [Hungry], [FloodFill] and [Coward] play with any
// number of snakes under every ruleset of Battlesnake, and classic Snake.
//
// They look one move ahead. All of them measure each direction in the same way (see step); they
// differ in the weights of the results.
package sparring

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
	"ouro/search"
	"ouro/sim"
)

// Weights common to all snakes but Random, on the scale of the styles: a cell of room or a step
// on the path to food is worth 1 to 10.
const (
	lossOfHeadOn = 450  // a head that is not shorter may enter the cell,
	lossAtFood   = 150  // and food gives it a reason to
	lossOfRoom   = 1000 // no room at all; less with more room
	lossOfHealth = 6    // for each point of a hazard
	lossOfLife   = 300  // a hazard leaves little health
	hungerPull   = 60   // for each step on the path to food, when urgent
)

// style returns the value of a step apart from the common weights, and the food that the snake
// would walk to, or NoCell.
type style func(s *scout, st *step) (worth float64, goal ouro.Cell)

// sparring is a snake that takes the best step by its style.
type sparring struct {
	*scout
	style style
	plan  []ouro.Cell // for a Trace
}

func newSparring(setup ouro.Setup, style style) (ouro.Solver, error) {
	if err := fits(setup.Start); err != nil {
		return nil, err
	}
	return &sparring{newScout(setup.Start), style, make([]ouro.Cell, 0, setup.Start.Grid.Size()+1)}, nil
}

// Decide implements [ouro.Solver]. Of equal steps the first in the order of ouro.Dirs is taken. A
// trapped snake still makes a move.
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

// prudence returns the common weights of a step: heads that may enter the cell, too little room
// for the body, and hazards.
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
