package paint

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/picture"
)

// SVG draws a clip as an endless loop, in one document without scripts and external references.
// Snakes glide from cell to cell. If the viewer is set to reduced motion, the document shows only
// the last turn. A clip of one turn has no animation.
func SVG(ctx context.Context, w io.Writer, c Clip, st Style) error {
	if err := c.check(st); err != nil {
		return err
	}
	if n := c.To - c.From; n > MaxSVGTurns {
		return fmt.Errorf("%w: an SVG of %d turns; the limit is %d: choose fewer turns, or a GIF with a high speed", ErrTooLong, n, MaxSVGTurns)
	}
	tl, err := newTimeline(ctx, c)
	if err != nil {
		return err
	}
	d := &drawing{timeline: tl, st: st, inks: inksOf(tl)}
	d.total = float64(c.To-c.From)/st.speed() + lastDelay/100.0
	d.document()
	_, err = w.Write(d.out.Bytes())
	return err
}

// drawing is an unfinished SVG, in units of cells.
type drawing struct {
	*timeline
	st    Style
	total float64       // duration of the loop in seconds
	inks  []palette.RGB // colours of snakes

	legendTop float64 // upper edge of the names
	out       bytes.Buffer
}

func inksOf(tl *timeline) (all []palette.RGB) {
	for _, t := range tl.tracks {
		if !slices.Contains(all, t.color) {
			all = append(all, t.color)
		}
	}
	return all
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

// border is the width of the border around the board, in cells.
const border = 0.34

func (d *drawing) document() {
	g := d.grid
	left, below := border, 0.0
	if d.st.Coordinates {
		left, below = border+coordinateRoom, coordinateRoom
	}
	d.legendTop = float64(g.H) + border + below
	w, h := float64(g.W)+left+border, d.legendTop+border+legendRow*float64(len(d.namedSnakes()))
	size := float64(d.st.size(g))
	d.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%g %g %s %s\" width=\"%s\" height=\"%s\" role=\"img\">\n",
		-left, -border, number(w, 2), number(h, 2), number(w*size, 0), number(h*size, 0))
	if d.title(d.st.Title); d.st.Title != "" {
		d.printf("\n")
	}
	d.style()
	d.defs()
	d.printf("<rect class=\"page\" x=\"%g\" y=\"%g\" width=\"%s\" height=\"%s\" rx=\".3\"/>\n", -left, -border, number(w, 2), number(h, 2))
	d.printf("<rect class=\"edge\" x=\"-.05\" y=\"-.05\" width=\"%g.1\" height=\"%g.1\"/>\n", float64(g.W), float64(g.H))
	d.printf("<rect class=\"floor\" width=\"%d\" height=\"%d\"/><rect fill=\"url(#odd)\" width=\"%d\" height=\"%d\"/>\n", g.W, g.H, g.W, g.H)
	d.printf("<g clip-path=\"url(#board)\">\n")
	if d.from < d.to {
		d.printf("<g class=\"moving\">\n")
		d.writeAnimated()
		d.printf("</g>\n<g class=\"still\">\n")
	} else {
		d.printf("<g>\n")
	}
	d.writeStill()
	d.printf("</g>\n</g>\n")
	if d.st.Coordinates {
		d.coordinates()
	}
	d.legend()
	d.printf("</svg>\n")
}

// title writes a title for the enclosing element, for tooltips and screen readers.
func (d *drawing) title(text string) {
	if text != "" {
		d.printf("<title>%s</title>", html.EscapeString(text))
	}
}

// style writes the style sheet. Shorter names of classes would not make the compressed file
// smaller.
func (d *drawing) style() {
	d.printf("<style>\n")
	switch d.st.Theme {
	case Auto:
		d.sheet(&themes[Light])
		d.printf("@media (prefers-color-scheme:dark){\n")
		d.sheet(&themes[Dark])
		d.printf("}\n")
	default:
		d.sheet(d.st.Theme.colours())
	}
	d.printf(".body,.spine{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:%g}.spine{stroke-width:%g}\n", 2*thick, 2*spine)
	d.printf(".still{display:none}\n@media (prefers-reduced-motion:reduce){.moving{display:none}.still{display:inline}}\n</style>\n")
}

// sheet writes the styles that depend on the colours of a theme.
func (d *drawing) sheet(c *colours) {
	for _, r := range []struct {
		name string
		k    palette.RGB
	}{
		{".page,.out", c.page},
		{".edge", c.edge},
		{".floor", c.floor},
		{".odd", c.odd},
		{".wall", c.wall},
		{".block", c.block},
		{".hedge", c.hedge},
		{".leaf", c.leaf},
		{".food", c.food},
		{".shine", c.shine},
		{".hazard", c.hazard},
		{".flame", c.flame},
		{".glow", c.glow},
		{".bomb", c.bomb},
		{".spark", c.spark},
		{".hunter0", c.hunters[0]},
		{".hunter1", c.hunters[1]},
		{".eye", c.eye},
		{".pupil", c.pupil},
	} {
		d.printf("%s{fill:%s}", r.name, r.k)
	}
	for i, k := range d.inks {
		d.printf("\n.s%d{fill:%s}.s%d .body{stroke:%s}.s%d .spine{stroke:%s}", i, k, i, k, i, c.spine(k)) // heads use fill, bodies stroke
	}
	if d.last.Marked {
		d.markSheet(c)
	}
	if len(d.namedSnakes()) > 0 {
		d.printf(".name{fill:%s;font:%gpx system-ui,sans-serif}", c.text, legendFont)
	}
	if d.st.Coordinates {
		d.printf(".coordinate{fill:%s;font:%gpx system-ui,sans-serif;text-anchor:middle}", c.text, coordinateFont)
	}
	d.printf("\n")
}

// defs writes the definitions of shapes on cells, with their middles at the origin, and of the
// tracks of the snakes.
func (d *drawing) defs() {
	d.printf("<defs>\n<clipPath id=\"board\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n", d.grid.W, d.grid.H)
	d.printf("<pattern id=\"odd\" width=\"2\" height=\"2\" patternUnits=\"userSpaceOnUse\"><path class=\"odd\" d=\"M%d 0h1v1h-1zM%d 1h1v1h-1z\"/></pattern>\n",
		d.grid.H%2, 1-d.grid.H%2)
	shapes := map[string]string{
		"out":    `<path class="out" d="M-.5-.5h1v1h-1z"/>`,
		"wall":   `<path class="wall" d="M-.5-.5h1v1h-1z"/><path class="block" d="M-.4-.4h.8v.8h-.8z"/>`,
		"hedge":  `<rect class="hedge" x="-.44" y="-.44" width=".88" height=".88" rx=".2"/><g class="leaf"><circle cx="-.18" cy="-.18" r=".11"/><circle cx=".2" cy="-.06" r=".11"/><circle cx="-.06" cy=".22" r=".11"/></g>`,
		"hazard": `<path class="hazard" fill-opacity=".2" d="M-.5-.5h1v1h-1z"/>`,
		"food":   fmt.Sprintf(`<circle class="food" r="%g"/><circle class="shine" cx="-.1" cy="-.1" r=".07"/>`, apple),
		"flame":  `<path class="flame" d="M-.5-.5h1v1h-1z"/><circle class="glow" r=".3"/>`,
		"bomb":   `<circle class="bomb" cy=".04" r=".3"/><circle class="spark" cx=".2" cy="-.28" r=".09"/>`,
	}
	for _, kind := range []string{"out", "wall", "hedge", "hazard", "food", "flame", "bomb"} {
		if slices.ContainsFunc(d.things, func(th *thing) bool { return th.kind == kind }) {
			d.printf("<g id=\"%s\">%s</g>\n", kind, shapes[kind])
		}
	}
	d.markShapes()
	for i := range d.walks { // in SVG, y points down
		d.printf("<g id=\"hunter%d\" class=\"hunter%d\"><path d=\"M-.24 .08h.48v.34h-.48z\" fill-opacity=\".75\"/><circle cy=\"-.17\" r=\".24\"/><g class=\"page\"><circle cx=\"-.1\" cy=\"-.2\" r=\".06\"/><circle cx=\".1\" cy=\"-.2\" r=\".06\"/></g></g>\n", i, i)
	}
	d.printf("<g id=\"face\"><circle r=\"%g\"/><g class=\"eye\"><circle cx=\"%g\" cy=\"-%g\" r=\"%g\"/><circle cx=\"%g\" cy=\"%g\" r=\"%g\"/></g><g class=\"pupil\"><circle cx=\"%g\" cy=\"-%g\" r=\"%g\"/><circle cx=\"%g\" cy=\"%g\" r=\"%g\"/></g></g>\n",
		skull, eyeAhead, eyeAside, eyeSize, eyeAhead, eyeAside, eyeSize, eyeAhead+0.03, eyeAside, pupil, eyeAhead+0.03, eyeAside, pupil)
	for i, t := range d.tracks {
		d.printf("<path id=\"t%d\" d=\"%s\">", i, t.way.data)
		if d.from < d.to {
			d.showBody(t)
		}
		d.printf("</path>\n")
	}
	d.printf("</defs>\n")
}

// showBody animates a track so that only the part under the snake is visible. The line of the track
// is one dash, as long as the snake, and a gap.
func (d *drawing) showBody(t *track) {
	tails := t.marks(t.tails)
	gap := math.Ceil(t.way.length) + 1
	d.printf("\n<animate attributeName=\"stroke-dasharray\" %s %s/>", d.loopAttributes(),
		d.animationAttributes(lengths(t.marks(t.heads), tails), "values", func(far float64) string { return number(far, 3) + " " + number(gap, 0) }))
	d.printf("\n<animate attributeName=\"stroke-dashoffset\" %s %s/>\n", d.loopAttributes(),
		d.animationAttributes(tails, "values", func(far float64) string { return number(-far, 3) }))
}

// writeAnimated writes all things, snakes and hunters with their animations.
func (d *drawing) writeAnimated() {
	things := slices.Clone(d.things)
	slices.SortStableFunc(things, func(a, b *thing) int { return markOrder(a.kind) - markOrder(b.kind) })
	for _, th := range things {
		d.writeSpot(th.spot, d.visibilityAnimation(th.turns))
	}
	for i, t := range d.tracks {
		d.printf("<g class=\"s%d\">", slices.Index(d.inks, t.color))
		d.title(t.name)
		d.writeLifetime(t)
		d.printf("<use href=\"#t%d\" class=\"body\"/><use href=\"#t%d\" class=\"spine\"/>", i, i)
		if length := t.way.length; length == 0 {
			x, y := t.grid.XY(t.cells[0])
			d.printf("<use href=\"#face\" x=\"%s\" y=\"%s\"/>", half(x), half(d.grid.H-1-y))
		} else {
			d.printf("<use href=\"#face\"><animateMotion %s rotate=\"auto\" calcMode=\"linear\" %s><mpath href=\"#t%d\"/></animateMotion></use>",
				d.loopAttributes(), d.animationAttributes(t.marks(t.heads), "keyPoints", func(far float64) string { return number(far/length, 8) }), i)
		}
		d.printf("</g>\n")
	}
	for i, w := range d.walks {
		d.writeHunter(i, w)
	}
}

// writeSpot draws a shape on its cell. animation is the element that animates the shape, or "".
func (d *drawing) writeSpot(s spot, animation string) {
	x, y := d.grid.XY(s.cell)
	d.printf("<use href=\"#%s\" x=\"%s\" y=\"%s\"", s.kind, half(x), half(d.grid.H-1-y))
	if animation == "" {
		d.printf("/>\n")
	} else {
		d.printf(">%s</use>\n", animation)
	}
}

// deadOpacity is the opacity of a dead snake.
const deadOpacity = ".4"

// writeLifetime animates the opacity of a track: 0 before its first turn, 1 while the snake lives,
// deadOpacity after its death, and 0 when the snake is gone.
func (d *drawing) writeLifetime(t *track) {
	turns, values := []int{t.from}, []string{"1"}
	if t.died == t.from {
		values[0] = deadOpacity
	} else if t.died != never {
		turns, values = append(turns, t.died), append(values, deadOpacity)
	}
	if t.until != never {
		turns, values = append(turns, t.until), append(values, "0")
	}
	if len(turns) > 1 || t.from > d.from || values[0] != "1" {
		d.printf("%s", d.stepAnimation("opacity", turns, func(i int) string { return values[i] }, "0"))
	}
}

// writeHunter draws and animates a hunter. A hunter that is on a new cell at turn t glides to that
// cell from turn t-1 on.
func (d *drawing) writeHunter(i int, w *walk) {
	var values, times []string
	var seen []int
	at := func(turn float64, c ouro.Cell) {
		x, y := d.grid.XY(c)
		values, times = append(values, half(x)+" "+half(d.grid.H-1-y)), append(times, number(d.share(turn), timeDigits))
	}
	was := ouro.NoCell
	for k, c := range w.cells {
		turn := w.turns[k]
		if (c == ouro.NoCell) != (len(seen)%2 == 0) { // the hunter appears or vanishes
			seen = append(seen, turn)
		}
		if c != ouro.NoCell {
			if was != ouro.NoCell && turn > d.from {
				at(math.Max(float64(turn-1), float64(w.turns[k-1])), was)
			}
			at(float64(turn), c)
		}
		was = c
	}
	if len(seen) == 0 {
		return
	}
	if times[0] != "0" {
		values, times = append([]string{values[0]}, values...), append([]string{"0"}, times...)
	}
	values, times = append(values, values[len(values)-1]), append(times, "1")
	d.printf("<use href=\"#hunter%d\">%s<animateTransform attributeName=\"transform\" type=\"translate\" %s values=\"%s\" keyTimes=\"%s\"/></use>\n",
		i, d.visibilityAnimation(seen), d.loopAttributes(), strings.Join(values, ";"), strings.Join(times, ";"))
}

// writeStill writes the last turn, without animations.
func (d *drawing) writeStill() {
	for c := range d.last.Tiles {
		spots(&d.last.Tiles[c], ouro.Cell(c), func(s spot) { d.writeSpot(s, "") })
	}
	for i := range d.last.Snakes {
		if sn := &d.last.Snakes[i]; len(sn.Body) > 0 {
			d.writeStillSnake(sn)
		}
	}
	for i, h := range d.last.Hunters {
		if h.Cell != ouro.NoCell {
			d.writeSpot(spot{kind: fmt.Sprintf("hunter%d", i), cell: h.Cell}, "")
		}
	}
}

func (d *drawing) writeStillSnake(sn *picture.Snake) {
	t := newTrack(d.grid, sn, d.to)
	d.printf("<g class=\"s%d\"", slices.Index(d.inks, sn.Color))
	if sn.Dead {
		d.printf(" opacity=\"%s\"", deadOpacity)
	}
	line := wayThrough(d.grid, t.cells).data
	x, y := t.grid.XY(sn.Body[0])
	angle := 0
	if n := len(t.cells); n > 1 {
		to, _ := t.grid.DirTo(t.cells[n-2], t.cells[n-1])
		angle = 90 * (int(to) - int(ouro.Right))
	}
	d.printf(">")
	d.title(sn.Name)
	d.printf("<path class=\"body\" d=\"%s\"/><path class=\"spine\" d=\"%s\"/><use href=\"#face\" transform=\"translate(%s %s)rotate(%d)\"/></g>\n",
		line, line, half(x), half(d.grid.H-1-y), angle)
}

// Sizes of the legend, in cells.
const (
	legendRow  = 0.8  // height of a line
	legendFont = 0.5  // font size
	legendChar = 0.32 // maximum width of a letter
	legendLeft = 0.9  // left edge of the names
)

func (d *drawing) namedSnakes() (snakes []*picture.Snake) {
	for i := range d.last.Snakes {
		if sn := &d.last.Snakes[i]; sn.Name != "" {
			snakes = append(snakes, sn)
		}
	}
	return snakes
}

// legend draws a dot and a name for each snake. It cuts names that are wider than the board.
func (d *drawing) legend() {
	most := int((float64(d.grid.W) - legendLeft) / legendChar)
	for i, sn := range d.namedSnakes() {
		name := []rune(printable.Line(sn.Name))
		if len(name) > most {
			name = append(name[:max(0, most-1)], '…')
		}
		y := d.legendTop + (float64(i)+0.5)*legendRow
		d.printf("<circle cx=\".45\" cy=\"%s\" r=\".22\" fill=\"%s\"/><text class=\"name\" x=\"%s\" y=\"%s\">%s</text>\n",
			number(y, 2), sn.Color, number(legendLeft, 2), number(y+legendFont/3, 2), html.EscapeString(string(name)))
	}
}
