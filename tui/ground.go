package tui

import "ouro"

// pave draws the ground of a cell, with a colour mixed into it: floor is flat,
// a wall is a block with an edge, an edible wall is of bricks.
func (p *picture) pave(c ouro.Cell, with colour, t float64) {
	mixed := func(k colour) colour {
		if t == 0 {
			return k
		}
		return blend(k, with, t)
	}
	x, y := p.corner(c)
	switch p.state.Terrain(c) {
	case ouro.Wall:
		// Without colours a wall is a glyph, and on the smallest scale half of
		// one: that must not look like a body.
		lit := !p.mono || p.scale > 1
		p.raster.fill(x, y, p.scale, p.scale, pixel{lit, mixed(p.wall)})
		if edge := mixed(p.wallEdge()); p.scale >= 4 {
			p.raster.fill(x+p.scale-1, y, 1, p.scale, pixel{lit, edge})
			p.raster.fill(x, y+p.scale-1, p.scale, 1, pixel{lit, edge})
		}
	case ouro.Hedge:
		for j := range p.scale {
			for i := range p.scale {
				p.raster.set(x+i, y+j, pixel{false, mixed(p.masonry(i, j, p.scale))})
			}
		}
	default:
		cx, cy := p.state.Grid.XY(c)
		p.raster.fill(x, y, p.scale, p.scale, pixel{false, mixed(p.ground(cx, cy))})
	}
}

// masonry is the colour of a pixel of a brick wall. A cell is two courses of
// one brick each, the lower one shifted by half a brick, so that cells join to
// a wall. Between courses there is mortar where there is room for it, and a
// change of tone in any case.
func (p *palette) masonry(x, y, scale int) colour {
	if scale == 1 || p.mono {
		return p.brick
	}
	course, brick, joint := scale/2, p.brick, scale-1
	if y >= course {
		brick, joint = blend(p.brick, p.mortar, 0.25), scale/2-1
	}
	if x == joint || course >= 3 && y%course == course-1 {
		return p.mortar
	}
	return brick
}

// wallEdge is the shaded side of a block.
func (p *palette) wallEdge() colour {
	if p.mono {
		return 0
	}
	return blend(p.wall, p.floor, 0.35)
}

// floorGlyphs tell the ground where there are no colours.
func (p *picture) floorGlyphs() {
	if p.scale == 1 {
		p.halfGlyphs()
		return
	}
	for c := range ouro.Cell(p.state.Grid.Size()) {
		x, y := p.corner(c)
		switch {
		case p.state.Segments(c) > 0:
		case p.state.Terrain(c) == ouro.Wall:
			p.cover(x, y/2, "▒▒")
		case p.state.Terrain(c) == ouro.Hedge:
			p.cover(x, y/2, "┬┴")
		case p.state.Free(c):
			p.glyph(c, '·', ink{faint: true})
		}
	}
}

// cover fills a cell with two characters in turn, each row shifted by one.
func (p *picture) cover(col, row int, pattern string) {
	runes := []rune(pattern)
	for j := range p.scale / 2 {
		for i := range p.scale {
			p.put(col+i, row+j, runes[(i+j)%2], ink{})
		}
	}
}

// halfGlyphs tell the ground on the smallest scale, where a character is two
// cells, one above the other: bodies go before edible walls, these before
// walls.
func (p *picture) halfGlyphs() {
	g := p.state.Grid
	for row := range p.h {
		for col := range p.w {
			var walls, hedges [2]bool
			body := false
			for half := range 2 {
				c := g.At(col+p.left, g.H-1-(p.top+2*row+half))
				if c == ouro.NoCell {
					continue
				}
				walls[half] = p.state.Terrain(c) == ouro.Wall
				hedges[half] = p.state.Terrain(c) == ouro.Hedge
				body = body || p.state.Segments(c) > 0
			}
			switch {
			case body:
			case hedges[0] && hedges[1]:
				p.put(col, row, '╪', ink{})
			case hedges[0]:
				p.put(col, row, '╧', ink{})
			case hedges[1]:
				p.put(col, row, '╤', ink{})
			case walls[0] || walls[1]:
				p.put(col, row, '▒', ink{})
			}
		}
	}
}
