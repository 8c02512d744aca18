package chart

import (
	"errors"
	"image/color"
	"io"
	"math"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// History is how a figure went from build to build.
type History struct {
	Title  string
	Figure string   // on the axis
	Builds []string // below the axis, in order; nil for times
	Series []Series
}

// Series is a line of a History.
type Series struct {
	Name   string
	Points []Point
}

// Point is a figure of a build, with its interval, whose ends may be NaN.
type Point struct {
	At        float64 // the place of the build, or Unix seconds
	X, Lo, Hi float64
}

// WriteHistory draws a history: points with their 95 % intervals, a line for each
// series.
func WriteHistory(w io.Writer, f Format, h *History) error {
	if len(h.Series) == 0 {
		return errors.New("plot: there is nothing to draw")
	}
	p := plot.New()
	p.Title.Text, p.Y.Label.Text = h.Title, h.Figure
	p.Title.TextStyle.Font = sans(12)
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text = "build, the oldest first"
	if h.Builds == nil {
		p.X.Label.Text = "begun"
	}
	h.scale(p)
	dress(p)
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.ThumbnailWidth, legend.Padding = 0.42*vg.Inch, vg.Points(4)
	legend.TextStyle.Font = sans(10)
	side := vg.Length(0)
	for i := range h.Series {
		drawn := h.Series[i].draw(p, i)
		legend.Add(h.Series[i].Name, drawn...)
		side = max(side, legend.TextStyle.Width(h.Series[i].Name))
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

// draw draws a line with its points and their intervals.
func (s *Series) draw(p *plot.Plot, i int) []plot.Thumbnailer {
	style := styleOf(i)
	var line plotter.XYs
	var bars plotter.XYs
	var ends plotter.YErrors
	for _, at := range s.Points {
		line = append(line, plotter.XY{X: at.At, Y: at.X})
		if !math.IsNaN(at.Lo) && !math.IsNaN(at.Hi) {
			bars = append(bars, plotter.XY{X: at.At, Y: at.X})
			ends = append(ends, struct{ Low, High float64 }{at.X - at.Lo, at.Hi - at.X})
		}
	}
	drawn := &plotter.Line{XYs: line, LineStyle: style}
	points := &plotter.Scatter{XYs: line, GlyphStyle: dotOf(style)}
	p.Add(drawn, points)
	if len(bars) > 0 {
		p.Add(&plotter.YErrorBars{XYs: bars, YErrors: ends, LineStyle: draw.LineStyle{Color: style.Color, Width: vg.Points(1)}, CapWidth: vg.Points(6)})
	}
	return []plot.Thumbnailer{drawn, points}
}

// scale chooses the ends of both axes, with some room, and their ticks.
func (h *History) scale(p *plot.Plot) {
	lo, hi, from, to := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range h.Series {
		for _, at := range s.Points {
			for _, y := range []float64{at.X, at.Lo, at.Hi} {
				if !math.IsNaN(y) {
					lo, hi = min(lo, y), max(hi, y)
				}
			}
			from, to = min(from, at.At), max(to, at.At)
		}
	}
	room := max(0.08*(hi-lo), 1e-6*max(1, math.Abs(hi)))
	p.Y.Min, p.Y.Max = lo-room, hi+room
	p.Y.Tick.Marker = linear(p.Y.Min, p.Y.Max, func(y float64) float64 { return y })
	if h.Builds != nil {
		p.X.Min, p.X.Max = -0.5, float64(len(h.Builds))-0.5
		p.X.Tick.Marker = h.builds()
		return
	}
	space := max(0.05*(to-from), 3600)
	p.X.Min, p.X.Max = from-space, to+space
	p.X.Tick.Marker = dates(p.X.Min, p.X.Max)
}

// mostTicks is how many builds are named below the axis.
const mostTicks = 8

func (h *History) builds() (ticks plot.ConstantTicks) {
	every := (len(h.Builds) + mostTicks - 1) / mostTicks
	for i, name := range h.Builds {
		if i%every > 0 {
			name = ""
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// dates are some days between two times in Unix seconds, or hours where it is less
// than that.
func dates(from, to float64) (ticks plot.ConstantTicks) {
	form := time.DateOnly
	if to-from < 4*24*3600 {
		form = "02 Jan 15:04"
	}
	for i := range 5 {
		at := from + (to-from)*(float64(i)+0.5)/5
		ticks = append(ticks, plot.Tick{Value: at, Label: time.Unix(int64(at), 0).UTC().Format(form)})
	}
	return ticks
}
