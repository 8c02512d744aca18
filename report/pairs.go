package report

import (
	"fmt"
	"math"
	"slices"

	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
)

// Limits of what a chart can show clearly.
const (
	maxDots   = 1200
	gridCells = 48
	maxPoints = 200
)

// pairs compares entrants game by game, for at most MaxPairs pairs.
func (s *Section) pairs() (all []part) {
	list := s.Report.TablePairs()
	for i := range list[:min(len(list), MaxPairs)] {
		p := &list[i]
		var a, b []float64 // moves in the games that both won
		for x, y := range s.Report.Together(s.entrant(p.A), s.entrant(p.B)) {
			if x.Won(0) && y.Won(0) {
				a, b = append(a, float64(x.Turns)), append(b, float64(y.Turns))
			}
		}
		if len(a) > 1 {
			all = append(all, pairOf(p, a, b))
		}
	}
	return all
}

func (s *Section) entrant(name string) int {
	return slices.IndexFunc(s.Report.Results, func(r lab.Result) bool { return r.Name == name })
}

func pairOf(p *lab.Pair, a, b []float64) part {
	words := fmt.Sprintf("Of %d games that both won, %s needed fewer moves in %d, %s in %d", p.BothWon, p.A, p.Fewer, p.B, p.BothWon-p.Fewer-p.Same)
	if p.Same > 0 {
		words += fmt.Sprintf(", and both needed equally many in %d", p.Same)
	}
	words += "."
	return part{
		Title: p.A + " and " + p.B + ", game by game", Words: words, Layout: inColumns,
		Charts: []chart.Chart{scatterChart(p, words, a, b), differenceChart(p, a, b)},
	}
}

// scatterChart draws a dot for each game.
func scatterChart(p *lab.Pair, words string, a, b []float64) chart.Chart {
	lo, hi := min(slices.Min(a), slices.Min(b)), max(slices.Max(a), slices.Max(b))
	axis := chart.Axis{Lo: lo, Hi: max(hi, lo+1)}.WithWholeTicks(5, chart.Whole)
	c := chart.Chart{Title: "each game; below the line " + p.B + " needed fewer moves", Spoken: words, Form: chart.Square, X: axis, Y: axis}
	c.X.Name, c.Y.Name = "moves of "+p.A, "moves of "+p.B
	c.Lines = []chart.Line{{Points: []chart.Point{{X: axis.Lo, Y: axis.Lo}, {X: axis.Hi, Y: axis.Hi}}, Shape: chart.Reference, Colour: 5}}
	if len(a) > maxDots {
		c.Cells = cells(axis, a, b)
		return c
	}
	games := chart.Line{Shape: chart.Dots}
	for i := range a {
		games.Points = append(games.Points, chart.Point{X: a[i], Y: b[i]})
	}
	c.Lines = append(c.Lines, games)
	return c
}

// cells counts the dots in each cell of a grid, for charts with too many dots.
func cells(axis chart.Axis, a, b []float64) (all []chart.Cell) {
	var counts [gridCells][gridCells]int
	most := 0
	for i := range a {
		x, y := min(gridCells-1, int(axis.At(a[i])*gridCells/100)), min(gridCells-1, int(axis.At(b[i])*gridCells/100))
		counts[x][y]++
		most = max(most, counts[x][y])
	}
	const size = 100.0 / gridCells
	for x := range counts {
		for y, n := range counts[x] {
			if n > 0 {
				alpha := 0.15 + 0.85*math.Log1p(float64(n))/math.Log1p(float64(most))
				all = append(all, chart.Cell{
					From: axis.Value(float64(x) * size), To: axis.Value(float64(x+1) * size),
					Lo: axis.Value(float64(y) * size), Hi: axis.Value(float64(y+1) * size), Alpha: alpha,
				})
			}
		}
	}
	return all
}

// differenceChart draws the differences in ascending order.
func differenceChart(p *lab.Pair, a, b []float64) chart.Chart {
	n := len(a)
	differences := make([]float64, n)
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	slices.Sort(differences)
	y := chart.Axis{Lo: min(0, differences[0]), Hi: max(0, differences[n-1])}
	if y.Lo == y.Hi {
		y.Hi++
	}
	c := chart.Chart{Title: "differences of moves, sorted: " + p.A + " minus " + p.B, Form: chart.Square}
	c.Spoken = fmt.Sprintf("%s, from %s to %s", c.Title, sheet.Signed(differences[0], 0), sheet.Signed(differences[n-1], 0))
	c.X = chart.Axis{Name: "% of games", Hi: 100}.WithWholeTicks(5, chart.Whole)
	c.Y = y.WithWholeTicks(6, func(v float64) string { return sheet.Signed(v, 0) })
	for i := range c.Y.Ticks {
		c.Y.Ticks[i].Mark = c.Y.Ticks[i].At == 0
	}
	var line []chart.Point
	for i := range min(n, maxPoints) + 1 {
		at := min(n-1, i*n/min(n, maxPoints))
		line = append(line, chart.Point{X: 100 * float64(i) / float64(min(n, maxPoints)), Y: differences[at]})
	}
	band := append([]chart.Point{{}}, line...)
	c.Lines = []chart.Line{{Points: line, Band: append(band, chart.Point{X: 100})}}
	return c
}
