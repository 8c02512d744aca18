package canvas

import (
	"ouro/internal/palette"
	"ouro/picture/overlay"
)

// Theme holds all colours. The contrast between a body and the floor falls from the head to the tail,
// so that a viewer can follow a body even in shades of grey.
type Theme struct {
	Mono bool // whether the screen has no colours, only characters

	Text, Dim, Accent Colour
	Floor, Check      Colour // two shades for alternate cells of the floor
	Wall, Frame       Colour
	Brick, Mortar     Colour // colours of edible walls
	Head, Eye         Colour
	Strand            [3]Colour // colours of a body behind the head, in the middle and at the tail
	Meal              Colour    // colour of food
	Overlays          overlay.Colours
	Good, Bad         Colour
	seats             [4]Colour // colours of the boards in a comparison
}

// NewTheme returns the theme for a dark or a light background. If mono is set, it returns a theme
// without colours.
func NewTheme(dark, mono bool) *Theme {
	switch {
	case mono:
		return &Theme{Mono: true}
	case dark:
		return &Theme{
			Dim: RGB(0x8A919C), Accent: RGB(palette.Sky),
			Floor: RGB(0x1A1D23), Check: RGB(0x1F232A), Wall: RGB(0x6B7280), Frame: RGB(0x4B5563),
			Brick: RGB(0xB5653A), Mortar: RGB(0x4A2A1C),
			Head: RGB(0xFFFBD0), Eye: RGB(0x101318),
			Strand: [3]Colour{RGB(palette.Yellow), RGB(palette.Green), RGB(palette.Blue)},
			Meal:   RGB(palette.Vermilion), Overlays: overlay.Dark,
			Good: RGB(0x2BC79A), Bad: RGB(0xF0813A),
			seats: [4]Colour{RGB(palette.Sky), RGB(palette.Orange), RGB(palette.Green), RGB(palette.Purple)},
		}
	default:
		return &Theme{
			Dim: RGB(0x5B6470), Accent: RGB(palette.Blue),
			Floor: RGB(0xF1F2EE), Check: RGB(0xE8EAE4), Wall: RGB(0x7B828C), Frame: RGB(0xA0A7B0),
			Brick: RGB(0xCC7F58), Mortar: RGB(0xF3DCCB),
			Head: RGB(0x0B2545), Eye: RGB(0xF6F7F2),
			Strand: [3]Colour{RGB(0x004A7A), RGB(palette.Green), RGB(palette.Sky)},
			Meal:   RGB(palette.Vermilion), Overlays: overlay.Light,
			Good: RGB(0x00704F), Bad: RGB(0xB34A00),
			seats: [4]Colour{RGB(palette.Blue), RGB(palette.Vermilion), RGB(palette.Green), RGB(palette.Purple)},
		}
	}
}

// strand returns the colour of a body at t, from 0 behind the head to 1 at the tail.
func (p *Theme) strand(t float64) Colour {
	if p.Mono {
		return 0
	}
	return BlendThree(p.Strand, t)
}

// BlendThree returns the blend of three colours: k[0] at t = 0, k[1] at 0.5 and k[2] at 1.
func BlendThree(k [3]Colour, t float64) Colour {
	if t < 0.5 {
		return Blend(k[0], k[1], 2*t)
	}
	return Blend(k[1], k[2], 2*t-1)
}

// Seat returns the colour of board i in a comparison.
func (p *Theme) Seat(i int) Colour { return p.seats[i%len(p.seats)] }

func (p *Theme) floorAt(x, y int) Colour {
	if (x+y)%2 == 0 {
		return p.Floor
	}
	return p.Check
}

// Colour is 24-bit RGB; the zero value is the terminal's default.
type Colour uint32

const set Colour = 1 << 24

// RGB converts 0xRRGGBB to a Colour that is not the default.
func RGB(hex palette.RGB) Colour { return set | Colour(hex) }

func (c Colour) parts() (r, g, b uint8) { return palette.RGB(c).Parts() }

// light returns the brightness of a colour, from 0 to 1.
func (c Colour) light() float64 {
	r, g, b := c.parts()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 255
}

// Blend returns the blend of a and b: a at t = 0 and b at t = 1. It limits t to [0, 1].
func Blend(a, b Colour, t float64) Colour {
	return RGB(palette.Blend(palette.RGB(a), palette.RGB(b), min(max(t, 0), 1)))
}

// Parse parses #RRGGBB. It returns grey for any other text.
func Parse(text string) Colour {
	if c, ok := palette.Parse(text); ok {
		return RGB(c)
	}
	return RGB(0x888888)
}

// Visible returns c, or a similar colour if c has too little contrast with the floor.
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

// On returns black or white, whichever has more contrast with c.
func (p *Theme) On(c Colour) Colour {
	switch {
	case p.Mono:
		return 0
	case c.light() > 0.5:
		return RGB(0x101318)
	}
	return RGB(0xFFFFFF)
}
