package lab

import "ouro"

// Meals sums the meals of an entrant at one length of its snake, over all finished games,
// including lost ones.
type Meals struct {
	Length   int   // before the meal
	Count    int64 // meals
	Moves    int64 // from one meal to the next
	Distance int64 // Manhattan distances from the head to the food when it appeared
}

// MeanMoves returns the mean number of moves for a meal.
func (m Meals) MeanMoves() float64 { return float64(m.Moves) / float64(m.Count) }

// MeanDistance returns the mean distance to the food when it appeared, a lower bound of
// MeanMoves.
func (m Meals) MeanDistance() float64 { return float64(m.Distance) / float64(m.Count) }

// mealRecorder records the meals of one game. It recognises a meal by the length of the snake,
// so that other moves cost one comparison.
type mealRecorder struct {
	meals    []Meal
	length   int
	since    int // turn of the last meal
	distance int // to the food on the board
}

// open starts a game.
func (d *mealRecorder) open(s *ouro.State) {
	d.meals = d.meals[:0]
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.look(s)
}

// look measures the distance to the food. A full board has no food.
func (d *mealRecorder) look(s *ouro.State) {
	if len(s.Food) > 0 {
		d.distance = s.Grid.Distance(s.Snakes[0].Body.Head(), s.Food[0])
	}
}

// note records a position. It must be called for every position of the game, in order.
func (d *mealRecorder) note(s *ouro.State) {
	if s.Snakes[0].Body.Len() != d.length {
		d.meal(s)
	}
}

func (d *mealRecorder) meal(s *ouro.State) {
	d.meals = append(d.meals, Meal{Distance: int32(d.distance), Moves: int32(s.Turn - d.since)})
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.look(s)
}

// total returns the sum of the distances of the game's meals.
func (d *mealRecorder) total() (sum int32) {
	for _, m := range d.meals {
		sum += m.Distance
	}
	return sum
}

// addMeals adds a game to the sums by length. Length is that at the end; each meal added
// one.
func addMeals(sums []Meals, meals []Meal, length int) {
	for i, meal := range meals {
		m := &sums[length-len(meals)+i]
		m.Count++
		m.Moves += int64(meal.Moves)
		m.Distance += int64(meal.Distance)
	}
}
