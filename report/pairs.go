package report

import (
	"fmt"
	"math"
	"slices"

	"ouro/lab"
	"ouro/lab/plot"
	"ouro/lab/sheet"
)

// paired is the comparison of two entrants game by game.
type paired struct {
	Title, Words    string
	Scatter, Sorted plot.Chart
}

// pairs are those that are shown, at most MaxPairs of them.
func (s *Section) pairs() (all []paired) {
	shown := s.Report.ShownPairs()
	for _, p := range shown[:min(len(shown), MaxPairs)] {
		a, b := s.both(s.entrant(p.A), s.entrant(p.B))
		if len(a) > 1 {
			all = append(all, pairOf(&p, a, b))
		}
	}
	return all
}

func (s *Section) entrant(name string) int {
	return slices.IndexFunc(s.Report.Results, func(r lab.Result) bool { return r.Name == name })
}

// both are the moves of two entrants in the games that both won.
func (s *Section) both(a, b int) (x, y []float64) {
	moves, in := 0.0, int32(-1)
	for i := range s.Report.Games {
		t := &s.Report.Games[i]
		if !t.Won(0) {
			continue
		}
		switch int(t.Seats[0].Entrant) {
		case a:
			moves, in = float64(t.Turns), t.Group
		case b:
			if in == t.Group {
				x, y = append(x, moves), append(y, float64(t.Turns))
			}
		}
	}
	return x, y
}

func pairOf(p *lab.Pair, a, b []float64) paired {
	lo, hi := min(slices.Min(a), slices.Min(b)), max(slices.Max(a), slices.Max(b))
	axis := plot.Axis{Lo: lo, Hi: max(hi, lo+1)}
	fewer, same := 0, 0
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
		switch {
		case a[i] < b[i]:
			fewer++
		case a[i] == b[i]:
			same++
		}
	}
	words := fmt.Sprintf("Of %d games that both won, %s needed fewer moves in %d, %s in %d", len(a), p.A, fewer, p.B, len(a)-fewer-same)
	if same > 0 {
		words += fmt.Sprintf(", and both as many in %d", same)
	}
	words += "."
	c := plot.Chart{Title: "each game: below the line, " + p.B + " needed fewer moves", Says: words, XName: "moves of " + p.A, YName: "moves of " + p.B, Square: true}
	c.X, c.Y = axis.WholeTicks(5, plot.Whole), axis.WholeTicks(5, plot.Whole)
	c.Lines = []plot.Line{{Points: plot.Points{{X: 0, Y: 100}, {X: 100, Y: 0}}, Fine: true, Colour: 5}}
	if len(a) <= maxDots {
		for i := range a {
			c.Dots = append(c.Dots, plot.Dot{X: axis.At(a[i]), Y: axis.Down(b[i])})
		}
	} else {
		c.Squares = squares(axis, a, b)
	}
	return paired{Title: p.A + " and " + p.B, Words: words, Scatter: c, Sorted: sorted(p, differences)}
}

// squares count the dots that are too many to be drawn.
func squares(axis plot.Axis, a, b []float64) (all []plot.Square) {
	var counts [gridCells][gridCells]int
	most := 0
	for i := range a {
		x, y := min(gridCells-1, int(axis.At(a[i])*gridCells/100)), min(gridCells-1, int(axis.Down(b[i])*gridCells/100))
		counts[x][y]++
		most = max(most, counts[x][y])
	}
	const size = 100.0 / gridCells
	for x := range counts {
		for y, n := range counts[x] {
			if n > 0 {
				alpha := 0.15 + 0.85*math.Log1p(float64(n))/math.Log1p(float64(most))
				all = append(all, plot.Square{Bar: plot.Bar{X: plot.Tidy(float64(x) * size), Y: plot.Tidy(float64(y) * size), W: plot.Tidy(size), H: plot.Tidy(size)}, Alpha: plot.Tidy(alpha)})
			}
		}
	}
	return all
}

// sorted draws the differences from the smallest to the largest.
func sorted(p *lab.Pair, differences []float64) plot.Chart {
	slices.Sort(differences)
	n := len(differences)
	x := plot.Axis{Lo: 0, Hi: 100}
	y := plot.Axis{Lo: min(0, differences[0]), Hi: max(0, differences[n-1])}
	if y.Lo == y.Hi {
		y.Hi++
	}
	c := plot.Chart{Title: "differences of moves, sorted: " + p.A + " less " + p.B, XName: "% of games", Square: true}
	c.Says = fmt.Sprintf("%s, from %s to %s", c.Title, sheet.Signed(differences[0], 0), sheet.Signed(differences[n-1], 0))
	c.X = x.WholeTicks(5, plot.Whole)
	for _, t := range y.WholeTicks(6, func(v float64) string { return sheet.Signed(v, 0) }) {
		t.Mark = t.Zero
		c.Y = append(c.Y, t)
	}
	var line plot.Points
	for i := range min(n, maxPoints) + 1 {
		at := min(n-1, i*n/min(n, maxPoints))
		line.Add(x.At(100*float64(i)/float64(min(n, maxPoints))), y.Down(differences[at]))
	}
	zero := y.Down(0)
	area := append(plot.Points{{X: 0, Y: zero}}, line...)
	area.Add(100, zero)
	c.Lines = []plot.Line{{Points: line, Area: area}}
	return c
}
