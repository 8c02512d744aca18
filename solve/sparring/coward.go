package sparring

import "ouro"

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
