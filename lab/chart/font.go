package chart

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// typeface is the font of PNG files. Texts of SVG files are measured with it too, as the
// fonts of viewers have similar widths.
var typeface = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(fmt.Sprintf("chart: the font does not parse: %v", err))
	}
	return f
})

// glyphs calls each for every letter of a text of this size in pixels, with its distance
// from the start of the text, and returns the width of the text.
func glyphs(text string, size float64, each func(g sfnt.GlyphIndex, x float64)) (width float64) {
	var b sfnt.Buffer
	for _, r := range text {
		g, err := typeface().GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		each(g, width)
		advance, err := typeface().GlyphAdvance(&b, g, pixels(size), font.HintingNone)
		if err == nil {
			width += float64(advance) / 64
		}
	}
	return width
}

func pixels(x float64) fixed.Int26_6 { return fixed.Int26_6(64 * x) }

// textWidth returns the width of a text of this size, in pixels.
func textWidth(text string, size float64) float64 {
	return glyphs(text, size, func(sfnt.GlyphIndex, float64) {})
}

// fit truncates a text to a width.
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

// outline calls each for the corners of every contour of a glyph of this size, relative
// to its origin. Curves become short lines.
func outline(g sfnt.GlyphIndex, size float64, each func(contour []spot)) {
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
			each(contour)
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
	each(contour)
}

// curveLines is the number of lines that replace a curve.
const curveLines = 5
