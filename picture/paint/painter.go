package paint

import (
	"context"
	"image"

	"ouro"
)

// Painter draws positions, one at a time, as pictures of pixels. All positions must have the same
// board and number of snakes. A Painter caches the pictures of cells, so that a picture costs little
// more than copying its pixels. A Painter is not safe for concurrent use.
type Painter struct {
	style  Style
	film   positions
	raster *raster
}

func NewPainter(st Style) (*Painter, error) {
	if err := st.Check(); err != nil {
		return nil, err
	}
	return &Painter{style: st}, nil
}

// Bounds returns the bounds of the picture of a board.
func (st Style) Bounds(g *ouro.Grid) image.Rectangle {
	_, size := st.frame(g, st.size(g))
	return image.Rectangle{Max: size}
}

// Picture draws a position. The caller owns the picture.
func (p *Painter) Picture(s *ouro.State) (*image.Paletted, error) {
	p.film.p, p.film.first = still{s}, s.Turn
	scene, err := p.film.Scene(context.Background(), s.Turn)
	if err != nil {
		return nil, err
	}
	if p.raster == nil {
		p.raster = newRaster(scene, p.style)
	}
	return p.raster.fullPicture(scene), nil
}

// still implements Positions with a single position.
type still struct{ *ouro.State }

func (p still) Turns() int         { return 0 }
func (p still) At(int) *ouro.State { return p.State }
