package battlesnake

import "ouro"

// addColumns puts a hazard on every cell whose column and row are both odd.
func addColumns(s *ouro.State) {
	for x := 1; x < s.Grid.W; x += 2 {
		for y := 1; y < s.Grid.H; y += 2 {
			s.AddHazard(s.Grid.At(x, y))
		}
	}
}

// addInnerWall puts a ring of hazards one cell from the edge.
func addInnerWall(s *ouro.State) { addRing(s, 1) }

// addRings puts hazards on every other ring, beginning one cell from the edge.
func addRings(s *ouro.State) {
	for inset := 1; inset+1 < min(s.Grid.W, s.Grid.H)/2; inset += 2 {
		addRing(s, inset)
	}
}

// addRing puts hazards on the border of a rectangle, inset cells from the edge.
func addRing(s *ouro.State, inset int) {
	right, top := s.Grid.W-1-inset, s.Grid.H-1-inset
	for x := inset; x <= right; x++ {
		for y := inset; y <= top; y++ {
			if x == inset || x == right || y == inset || y == top {
				s.AddHazard(s.Grid.At(x, y))
			}
		}
	}
}

// poolSets are the possible sets of healing pools, by the side of the board.
var poolSets = map[int][][][2]int{
	7: {
		{{3, 3}},
	},
	11: {
		{{3, 3}, {7, 7}},
		{{3, 7}, {7, 3}},
		{{3, 5}, {7, 5}},
		{{5, 7}, {5, 3}},
	},
	19: {
		{{5, 5}, {13, 13}, {5, 13}, {13, 5}},
		{{5, 10}, {13, 10}, {10, 13}, {10, 5}},
	},
}

func setupPools(c *config, s *ouro.State, snakes int, ch chance) error {
	if err := setupStandard(c, s, snakes, ch); err != nil {
		return err
	}
	sets := poolSets[s.Grid.W]
	ch.beginTurn(0)
	addPools(s, sets[ch.roll(len(sets))])
	return nil
}

func addPools(s *ouro.State, set [][2]int) {
	for _, p := range set {
		s.AddHazard(s.Grid.At(p[0], p[1]))
	}
}

// dryPools removes a random pool every Shrink turns.
func dryPools(c *config, s *ouro.State, ch chance) {
	if turn := s.Turn - 1; turn > 0 && c.Shrink > 0 && turn%c.Shrink == 0 && len(s.Hazards) > 0 {
		s.RemoveHazard(s.Hazards[ch.roll(len(s.Hazards))])
	}
}
