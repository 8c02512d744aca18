package sparring

import "ouro"

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
