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

// course is one meal: how far off the food was when it appeared, and the moves
// made for it.
type course struct{ distance, moves int32 }

// diary notes the meals of one game. A meal is noticed by the snake having
// grown, so that moves between two meals cost one comparison.
type diary struct {
	courses  []course // first is that of the snake's length at the start
	first    int
	length   int
	since    int // turn of the last meal
	distance int // to the food that lies there now
}

// open begins a game.
func (d *diary) open(s *ouro.State) {
	d.courses = d.courses[:0]
	d.first, d.length, d.since = s.Snakes[0].Body.Len(), s.Snakes[0].Body.Len(), s.Turn
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
	d.courses = append(d.courses, course{int32(d.distance), int32(s.Turn - d.since)})
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.look(s)
}

// total is the sum of the distances of the game's meals.
func (d *diary) total() (sum int) {
	for _, c := range d.courses {
		sum += int(c.distance)
	}
	return sum
}

// addTo adds the game to the sums by length.
func (d *diary) addTo(sums []Meals) {
	for i, c := range d.courses {
		m := &sums[d.first+i]
		m.Count++
		m.Moves += int64(c.moves)
		m.Distance += int64(c.distance)
	}
}
