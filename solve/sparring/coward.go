package sparring

import "ouro"

// Coward makes the snake that keeps out of everybody's way.
//
// Idea: it never enters a cell that a head which is not shorter can reach with
// its next move, if anything else is left, and keeps several steps away from
// such heads. It looks for food only when its health is down to the option
// hungry, and then only for food that no other snake reaches first; among those
// of the same distance from danger it prefers room. It hopes that the others
// kill each other.
// Guarantee: none beyond the next move, as Greedy.
// Cost: five floods, O(N) each.
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
	berth = 6  // steps that the coward keeps from heads it fears,
	fear  = 25 // and what each step less is worth
)
