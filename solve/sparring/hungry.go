package sparring

import "ouro"

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
