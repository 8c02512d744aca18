package canvas

import "ouro/internal/palette"

// Colour is 24-bit RGB; the zero value is the terminal's default.
type Colour uint32

const set Colour = 1 << 24

// RGB returns the colour 0xRRGGBB.
func RGB(hex palette.RGB) Colour { return set | Colour(hex) }

func (c Colour) parts() (r, g, b uint8) { return palette.RGB(c).Parts() }

// light returns the brightness of a colour, from 0 to 1.
func (c Colour) light() float64 {
	r, g, b := c.parts()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 255
}

// Blend returns the colour at t in [0, 1] between a and b.
func Blend(a, b Colour, t float64) Colour {
	return RGB(palette.Blend(palette.RGB(a), palette.RGB(b), min(max(t, 0), 1)))
}

// Parse parses #RRGGBB. Other texts are grey.
func Parse(text string) Colour {
	if c, ok := palette.Parse(text); ok {
		return RGB(c)
	}
	return RGB(0x888888)
}

// Visible returns c, or a similar colour that contrasts with the floor.
func (p *Theme) Visible(c Colour) Colour {
	away := RGB(0xFFFFFF)
	if p.Floor.light() > 0.5 {
		away = RGB(0)
	}
	const least = 0.18 // minimum difference in brightness
	for range 8 {
		if d := c.light() - p.Floor.light(); d > least || d < -least {
			break
		}
		c = Blend(c, away, 0.2)
	}
	return c
}

// On returns black or white, whichever is readable on c.
func (p *Theme) On(c Colour) Colour {
	switch {
	case p.Mono:
		return 0
	case c.light() > 0.5:
		return RGB(0x101318)
	}
	return RGB(0xFFFFFF)
}
