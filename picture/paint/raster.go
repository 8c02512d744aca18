package paint

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture"
)

// PNG draws the board at one turn.
func PNG(ctx context.Context, w io.Writer, f Film, turn int, st Style) error {
	if err := st.Check(); err != nil {
		return err
	}
	s, err := f.Scene(ctx, turn)
	if err != nil {
		return err
	}
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	return enc.Encode(w, newRaster(s, st).fullPicture(s))
}

// raster draws pictures of pixels, with 255 colours and one index for "unchanged". The picture of a
// cell is a tile. Cells with equal looks share a tile, which is computed once.
type raster struct {
	grid  *ouro.Grid
	cell  int // side of a cell, in pixels
	st    Style
	board image.Rectangle // without the border
	size  image.Point     // size of the picture
	pal   color.Palette
	ink   *colours

	looks, before []look                // by cell: of the last scene and of the scene before it
	tiles         map[look][]uint8      // cache of tile
	nearest       map[palette.RGB]uint8 // cache of index
}

// unchanged is the colour index of a pixel that keeps its colour.
const unchanged = 0

// maxTiles is the maximum number of cached tiles. Games have far fewer.
const maxTiles = 1 << 14

func newRaster(s *picture.Scene, st Style) *raster {
	r := &raster{grid: s.Grid, st: st, cell: st.size(s.Grid), ink: st.Theme.colours()}
	r.board, r.size = st.frame(r.grid, r.cell)
	r.pal = r.ink.palette(s)
	r.nearest = map[palette.RGB]uint8{}
	r.tiles = map[look][]uint8{}
	return r
}

// edgeOf returns the width of the border in pixels. cell is the side of a cell in pixels.
func edgeOf(cell int) int { return max(2, cell/3) }

func (r *raster) fullPicture(s *picture.Scene) *image.Paletted {
	img := image.NewPaletted(image.Rectangle{Max: r.size}, r.pal)
	page, edge := r.index(r.ink.page), r.index(r.ink.edge)
	for i := range img.Pix {
		img.Pix[i] = page
	}
	line := max(1, r.cell/12)
	frame := r.board.Inset(-line)
	for y := frame.Min.Y; y < frame.Max.Y; y++ {
		for x := frame.Min.X; x < frame.Max.X; x++ {
			img.Pix[img.PixOffset(x, y)] = edge
		}
	}
	r.looks = looks(s, r.looks)
	for c := range r.looks {
		r.put(img, ouro.Cell(c))
	}
	if r.st.Coordinates {
		r.writeCoordinates(img)
	}
	return img
}

// change returns the smallest rectangle of the picture that contains all cells whose look differs
// from the last scene, or nil if no look differs.
func (r *raster) change(s *picture.Scene) *image.Paletted {
	r.before, r.looks = r.looks, looks(s, r.before)
	var part image.Rectangle
	for c := range r.looks {
		if r.looks[c] != r.before[c] {
			part = part.Union(r.cellRect(ouro.Cell(c)))
		}
	}
	if part.Empty() {
		return nil
	}
	img := image.NewPaletted(part, r.pal) // all pixels are unchanged
	for c := range r.looks {
		if r.looks[c] != r.before[c] {
			r.put(img, ouro.Cell(c))
		}
	}
	return img
}

// cellRect returns the rectangle of a cell in the picture.
func (r *raster) cellRect(c ouro.Cell) image.Rectangle {
	x, y := r.grid.XY(c)
	at := r.board.Min.Add(image.Pt(x*r.cell, (r.grid.H-1-y)*r.cell))
	return image.Rectangle{at, at.Add(image.Pt(r.cell, r.cell))}
}

func (r *raster) put(img *image.Paletted, c ouro.Cell) {
	at, tile := r.cellRect(c).Min, r.tile(r.looks[c])
	for y := range r.cell {
		copy(img.Pix[img.PixOffset(at.X, at.Y+y):], tile[y*r.cell:(y+1)*r.cell])
	}
}

// samples is the number of sample points per pixel on each axis.
const samples = 4

// tile returns the pixels of a cell, row by row.
func (r *raster) tile(l look) []uint8 {
	if pix, ok := r.tiles[l]; ok {
		return pix
	}
	if len(r.tiles) >= maxTiles {
		clear(r.tiles)
	}
	pix := make([]uint8, 0, r.cell*r.cell)
	step := 1 / float64(r.cell*samples)
	for y := range r.cell {
		for x := range r.cell {
			var red, green, blue int
			for i := range samples * samples {
				p := point{(float64(x*samples+i%samples)+0.5)*step - 0.5, 0.5 - (float64(y*samples+i/samples)+0.5)*step}
				sr, sg, sb := r.ink.shade(&l, p).Parts()
				red, green, blue = red+int(sr), green+int(sg), blue+int(sb)
			}
			const n = samples * samples
			mean := palette.RGB((red+n/2)/n<<16 | (green+n/2)/n<<8 | (blue+n/2)/n)
			pix = append(pix, r.index(mean))
		}
	}
	r.tiles[l] = pix
	return pix
}

// index returns the index of the colour in the palette that is nearest to k.
func (r *raster) index(k palette.RGB) uint8 {
	if i, ok := r.nearest[k]; ok {
		return i
	}
	i := uint8(r.pal[1:].Index(rgba(k)) + 1)
	r.nearest[k] = i
	return i
}

func rgba(k palette.RGB) color.RGBA {
	red, green, blue := k.Parts()
	return color.RGBA{red, green, blue, 0xFF}
}

// palette returns the colours for pictures of a scene, and intermediate colours for soft edges. If
// there are more than 255 colours, it omits colours of the last snakes and of overlays.
func (c *colours) palette(s *picture.Scene) color.Palette {
	snakes := s.Snakes
	all := []palette.RGB{
		c.page, c.floor, c.odd, c.edge, c.wall, c.block, c.hedge, c.leaf, c.food, c.shine, c.flame, c.glow,
		c.bomb, c.spark, c.hunters[0], c.hunters[1], c.eye, c.pupil, palette.Blend(c.glow, c.flame, 0.35), palette.Blend(c.glow, c.flame, 0.7),
	}
	for layers := uint8(1); layers <= maxHazard; layers++ {
		ground, stripe := hazardShare(layers)
		all = append(all, palette.Blend(c.floor, c.hazard, ground), palette.Blend(c.floor, c.hazard, stripe))
	}
	ramp := func(a, b palette.RGB, steps int) {
		for i := 1; i <= steps; i++ {
			all = append(all, palette.Blend(a, b, float64(i)/float64(steps+1)))
		}
	}
	for _, k := range []palette.RGB{c.hedge, c.food, c.bomb, c.hunters[0], c.hunters[1]} {
		ramp(c.floor, k, 4)
	}
	ramp(c.hedge, c.leaf, 2)
	ramp(c.food, c.shine, 2)
	ramp(c.eye, c.pupil, 2)
	for i := range snakes {
		k := snakes[i].Color
		if i > 0 && slices.ContainsFunc(snakes[:i], func(sn picture.Snake) bool { return sn.Color == k }) {
			continue
		}
		all = append(all, k, c.spine(k), c.dead(k), c.spine(c.dead(k)))
		ramp(c.floor, k, 6)
		ramp(c.floor, c.dead(k), 2)
		ramp(k, c.spine(k), 1)
		ramp(k, c.eye, 3)
		ramp(k, c.pupil, 2)
	}
	if s.Marked {
		all = append(all, c.markInks()...)
	}
	pal := color.Palette{color.RGBA{}} // unchanged
	for _, k := range all {
		if at := rgba(k); len(pal) < 256 && !slices.Contains(pal, color.Color(at)) {
			pal = append(pal, at)
		}
	}
	return pal
}
