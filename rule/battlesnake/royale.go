package battlesnake

import "ouro"

// closeIn is the map royale: from turn Shrink on, all cells outside a rectangle
// are hazards, and every Shrink turns one of its sides, drawn at random, moves
// inwards. Sides that have met move on. Where the ruleset has brought its hazards, the
// map would draw the same ones again.
func closeIn(c *config, s *ouro.State, ch chance) {
	if !c.ruleset.shrinks {
		shrinkRoyale(c, s, ch, false)
	}
}

// shrinkRoyale does that; the ruleset royale also clears the hazards before.
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

// surround puts hazards on all cells outside the box, from the row bottom on.
func (b box) surround(s *ouro.State, bottom int) {
	for x := range s.Grid.W {
		for y := bottom; y < s.Grid.H; y++ {
			if !b.has(x, y) {
				s.AddHazard(s.Grid.At(x, y))
			}
		}
	}
}

// safeBox is the rectangle without hazards. Dice that replay draw all its
// changes again; for others the last change is drawn when it is time to, and
// those before it are read off the full rows and columns at the edges.
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
	ch.at(0)
	for range draws {
		b = b.shrunk(ch.roll(4))
	}
	return b
}

// shrunk is the box after one of its sides has moved inwards.
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

// shrinkToFree moves the sides inwards past columns and rows that are full of
// hazards.
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
