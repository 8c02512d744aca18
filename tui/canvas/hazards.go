package canvas

import "ouro"

// Hazards tints the cells with hazards by their layers.
func (b *Board) Hazards() {
	if len(b.State.Hazards) == 0 {
		return
	}
	k := b.Hot
	if b.State.HazardDamage < 0 {
		k = b.Good
	}
	for c := range ouro.Cell(b.State.Grid.Size()) {
		if n := b.State.Hazard(c); n > 0 {
			b.Tint(c, k, min(0.85, 0.22+0.16*float64(n)))
		}
	}
}

// HazardSigns shade the hazards without colours, and dot the floor.
func (b *Board) HazardSigns() {
	for c := range ouro.Cell(b.State.Grid.Size()) {
		n := b.State.Hazard(c)
		shade := [...]rune{'·', '░', '▒', '▒', '▓'}[min(n, 4)]
		switch {
		case b.State.Segments(c) > 0:
		case b.Scale == 1:
			if n > 0 && b.alone(c) {
				b.Inside(c, shade, Ink{})
			}
		case n > 0:
			b.Cover(c, string([]rune{shade, shade}))
		default:
			b.Glyph(c, shade, Ink{Faint: true})
		}
	}
}

// alone reports whether the character of c at the smallest scale has no other snake or
// food.
func (b *Board) alone(c ouro.Cell) bool {
	x, y := b.State.Grid.XY(c)
	row := b.State.Grid.H - 1 - y
	other := b.State.Grid.At(x, b.State.Grid.H-1-(row^1))
	return other == ouro.NoCell || b.State.Segments(other) == 0 && !b.State.HasFood(other)
}
