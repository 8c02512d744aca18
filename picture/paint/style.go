package paint

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture/overlay"
)

// Style is how a game is drawn. The zero Style is the default.
type Style struct {
	Size  int     // side of a cell in pixels; 0 chooses one for the board
	Speed float64 // turns per second; 0 means DefaultSpeed
	Theme Theme
	Title string // title of an SVG, for screen readers

	Coordinates bool // write the numbers of columns and rows beside the board
}

type Theme uint8

// With Auto, an SVG follows the light or dark mode of its viewer. Other formats are dark.
const (
	Dark Theme = iota
	Light
	Auto
)

var themeNames = [...]string{"dark", "light", "auto"}

func (t Theme) String() string { return themeNames[t] }

func Themes() []string { return themeNames[:] }

func ParseTheme(name string) (Theme, error) {
	for i, known := range themeNames {
		if name == known {
			return Theme(i), nil
		}
	}
	return 0, errors.New("want dark, light or auto")
}

// ErrTooLong is wrapped by errors about too many turns.
var ErrTooLong = errors.New("too long")

const (
	MinSize = 2   // minimum side of a cell in pixels
	MaxSize = 128 // maximum side of a cell in pixels

	DefaultSpeed = 10
	MaxSpeed     = 10_000

	MaxGIFFrames = 6_000
	MaxSVGTurns  = 20_000
	MaxCastTurns = 100_000
)

const (
	usualSize  = 24  // default side of a cell in pixels
	usualWidth = 512 // with the default size, the maximum of the board's longer side in pixels
)

func CheckSize(size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("size %d: must be %d to %d pixels a cell", size, MinSize, MaxSize)
	}
	return nil
}

func (st Style) Check() error {
	if st.Size != 0 {
		if err := CheckSize(st.Size); err != nil {
			return err
		}
	}
	switch {
	case !(st.Speed >= 0 && st.Speed <= MaxSpeed): // the comparisons are false for NaN
		return fmt.Errorf("speed %g: must be 0 to %d turns a second", st.Speed, MaxSpeed)
	case st.Theme > Auto:
		return fmt.Errorf("theme %d: must be 0 to %d", st.Theme, Auto)
	}
	return nil
}

func (st Style) size(g *ouro.Grid) int {
	if st.Size != 0 {
		return st.Size
	}
	return min(usualSize, usualWidth/max(g.W, g.H))
}

func (st Style) speed() float64 {
	if st.Speed == 0 {
		return DefaultSpeed
	}
	return st.Speed
}

type colours struct {
	page, floor, odd, edge palette.RGB // odd is for every second tile
	wall, block            palette.RGB // block is the middle of a wall
	hedge, leaf            palette.RGB
	food, shine            palette.RGB
	hazard                 palette.RGB
	flame, glow            palette.RGB
	bomb, spark            palette.RGB
	hunters                [2]palette.RGB
	eye, pupil             palette.RGB
	text                   palette.RGB
	overlays               overlay.Colours
}

var themes = [...]colours{
	Dark: {
		page: 0x14171C, floor: 0x1D2128, odd: 0x20252D, edge: 0x3A414D,
		wall: 0x4B5362, block: 0x596274, hedge: 0x1F7A4D, leaf: 0x37A56C,
		food: 0xF0503C, shine: 0xFFB4A4, hazard: 0x8A5A9E,
		flame: palette.Orange, glow: 0xFFF3B0, bomb: 0xC8CED8, spark: 0xF03A3E,
		hunters: [2]palette.RGB{0xFFFFFF, palette.Yellow}, eye: 0xFFFFFF, pupil: 0x101318, text: 0xD8DCE4,
		overlays: overlay.Dark,
	},
	Light: {
		page: 0xFFFFFF, floor: 0xF3F2EC, odd: 0xEDECE4, edge: 0xC9C8BE,
		wall: 0x8C919B, block: 0x9DA2AC, hedge: 0x3E9A68, leaf: 0x2B7A4F,
		food: 0xD63A26, shine: 0xFFC3B8, hazard: 0xB184C4,
		flame: palette.Orange, glow: 0xFFE97A, bomb: 0x3B424D, spark: 0xD3262B,
		hunters: [2]palette.RGB{0x15181D, 0x8A6D00}, eye: 0xFFFFFF, pupil: 0x15181D, text: 0x2B3038,
		overlays: overlay.Light,
	},
}

// colours returns the colours of a theme in a picture that cannot follow the mode of its viewer.
func (t Theme) colours() *colours {
	if t == Light {
		return &themes[Light]
	}
	return &themes[Dark]
}

// maxHazard is a number of layers of hazards. More layers have the same colour as maxHazard layers.
const maxHazard = 3

// hazardShare returns the shares of the hazard's colour in the colour of the ground and in the
// colour of the stripes.
func hazardShare(layers uint8) (ground, stripe float64) {
	layers = min(layers, maxHazard)
	return 0.14 * float64(layers), 0.14*float64(layers) + 0.12
}

// spine returns the colour of the middle line of a snake.
func (c *colours) spine(snake palette.RGB) palette.RGB { return palette.Blend(snake, c.eye, 0.3) }

// dead returns the colour of a snake after its death.
func (c *colours) dead(snake palette.RGB) palette.RGB { return palette.Blend(snake, c.floor, 0.6) }
