package lab

import (
	"slices"

	"ouro"
)

// Meals sums the meals of an entrant at one length of its snake, over all finished games.
type Meals struct {
	Length   int   // length before the meal
	Count    int64 // number of meals
	Moves    int64 // moves from one meal to the next
	Distance int64 // Manhattan distances from the head to the food when it appeared
}

func (m Meals) MeanMoves() float64 { return float64(m.Moves) / float64(m.Count) }

// MeanDistance returns the mean distance to the food when it appeared: a lower bound of
// MeanMoves.
func (m Meals) MeanDistance() float64 { return float64(m.Distance) / float64(m.Count) }

// mealRecorder records the meals of one game. It notices a meal by the length of the snake, so
// other moves cost only one comparison.
type mealRecorder struct {
	meals    []Meal
	length   int
	since    int // turn of the last meal
	distance int // distance to the food on the board
}

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

// note records a position. Call it with every position of the game, in order.
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

func (d *mealRecorder) total() (sum int32) {
	for _, m := range d.meals {
		sum += m.Distance
	}
	return sum
}

// addMeals adds the meals of a game to the sums by length. length is the length at the end of
// the game; each meal added one cell.
func addMeals(sums []Meals, meals []Meal, length int) {
	for i, meal := range meals {
		m := &sums[length-len(meals)+i]
		m.Count++
		m.Moves += int64(meal.Moves)
		m.Distance += int64(meal.Distance)
	}
}

// choice is the path of a solver to one food, with the alternatives that it reported (see
// ouro.LabelCandidates and ouro.LabelUnproven). All paths begin at the cell that the head was on
// when the food appeared, and end at the food.
type choice struct {
	body     []ouro.Cell // the body when the food appeared, head first
	way      []ouro.Cell
	weighed  [][]ouro.Cell
	unproven [][]ouro.Cell
}

// choiceRecorder records the choices of one game. A solver traces only the rest of its path, so
// the recorder puts the cells since the last meal in front of it.
type choiceRecorder struct {
	choices []choice
	current choice
}

func (c *choiceRecorder) open(s *ouro.State) {
	c.choices = nil
	c.begin(s)
}

func (c *choiceRecorder) begin(s *ouro.State) {
	body := s.Snakes[0].Body.Append(nil)
	c.current = choice{body: body, way: []ouro.Cell{body[0]}}
}

func (c *choiceRecorder) trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NotePath {
			return
		}
		way := func() []ouro.Cell { return slices.Concat(c.current.way[:len(c.current.way)-1], n.Cells) }
		switch n.Label {
		case ouro.LabelCandidates:
			c.current.weighed = append(c.current.weighed, way())
		case ouro.LabelUnproven:
			c.current.unproven = append(c.current.unproven, way())
		}
	})
}

// note records a position. Call it with every position of the game, in order.
func (c *choiceRecorder) note(s *ouro.State) {
	body := &s.Snakes[0].Body
	c.current.way = append(c.current.way, body.Head())
	if body.Len() == len(c.current.body) {
		return
	}
	c.choices = append(c.choices, c.current)
	c.begin(s)
}

func (c *choice) food() ouro.Cell { return c.way[len(c.way)-1] }

func (c *choice) steps() int { return len(c.way) - 1 }

// bodyAfter returns the body of the snake after it has followed another path to the same food and
// has eaten. ok is false if the snake cannot follow the path.
func (c *choice) bodyAfter(g *ouro.Grid, way []ouro.Cell) (body []ouro.Cell, ok bool) {
	n := len(c.body)
	if len(way) < 2 || way[0] != c.body[0] || slices.Index(way, c.food()) != len(way)-1 {
		return nil, false
	}
	trail := append(slices.Clone(way), c.body[1:]...) // all cells that were or will be body, newest first
	slices.Reverse(trail[:len(way)])
	for step := 1; step < len(way); step++ {
		head := len(way) - 1 - step // index of the head in the trail
		_, near := g.DirTo(way[step-1], way[step])
		rest := n - 1 // cells of the body that block the head; the tip of the tail leaves as the head moves
		if n == 2 {
			rest = n // the tip of a snake of two blocks too: the snake cannot turn back
		}
		if !near || slices.Contains(trail[head+1:][:rest], way[step]) {
			return nil, false
		}
	}
	return trail[:n+1], true
}
