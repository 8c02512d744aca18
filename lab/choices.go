package lab

import (
	"slices"

	"ouro"
)

// choice is what a solver did about one food: the way that it went, and others that it
// said that it had weighed or found, see ouro.LabelCandidates and ouro.LabelUnproven.
// Ways lead from where the head was when the food appeared to the food.
type choice struct {
	body     []ouro.Cell // when the food appeared, head first
	way      []ouro.Cell
	weighed  [][]ouro.Cell
	unproven [][]ouro.Cell
}

// chooser notes the choices of one game. What a solver tells between two meals is
// about the rest of the way: the first part of it is made.
type chooser struct {
	made []choice
	now  choice
}

// open begins a game.
func (c *chooser) open(s *ouro.State) {
	c.made = nil
	c.begin(s)
}

// begin begins with what lies there after a meal.
func (c *chooser) begin(s *ouro.State) {
	body := s.Snakes[0].Body.Append(nil)
	c.now = choice{body: body, way: []ouro.Cell{body[0]}}
}

// trace hears what the solver tells.
func (c *chooser) trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NotePath {
			return
		}
		way := func() []ouro.Cell { return slices.Concat(c.now.way[:len(c.now.way)-1], n.Cells) }
		switch n.Label {
		case ouro.LabelCandidates:
			c.now.weighed = append(c.now.weighed, way())
		case ouro.LabelUnproven:
			c.now.unproven = append(c.now.unproven, way())
		}
	})
}

// note is told of every position of the game, move by move.
func (c *chooser) note(s *ouro.State) {
	body := &s.Snakes[0].Body
	c.now.way = append(c.now.way, body.Head())
	if body.Len() == len(c.now.body) {
		return
	}
	c.made = append(c.made, c.now)
	c.begin(s)
}

// food is where the way led.
func (c *choice) food() ouro.Cell { return c.way[len(c.way)-1] }

// steps are the moves to the meal.
func (c *choice) steps() int { return len(c.way) - 1 }

// after is the body after the meal at the end of a way to the same food, and whether
// the snake can go it.
func (c *choice) after(g *ouro.Grid, way []ouro.Cell) (body []ouro.Cell, ok bool) {
	n := len(c.body)
	if len(way) < 2 || way[0] != c.body[0] || slices.Index(way, c.food()) != len(way)-1 {
		return nil, false
	}
	trail := append(slices.Clone(way), c.body[1:]...) // all that was or will be body, the newest first
	slices.Reverse(trail[:len(way)])
	for step := 1; step < len(way); step++ {
		head := len(way) - 1 - step // in the trail
		_, near := g.DirTo(way[step-1], way[step])
		rest := n - 1 // of the body, whose tip leaves as the head comes
		if n == 2 {
			rest = n // it does not turn back
		}
		if !near || slices.Contains(trail[head+1:][:rest], way[step]) {
			return nil, false
		}
	}
	return trail[:n+1], true
}
