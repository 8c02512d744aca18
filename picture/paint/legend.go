package paint

import (
	"fmt"
	"html"

	"ouro/internal/english"
	"ouro/internal/printable"
)

// The legend names the snakes of a game with several: below the board of an SVG with
// their colours, below that of a cast with their letters. A GIF and a PNG have no text.

// legend returns the lines of a cast with the names of the snakes.
func (s *Scene) legend() (lines []string) {
	for seat := range s.Snakes {
		if name := s.Snakes[seat].Name; name != "" {
			lines = append(lines, fmt.Sprintf("%c %s", english.Letter(seat), printable.Line(name)))
		}
	}
	return lines
}

// Sizes in an SVG, in cells.
const (
	legendRow  = 0.8  // height of a line
	legendFont = 0.5  // font size
	legendChar = 0.32 // maximum width of a letter
	legendLeft = 0.9  // left edge of the names
)

func (d *drawing) named() (snakes []*Snake) {
	for i := range d.last.Snakes {
		if sn := &d.last.Snakes[i]; sn.Name != "" {
			snakes = append(snakes, sn)
		}
	}
	return snakes
}

// legend draws a dot and a name for each snake. Long names are cut.
func (d *drawing) legend() {
	most := int((float64(d.grid.W) - legendLeft) / legendChar)
	for i, sn := range d.named() {
		name := []rune(printable.Line(sn.Name))
		if len(name) > most {
			name = append(name[:max(0, most-1)], '…')
		}
		y := float64(d.grid.H) + border + (float64(i)+0.5)*legendRow
		d.printf("<circle cx=\".45\" cy=\"%s\" r=\".22\" fill=\"%s\"/><text class=\"name\" x=\"%s\" y=\"%s\">%s</text>\n",
			number(y, 2), sn.Color, number(legendLeft, 2), number(y+legendFont/3, 2), html.EscapeString(string(name)))
	}
}
