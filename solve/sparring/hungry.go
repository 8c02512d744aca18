package sparring

import "ouro"

// Hungry makes the snake that eats what it can get first.
//
// Idea: all heads race for the food: what another snake reaches first, or an
// equal at the same time, is lost and not worth the way. Of the rest it takes
// the nearest. So it grows faster than Greedy, which runs for food that others
// eat. When no food can be won, it takes the step with the most room, of
// equals the one nearest to some food. Room, heads and hazards it heeds as
// Greedy does.
// Guarantee: none beyond the next move, as Greedy.
// Cost: five floods, O(N) each.
// Source: ours, the race being the usual Voronoi territory.
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
