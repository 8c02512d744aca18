package arena

import (
	"math"
	"testing"

	"ouro"
	"ouro/lab"
	"ouro/lab/chart"
)

// TestRatingsChart: each known rating is a dot within its interval. For a snake that won or lost
// every game, the dot is at the known end of the interval, and the interval extends to the edge.
func TestRatingsChart(t *testing.T) {
	for name, r := range tours(t) {
		c, known := r.RatingsChart()
		if known != (r.Games > 0) {
			t.Errorf("%s: known is %v", name, known)
		}
		if len(c.Y.Ticks) != len(r.Standings) || math.IsInf(c.X.Lo, 0) || math.IsInf(c.X.Hi, 0) {
			t.Errorf("%s: %d rows from %v to %v", name, len(c.Y.Ticks), c.X.Lo, c.X.Hi)
		}
		for i, p := range c.Lines[0].Points {
			if e := r.Standings[i].Rating; p != (chart.Point{X: e.Value, Y: c.Y.Ticks[i].At}.Within(e.Interval)) || p.Lo < c.X.Lo || p.Hi > c.X.Hi {
				t.Errorf("%s: %s is at %+v on an axis from %v to %v", name, r.Standings[i].Name, p, c.X.Lo, c.X.Hi)
			}
		}
	}
	tour := tourOf(RoundRobin, 40, "all", "none")
	var games []lab.Finished
	for group := range 20 {
		for seating := range 2 {
			g := lab.Tally{Group: int32(group), Seating: int32(seating), Ending: ouro.Won, Winner: int8(seating), Turns: 9, Seats: make([]lab.Seat, 2)}
			g.Seats[seating].Entrant, g.Seats[1-seating].Entrant = 0, 1
			g.Seats[1-seating].Died, g.Seats[1-seating].Cause = 9, ouro.HitWall
			games = append(games, lab.Finished{Tally: g})
		}
	}
	c, known := reportOf(t, tour, games).RatingsChart()
	if !known || len(c.Lines[0].Points) != 2 {
		t.Fatalf("%v, %+v", known, c.Lines)
	}
	all, none := c.Lines[0].Points[0], c.Lines[0].Points[1]
	if all.X != all.Lo || !math.IsInf(all.Hi, 1) || all.X >= c.X.Hi || none.X != none.Hi || !math.IsInf(none.Lo, -1) || none.X <= c.X.Lo {
		t.Errorf("%+v and %+v on an axis from %v to %v", all, none, c.X.Lo, c.X.Hi)
	}
}

// TestTrendCharts: the trend of each snake ends at its score, and the trend of the test at
// its log-likelihood ratio. All points are within the axes.
func TestTrendCharts(t *testing.T) {
	last := func(points []chart.Point) chart.Point { return points[len(points)-1] }
	for name, r := range tours(t) {
		if r.Games == 0 {
			continue
		}
		charts := []chart.Chart{r.TrendChart()}
		for i, l := range charts[0].Lines {
			if got, want := last(l.Points).Y, 100*r.Standings[i].Score.Value; l.Name != r.Standings[i].Name || math.Abs(got-want) > 1e-6 && r.Test == nil {
				t.Errorf("%s: the trend of %s ends at %v, want %v", name, l.Name, got, want)
			}
		}
		if r.Test != nil {
			c := r.Test.Chart()
			if p := last(c.Lines[0].Points); p.X != float64(r.Test.Groups) || p.Y != r.Test.LLR || c.Y.Ticks[0].At != r.Test.Lower || c.Y.Ticks[2].At != r.Test.Upper {
				t.Errorf("%s: the test ends at %+v, with the ticks %+v", name, p, c.Y.Ticks)
			}
			charts = append(charts, c)
		}
		for _, c := range charts {
			for _, l := range c.Lines {
				for _, p := range l.Points {
					if p.X < c.X.Lo || p.X > c.X.Hi || p.Y < c.Y.Lo || p.Y > c.Y.Hi {
						t.Errorf("%s, %s: %+v is not on the axes", name, c.Title, p)
					}
				}
			}
		}
	}
}

// TestCrossTints: the tint of a cell shows the score of its row against its column, and the hint
// names the opponent.
func TestCrossTints(t *testing.T) {
	r := tours(t)["roundrobin"]
	cross := r.Lab.Experiment.Kind.Tables(r.Lab)[1]
	for i := range r.Standings {
		for j := range r.Standings {
			tint, hint := cross.Tints[i][j].By, cross.Tints[i][j].Hint
			p, met := r.Pair(r.Standings[i].Snake, r.Standings[j].Snake)
			if !met {
				p.Score.Value = 0.5
			}
			if tint != 2*p.Score.Value-1 || (hint != "") != met {
				t.Errorf("%d against %d: %v, %q", i, j, tint, hint)
			}
		}
	}
	if _, more := r.MorePairs(); more {
		t.Error("MorePairs repeats a table that Tables has")
	}
	crowd := tours(t)["crowd"]
	if more, ok := crowd.MorePairs(); !ok || len(more.Rows()) != len(crowd.Pairs) {
		t.Error("MorePairs has no table of the pairs of many snakes")
	}
}
