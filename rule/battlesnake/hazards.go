package battlesnake

import (
	"math/bits"
	"slices"

	"ouro"
)

func addHazardColumns(s *ouro.State) {
	for x := 1; x < s.Grid.W; x += 2 {
		for y := 1; y < s.Grid.H; y += 2 {
			s.AddHazard(s.Grid.At(x, y))
		}
	}
}

func addInnerWall(s *ouro.State) { addRing(s, 1) }

func addRings(s *ouro.State) {
	for inset := 1; inset+1 < min(s.Grid.W, s.Grid.H)/2; inset += 2 {
		addRing(s, inset)
	}
}

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

// poolSets has the possible sets of healing pools, by the width of the board.
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

// removePool removes a random healing pool every Shrink turns.
func removePool(c *config, s *ouro.State, ch chance) {
	if turn := s.Turn - 1; turn > 0 && c.Shrink > 0 && turn%c.Shrink == 0 && len(s.Hazards) > 0 {
		s.RemoveHazard(s.Hazards[ch.roll(len(s.Hazards))])
	}
}

const (
	pitPeriods   = 7 // number of periods after which the pits are emptied
	maxPitLayers = 4
)

// pitStarts are the starts of snakes: the cells in the pattern of pits that have no pit.
var pitStarts = [4][2]int{{1, 1}, {9, 1}, {1, 9}, {9, 9}}

func setupPits(_ *config, s *ouro.State, snakes int, ch chance) error {
	var starts [4]ouro.Cell
	for i, p := range pitStarts {
		starts[i] = s.Grid.At(p[0], p[1])
	}
	ch.shuffle(starts[:])
	addSnakes(s, starts[:snakes])
	return firstFood(s, ch)
}

// fillPits sets the number of layers of all pits, every Shrink turns.
func fillPits(c *config, s *ouro.State, _ chance) {
	turn := s.Turn - 1
	if c.Shrink == 0 || turn%c.Shrink != 0 {
		return
	}
	s.ClearHazards()
	for range min(turn/c.Shrink%pitPeriods, maxPitLayers) {
		for x := 1; x < s.Grid.W; x += 2 {
			for y := 1; y < s.Grid.H; y += 2 {
				if !isPitStart(x, y) {
					s.AddHazard(s.Grid.At(x, y))
				}
			}
		}
	}
}

func isPitStart(x, y int) bool { return slices.Contains(pitStarts[:], [2]int{x, y}) }

// sinkPeriod is the period of sinkholes if Shrink is 0.
const sinkPeriod = 10

// sink adds a layer to the sinkhole every Shrink turns. Each layer is a square around the
// centre, without its corners, and exceeds the previous layer by one cell on each side. The size
// of the board sets the number of layers.
func sink(c *config, s *ouro.State, _ chance) {
	turn, period := s.Turn-1, c.Shrink
	if period == 0 {
		period = sinkPeriod
	}
	layers := 5
	switch s.Grid.W {
	case 7:
		layers = 3
	case 19:
		layers = 7
	}
	mid := s.Grid.W / 2
	r := (turn - 1) / period
	switch {
	case turn == 1:
		s.AddHazard(s.Grid.At(mid, mid))
		return
	case turn < 1 || turn > layers*period || (turn-1)%period != 0:
		return
	}
	for x := -r; x <= r; x++ {
		for y := -r; y <= r; y++ {
			if x*x != r*r || y*y != r*r {
				s.AddHazard(s.Grid.At(mid+x, mid+y))
			}
		}
	}
}

// leaveTrails is the change of snail_mode. Every trail loses a layer. Then each cell that a tail
// has left gets as many layers as the snake had segments before it ate, unless a head is on the
// cell.
func leaveTrails(_ *config, s *ouro.State, _ chance) {
	fade(s)
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Vacated == ouro.NoCell || headOn(s, sn.Vacated) {
			continue
		}
		layers := sn.Body.Len()
		if sn.Hunger == 0 {
			layers--
		}
		for range layers {
			s.AddHazard(sn.Vacated)
		}
	}
}

// fade removes a layer from every trail.
func fade(s *ouro.State) {
	p := offHazards(s)
	for x := range p.w {
		for rest := p.taken[x]; rest != 0; rest &= rest - 1 {
			s.RemoveHazard(s.Grid.At(x, bits.TrailingZeros64(rest)))
		}
	}
}

func headOn(s *ouro.State, c ouro.Cell) bool {
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive && sn.Body.Head() == c {
			return true
		}
	}
	return false
}
