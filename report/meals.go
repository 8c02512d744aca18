package report

import (
	"math"

	"ouro/lab/plot"
	"ouro/lab/sheet"
)

// meals draws moves per meal against the fill of the board, and the distance to the
// food, which no snake can undercut.
func (s *Section) meals() (plot.Chart, bool) {
	game := &s.Report.Experiment.Game
	cells := float64(game.W * game.H)
	c := plot.Chart{Title: "moves per meal, by the fill of the board", XName: "% of the board filled", Legend: true}
	type point struct{ fill, moves, distance float64 }
	var lines [][]point
	y := plot.Axis{}
	for i := range s.Report.Results {
		all := s.Report.Results[i].Meals
		var line []point
		var count, moves, distance, length float64
		from := 0
		for at, m := range all {
			if count == 0 {
				from = m.Length
			}
			count += float64(m.Count)
			moves += float64(m.Moves)
			distance += float64(m.Distance)
			length += float64(m.Count) * float64(m.Length)
			if at < len(all)-1 && (count < fewMeals || float64(m.Length-from+1) < cells/(maxPoints/2)) {
				continue
			}
			p := point{100 * length / count / cells, moves / count, distance / count}
			y.Hi = max(y.Hi, p.moves, p.distance)
			line = append(line, p)
			count, moves, distance, length = 0, 0, 0, 0
		}
		lines = append(lines, line)
	}
	if y.Hi == 0 {
		return c, false
	}
	x := plot.Axis{Lo: 0, Hi: 100}
	c.X, c.Y = x.WholeTicks(5, plot.Whole), y.Ticks(5, number)
	for i, line := range lines {
		if len(line) == 0 {
			continue
		}
		drawn := plot.Styled(i, s.Report.Results[i].Name)
		var bound plot.Points
		for _, p := range line {
			drawn.Points.Add(x.At(p.fill), y.Down(p.moves))
			bound.Add(x.At(p.fill), y.Down(p.distance))
		}
		c.Lines = append(c.Lines, drawn)
		if len(lines) == 1 {
			c.Lines = append(c.Lines, plot.Line{Name: "distance to the food, the least there can be", Colour: 5, Points: bound, Fine: true})
		}
	}
	if len(lines) > 1 {
		c.Lines = append(c.Lines, s.bound(x, y, cells))
	}
	c.Says = c.Title + "; the CSV of ouro bench --meals has the figures"
	return c, true
}

// bound is the mean distance to the food of all entrants together.
func (s *Section) bound(x, y plot.Axis, cells float64) plot.Line {
	size := int(cells) + 1
	count, distance := make([]float64, size), make([]float64, size)
	for i := range s.Report.Results {
		for _, m := range s.Report.Results[i].Meals {
			count[m.Length] += float64(m.Count)
			distance[m.Length] += float64(m.Distance)
		}
	}
	step := max(1, size/(maxPoints/2))
	var line plot.Points
	for lo := 0; lo < size; lo += step {
		var n, d, length float64
		for l := lo; l < min(lo+step, size); l++ {
			n, d, length = n+count[l], d+distance[l], length+count[l]*float64(l)
		}
		if n > 0 {
			line.Add(x.At(100*length/n/cells), y.Down(d/n))
		}
	}
	return plot.Line{Name: "distance to the food, the least there can be", Colour: 5, Points: line, Fine: true}
}

// number is a value on an axis, without decimals that say nothing.
func number(x float64) string {
	if x == math.Trunc(x) {
		return sheet.Fixed(x, 0)
	}
	return sheet.Fixed(x, 1)
}
