package lab

import "ouro"

// Meals sums up the meals that an entrant had at one length of its snake, over
// all finished games, lost ones too.
type Meals struct {
	Length   int   // of the snake that set out for them
	Count    int64 // meals
	Moves    int64 // made for them
	Distance int64 // Manhattan distances from the head to the food when it appeared
}

// MeanMoves is the mean number of moves for a meal.
func (m Meals) MeanMoves() float64 { return float64(m.Moves) / float64(m.Count) }

// MeanDistance is the mean distance to the food when it appeared, which no snake
// can undercut in MeanMoves.
func (m Meals) MeanDistance() float64 { return float64(m.Distance) / float64(m.Count) }

// diary notes the meals of one game. A meal is noticed by the snake having
// grown, so that moves between two meals cost one comparison.
type diary struct {
	meals    []Meal
	length   int
	since    int // turn of the last meal
	distance int // to the food that lies there now
}

// open begins a game.
func (d *diary) open(s *ouro.State) {
	d.meals = d.meals[:0]
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.look(s)
}

// look measures the way to the food. On a full board there is none.
func (d *diary) look(s *ouro.State) {
	if len(s.Food) > 0 {
		d.distance = s.Grid.Distance(s.Snakes[0].Body.Head(), s.Food[0])
	}
}

// note is told of every position of the game, move by move.
func (d *diary) note(s *ouro.State) {
	if s.Snakes[0].Body.Len() != d.length {
		d.meal(s)
	}
}

func (d *diary) meal(s *ouro.State) {
	d.meals = append(d.meals, Meal{Distance: int32(d.distance), Moves: int32(s.Turn - d.since)})
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.look(s)
}

// total is the sum of the distances of the game's meals.
func (d *diary) total() (sum int32) {
	for _, m := range d.meals {
		sum += m.Distance
	}
	return sum
}

// addMeals adds a game to the sums by length. At its end the snake had this length,
// and each meal had made it longer by one.
func addMeals(sums []Meals, meals []Meal, length int) {
	for i, meal := range meals {
		m := &sums[length-len(meals)+i]
		m.Count++
		m.Moves += int64(meal.Moves)
		m.Distance += int64(meal.Distance)
	}
}
