package canvas

import "ouro"

// Ground draws the ground of all cells. It is the first layer.
func (b *Board) Ground() {
	for c := range ouro.Cell(b.State.Grid.Size()) {
		b.drawGround(c, func(k Colour) Colour { return k })
	}
}

// drawGround draws the ground of a cell. Floor is flat, a wall is a block with an edge, and an edible
// wall has bricks. drawGround draws blend(k) for each colour k of the theme.
func (b *Board) drawGround(c ouro.Cell, blend func(Colour) Colour) {
	x, y := b.corner(c)
	switch b.State.Terrain(c) {
	case ouro.Wall:
		lit := !b.Mono // without colours, characters show walls, so that walls differ from bodies
		b.raster.fill(x, y, b.Scale, b.Scale, pixel{lit, blend(b.Wall)})
		if edge := blend(b.wallEdge()); b.Scale >= 4 {
			b.raster.fill(x+b.Scale-1, y, 1, b.Scale, pixel{lit, edge})
			b.raster.fill(x, y+b.Scale-1, b.Scale, 1, pixel{lit, edge})
		}
	case ouro.Hedge:
		for j := range b.Scale {
			for i := range b.Scale {
				b.raster.set(x+i, y+j, pixel{false, blend(b.brickColour(i, j, b.Scale))})
			}
		}
	default:
		cx, cy := b.State.Grid.XY(c)
		b.raster.fill(x, y, b.Scale, b.Scale, pixel{false, blend(b.floorAt(cx, cy))})
	}
}

// brickColour returns the colour of a pixel in an edible wall. A cell has two rows of one brick each,
// with mortar between the rows if there is room. The lower brick has another tone and is shifted by
// half a brick.
func (p *Theme) brickColour(x, y, scale int) Colour {
	if scale == 1 || p.Mono {
		return p.Brick
	}
	height, brick, joint := scale/2, p.Brick, scale-1
	if y >= height {
		brick, joint = Blend(p.Brick, p.Mortar, 0.25), scale/2-1
	}
	if x == joint || height >= 3 && y%height == height-1 {
		return p.Mortar
	}
	return brick
}

// wallEdge returns the colour of the shaded side of a block.
func (p *Theme) wallEdge() Colour {
	if p.Mono {
		return 0
	}
	return Blend(p.Wall, p.Floor, 0.35)
}

// GroundSigns draws the ground as characters, for screens without colours.
func (b *Board) GroundSigns() {
	if b.Scale == 1 {
		b.halfGlyphs()
		return
	}
	for c := range ouro.Cell(b.State.Grid.Size()) {
		switch {
		case b.State.Segments(c) > 0:
		case b.State.Terrain(c) == ouro.Wall:
			b.Cover(c, "▒▒")
		case b.State.Terrain(c) == ouro.Hedge:
			b.Cover(c, "┬┴")
		case b.State.Free(c):
			b.Glyph(c, '·', Ink{Faint: true})
		}
	}
}

// halfGlyphs draws the ground as characters at scale 1, where a character shows two cells, one above
// the other. If one of them has a body, halfGlyphs draws nothing. If one of them is an edible wall, the
// character does not show whether the other is a wall.
func (b *Board) halfGlyphs() {
	for row := range b.window.H {
		for col := range b.window.W {
			var walls, hedges [2]bool
			body := false
			for half := range 2 {
				c := b.cellAt(col, 2*row+half)
				if c == ouro.NoCell {
					continue
				}
				walls[half] = b.State.Terrain(c) == ouro.Wall
				hedges[half] = b.State.Terrain(c) == ouro.Hedge
				body = body || b.State.Segments(c) > 0
			}
			switch {
			case body:
			case hedges[0] && hedges[1]:
				b.put(col, row, '╪', Ink{})
			case hedges[0]:
				b.put(col, row, '╧', Ink{})
			case hedges[1]:
				b.put(col, row, '╤', Ink{})
			case walls[0] || walls[1]:
				b.put(col, row, '▒', Ink{})
			}
		}
	}
}

// Hazards tints cells by their number of layers of hazards.
func (b *Board) Hazards() {
	if len(b.State.Hazards) == 0 {
		return
	}
	k := RGB(b.Overlays.Hot)
	if b.State.HazardDamage < 0 {
		k = b.Good
	}
	for c := range ouro.Cell(b.State.Grid.Size()) {
		if n := b.State.Hazard(c); n > 0 {
			b.Tint(c, k, min(0.85, 0.22+0.16*float64(n)))
		}
	}
}

// HazardSigns draws hazards as shades and the floor as dots, for screens without colours.
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

// alone reports whether the cell that shares a character with c at scale 1 has neither a snake nor
// food.
func (b *Board) alone(c ouro.Cell) bool {
	x, y := b.State.Grid.XY(c)
	row := b.State.Grid.H - 1 - y
	other := b.State.Grid.At(x, b.State.Grid.H-1-(row^1))
	return other == ouro.NoCell || b.State.Segments(other) == 0 && !b.State.HasFood(other)
}
