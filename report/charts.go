package report

import (
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// part is a part of a section: a title with charts or a table.
type part struct {
	Title  string
	About  string // how to read the charts
	Words  string // what the charts show
	Layout string // CSS class for the arrangement of the charts
	Charts []chart.Chart
	Table  *pageTable
}

const (
	inRows    = "rows"       // charts one below the other, with a common axis
	inColumns = "plots"      // charts side by side
	inMany    = "plots many" // many small charts
	across    = "wide"       // one chart in the full width
)

// parts returns the charts and further tables of a section, without empty parts.
func (s *Section) parts() (all []part) {
	add := func(p part) {
		if len(p.Charts) > 0 || p.Table != nil {
			all = append(all, p)
		}
	}
	if s.Report == nil {
		add(part{Title: "The steps of the tuning", Layout: inColumns, Charts: s.Found.Charts})
		return all
	}
	if len(s.Report.Games) == 0 {
		return nil
	}
	switch k := s.Report.Experiment.Kind.(type) {
	case arena.Kind:
		s.tournament(add)
	case lab.Measured:
		for i, m := range k.Measures {
			add(s.distribution(english.Capital(m.Name), m.Name, func(t *lab.Tally, _ int) (float64, bool) { return float64(t.Measures[i]), true }))
		}
	case lab.Solo:
		s.solo(k, add)
	}
	add(part{Title: "Thinking", About: "How long decisions took, on one logarithmic scale.", Layout: inMany, Charts: s.thinking()})
	return all
}

func (s *Section) solo(k lab.Solo, add func(part)) {
	add(s.distribution("Moves of won games", "moves", func(t *lab.Tally, seat int) (float64, bool) { return float64(t.Turns), t.Won(seat) }))
	if k.Survive {
		add(s.distribution("Turns", "turns", func(t *lab.Tally, _ int) (float64, bool) { return float64(t.Turns), true }))
	}
	for _, p := range s.pairs() {
		add(p)
	}
	if c, ok := MealsChart(s.Report); ok {
		add(part{Title: "Where the moves go", Layout: across, Charts: []chart.Chart{*c}})
	}
	add(s.distribution("Lengths at the end of lost games", "length at the end", func(t *lab.Tally, seat int) (float64, bool) {
		return float64(t.Seats[seat].Length), t.Ending != ouro.Won
	}))
}

func (s *Section) tournament(add func(part)) {
	f := arena.FiguresOf(s.Report)
	if t, more := f.MorePairs(); more {
		pairs := tableOf(&t)
		add(part{Title: "Head to head", Table: &pairs})
	}
	charts := []chart.Chart{f.TrendChart()}
	if f.Test != nil {
		charts = append(charts, f.Test.Chart())
	}
	add(part{Title: "The course", Layout: inColumns, Charts: charts})
	turns := sample{name: "all games"}
	for _, n := range f.Turns {
		turns.values = append(turns.values, float64(n))
	}
	add(part{Title: "The games", About: histogramNote, Layout: inRows, Charts: histograms([]sample{turns}, "turns")})
}

func (s *Section) thinking() []chart.Chart {
	var samples []chart.Sample
	for i := range s.Report.Results {
		one := chart.Sample{Name: s.Report.Results[i].Name}
		if t := s.Report.Results[i].Times; t != nil {
			one.Think = t.Think
		}
		samples = append(samples, one)
	}
	return chart.Think(samples)
}

// histogramNote explains histograms.
const histogramNote = "The number of games for each value; the dashed line is the median."

// distribution returns a part with a histogram for each entrant. quantity names the values. valueOf
// returns the value of a game, or false to omit the game. If all values are equal, the part is
// empty.
func (s *Section) distribution(title, quantity string, valueOf func(t *lab.Tally, seat int) (float64, bool)) part {
	var samples []sample
	for e := range s.Report.Results {
		one := sample{name: s.Report.Results[e].Name, entrant: e}
		for t, seat := range s.Report.Of(e) {
			if v, ok := valueOf(t, seat); ok {
				one.values = append(one.values, v)
			}
		}
		samples = append(samples, one)
	}
	return part{Title: title, About: histogramNote, Layout: inRows, Charts: histograms(samples, quantity)}
}

// Limits of a readable chart.
const (
	maxDots   = 1200
	gridCells = 48
	maxPoints = 200
)

// pairs returns charts that compare up to MaxPairs pairs of entrants game by game.
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

// pairOf returns a part that compares the entrants of a pair. a and b have their moves in the same
// games.
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

// cells returns a grid that replaces the dots of a chart with too many games. The opacity of a cell
// shows its number of games.
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

// differenceChart draws the differences of the moves in ascending order.
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

const (
	bins      = 60 // maximum number of bars of a histogram
	leastBins = 12 // minimum number of bars
)

// sample holds the values of an entrant, one for each game.
type sample struct {
	name    string
	entrant int
	values  []float64
}

// histograms draws the samples one below the other, on one axis, each with its median.
func histograms(samples []sample, quantity string) (charts []chart.Chart) {
	x := chart.Axis{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for _, s := range samples {
		for _, v := range s.values {
			x.Lo, x.Hi = min(x.Lo, v), max(x.Hi, v)
		}
	}
	if x.Lo >= x.Hi { // all values are equal, and the table shows them
		return nil
	}
	width := math.Ceil((x.Hi - x.Lo + 1) / bins)
	n := int(math.Ceil((x.Hi - x.Lo + 1) / width))
	if n < leastBins { // the bars would be too wide
		x.Lo = max(0, x.Lo-float64((leastBins-n)/2))
		n = leastBins
	}
	x.Hi = x.Lo + width*float64(n)
	x.Ticks = binTicks(x, width)
	for _, s := range samples {
		if len(s.values) == 0 {
			continue
		}
		counts := make([]uint64, n)
		for _, v := range s.values {
			counts[int((v-x.Lo)/width)]++
		}
		d := stat.Describe(s.values)
		median := sheet.Fixed(d.Median, 0)
		c := chart.Chart{Title: fmt.Sprintf("%s · median %s", s.name, median), Colour: s.entrant % chart.Colours, Form: chart.Small, X: x}
		c.Spoken = fmt.Sprintf("%s of %s in %s: %s to %s, median %s", quantity, s.name, english.Count(d.N, "game"),
			sheet.Fixed(d.Min, 0), sheet.Fixed(d.Max, 0), median)
		c.X.Ticks = append(slices.Clip(x.Ticks), chart.Tick{At: d.Median + 0.5, Mark: true})
		c.Y, c.Bars = chart.CountAxis(counts), chart.Bars(x, counts)
		charts = append(charts, c)
	}
	charts[len(charts)-1].X.Name = quantity // only the last chart has the title of the axis
	return charts
}

// binTicks returns ticks at round numbers for the axis of a histogram. If bins have width 1, the
// ticks are in the middle of bins.
func binTicks(x chart.Axis, width float64) []chart.Tick {
	ticks := x.WithWholeTicks(8, chart.Whole).Ticks
	if width > 1 {
		return ticks
	}
	ticks = slices.DeleteFunc(ticks, func(t chart.Tick) bool { return t.At >= x.Hi })
	for i := range ticks {
		ticks[i].At += 0.5
	}
	return ticks
}

// maxMealPoints is the maximum number of points of a line in MealsChart. On large boards, a point
// is the mean over several lengths, which reduces noise.
const maxMealPoints = 50

// fewestMeals is the share of an entrant's games that must reach a length. Otherwise the length has
// no point in MealsChart.
const fewestMeals = 0.05

// dotted is the Line.Dash of the line of distances in MealsChart.
const dotted = 2

// maxShortest is the maximum number of entrants whose shortest paths MealsChart draws. More lines
// would hide each other.
const maxShortest = 4

// MealsChart draws the mean moves per meal against the share of the board that the snake fills, on
// a logarithmic scale. Each entrant has a line, and a dashed line in the same colour for the mean
// of Meal.Shortest, a lower bound. A further line shows a weaker lower bound: the mean Manhattan
// distance to the food. The chart uses the meals of all finished games. A line ends at the length
// that fewer than one game in twenty reached. MealsChart returns false without meals.
func MealsChart(r *lab.Report) (*chart.Chart, bool) {
	cells := r.Experiment.Game.W * r.Experiment.Game.H
	distance := make([]lab.Meals, cells+1)
	games := 0
	var shortest []chart.Line
	c := &chart.Chart{Title: "moves per meal, by the fill of the board"}
	for i := range r.Results {
		res := &r.Results[i]
		sums := make([]lab.Meals, cells+1)
		for _, m := range res.Meals {
			sums[m.Length] = m
			distance[m.Length].Add(m)
		}
		games += res.Games
		line := chart.Styled(i, res.Name)
		if line.Points = mealPoints(sums, res.Games, lab.Meals.MeanMoves); len(line.Points) > 0 {
			c.Lines = append(c.Lines, line)
		}
		if points := mealPoints(sums, res.Games, lab.Meals.MeanShortest); len(points) > 0 {
			shortest = append(shortest, chart.Line{Points: points, Colour: line.Colour, Shape: chart.Reference})
		}
	}
	if len(c.Lines) == 0 {
		return nil, false
	}
	if len(c.Lines) <= maxShortest && len(shortest) > 0 {
		c.Lines = append(c.Lines, shortest...)
		c.Lines = append(c.Lines, chart.Line{Name: "dashed: shortest path that walls and body leave open in time", Colour: 5, Shape: chart.Reference})
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: "distance to the food, a lower bound", Colour: 5, Dash: dotted, Shape: chart.Reference,
		Points: mealPoints(distance, games, lab.Meals.MeanDistance),
	})
	c.Spoken = c.Title + "; the CSV of ouro bench --meals has the figures"
	c.X = chart.Axis{Name: "% of the board filled", Hi: 100}.WithTicks(10, chart.Whole)
	c.Y = chart.Axis{Name: "mean moves per meal", Lo: 1, Hi: 2, Log: true} // a meal takes at least one move
	for _, l := range c.Lines {
		for _, p := range l.Points {
			c.Y.Hi = max(c.Y.Hi, 1.1*p.Y)
		}
	}
	c.Y = c.Y.WithLogTicks(10, chart.Short)
	return c, true
}

// mealPoints combines neighbouring lengths into points. Y of a point is the mean over all meals at
// its lengths, X the middle of the shares of the board that these lengths fill. sums is indexed by
// length; the last length, a full board, has no meals. Lengths whose mean is NaN have no point.
func mealPoints(sums []lab.Meals, games int, mean func(lab.Meals) float64) (points []chart.Point) {
	cells := len(sums) - 1
	size := (cells + maxMealPoints - 1) / maxMealPoints
	for from := 1; from < cells; from += size {
		to := min(from+size, cells) // the first length after the bin
		var sum lab.Meals
		for _, m := range sums[from:to] {
			sum.Add(m)
		}
		y := mean(sum)
		if sum.Count > 0 && float64(sum.Count) >= fewestMeals*float64(games*(to-from)) && !math.IsNaN(y) {
			points = append(points, chart.Point{X: 100 * float64(from+to-1) / 2 / float64(cells), Y: y})
		}
	}
	return points
}
