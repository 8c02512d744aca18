package sparring

import "ouro"

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
