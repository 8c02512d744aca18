package canvas

import "ouro"

// Sprite is a small picture: '#' is its first colour, 'o' its second, '.' transparent.
type Sprite []string

// Stamp draws the largest of these sprites, ordered from large to small, that fits into
// the middle of a cell. Without colours the second colour is dark.
func (b *Board) Stamp(c ouro.Cell, sprites []Sprite, first, second Colour) {
	var s Sprite
	for _, s = range sprites {
		if len(s) <= b.Scale {
			break
		}
	}
	zoom := max(1, b.Scale/len(s)) // pixels for a pixel of the sprite
	x, y := b.corner(c)
	x += (b.Scale - zoom*len(s[0])) / 2
	y += (b.Scale - zoom*len(s)) / 2
	for j, row := range s {
		for i, sign := range row {
			switch sign {
			case '#':
				b.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{true, first})
			case 'o':
				b.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{!b.Mono, second})
			}
		}
	}
}
