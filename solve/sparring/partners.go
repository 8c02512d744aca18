package sparring

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
)

// Random makes the random snake.
//
// Idea: move at random, with equal probability for all moves that are not certainly fatal, by
// the snake's own dice. The same seed and the same game give the same moves.
// Guarantee: while it has another move, it never steps into a wall or a body that stays, and
// it neither starves nor burns. It ignores heads.
// Cost: O(1) for a move, and O(N) to load the State.
// Source: the usual baseline.
func Random(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	if err := checkSnakes(setup.Start); err != nil {
		return nil, err
	}
	return &random{newScout(setup.Start), ouro.NewPCG(setup.Seed)}, nil
}

type random struct {
	*scout
	dice *ouro.PCG
}

func (r *random) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if t.Snake().Cause != ouro.Alive {
		return ouro.Decision{}, field.ErrNoStep
	}
	dirs := r.load(t)
	if t.Trace.On() {
		t.Trace.Moves(ouro.LabelScores, chances(dirs))
	}
	return ouro.Decision{Dir: dirs.At(r.dice.Roll(dirs.Len())), Depth: 1}, nil
}

// chances returns the probability of each direction of dirs, or NaN for the others.
func chances(dirs ouro.DirSet) (scores [4]float64) {
	for _, d := range ouro.Dirs {
		scores[d] = math.NaN()
		if dirs.Has(d) {
			scores[d] = 1 / float64(dirs.Len())
		}
	}
	return scores
}

// Greedy makes the snake that goes for the nearest food.
//
// Idea: take the first step of the shortest path to the nearest food, by breadth-first search
// over cells that are free when the snake arrives. Without a path to any food, take the step
// with the most room. Three things count like a longer path: too little room for the body, a
// cell that the head of a snake at least as long can enter, and a hazard. Guarantee: none beyond
// the next move: it does not step to a certain death while it has another move. Cost: five flood
// fills, O(N) each. Source: the usual first snake of every tutorial, without its blunders.
func Greedy(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, wantNearest)
}

// A path to food costs stride for each step, up to longWay steps. The limit makes the loss for
// distant food smaller than the loss for a risk of death.
const (
	stride  = 10
	longWay = 40
)

// foodValue returns the value of food that is this many moves away.
func foodValue(moves int) float64 { return -stride * float64(min(moves, longWay)) }

// wantNearest is the style of Greedy.
func wantNearest(s *scout, st *step) (worth float64, goal ouro.Cell) {
	if st.meal == ouro.NoCell {
		return foodValue(far) + wantRoom(s, st), ouro.NoCell
	}
	return foodValue(st.food), st.meal
}

// Hungry makes the snake that goes for the food that it reaches first.
//
// Idea: food is lost if another snake reaches it first, or if a snake that is at least as long
// reaches it at the same time. Go for the nearest food that is not lost. So Hungry grows faster
// than Greedy, which goes for food that others eat. If all food is lost, take the step with the
// most room; of equal steps, the one nearest to some food. Hungry avoids small rooms, heads and
// hazards like Greedy. Guarantee: none beyond the next move, like Greedy. Cost: five flood fills,
// O(N) each. Source: ours; the race for food is the usual Voronoi territory.
func Hungry(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, wantWon)
}

// wantWon is the style of Hungry.
func wantWon(s *scout, st *step) (worth float64, goal ouro.Cell) {
	if st.wonMeal == ouro.NoCell {
		return foodValue(far) + wantRoom(s, st) + foodValue(st.food)/stride, ouro.NoCell
	}
	return foodValue(st.won), st.wonMeal
}

// FloodFill makes the snake that moves to the most room.
//
// Idea: flood the board from each cell next to the head, over cells that are free when the flood
// arrives, and take the step with the most cells. Of equal steps (on an open board all are equal),
// take the one nearest to the snake's own tail. The snake is hungry when its health is at most the
// option hungry, or when another snake is as long. It then goes for the nearest food like
// Greedy. It avoids heads and hazards like Greedy. Guarantee: while it is not hungry, it never
// enters the smaller of two pockets, unless a head or a hazard is before the larger. Cost: five
// flood fills, O(N) each. Source: the usual second snake of every tutorial.
func FloodFill(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	hungry := options.Int("hungry", 50, 0, 100)
	if err := options.Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, func(s *scout, st *step) (worth float64, goal ouro.Cell) {
		if !s.starves || s.health <= hungry || s.length <= s.longest {
			return wantNearest(s, st)
		}
		return wantRoom(s, st), ouro.NoCell
	})
}

// wantRoom gives one point for every cell of room, plus less than one for a short path to the
// snake's own tail.
func wantRoom(_ *scout, st *step) float64 {
	return float64(st.room) - float64(st.tail)/(far+1)
}

// Coward makes the snake that avoids the others.
//
// Idea: while it has another move, it never enters a cell that the head of a snake at least as long
// can reach with its next move, and it keeps fearDistance steps away from those heads. It goes for
// food only when its health is at most the option hungry, and only for food that no other snake
// reaches first. Of steps at the same distance from danger, it prefers the one with the most room.
// Guarantee: none beyond the next move, like Greedy. Cost: five flood fills, O(N) each. Source:
// ours, after a common style of the arenas.
func Coward(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	hungry := options.Int("hungry", 70, 0, 100)
	if err := options.Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, func(s *scout, st *step) (worth float64, goal ouro.Cell) {
		worth = wantRoom(s, st)
		if apart := s.distanceToHeads(st.cell); st.contested {
			worth -= lossOfRoom
		} else if apart < fearDistance {
			worth -= fearCost * float64(fearDistance-apart)
		}
		switch {
		case s.starves && s.health > hungry:
			return worth, ouro.NoCell
		case st.wonMeal == ouro.NoCell:
			return worth + foodValue(far) + foodValue(st.food)/stride, ouro.NoCell
		}
		return worth + foodValue(st.won), st.wonMeal
	})
}

const (
	fearDistance = 6  // distance in steps that the snake keeps from heads that it fears
	fearCost     = 25 // cost of each step below fearDistance
)
