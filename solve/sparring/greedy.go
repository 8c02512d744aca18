package sparring

import "ouro"

// Greedy makes the snake that runs for the nearest food.
//
// Idea: the step on the shortest way to the nearest food, by breadth-first
// search over cells that are free, or will be when it gets there. Where there
// is no way to any food, the step with the most room. What leads into too
// little room for its body, to a cell where a head that is not shorter may
// come, or onto a hazard counts as so much longer a way.
// Guarantee: none beyond the next move: it does not step to a certain death
// while there is another move.
// Cost: five floods, O(N) each.
// Source: the customary first snake of every tutorial, without its blunders.
func Greedy(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	return newSparring(setup, wantNearest)
}

// stride is what a step less on the way to food is worth to the snakes that
// look for it, up to longWay steps: a way that is longer, or none, is not bad
// enough to risk one's life for another.
const (
	stride  = 10
	longWay = 40
)

// walk is what a way of so many moves is worth.
func walk(moves int) float64 { return -stride * float64(min(moves, longWay)) }

func wantNearest(s *scout, st *step) (worth float64, goal ouro.Cell) {
	if st.meal == ouro.NoCell {
		return walk(far) + wantRoom(s, st), ouro.NoCell
	}
	return walk(st.food), st.meal
}
