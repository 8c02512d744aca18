package battlesnake

import "ouro"

// closeIn is the map royale: from turn Shrink on, all cells outside a rectangle are
// hazards, and every Shrink turns a random side of it moves inwards, even when opposite
// sides have met. Under the ruleset royale it does nothing, because the ruleset has already
// drawn the same hazards.
func closeIn(c *config, s *ouro.State, ch chance) {
	if !c.ruleset.shrinks {
		shrinkRoyale(c, s, ch, false)
	}
}

// shrinkRoyale sets the hazards of closeIn. If clears is set, as in the ruleset royale, it
// also removes hazards before turn Shrink.
func shrinkRoyale(c *config, s *ouro.State, ch chance, clears bool) {
	if s.Turn < c.Shrink {
		if clears {
			s.ClearHazards()
		}
		return
	}
	left := safeBox(c, s, ch)
	s.ClearHazards()
	left.surround(s, 0)
}

// surround puts hazards on all cells outside the box, from row bottom on.
func (b box) surround(s *ouro.State, bottom int) {
	for x := range s.Grid.W {
		for y := bottom; y < s.Grid.H; y++ {
			if !b.has(x, y) {
				s.AddHazard(s.Grid.At(x, y))
			}
		}
	}
}

// safeBox returns the rectangle without hazards. Dice that replay repeat all its changes.
// With other dice, only the change of this turn is drawn; the earlier ones are read from
// the full rows and columns at the edges.
func safeBox(c *config, s *ouro.State, ch chance) box {
	b := wholeBoard(s.Grid)
	draws := s.Turn / c.Shrink
	if !ch.replays() {
		b.shrinkToFree(s)
		draws = 0
		if s.Turn%c.Shrink == 0 {
			draws = 1
		}
	}
	ch.beginTurn(0)
	for range draws {
		b = b.shrunk(ch.roll(4))
	}
	return b
}

// shrunk returns the box after one of its sides moved inwards.
func (b box) shrunk(side int) box {
	switch side {
	case 0:
		b.left++
	case 1:
		b.right--
	case 2:
		b.bottom++
	case 3:
		b.top--
	}
	return b
}

// shrinkToFree moves the sides inwards past columns and rows that are full of hazards.
func (b *box) shrinkToFree(s *ouro.State) {
	full := func(x0, x1, y0, y1 int) bool {
		for x := x0; x <= x1; x++ {
			for y := y0; y <= y1; y++ {
				if s.Hazard(s.Grid.At(x, y)) == 0 {
					return false
				}
			}
		}
		return true
	}
	right, top := s.Grid.W-1, s.Grid.H-1
	for b.left <= right && full(b.left, b.left, 0, top) {
		b.left++
	}
	for b.right >= b.left && full(b.right, b.right, 0, top) {
		b.right--
	}
	for b.bottom <= top && full(0, right, b.bottom, b.bottom) {
		b.bottom++
	}
	for b.top >= b.bottom && full(0, right, b.top, b.top) {
		b.top--
	}
}
