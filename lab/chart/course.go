package chart

import (
	"errors"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ouro/internal/palette"
)

// Course is how numbers went that were tuned.
type Course struct {
	Title   string
	Numbers []Number
}

// Number is one of them.
type Number struct {
	Name       string
	Lo, Hi     float64 // the range
	Log        bool    // its scale is that of the logarithm
	Centres    []float64
	Tried      [][2]float64 // in each step, on both sides of the centre before it
	Start, End float64

	// Worth says what a value scores more than the start, and the standard error of
	// that, both NaN if it is not known.
	Worth func(x float64) (score, err float64)
}

// The size of what is drawn of a number, and the part of its width that the course
// has.
const (
	courseHeight = 2.5 * vg.Inch
	coursePart   = 0.64
	titleHeight  = 0.2 * vg.Inch
)

// WriteCourse draws a row for each number: to the left where it went from step to
// step, with what was tried as dots and the result as a line; to the right, over the
// same values, what the steps tell that they score, within two standard errors.
func WriteCourse(w io.Writer, f Format, c *Course) error {
	if len(c.Numbers) == 0 {
		return errors.New("plot: there are no numbers to draw")
	}
	high := titleHeight + courseHeight*vg.Length(len(c.Numbers)) + 2*margin
	return write(w, f, width, high, func(canvas draw.Canvas) {
		canvas.SetColor(color.White)
		canvas.Fill(canvas.Rectangle.Path())
		canvas = draw.Crop(canvas, margin, -margin, margin, -margin)
		title := plot.New().Title.TextStyle
		title.Font, title.XAlign, title.YAlign = sans(12), draw.XCenter, draw.YTop
		canvas.FillText(title, vg.Point{X: canvas.Center().X, Y: canvas.Max.Y}, c.Title)
		split := canvas.Size().X * coursePart
		for i := range c.Numbers {
			n := &c.Numbers[i]
			top := canvas.Max.Y - titleHeight - courseHeight*vg.Length(i)
			row := draw.Crop(canvas, 0, 0, top-courseHeight-canvas.Min.Y, top-canvas.Max.Y)
			left, right := n.course(), n.worth()
			left.Draw(draw.Crop(row, 0, split-row.Size().X, 0, -margin))
			right.Draw(draw.Crop(row, split+margin, -2*margin, 0, -margin))
		}
	})
}

// unit is where on the range x lies, from 0 to 1.
func (n *Number) unit(x float64) float64 {
	if n.Log {
		return math.Log(x/n.Lo) / math.Log(n.Hi/n.Lo)
	}
	return (x - n.Lo) / (n.Hi - n.Lo)
}

// value is the number there.
func (n *Number) value(u float64) float64 {
	if n.Log {
		return n.Lo * math.Pow(n.Hi/n.Lo, u)
	}
	return n.Lo + (n.Hi-n.Lo)*u
}

// axes are those of both drawings of a number, with its values upwards.
func (n *Number) axes(x string, from, to float64) *plot.Plot {
	p := plot.New()
	p.X.Label.Text = x
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = from, to, 0, 1
	p.Y.Tick.Marker = n.ticks()
	dress(p)
	p.X.Label.TextStyle.Font, p.Y.Label.TextStyle.Font = sans(10), sans(11)
	return p
}

// end is a line where the number ended.
func (n *Number) end(p *plot.Plot) *plotter.Line {
	at := n.unit(n.End)
	return &plotter.Line{
		XYs:       plotter.XYs{{X: p.X.Min, Y: at}, {X: p.X.Max, Y: at}},
		LineStyle: draw.LineStyle{Color: paint(palette.Vermilion), Width: vg.Points(1.2), Dashes: points(4, 2.5)},
	}
}

// linear are the ticks from lo to hi, written without zeros that say nothing.
func linear(lo, hi float64, at func(x float64) float64) (ticks plot.ConstantTicks) {
	for _, t := range (plot.DefaultTicks{}).Ticks(lo, hi) {
		tick := plot.Tick{Value: at(t.Value)}
		if t.Label != "" {
			tick.Label = short(t.Value)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// short writes x with few digits, and without an exponent where that can be read.
func short(x float64) string {
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-4 || a >= 1e7) {
		format = 'g'
	}
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return strconv.FormatFloat(x, format, -1, 64)
}

func (n *Number) ticks() (ticks plot.ConstantTicks) {
	if !n.Log {
		return linear(n.Lo, n.Hi, n.unit)
	}
	for power := math.Floor(math.Log10(n.Lo)); power <= math.Log10(n.Hi); power++ {
		for _, digit := range []float64{1, 2, 5} {
			x := digit * math.Pow(10, power)
			if x < n.Lo || x > n.Hi {
				continue
			}
			tick := plot.Tick{Value: n.unit(x)}
			if digit == 1 || n.Hi/n.Lo < 1e4 {
				tick.Label = short(x)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// course is where the number went.
func (n *Number) course() *plot.Plot {
	p := n.axes("step", 0, float64(max(1, len(n.Centres)-1)))
	p.Y.Label.Text = n.Name
	var tried, centres plotter.XYs
	for k, pair := range n.Tried {
		for _, x := range pair {
			tried = append(tried, plotter.XY{X: float64(k), Y: n.unit(x)})
		}
	}
	for k, x := range n.Centres {
		centres = append(centres, plotter.XY{X: float64(k), Y: n.unit(x)})
	}
	p.Add(
		&plotter.Scatter{XYs: tried, GlyphStyle: draw.GlyphStyle{Color: color.Gray{0xa8}, Radius: vg.Points(1), Shape: draw.CircleGlyph{}}},
		&plotter.Line{XYs: centres, LineStyle: draw.LineStyle{Color: paint(palette.Blue), Width: vg.Points(1.6)}},
		n.end(p),
	)
	return p
}

// worthPoints is how finely the curve is drawn.
const worthPoints = 60

// worth is what the values score.
func (n *Number) worth() *plot.Plot {
	var middle, low, high plotter.XYs
	least, most := 0.0, 0.0
	for i := range worthPoints + 1 {
		u := float64(i) / worthPoints
		score, err := n.Worth(n.value(u))
		if math.IsNaN(score) {
			p := n.axes("too few steps to tell the score", -1, 1)
			p.X.Tick.Marker = plot.ConstantTicks{}
			p.Add(n.end(p))
			return p
		}
		at := func(x float64) plotter.XY { return plotter.XY{X: 100 * x, Y: u} }
		middle, low, high = append(middle, at(score)), append(low, at(score-2*err)), append(high, at(score+2*err))
		least, most = min(least, 100*score), max(most, 100*score)
	}
	space := max(1, 0.25*(most-least))
	least, most = least-space, most+space
	p := n.axes("score over start, % points", least, most)
	p.X.Tick.Marker = linear(least, most, func(x float64) float64 { return x })
	slices.Reverse(high)
	band := append(low, high...)
	for i := range band {
		band[i].X = max(least, min(most, band[i].X))
	}
	p.Add(
		&plotter.Polygon{XYs: []plotter.XYs{band}, Color: color.RGBA{0xcc, 0xdd, 0xee, 0xff}, LineStyle: draw.LineStyle{}},
		&plotter.Line{XYs: plotter.XYs{{X: 0, Y: 0}, {X: 0, Y: 1}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8)}},
		&plotter.Line{XYs: middle, LineStyle: draw.LineStyle{Color: paint(palette.Blue), Width: vg.Points(1.6)}},
		n.end(p),
	)
	return p
}
