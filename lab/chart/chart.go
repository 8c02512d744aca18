// Package chart draws what an experiment found. [WriteMeals] draws how many
// moves a meal takes as the board fills up, [WriteCourse] how a tuning went. The same
// report makes the same file, byte for byte.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"ouro/internal/english"
	"ouro/lab"
)

// Format is a kind of image file.
type Format string

// The formats: vectors, or pixels for where those are not shown.
const (
	SVG Format = "svg"
	PNG Format = "png"
)

// FormatOf is the format that the name of a file asks for.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")); f {
	case SVG, PNG:
		return f, nil
	}
	return "", fmt.Errorf("plot %q: want a file name that ends in .svg or .png", name)
}

// The size of a drawing, and the resolution of its pixels.
const (
	width  = 7.2 * vg.Inch
	height = 4.4 * vg.Inch
	margin = 0.12 * vg.Inch
	dpi    = 200
)

// WriteMeals draws the mean moves per meal against the fill of the board, a line
// for each entrant on a logarithmic scale, and the mean Manhattan distance to the
// food, which no line can get below. Meals are those of all finished games; a line ends where fewer
// than one game in twenty got. The report must have meals.
func WriteMeals(w io.Writer, f Format, r *lab.Report) error {
	lines := mealLines(r)
	if len(lines) == 0 {
		return fmt.Errorf("plot: there are no meals to draw")
	}
	p := newPlot(lines)
	e := &r.Experiment
	p.Title.Text = fmt.Sprintf("%s %dx%d, %s each", e.Game.Rules, e.Game.W, e.Game.H, english.Count(e.Groups, "game"))
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.ThumbnailWidth = 0.42 * vg.Inch
	legend.Padding = vg.Points(4)
	legend.TextStyle.Font = sans(10)
	side := vg.Length(0)
	for i := range lines {
		drawn := &plotter.Line{XYs: logarithms(lines[i].points), LineStyle: lines[i].style}
		p.Add(drawn)
		if len(drawn.XYs) == 1 { // a line of one point is a dot
			p.Add(&plotter.Scatter{XYs: drawn.XYs, GlyphStyle: dotOf(lines[i].style)})
		}
		legend.Add(lines[i].name, drawn)
		side = max(side, legend.TextStyle.Width(lines[i].name))
	}
	side += legend.ThumbnailWidth + 2*margin
	return write(w, f, width+side, height, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		c = draw.Crop(c, margin, -margin, margin, -margin)
		p.Draw(draw.Crop(c, 0, -side, 0, 0))
		legend.Draw(draw.Crop(c, c.Size().X-side+margin, 0, 0, -0.25*vg.Inch))
	})
}

// newPlot is the axes that show these lines, and a light grid.
func newPlot(lines []line) *plot.Plot {
	p := plot.New()
	p.Title.TextStyle.Font = sans(12)
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text = "fill of the board, length / cells"
	p.Y.Label.Text = "mean moves per meal"
	p.X.Min, p.X.Max = 0, 1
	p.X.Tick.Marker = percents()
	top := top(lines)
	p.Y.Min, p.Y.Max = 0, math.Log10(top)
	p.Y.Tick.Marker = decades(top)
	dress(p)
	return p
}

// dress gives a plot its fonts, thin axes and a light grid.
func dress(p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(12)
		axis.Label.Padding = vg.Points(5)
		axis.Tick.Label.Font = sans(10)
		axis.Padding = 0
		axis.LineStyle.Width = vg.Points(0.8)
		axis.Tick.LineStyle.Width = vg.Points(0.8)
		axis.Tick.Length = vg.Points(4)
	}
	grid := plotter.NewGrid()
	grid.Horizontal = draw.LineStyle{Color: color.Gray{0xdd}, Width: vg.Points(0.6)}
	grid.Vertical = grid.Horizontal
	p.Add(grid)
}

// sans is the font of everything that is written, in this size.
func sans(points float64) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(points))
}

func percents() (ticks plot.ConstantTicks) {
	for percent := 0; percent <= 100; percent += 10 {
		ticks = append(ticks, plot.Tick{Value: float64(percent) / 100, Label: fmt.Sprintf("%d %%", percent)})
	}
	return ticks
}

// logarithms are what is drawn: an axis with a logarithmic scale of its own would
// leave too much room above, as if its label stood higher than it does.
func logarithms(points plotter.XYs) (logs plotter.XYs) {
	for _, p := range points {
		logs = append(logs, plotter.XY{X: p.X, Y: math.Log10(p.Y)})
	}
	return logs
}

// decades are 1, 2, 5, 10, 20, 50 and so on, up to top.
func decades(top float64) (ticks plot.ConstantTicks) {
	for power := 1; float64(power) <= top; power *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n := digit * power; float64(n) <= top {
				ticks = append(ticks, plot.Tick{Value: math.Log10(float64(n)), Label: fmt.Sprint(n)})
			}
		}
	}
	return ticks
}

// top is the end of the axis, a little above the highest line. It begins at 1, as
// no meal takes less than one move.
func top(lines []line) float64 {
	top := 2.0
	for _, l := range lines {
		for _, p := range l.points {
			top = max(top, 1.1*p.Y)
		}
	}
	return top
}

// write makes an image of this size.
func write(w io.Writer, f Format, width, height vg.Length, paint func(draw.Canvas)) error {
	if f == PNG {
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
		paint(draw.New(c))
		_, err := c.WriteTo(w)
		return err
	}
	c := vgsvg.New(width, height)
	paint(draw.New(c))
	var text bytes.Buffer
	if _, err := c.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(text.Bytes(), []byte(drawnFont), []byte(shownFonts)))
	return err
}

// The font that texts are measured with, and those of the same widths that a
// viewer may have in its place.
const (
	drawnFont  = "font-family:Liberation Sans;"
	shownFonts = "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;"
)
