package report

import (
	"ouro/lab"
	"ouro/lab/chart"
)

// maxMealPoints limits the points of a line. On boards with more lengths, a point is the
// mean of several lengths, which reduces noise.
const maxMealPoints = 50

// fewestMeals is the share of an entrant's games that must reach a length for a point to
// be drawn.
const fewestMeals = 0.05

// MealsChart draws the mean moves per meal against the fill of the board, a line for each
// entrant on a logarithmic scale, and the mean Manhattan distance to the food as a lower
// bound. It uses the meals of all finished games; a line ends where fewer than one game
// in twenty reached the length. It returns false if there are no meals to draw.
func MealsChart(r *lab.Report) (*chart.Chart, bool) {
	cells := r.Experiment.Game.W * r.Experiment.Game.H
	distance := make([]lab.Meals, cells+1)
	games := 0
	c := &chart.Chart{Title: "moves per meal, by the fill of the board"}
	for i := range r.Results {
		res := &r.Results[i]
		sums := make([]lab.Meals, cells+1)
		for _, m := range res.Meals {
			sums[m.Length] = m
			distance[m.Length].Count += m.Count
			distance[m.Length].Distance += m.Distance
		}
		games += res.Games
		line := chart.Styled(i, res.Name)
		if line.Points = mealPoints(sums, res.Games, lab.Meals.MeanMoves); len(line.Points) > 0 {
			c.Lines = append(c.Lines, line)
		}
	}
	if len(c.Lines) == 0 {
		return nil, false
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: "distance to the food, the least there can be", Colour: 5, Shape: chart.Reference,
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

// mealPoints combines neighbouring lengths into one point: the mean of all their meals,
// at the middle of their fills. sums is by length; the last, a full board, has no meals.
func mealPoints(sums []lab.Meals, games int, mean func(lab.Meals) float64) (points []chart.Point) {
	cells := len(sums) - 1
	size := (cells + maxMealPoints - 1) / maxMealPoints
	for from := 1; from < cells; from += size {
		to := min(from+size, cells) // the first length after the bin
		var sum lab.Meals
		for _, m := range sums[from:to] {
			sum.Count += m.Count
			sum.Moves += m.Moves
			sum.Distance += m.Distance
		}
		if sum.Count > 0 && float64(sum.Count) >= fewestMeals*float64(games*(to-from)) {
			points = append(points, chart.Point{X: 100 * float64(from+to-1) / 2 / float64(cells), Y: mean(sum)})
		}
	}
	return points
}
