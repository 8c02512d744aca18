package tui

// sprite is a small picture: '#' is a pixel of its first colour, 'o' of its
// second, '.' is none.
type sprite []string

// The figures, from large to small. Those of the smallest scale are characters.
var (
	hunterSprites = []sprite{
		{
			"..####..",
			".######.",
			".#o##o#.",
			".######.",
			"..####..",
			".######.",
			"#.####.#",
			"..#..#..",
		},
		{
			".####.",
			"#o##o#",
			"######",
			".####.",
			"######",
			"##..##",
		},
		{
			".###.",
			"#o#o#",
			"#####",
			".###.",
			"##.##",
		},
		{
			".##.",
			"#oo#",
			"####",
			"#..#",
		},
		{
			".#.",
			"###",
			"#.#",
		},
	}
	bombSprites = []sprite{
		{
			".....oo.",
			"....#o..",
			"..####..",
			".######.",
			".######.",
			".######.",
			".######.",
			"..####..",
		},
		{
			"....o.",
			".###..",
			"#####.",
			"#####.",
			"#####.",
			".###..",
		},
		{
			"...o.",
			".##..",
			"####.",
			"####.",
			".##..",
		},
		{
			"..o.",
			".##.",
			"###.",
			".#..",
		},
		{
			"..o",
			"##.",
			"##.",
		},
	}
	dazedSprites = []sprite{
		{
			"o......o",
			".o####o.",
			".######.",
			".#o##o#.",
			".######.",
			".##oo##.",
			"..####..",
			"........",
		},
		{
			"o.oo.o",
			".####.",
			"#o##o#",
			"######",
			"##oo##",
			".####.",
		},
		{
			"o.o.o",
			".###.",
			"#o#o#",
			"#####",
			".###.",
		},
		{
			"o.o.",
			".##.",
			"#oo#",
			".##.",
		},
		{
			"o.o",
			".#.",
			"o.o",
		},
	}
)

// fits is the largest of the sprites for a cell of this scale, and how many
// pixels one of its own is wide.
func fits(sprites []sprite, scale int) (s sprite, zoom int) {
	for _, s = range sprites {
		if len(s) <= scale {
			break
		}
	}
	return s, max(1, scale/len(s))
}

// stamp draws a sprite into the middle of the cell whose top left pixel is at
// (x, y). Without colours what is of the second one stays dark.
func (p *picture) stamp(sprites []sprite, x, y int, first, second colour) {
	s, zoom := fits(sprites, p.scale)
	x += (p.scale - zoom*len(s[0])) / 2
	y += (p.scale - zoom*len(s)) / 2
	for j, row := range s {
		for i, sign := range row {
			switch sign {
			case '#':
				p.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{true, first})
			case 'o':
				p.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{!p.mono, second})
			}
		}
	}
}
