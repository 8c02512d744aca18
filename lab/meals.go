package lab

import (
	"slices"

	"ouro"
	"ouro/field"
)

// Meals sums the meals of an entrant at one length of its snake, over all finished games.
type Meals struct {
	Length   int   // length before the meal
	Count    int64 // number of meals
	Moves    int64 // sum of the moves since the meal before
	Distance int64 // sum of the Manhattan distances from the head to the food when it appeared
	Shortest int64 // sum of the known Meal.Shortest
	Known    int64 // number of meals whose Meal.Shortest is known
}

// Add adds all sums of n to m.
func (m *Meals) Add(n Meals) {
	m.Count += n.Count
	m.Moves += n.Moves
	m.Distance += n.Distance
	m.Shortest += n.Shortest
	m.Known += n.Known
}

func (m Meals) MeanMoves() float64 { return float64(m.Moves) / float64(m.Count) }

// MeanDistance returns the mean distance to the food when it appeared: a lower bound of
// MeanMoves.
func (m Meals) MeanDistance() float64 { return float64(m.Distance) / float64(m.Count) }

// MeanShortest returns the mean of the known Meal.Shortest, or NaN if none is known. If all are
// known, it is at least MeanDistance and at most MeanMoves.
func (m Meals) MeanShortest() float64 { return float64(m.Shortest) / float64(m.Known) }

// mealRecorder records the meals of one game. It notices a meal by the length of the snake, so
// other moves cost only one comparison.
type mealRecorder struct {
	meals  []Meal
	length int
	since  int  // turn of the last meal
	next   Meal // the meal of the food on the board, without its moves
	field  *field.Field
	size   int // number of cells of field
}

// open begins a game at its first position.
func (d *mealRecorder) open(s *ouro.State) {
	d.meals = d.meals[:0]
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.measure(s)
}

// measure sets what is known of the next meal when its food appears. A full board has no food.
func (d *mealRecorder) measure(s *ouro.State) {
	if len(s.Food) == 0 {
		return
	}
	food := s.Food[0]
	d.next = Meal{Distance: int32(s.Grid.Distance(s.Snakes[0].Body.Head(), food))}
	if d.size != s.Grid.Size() {
		d.field, d.size = field.New(s.Grid), s.Grid.Size()
	}
	d.next.Shortest = int32(max(0, d.field.StepsInTime(food, s, 0)))
}

// note records a meal if the snake has grown. Call it with every position of the game, in order.
func (d *mealRecorder) note(s *ouro.State) {
	if s.Snakes[0].Body.Len() != d.length {
		d.meal(s)
	}
}

func (d *mealRecorder) meal(s *ouro.State) {
	d.next.Moves = int32(s.Turn - d.since)
	d.meals = append(d.meals, d.next)
	d.length, d.since = s.Snakes[0].Body.Len(), s.Turn
	d.measure(s)
}

// total returns the sum of the distances to all foods.
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
		if meal.Shortest > 0 {
			m.Shortest += int64(meal.Shortest)
			m.Known++
		}
	}
}

// choice is the path that a snake took to one food, with the alternatives that the solver reported
// (see ouro.LabelCandidates and ouro.LabelUnproven). All paths begin at the cell of the head when
// the food appeared, and end at the food.
type choice struct {
	body       []ouro.Cell   // the body when the food appeared, head first
	path       []ouro.Cell   // the path that the snake took
	considered [][]ouro.Cell // paths that the solver evaluated
	unproven   [][]ouro.Cell // paths that the solver found but did not prove safe
}

// choiceRecorder records the choices of one game. A solver reports paths from the current cell of
// the head, so the recorder puts the cells that the head visited since the last meal before them.
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
	c.current = choice{body: body, path: []ouro.Cell{body[0]}}
}

func (c *choiceRecorder) trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NotePath {
			return
		}
		path := func() []ouro.Cell { return slices.Concat(c.current.path[:len(c.current.path)-1], n.Cells) }
		switch n.Label {
		case ouro.LabelCandidates:
			c.current.considered = append(c.current.considered, path())
		case ouro.LabelUnproven:
			c.current.unproven = append(c.current.unproven, path())
		}
	})
}

// note records a position. Call it with every position of the game, in order.
func (c *choiceRecorder) note(s *ouro.State) {
	body := &s.Snakes[0].Body
	c.current.path = append(c.current.path, body.Head())
	if body.Len() == len(c.current.body) {
		return
	}
	c.choices = append(c.choices, c.current)
	c.begin(s)
}

func (c *choice) food() ouro.Cell { return c.path[len(c.path)-1] }

func (c *choice) steps() int { return len(c.path) - 1 }

// bodyAfter returns the body of the snake after it has followed path, instead of c.path, to the
// same food and has eaten. ok is false if the snake cannot follow the path.
func (c *choice) bodyAfter(g *ouro.Grid, path []ouro.Cell) (body []ouro.Cell, ok bool) {
	n := len(c.body)
	if len(path) < 2 || path[0] != c.body[0] || slices.Index(path, c.food()) != len(path)-1 {
		return nil, false
	}
	trail := append(slices.Clone(path), c.body[1:]...) // all cells that the head visits or the body fills, newest first
	slices.Reverse(trail[:len(path)])
	for step := 1; step < len(path); step++ {
		head := len(path) - 1 - step // index of the head in the trail
		_, near := g.DirTo(path[step-1], path[step])
		blocking := n - 1 // number of segments that block the head; the tip of the tail leaves its cell in the same move
		if n == 2 {
			blocking = n // a snake of two segments cannot turn back onto its tail
		}
		if !near || slices.Contains(trail[head+1:][:blocking], path[step]) {
			return nil, false
		}
	}
	return trail[:n+1], true
}
