package sparring

import (
	"context"
	"math"

	"ouro"
	"ouro/field"
)

// Random makes the random snake.
//
// Idea: a uniformly random move of those that are not certainly fatal, with its own dice. The
// same seed and the same game give the same moves.
// Guarantee: if there is another move it never steps into a wall or a body that stays, and does
// not starve or burn. It ignores heads.
// Cost: O(1) for a move, and O(N) to load the State.
// Source: the customary baseline.
func Random(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	if err := fits(setup.Start); err != nil {
		return nil, err
	}
	return &random{newScout(setup.Start), ouro.NewPCG(setup.Seed)}, nil
}

type random struct {
	*scout
	dice *ouro.PCG
}

// Decide implements [ouro.Solver].
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

// chances returns the probability of each direction, NaN for impossible ones.
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
// Idea: the first step of the shortest path to the nearest food, by breadth-first search over
// cells that are free when it arrives. Without a path to any food, the step with the most room.
// Too little room for its body, a cell that a head which is not shorter can enter, and a hazard
// count as a longer path.
// Guarantee: none beyond the next move: it does not step to a certain death if there is another
// move.
// Cost: five flood fills, O(N) each.
// Source: the customary first snake of every tutorial, without its blunders.
func Greedy(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, wantNearest)
}

// stride is the value of each step less to the food, up to longWay steps: no path to food is
// worth the risk of death.
const (
	stride  = 10
	longWay = 40
)

// walk returns the value of a path of this many moves.
func walk(moves int) float64 { return -stride * float64(min(moves, longWay)) }

func wantNearest(s *scout, st *step) (worth float64, goal ouro.Cell) {
	if st.meal == ouro.NoCell {
		return walk(far) + wantRoom(s, st), ouro.NoCell
	}
	return walk(st.food), st.meal
}

// Hungry makes the snake that goes for the food that it reaches first.
//
// Idea: food that another snake reaches first, or an equal one at the same time, is lost. Of the
// rest it takes the nearest. So it grows faster than Greedy, which goes for food that others
// eat. Without any such food it takes the step with the most room, of equal ones the one nearest
// to some food. It avoids small rooms, heads and hazards as Greedy does.
// Guarantee: none beyond the next move, as Greedy.
// Cost: five flood fills, O(N) each.
// Source: ours; the race is the usual Voronoi territory.
func Hungry(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, wantWon)
}

func wantWon(s *scout, st *step) (worth float64, goal ouro.Cell) {
	if st.wonMeal == ouro.NoCell {
		return walk(far) + wantRoom(s, st) + walk(st.food)/stride, ouro.NoCell
	}
	return walk(st.won), st.wonMeal
}

// FloodFill makes the snake that moves to the most room.
//
// Idea: flood the board from each cell next to the head, over cells that are free when the flood
// arrives, and take the step with the most cells; of equal ones, which in the open are all, the
// one nearest to its own tail. When it is hungry, that is when its health is down to the option
// hungry or another snake is as long, it goes for the nearest food as Greedy does. It avoids
// heads and hazards as Greedy does.
// Guarantee: while it is not hungry it never enters the smaller of two pockets, except for a head
// or a hazard before the other one.
// Cost: five flood fills, O(N) each.
// Source: the customary second snake of every tutorial.
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

// wantRoom is one point for every cell of room, plus less than one for a short path to the own
// tail.
func wantRoom(_ *scout, st *step) float64 {
	return float64(st.room) - float64(st.tail)/(far+1)
}

// Coward makes the snake that avoids the others.
//
// Idea: it never enters a cell that a head which is not shorter can reach with its next move, if
// there is another move, and keeps several steps away from such heads. It looks for food only
// when its health is down to the option hungry, and only for food that no other snake reaches
// first; among steps at the same distance from danger it prefers room. The others may kill each
// other meanwhile.
// Guarantee: none beyond the next move, as Greedy.
// Cost: five flood fills, O(N) each.
// Source: ours, after a common style of the arenas.
func Coward(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	hungry := options.Int("hungry", 70, 0, 100)
	if err := options.Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, func(s *scout, st *step) (worth float64, goal ouro.Cell) {
		worth = wantRoom(s, st)
		if apart := s.apart(st.cell); st.contested {
			worth -= lossOfRoom
		} else if apart < berth {
			worth -= fear * float64(berth-apart)
		}
		switch {
		case s.starves && s.health > hungry:
			return worth, ouro.NoCell
		case st.wonMeal == ouro.NoCell:
			return worth + walk(far) + walk(st.food)/stride, ouro.NoCell
		}
		return worth + walk(st.won), st.wonMeal
	})
}

const (
	berth = 6  // steps that it keeps from heads it fears,
	fear  = 25 // and the cost of each step less
)
