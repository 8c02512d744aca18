package chart

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ouro/internal/palette"
	"ouro/lab"
)

// line is one line of a drawing.
type line struct {
	name   string
	points plotter.XYs
	style  draw.LineStyle
}

// maxPoints is the number of points of a line. On boards with more lengths than
// that, neighbouring ones are drawn as one, so that lines are not all noise.
const maxPoints = 50

// fewest is the share of an entrant's games that must have got to a point for it
// to be drawn.
const fewest = 0.05

// mealLines are the entrants' lines, those without a point left out, and behind
// them that of the distance.
func mealLines(r *lab.Report) (lines []line) {
	cells := r.Experiment.Game.W * r.Experiment.Game.H
	distance := make([]lab.Meals, cells+1)
	games := 0
	for i := range r.Results {
		res := &r.Results[i]
		sums := make([]lab.Meals, cells+1)
		for _, m := range res.Meals {
			sums[m.Length] = m
			distance[m.Length].Count += m.Count
			distance[m.Length].Distance += m.Distance
		}
		games += res.Games
		points := binned(sums, res.Games, lab.Meals.MeanMoves)
		if len(points) > 0 {
			lines = append(lines, line{res.Name, points, styleOf(i)})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return append(lines, line{
		name:   "distance to the food",
		points: binned(distance, games, lab.Meals.MeanDistance),
		style:  draw.LineStyle{Color: color.Gray{0x40}, Width: vg.Points(1.4), Dashes: points(1.2, 2.4)},
	})
}

// binned draws neighbouring lengths as one point: the mean of all their meals,
// at the middle of their fills. sums is by length; the last, a full board, has
// no meals.
func binned(sums []lab.Meals, games int, mean func(lab.Meals) float64) (points plotter.XYs) {
	cells := len(sums) - 1
	size := (cells + maxPoints - 1) / maxPoints
	for from := 1; from < cells; from += size {
		to := min(from+size, cells) // the first length after the bin
		var sum lab.Meals
		for _, m := range sums[from:to] {
			sum.Count += m.Count
			sum.Moves += m.Moves
			sum.Distance += m.Distance
		}
		if sum.Count > 0 && float64(sum.Count) >= fewest*float64(games*(to-from)) {
			middle := float64(from+to-1) / 2
			points = append(points, plotter.XY{X: middle / float64(cells), Y: mean(sum)})
		}
	}
	return points
}

// colours are those of the lines: the yellow of the palette is faint on white.
var colours = []palette.RGB{palette.Blue, palette.Vermilion, palette.Green, palette.Purple, palette.Orange, palette.Black, palette.Sky}

// dashes are for those who print in black. As there are as many as colours less
// one, the first 42 lines all differ.
var dashes = [][]vg.Length{
	nil,
	points(8, 3),
	points(8, 2.5, 1.5, 2.5),
	points(4, 2.5),
	points(8, 2.5, 1.5, 2.5, 1.5, 2.5),
	points(12, 3, 4, 3),
}

func styleOf(i int) draw.LineStyle {
	return draw.LineStyle{Color: paint(colours[i%len(colours)]), Width: vg.Points(1.7), Dashes: dashes[i%len(dashes)]}
}

// dotOf is a dot in the colour of a line.
func dotOf(style draw.LineStyle) draw.GlyphStyle {
	return draw.GlyphStyle{Color: style.Color, Radius: vg.Points(2.6), Shape: draw.CircleGlyph{}}
}

func points(lengths ...float64) (out []vg.Length) {
	for _, l := range lengths {
		out = append(out, vg.Points(l))
	}
	return out
}

func paint(c palette.RGB) color.Color {
	r, g, b := c.Parts()
	return color.RGBA{r, g, b, 0xff}
}
