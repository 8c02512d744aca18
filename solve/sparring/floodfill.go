package sparring

import "ouro"

// FloodFill makes the snake that goes where there is most room.
//
// Idea: flood the board from each cell next to the head, over cells that are
// free or will be when the flood gets there, and take the step with the most
// cells; of equals, which in the open are all, the one nearest to its own tail,
// behind which there is always a way on. When it is hungry, which is when its
// health is down to the option hungry or another snake is as long, it goes for
// the nearest food as Greedy does. Heads and hazards it heeds as Greedy does.
// Guarantee: while it is not hungry it never enters a pocket that is smaller
// than another, but for a head or a hazard before the other one.
// Cost: five floods, O(N) each.
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

// wantRoom is a point for every cell of room, and less than one for a short
// way to the own tail.
func wantRoom(_ *scout, st *step) float64 {
	return float64(st.room) - float64(st.tail)/(far+1)
}
