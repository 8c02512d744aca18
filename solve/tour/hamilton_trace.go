package tour

import "ouro"

// show notes the cycle and what each direction is worth: minus the steps that
// steps tells for its cell, where these are not 0.
func (k *track) show(t ouro.Turn, steps func(ouro.Cell) int) {
	t.Trace.Heat(ouro.LabelCycle, k.Heat())
	scores := unscored
	for d, c := range k.Grid.Neighbours(t.Snake().Body.Head()) {
		if c != ouro.NoCell {
			if n := steps(c); n > 0 {
				scores[d] = -float64(n)
			}
		}
	}
	t.Trace.Moves(ouro.LabelScores, scores)
}

// showNext notes what a snake thinks that follows the cycle as it is: it goes
// to next, and the food is food steps ahead.
func (k *track) showNext(t ouro.Turn, next ouro.Cell, food int) {
	k.show(t, func(c ouro.Cell) int {
		if c == next {
			return food
		}
		return 0
	})
	k.plan(t, k.next)
}

// plan notes the way to the food that a snake takes which steps where choose
// says. It is walked on a copy of the position.
func (k *track) plan(t ouro.Turn, choose func(*ouro.State, *ouro.Body) ouro.Cell) {
	s := t.State.Clone()
	body := &s.Snakes[t.Seat].Body
	way := []ouro.Cell{body.Head()}
	for range 2 * k.Len() {
		c := choose(s, body)
		way = append(way, c)
		if s.HasFood(c) {
			break
		}
		s.Advance(t.Seat, c, false)
	}
	t.Trace.Path(ouro.LabelPlan, way)
}
