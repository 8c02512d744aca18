package tour

import "ouro"

// show traces the cycle and, for each direction, minus the result of steps for its cell,
// where that is not 0.
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

// showNext traces a snake that follows the cycle to next, with the food that many steps
// ahead.
func (k *track) showNext(t ouro.Turn, next ouro.Cell, food int) {
	k.show(t, func(c ouro.Cell) int {
		if c == next {
			return food
		}
		return 0
	})
	k.plan(t, k.next)
}

// plan traces the path to the food along the cells that choose returns. It is walked on a
// copy of the position.
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
