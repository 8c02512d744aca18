// Package palette has the colours of Okabe and Ito (2008), which people with any kind of colour
// vision can distinguish, in the order in which snakes get them.
package palette

import (
	"fmt"
	"math"
	"strconv"
)

// RGB is a colour as 0xRRGGBB.
type RGB uint32

const (
	Orange    RGB = 0xE69F00
	Sky       RGB = 0x56B4E9
	Green     RGB = 0x009E73
	Yellow    RGB = 0xF0E442
	Blue      RGB = 0x0072B2
	Vermilion RGB = 0xD55E00
	Purple    RGB = 0xCC79A7
	Black     RGB = 0x000000
)

// snakes has the colours of snakes by seat. The first colours differ most from each other.
var snakes = [...]RGB{Orange, Sky, Green, Yellow, Purple, Vermilion, Blue, 0x999999}

func Snake(seat int) RGB { return snakes[seat%len(snakes)] }

func (c RGB) Parts() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

func Parse(text string) (c RGB, ok bool) {
	if len(text) != len("#RRGGBB") || text[0] != '#' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 24)
	return RGB(n), err == nil
}

// Blend returns the blend of two colours: a at t = 0, b at t = 1.
func Blend(a, b RGB, t float64) RGB {
	ar, ag, ab := a.Parts()
	br, bg, bb := b.Parts()
	mix := func(x, y uint8) RGB { return RGB(math.Round(float64(x) + (float64(y)-float64(x))*t)) }
	return mix(ar, br)<<16 | mix(ag, bg)<<8 | mix(ab, bb)
}

// String returns the colour in the form #RRGGBB.
func (c RGB) String() string { return fmt.Sprintf("#%06X", uint32(c)) }
