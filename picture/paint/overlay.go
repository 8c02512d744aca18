package paint

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture"
	"ouro/picture/overlay"
)

const (
	halfLine  = 0.075 // half of the width of a line, in cells
	levelStep = 4     // pictures use every fourth level of tints and rings, which keeps files small
)

// Drawable reports whether pictures draw this note. They draw tints and lines, but no numbers.
func Drawable(n *ouro.Note) bool {
	return n.Verb == ouro.NotePath || n.Verb == ouro.NoteCells || n.Verb == ouro.NoteHeat
}

// Thinking returns the notes of all snakes about the position at a turn, by seat.
type Thinking func(turn int) [][]ouro.Note

// WithOverlays returns a film that also draws notes. It does not support Snake Hunter.
func WithOverlays(f Film, notes Thinking) Film { return &overlayFilm{f, notes} }

type overlayFilm struct {
	Film
	notes Thinking
}

func (f *overlayFilm) Scene(ctx context.Context, turn int) (*picture.Scene, error) {
	s, err := f.Film.Scene(ctx, turn)
	if err != nil {
		return nil, err
	}
	s.Marked = true
	for c := range s.Tiles {
		s.Tiles[c].Marks = overlay.Marks{}
	}
	for seat, notes := range f.notes(turn) {
		if seat < len(s.Snakes) && len(s.Snakes[seat].Body) > 0 {
			overlay.Mark(s.Grid, s.Snakes[seat].Body[0], notes, func(c ouro.Cell) *overlay.Marks { return &s.Tiles[c].Marks })
		}
	}
	for c := range s.Tiles {
		m := &s.Tiles[c].Marks
		m.Level, m.Place = m.Level/levelStep*levelStep, m.Place/levelStep*levelStep
	}
	return s, nil
}

// marks returns the colour of a point on a cell with these marks. k is the colour without overlays.
// Food and snakes are drawn over overlays.
func (c *colours) marks(m *overlay.Marks, k palette.RGB, p point) palette.RGB {
	on := func(lines ouro.DirSet) bool {
		off, _, _ := picture.NearestArm(lines, p.x, p.y)
		return lines != 0 && off < halfLine
	}
	switch {
	case on(m.Path):
		return c.overlays.Line
	case on(m.Faint):
		return c.overlays.Faint(c.floor)
	case on(m.Ring):
		return c.overlays.Ring(m.Place)
	}
	return c.overlays.Tint(m, k)
}

// markInks returns the colours of overlays, and intermediate colours for soft edges.
func (c *colours) markInks() (all []palette.RGB) {
	o := c.overlays
	all = append(all, o.Line, o.Faint(c.floor), o.Tint(&overlay.Marks{Ink: overlay.Searched}, c.floor))
	for i := uint8(0); i < overlay.Levels; i += levelStep {
		all = append(all, o.Ring(i), palette.Blend(c.floor, o.Ring(i), 0.5), o.Tint(&overlay.Marks{Ink: overlay.Hot, Level: i}, c.floor))
	}
	return append(all, palette.Blend(c.floor, o.Line, 0.25), palette.Blend(c.floor, o.Line, 0.75))
}

// markPrefix is the beginning of spot.kind for overlays.
const markPrefix = "o-"

// markSpots calls visit for every shape that overlays draw on cell c.
func markSpots(m *overlay.Marks, c ouro.Cell, visit func(spot)) {
	switch m.Ink {
	case overlay.Hot:
		visit(spot{fmt.Sprintf("%st%d", markPrefix, m.Level), 0, c})
	case overlay.Searched:
		visit(spot{markPrefix + "searched", 0, c})
	case overlay.None:
	}
	for _, l := range []struct {
		lines ouro.DirSet
		class string
	}{{m.Ring, fmt.Sprintf("ring%d", m.Place)}, {m.Faint, "faint"}, {m.Path, "path"}} {
		if l.lines != 0 {
			visit(spot{fmt.Sprintf("%s%d-%s", markPrefix, l.lines, l.class), 0, c})
		}
	}
}

func isMark(kind string) bool { return strings.HasPrefix(kind, markPrefix) }

// markOrder returns a number by which kinds of spots are sorted for drawing: 0 for tints, 1 for
// rings, 2 for faint paths, 3 for best paths, and 4 for everything that is not an overlay.
func markOrder(kind string) int {
	_, class, isLine := strings.Cut(strings.TrimPrefix(kind, markPrefix), "-")
	switch {
	case !isMark(kind):
		return 4
	case !isLine:
		return 0
	case class == "path":
		return 3
	case class == "faint":
		return 2
	}
	return 1
}

// markShapes writes the definitions of all shapes that the overlays of the drawing use.
func (d *drawing) markShapes() {
	var kinds []string
	for _, th := range d.things {
		if isMark(th.kind) && !slices.Contains(kinds, th.kind) {
			kinds = append(kinds, th.kind)
		}
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		name := strings.TrimPrefix(kind, markPrefix)
		if set, class, isLine := strings.Cut(name, "-"); isLine {
			lines, _ := strconv.Atoi(set)
			d.printf("<path id=\"%s\" class=\"mark %s\" d=\"%s\"/>\n", kind, class, lineData(ouro.DirSet(lines)))
		} else {
			d.printf("<path id=\"%s\" class=\"%s\" d=\"M-.5-.5h1v1h-1z\"/>\n", kind, name)
		}
	}
}

// lineData returns lines from the middle of a cell as data of an SVG path, where y points down.
func lineData(lines ouro.DirSet) string {
	ends := [...]string{ouro.Up: "v-.5", ouro.Right: "h.5", ouro.Down: "v.5", ouro.Left: "h-.5"}
	var b strings.Builder
	for i := range lines.Len() {
		b.WriteString("M0 0" + ends[lines.At(i)])
	}
	return b.String()
}

// markSheet writes the styles of overlays in these colours.
func (d *drawing) markSheet(c *colours) {
	o := c.overlays
	d.printf("\n.mark{fill:none;stroke-linecap:round;stroke-width:%g}.path{stroke:%s}.faint{stroke:%s}.searched{fill:%s}",
		2*halfLine, o.Line, o.Faint(c.floor), o.Tint(&overlay.Marks{Ink: overlay.Searched}, c.floor))
	for i := uint8(0); i < overlay.Levels; i += levelStep {
		d.printf(".ring%d{stroke:%s}.t%d{fill:%s}", i, o.Ring(i), i, o.Tint(&overlay.Marks{Ink: overlay.Hot, Level: i}, c.floor))
	}
}
