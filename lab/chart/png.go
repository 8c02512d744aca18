package chart

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// density is the number of pixels of a PNG file per pixel of the layout, in each direction.
const density = 2

// raster draws pixels in light colours inside a frame of an image.
type raster struct {
	img  *image.RGBA
	fill vector.Rasterizer
	frame
}

func (l *layout) writePNG(w io.Writer) error {
	r := &raster{img: image.NewRGBA(image.Rect(0, 0, density*fileWidth, int(density*l.height)))}
	draw.Draw(r.img, r.img.Bounds(), image.NewUniform(rgba(paper, 1)), image.Point{}, draw.Src)
	for _, t := range l.labels {
		r.write(t.c, t.size, t.x, t.y, t.text)
	}
	for _, a := range l.areas {
		r.frame = a.frame
		a.draw(r)
	}
	for _, t := range l.samples {
		r.frame = t.frame
		t.drawSample(r)
	}
	return png.Encode(w, r.img)
}

func rgba(c ink, alpha float64) color.NRGBA {
	red, green, blue := light[c].Parts()
	return color.NRGBA{red, green, blue, uint8(math.Round(255 * alpha))}
}

// at converts a position in the frame, in percent, to pixels of the image.
func (r *raster) at(s spot) spot {
	return spot{density * (r.x + r.w*s.x/100), density * (r.y + r.h*s.y/100)}
}

func (r *raster) path(points []spot) (all []spot) {
	for _, p := range points {
		all = append(all, r.at(p))
	}
	return all
}

// paint fills contours. Outer contours must all be clockwise or all be counterclockwise.
func (r *raster) paint(c ink, alpha float64, contours [][]spot) {
	lo, hi := spot{math.Inf(1), math.Inf(1)}, spot{math.Inf(-1), math.Inf(-1)}
	for _, contour := range contours {
		for _, p := range contour {
			lo, hi = spot{min(lo.x, p.x), min(lo.y, p.y)}, spot{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	box := image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x)), int(math.Ceil(hi.y)))
	if len(contours) == 0 || box.Empty() {
		return
	}
	r.fill.Reset(box.Dx(), box.Dy())
	for _, contour := range contours {
		for i, p := range contour {
			x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
			if i == 0 {
				r.fill.MoveTo(x, y)
			} else {
				r.fill.LineTo(x, y)
			}
		}
		r.fill.ClosePath()
	}
	r.fill.Draw(r.img, box, image.NewUniform(rgba(c, alpha)), image.Point{})
}

func (r *raster) line(c ink, s stroke, points ...spot) {
	half := density * s.width / 2
	var contours [][]spot
	for _, piece := range splitDashes(r.path(points), s.dash) {
		for i, p := range piece {
			if i > 0 {
				contours = append(contours, bar(piece[i-1], p, half))
			}
			if i > 0 && i < len(piece)-1 {
				contours = append(contours, disc(p, half))
			}
		}
	}
	r.paint(c, 1, contours)
}

// bar returns the contour of a straight line of the width 2*half.
func bar(a, b spot, half float64) []spot {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return nil
	}
	nx, ny := -(b.y-a.y)/length*half, (b.x-a.x)/length*half
	return []spot{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}
}

// disc returns the contour of a circle, in the direction of the contours of bars.
func disc(at spot, radius float64) (contour []spot) {
	n := max(8, int(2*radius))
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		contour = append(contour, spot{at.x + radius*cos, at.y - radius*sin})
	}
	return contour
}

// splitDashes returns the visible pieces of a dashed path.
func splitDashes(path []spot, dash []float64) (pieces [][]spot) {
	if dash == nil {
		return [][]spot{path}
	}
	piece, k, left := []spot{path[0]}, 0, density*dash[0]
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		for length := math.Hypot(b.x-a.x, b.y-a.y); length > left; length = math.Hypot(b.x-a.x, b.y-a.y) {
			a = spot{a.x + (b.x-a.x)*left/length, a.y + (b.y-a.y)*left/length}
			if k%2 == 0 {
				pieces = append(pieces, append(piece, a))
			}
			k++
			piece, left = []spot{a}, density*dash[k%len(dash)]
		}
		left -= math.Hypot(b.x-a.x, b.y-a.y)
		piece = append(piece, b)
	}
	if k%2 == 0 {
		pieces = append(pieces, piece)
	}
	return pieces
}

func (r *raster) area(c ink, alpha float64, points []spot) {
	r.paint(c, alpha, [][]spot{r.path(points)})
}

func (r *raster) box(c ink, alpha float64, from, to spot) {
	a, b := r.at(from), r.at(to)
	r.paint(c, alpha, [][]spot{{a, {b.x, a.y}, b, {a.x, b.y}}})
}

func (r *raster) dot(c ink, alpha, radius float64, at spot) {
	r.paint(c, alpha, [][]spot{disc(r.at(at), density*radius)})
}

func (r *raster) text(c ink, at, offset spot, a anchor, text string) {
	x, y := r.x+r.w*at.x/100+offset.x*textSize, r.y+r.h*at.y/100+offset.y*textSize
	switch a {
	case start:
	case middle:
		x -= textWidth(text, textSize) / 2
	case end:
		x -= textWidth(text, textSize)
	}
	r.write(c, textSize, x, y, text)
}

// write writes a text that starts at x on the baseline y.
func (r *raster) write(c ink, size, x, y float64, text string) {
	glyphs(text, density*size, func(g sfnt.GlyphIndex, dx float64) {
		var contours [][]spot
		outline(g, density*size, func(contour []spot) {
			for i := range contour {
				contour[i].x += density*x + dx
				contour[i].y += density * y
			}
			contours = append(contours, contour)
		})
		r.paint(c, 1, contours)
	})
}

// typeface is the font of PNG files. It also measures the texts of SVG files, because viewers'
// fonts have similar widths.
var typeface = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(fmt.Sprintf("chart: the font does not parse: %v", err))
	}
	return f
})

// glyphs calls visit for each glyph of a text with its distance from the start in pixels. It
// returns the width of the text in pixels.
func glyphs(text string, size float64, visit func(g sfnt.GlyphIndex, x float64)) (width float64) {
	var b sfnt.Buffer
	for _, r := range text {
		g, err := typeface().GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		visit(g, width)
		advance, err := typeface().GlyphAdvance(&b, g, pixels(size), font.HintingNone)
		if err == nil {
			width += float64(advance) / 64
		}
	}
	return width
}

func pixels(x float64) fixed.Int26_6 { return fixed.Int26_6(64 * x) }

func textWidth(text string, size float64) float64 {
	return glyphs(text, size, func(sfnt.GlyphIndex, float64) {})
}

// fit returns text, shortened and with an ellipsis at its end if it is wider than width.
func fit(text string, size, width float64) string {
	if textWidth(text, size) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && textWidth(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// outline calls visit with every contour of a glyph, relative to its origin. Curves become short
// lines.
func outline(g sfnt.GlyphIndex, size float64, visit func(contour []spot)) {
	var b sfnt.Buffer
	segments, err := typeface().LoadGlyph(&b, g, pixels(size), nil)
	if err != nil {
		return
	}
	at := func(p fixed.Point26_6) spot { return spot{float64(p.X) / 64, float64(p.Y) / 64} }
	var contour []spot
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			visit(contour)
			contour = []spot{at(s.Args[0])}
		case sfnt.SegmentOpLineTo:
			contour = append(contour, at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			a, c, z := contour[len(contour)-1], at(s.Args[0]), at(s.Args[1])
			for i := 1; i <= curveLines; i++ {
				t := float64(i) / curveLines
				u := 1 - t
				contour = append(contour, spot{u*u*a.x + 2*u*t*c.x + t*t*z.x, u*u*a.y + 2*u*t*c.y + t*t*z.y})
			}
		case sfnt.SegmentOpCubeTo: // this font has none
		}
	}
	visit(contour)
}

// curveLines is the number of lines that replace a curve.
const curveLines = 5
