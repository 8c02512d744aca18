package paint

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture/overlay"
)

// Marks are the overlays on a tile. Lines go from the middle of the tile to its neighbours.
type Marks struct {
	Ink   overlay.Ink // tint of the floor
	Level uint8       // strength of the tint, 1 to levels
	Ring  links       // of a ring
	At    uint8       // place in the ring, 0 to tones-1
	Path  links       // of the best path
	Faint links       // of other paths
}

// links has a bit for each direction of a line.
type links uint8

func (l *links) add(d ouro.Dir) { *l |= 1 << d }

func (l links) has(d ouro.Dir) bool { return l&(1<<d) != 0 }

const (
	levels = 10 // strengths of a tint
	tones  = 8  // colours along a ring
	line   = 0.075
)

// Drawable reports whether pictures draw this kind of note. They draw tints and lines, but
// write no numbers.
func Drawable(n *ouro.Note) bool {
	return n.Verb == ouro.NotePath || n.Verb == ouro.NoteCells || n.Verb == ouro.NoteHeat
}

// Thinking returns the notes of all snakes about the position of a turn, by seat.
type Thinking func(turn int) [][]ouro.Note

// WithOverlays returns a film that also draws notes. The positions of the film must not be those
// of Snake Hunter.
func WithOverlays(f Film, notes Thinking) Film { return &thoughtful{f, notes} }

type thoughtful struct {
	Film
	notes Thinking
}

func (f *thoughtful) Scene(ctx context.Context, turn int) (*Scene, error) {
	s, err := f.Film.Scene(ctx, turn)
	if err != nil {
		return nil, err
	}
	s.Marked = true
	for c := range s.Tiles {
		s.Tiles[c].Marks = Marks{}
	}
	for seat, notes := range f.notes(turn) {
		if seat < len(s.Snakes) && len(s.Snakes[seat].Body) > 0 {
			s.mark(s.Snakes[seat].Body[0], notes)
		}
	}
	return s, nil
}

// mark puts the notes of a snake on the tiles.
func (s *Scene) mark(head ouro.Cell, notes []ouro.Note) {
	for i := range notes {
		n := &notes[i]
		overlay.Tints(n, func(c ouro.Cell, ink overlay.Ink, strength float64) {
			if t := &s.Tiles[c]; t.Ground != Outside {
				t.Marks.Ink, t.Marks.Level = ink, uint8(math.Round(strength*levels))
			}
		})
		if overlay.IsRing(n) {
			overlay.Ring(s.Grid, n.Heat, func(from, to ouro.Cell, at float64) {
				d, _ := s.Grid.DirTo(from, to)
				s.Tiles[from].Marks.Ring.add(d)
				s.Tiles[to].Marks.Ring.add(d.Opposite())
				s.Tiles[from].Marks.At = uint8(min(tones-1, int(at*tones)))
			})
		}
	}
	for n, faint := range overlay.Paths(notes) {
		last := head
		for _, c := range n.Cells {
			if d, ok := s.Grid.DirTo(last, c); ok {
				if faint {
					s.Tiles[last].Marks.Faint.add(d)
					s.Tiles[c].Marks.Faint.add(d.Opposite())
				} else {
					s.Tiles[last].Marks.Path.add(d)
					s.Tiles[c].Marks.Path.add(d.Opposite())
				}
			}
			last = c
		}
	}
}

// ink returns the colour of a tint.
func (c *colours) tint(ink overlay.Ink) palette.RGB {
	if ink == overlay.Searched {
		return c.searched
	}
	return c.hot
}

// ring returns the colour of a ring at a place.
func (c *colours) ring(at uint8) palette.RGB {
	return palette.Blend(c.hot, c.searched, float64(at)/(tones-1))
}

func (c *colours) faint() palette.RGB { return palette.Blend(c.path, c.floor, 0.5) }

// marks returns the colour of a point under the overlays that are below food and snakes.
func (c *colours) marks(m *Marks, k palette.RGB, p point) palette.RGB {
	if m.Ink != overlay.None {
		k = palette.Blend(k, c.tint(m.Ink), float64(m.Level)/levels)
	}
	switch {
	case m.Path.on(p):
		return c.path
	case m.Faint.on(p):
		return c.faint()
	case m.Ring.on(p):
		return c.ring(m.At)
	}
	return k
}

// on reports whether a point is on one of the lines.
func (l links) on(p point) bool {
	for d := ouro.Up; d <= ouro.Left; d++ {
		if !l.has(d) {
			continue
		}
		if q := p.toward(d); q.y >= 0 && math.Abs(q.x) < line || math.Hypot(q.x, q.y) < line {
			return true
		}
	}
	return false
}

// inks returns the colours of all overlays.
func (c *colours) markInks() (all []palette.RGB) {
	all = append(all, c.path, c.faint())
	for at := range uint8(tones) {
		all = append(all, c.ring(at), palette.Blend(c.floor, c.ring(at), 0.5))
	}
	for _, ink := range []overlay.Ink{overlay.Hot, overlay.Searched} {
		for level := 1; level <= levels; level++ {
			all = append(all, palette.Blend(c.floor, c.tint(ink), float64(level)/levels))
		}
	}
	return append(all, palette.Blend(c.floor, c.path, 0.25), palette.Blend(c.floor, c.path, 0.5), palette.Blend(c.floor, c.path, 0.75))
}

// markPrefix begins the kinds of spots that are overlays.
const markPrefix = "o-"

// spots calls each for every overlay of a tile.
func (m *Marks) spots(c ouro.Cell, each func(spot)) {
	if m.Ink != overlay.None && m.Level > 0 {
		each(spot{fmt.Sprintf("%st%d-%d", markPrefix, m.Ink, m.Level), 0, c})
	}
	if m.Ring != 0 {
		each(spot{fmt.Sprintf("%sr%d-%d", markPrefix, m.Ring, m.At), 0, c})
	}
	if m.Faint != 0 {
		each(spot{fmt.Sprintf("%sf%d", markPrefix, m.Faint), 0, c})
	}
	if m.Path != 0 {
		each(spot{fmt.Sprintf("%sp%d", markPrefix, m.Path), 0, c})
	}
}

func isMark(kind string) bool { return strings.HasPrefix(kind, markPrefix) }

// markShapes writes the shapes of the overlays that the drawing has.
func (d *drawing) markShapes() {
	var kinds []string
	for _, th := range d.things {
		if isMark(th.kind) && !slices.Contains(kinds, th.kind) {
			kinds = append(kinds, th.kind)
		}
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		var form byte
		var a, b int
		_, _ = fmt.Sscanf(strings.TrimPrefix(kind, markPrefix), "%c%d-%d", &form, &a, &b)
		class := map[byte]string{'r': fmt.Sprintf("ring%d", b), 'f': "faint", 'p': "path"}[form]
		if form == 't' {
			d.printf("<path id=\"%s\" class=\"tint%d\" fill-opacity=\"%s\" d=\"M-.5-.5h1v1h-1z\"/>\n", kind, a, number(float64(b)/levels, 2))
			continue
		}
		d.printf("<path id=\"%s\" class=\"mark %s\" d=\"%s\"/>\n", kind, class, links(a).data())
	}
}

// data returns the lines as the data of an SVG path, in which y points down.
func (l links) data() string {
	ends := [...]string{ouro.Up: "v-.5", ouro.Right: "h.5", ouro.Down: "v.5", ouro.Left: "h-.5"}
	var b strings.Builder
	for d := ouro.Up; d <= ouro.Left; d++ {
		if l.has(d) {
			b.WriteString("M0 0" + ends[d])
		}
	}
	return b.String()
}

// markSheet writes the styles of overlays.
func (d *drawing) markSheet(c *colours) {
	d.printf("\n.mark{fill:none;stroke-linecap:round;stroke-width:%g}.path{stroke:%s}.faint{stroke:%s}.tint%d{fill:%s}.tint%d{fill:%s}",
		2*line, c.path, c.faint(), overlay.Hot, c.hot, overlay.Searched, c.searched)
	for at := range uint8(tones) {
		d.printf(".ring%d{stroke:%s}", at, c.ring(at))
	}
}
