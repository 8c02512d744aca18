package report

import (
	"math"
	"testing"

	"ouro"
	"ouro/lab"
	"ouro/lab/chart"
)

// mealsReport returns a report of games on 6x6 with known meals: "far" reaches all lengths, but only
// half of its meals have a shortest path; "short" reaches length 11 in only 4 of 100 games; "idle"
// has no meals.
func mealsReport() *lab.Report {
	r := &lab.Report{Experiment: lab.Experiment{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6}, Groups: 100}}
	far := lab.Result{Name: "far", Games: 100}
	short := lab.Result{Name: "short", Games: 100}
	for length := 1; length < 36; length++ {
		n := int64(36 - length)
		far.Meals = append(far.Meals, lab.Meals{Length: length, Count: 100, Moves: 100 * n, Distance: 200, Shortest: 150, Known: 50})
		if length <= 10 {
			short.Meals = append(short.Meals, lab.Meals{Length: length, Count: 100, Moves: 1000, Distance: 400, Shortest: 500, Known: 100})
		}
	}
	short.Meals = append(short.Meals, lab.Meals{Length: 11, Count: 4, Moves: 400, Distance: 16})
	r.Results = []lab.Result{far, short, {Name: "idle"}}
	return r
}

// TestMealsChart: there are two lines for each entrant with meals, up to the length that its games
// reached: one for the moves, and a dashed one without a name for the shortest paths. One entry of
// the legend explains the dashed lines. The last line is that of the distance.
func TestMealsChart(t *testing.T) {
	c, ok := MealsChart(mealsReport())
	if !ok || len(c.Lines) != 6 || c.Lines[0].Name != "far" || c.Lines[1].Name != "short" {
		t.Fatalf("%+v", c)
	}
	for i, want := range []int{35, 10, 35, 10, 0, 35} {
		if n := len(c.Lines[i].Points); n != want {
			t.Errorf("%s: %d points, want %d", c.Lines[i].Name, n, want)
		}
	}
	if p := c.Lines[0].Points[8]; p.X != 25 || p.Y != 27 {
		t.Errorf("length 9: %v, want 27 moves at a quarter", p)
	}
	for i, want := range []float64{3, 5} {
		moves, l := c.Lines[i], c.Lines[2+i]
		if l.Name != "" || l.Colour != moves.Colour || l.Shape != chart.Reference || l.Dash != 0 || l.Points[8].Y != want || l.Points[8].X != 25 {
			t.Errorf("shortest paths of %s: %+v, want %v", moves.Name, l, want)
		}
	}
	if l := c.Lines[4]; l.Shape != chart.Reference || l.Dash != 0 || l.Name != "dashed: shortest path that walls and body leave open in time" {
		t.Errorf("the legend has %+v", l)
	}
	// At length 1 both have 100 meals, at distances of 2 and 4.
	if p := c.Lines[5].Points[0]; p.Y != 3 {
		t.Errorf("distance at length 1: %v, want 3", p)
	}
	if c.Y.Lo != 1 || c.Y.Hi < 35 || !c.Y.Log {
		t.Errorf("the Y axis is %+v", c.Y)
	}
	r := mealsReport()
	r.Results = r.Results[2:]
	if c, ok := MealsChart(r); ok {
		t.Errorf("without meals there is %+v", c)
	}
}

// TestMealsChartWithoutShortest: the chart has no dashed lines and no entry for them in the legend
// if there are many entrants, or if no meal has a shortest path.
func TestMealsChartWithoutShortest(t *testing.T) {
	many, old := mealsReport(), mealsReport()
	for range maxShortest {
		many.Results = append(many.Results, many.Results[0])
	}
	for i := range old.Results {
		for j := range old.Results[i].Meals {
			old.Results[i].Meals[j].Shortest, old.Results[i].Meals[j].Known = 0, 0
		}
	}
	for entrants, r := range map[int]*lab.Report{2 + maxShortest: many, 2: old} {
		c, ok := MealsChart(r)
		if !ok || len(c.Lines) != entrants+1 {
			t.Errorf("%d entrants: %+v", entrants, c)
		}
	}
}

// TestMealPoints: there are few points, whatever the number of cells. Each is the mean of
// all its meals, and no meal is omitted.
func TestMealPoints(t *testing.T) {
	for cells := 4; cells <= 64*64; cells += 37 {
		sums := make([]lab.Meals, cells+1)
		for length := 1; length < cells; length++ {
			sums[length] = lab.Meals{Length: length, Count: 10, Moves: int64(10 * length)}
		}
		points := mealPoints(sums, 10, lab.Meals.MeanMoves)
		if len(points) == 0 || len(points) > maxMealPoints {
			t.Errorf("%d cells: %d points", cells, len(points))
		}
		last := 0.0
		for _, p := range points {
			if math.Abs(p.Y-p.X*float64(cells)/100) > 1e-9 || p.X <= last || p.X >= 100 {
				t.Errorf("%d cells: point %v after %v", cells, p, last)
			}
			last = p.X
		}
	}
}
