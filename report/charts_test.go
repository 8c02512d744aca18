package report

import (
	"math"
	"testing"

	"ouro"
	"ouro/lab"
)

// mealsReport returns a report of games on 6x6 with known meals: "far" reaches all lengths,
// "short" reaches length 11 in only 4 of 100 games, and "idle" has no meals.
func mealsReport() *lab.Report {
	r := &lab.Report{Experiment: lab.Experiment{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6}, Groups: 100}}
	far := lab.Result{Name: "far", Games: 100}
	short := lab.Result{Name: "short", Games: 100}
	for length := 1; length < 36; length++ {
		n := int64(36 - length)
		far.Meals = append(far.Meals, lab.Meals{Length: length, Count: 100, Moves: 100 * n, Distance: 200})
		if length <= 10 {
			short.Meals = append(short.Meals, lab.Meals{Length: length, Count: 100, Moves: 1000, Distance: 400})
		}
	}
	short.Meals = append(short.Meals, lab.Meals{Length: 11, Count: 4, Moves: 400, Distance: 16})
	r.Results = []lab.Result{far, short, {Name: "idle"}}
	return r
}

// TestMealsChart: there is a line for each entrant with meals, up to the length that its
// games reached, and a line for the distance.
func TestMealsChart(t *testing.T) {
	c, ok := MealsChart(mealsReport())
	if !ok || len(c.Lines) != 3 || c.Lines[0].Name != "far" || c.Lines[1].Name != "short" {
		t.Fatalf("%+v", c)
	}
	for i, want := range []int{35, 10, 35} {
		if n := len(c.Lines[i].Points); n != want {
			t.Errorf("%s: %d points, want %d", c.Lines[i].Name, n, want)
		}
	}
	if p := c.Lines[0].Points[8]; p.X != 25 || p.Y != 27 {
		t.Errorf("length 9: %v, want 27 moves at a quarter", p)
	}
	// At length 1 both have 100 meals, at distances of 2 and 4.
	if p := c.Lines[2].Points[0]; p.Y != 3 {
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
