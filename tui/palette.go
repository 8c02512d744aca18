package tui

import colours "ouro/internal/palette"

// The colours that people with any kind of colour vision tell apart.
const (
	orange     = set | colour(colours.Orange)
	skyBlue    = set | colour(colours.Sky)
	green      = set | colour(colours.Green)
	yellow     = set | colour(colours.Yellow)
	blue       = set | colour(colours.Blue)
	vermillion = set | colour(colours.Vermilion)
	purple     = set | colour(colours.Purple)
)

// palette holds the colours of everything. A body runs from its head's colour
// to its tail's by falling contrast with the floor, so that its course can be
// read in grey as well.
type palette struct {
	mono bool // no colours at all: glyphs alone must tell

	text, dim, accent colour
	floor, check      colour // the two tones of the floor's chequers
	wall, frame       colour
	brick, mortar     colour // of edible walls
	head, eye         colour
	body              [3]colour // behind the head, middle, tail
	food              colour
	path              colour
	heat              colour // the hottest floor
	searched          colour
	good, bad         colour
	seats             [4]colour // of the boards of a comparison
}

func newPalette(dark, mono bool) *palette {
	switch {
	case mono:
		return &palette{mono: true}
	case dark:
		return &palette{
			dim: rgb(0x8A919C), accent: skyBlue,
			floor: rgb(0x1A1D23), check: rgb(0x1F232A), wall: rgb(0x6B7280), frame: rgb(0x4B5563),
			brick: rgb(0xB5653A), mortar: rgb(0x4A2A1C),
			head: rgb(0xFFFBD0), eye: rgb(0x101318),
			body: [3]colour{yellow, green, blue},
			food: vermillion, path: rgb(0xFFFFFF), heat: purple, searched: skyBlue,
			good: rgb(0x2BC79A), bad: rgb(0xF0813A),
			seats: [4]colour{skyBlue, orange, green, purple},
		}
	default:
		return &palette{
			dim: rgb(0x5B6470), accent: blue,
			floor: rgb(0xF1F2EE), check: rgb(0xE8EAE4), wall: rgb(0x7B828C), frame: rgb(0xA0A7B0),
			brick: rgb(0xCC7F58), mortar: rgb(0xF3DCCB),
			head: rgb(0x0B2545), eye: rgb(0xF6F7F2),
			body: [3]colour{rgb(0x004A7A), green, skyBlue},
			food: vermillion, path: rgb(0x000000), heat: purple, searched: orange,
			good: rgb(0x00704F), bad: rgb(0xB34A00),
			seats: [4]colour{blue, vermillion, green, purple},
		}
	}
}

// strand is the colour of a body at t, 0 behind the head and 1 at the tail.
func (p *palette) strand(t float64) colour {
	if p.mono {
		return 0
	}
	if t < 0.5 {
		return blend(p.body[0], p.body[1], 2*t)
	}
	return blend(p.body[1], p.body[2], 2*t-1)
}

// seat is the colour of a board of a comparison.
func (p *palette) seat(i int) colour { return p.seats[i%len(p.seats)] }

// ground is the floor's colour in column x and row y.
func (p *palette) ground(x, y int) colour {
	if (x+y)%2 == 0 {
		return p.floor
	}
	return p.check
}
