package report

import (
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/lab"
	"ouro/lab/plot"
	"ouro/lab/sheet"
)

// Bins and points of drawings: more cannot be told apart.
const (
	bins      = 60
	leastBins = 12
	maxDots   = 1200
	gridCells = 48
	maxPoints = 200
	fewMeals  = 30 // make a point of a line together
)

// sample is a number of each game of an entrant, with its place among them.
type sample struct {
	name   string
	at     int
	values []float64
}

// histograms draw the samples one below the other, on one axis, each with its median.
func histograms(samples []sample, what string) (charts []plot.Chart) {
	x := plot.Axis{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for _, s := range samples {
		for _, v := range s.values {
			x.Lo, x.Hi = min(x.Lo, v), max(x.Hi, v)
		}
	}
	if x.Lo > x.Hi {
		return nil
	}
	width := math.Ceil((x.Hi - x.Lo + 1) / bins)
	n := int(math.Ceil((x.Hi - x.Lo + 1) / width))
	if n < leastBins { // a bar is no wall
		x.Lo = max(0, x.Lo-float64((leastBins-n)/2))
		n = leastBins
	}
	x.Hi = x.Lo + width*float64(n)
	for _, s := range samples {
		if len(s.values) == 0 {
			continue
		}
		counts := make([]uint64, n)
		for _, v := range s.values {
			counts[int((v-x.Lo)/width)]++
		}
		median := medianOf(s.values)
		c := plot.Chart{Title: fmt.Sprintf("%s · median %s", s.name, sheet.Fixed(median, 0)), Colour: s.at % plot.Colours, Small: true, XName: what}
		c.Says = fmt.Sprintf("%s of %s in %d games: %s to %s, median %s", what, s.name, len(s.values),
			sheet.Fixed(slices.Min(s.values), 0), sheet.Fixed(slices.Max(s.values), 0), sheet.Fixed(median, 0))
		c.X = append(binTicks(x, width), plot.Tick{At: x.At(median + 0.5), Mark: true})
		c.Bars, _ = plot.Bars(counts)
		charts = append(charts, c)
	}
	return charts
}

// binTicks are round numbers on an axis of bins, in the middle of their bins where each
// is of one number.
func binTicks(x plot.Axis, width float64) (ticks []plot.Tick) {
	if width > 1 {
		return x.Ticks(8, plot.Whole)
	}
	step := max(1, x.Step(8))
	for v := math.Ceil(x.Lo/step) * step; v < x.Hi; v += step {
		ticks = append(ticks, plot.Tick{At: x.At(v + 0.5), Text: plot.Whole(v)})
	}
	return ticks
}

// medianOf sorts the values.
func medianOf(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// samples are those of all entrants over the games that are of interest.
func (s *Section) samples(of func(t *lab.Tally, seat int) (float64, bool)) (all []sample) {
	for e := range s.Report.Results {
		one := sample{name: s.Report.Results[e].Name, at: e}
		for t, seat := range s.Report.Of(e) {
			if v, ok := of(t, seat); ok {
				one.values = append(one.values, v)
			}
		}
		all = append(all, one)
	}
	return all
}

// moves are the charts of the moves of won games.
func (s *Section) moves() []plot.Chart {
	return histograms(s.samples(func(t *lab.Tally, seat int) (float64, bool) { return float64(t.Turns), t.Won(seat) }), "moves")
}

// lengths are those of the lengths at the end of games that were lost.
func (s *Section) lengths() []plot.Chart {
	return histograms(s.samples(func(t *lab.Tally, seat int) (float64, bool) {
		return float64(t.Seats[seat].Length), t.Ending != ouro.Won
	}), "length at the end")
}

// turns is that of the lengths of games of several.
func (s *Section) turns() []plot.Chart {
	one := sample{name: "all games"}
	for i := range s.Report.Games {
		one.values = append(one.values, float64(s.Report.Games[i].Turns))
	}
	return histograms([]sample{one}, "turns")
}

// measures are those of what games of other kinds are told by.
func (s *Section) measures(k lab.Measured) (all []plot.Chart) {
	for i, m := range k.Measures {
		one := sample{name: m.Name, at: i}
		for _, t := range s.Report.Games {
			one.values = append(one.values, float64(t.Measures[i]))
		}
		if slices.Min(one.values) < slices.Max(one.values) { // else the table says it
			all = append(all, histograms([]sample{one}, m.Name)...)
		}
	}
	return all
}

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
	c.X, c.Y = axis.Ticks(5, plot.Whole), axis.Ticks(5, plot.Whole)
	c.Lines = []plot.Line{{Points: "0,100 100,0", Fine: true, Colour: 5}}
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
	c.X = x.Ticks(5, plot.Whole)
	for _, t := range y.Ticks(6, func(v float64) string { return sheet.Signed(v, 0) }) {
		t.Mark = t.Zero
		c.Y = append(c.Y, t)
	}
	var line plot.Points
	for i := range min(n, maxPoints) + 1 {
		at := min(n-1, i*n/min(n, maxPoints))
		line.Add(x.At(100*float64(i)/float64(min(n, maxPoints))), y.Down(differences[at]))
	}
	zero := y.Down(0)
	c.Lines = []plot.Line{{Points: line.String(), Area: fmt.Sprintf("0,%v %s 100,%v", zero, line.String(), zero)}}
	return c
}

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
	c.X, c.Y = x.Ticks(5, plot.Whole), y.Ticks(5, number)
	for i, line := range lines {
		if len(line) == 0 {
			continue
		}
		var moves, bound plot.Points
		for _, p := range line {
			moves.Add(x.At(p.fill), y.Down(p.moves))
			bound.Add(x.At(p.fill), y.Down(p.distance))
		}
		drawn := plot.Styled(i, s.Report.Results[i].Name)
		drawn.Points = moves.String()
		c.Lines = append(c.Lines, drawn)
		if len(lines) == 1 {
			c.Lines = append(c.Lines, plot.Line{Name: "distance to the food, the least there can be", Colour: 5, Points: bound.String(), Fine: true})
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
	return plot.Line{Name: "distance to the food, the least there can be", Colour: 5, Points: line.String(), Fine: true}
}

// number is a value on an axis, without decimals that say nothing.
func number(x float64) string {
	if x == math.Trunc(x) {
		return sheet.Fixed(x, 0)
	}
	return sheet.Fixed(x, 1)
}

// thinking draws how long decisions took, where that was noted.
func (s *Section) thinking() []plot.Chart {
	var samples []plot.Sample
	for e := range s.think {
		one := plot.Sample{Name: s.Report.Results[e].Name}
		if s.think[e].known {
			one.Think = &s.think[e].Histogram
		}
		samples = append(samples, one)
	}
	return plot.Think(samples)
}
