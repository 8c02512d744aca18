package games

import (
	"sort"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// meter measures a game as it grows: when its snakes got longer, and how far off the
// food was each time. A turn without a meal costs it no memory.
type meter struct {
	rules *roster.RulesEntry
	at    int // the last turn that it has seen, from 0; -1 is none
	seats []growth
}

// growth is how long a snake was, and since when.
type growth struct {
	turns   []int32 // in which the length changed, from 0; first is the start
	lengths []int32
	far     []int32 // sum of the distances to the food up to the meal, of games with one food
	food    int     // the distance to the food that lies there now
}

// see takes in a position, which is that of the turn after the last one.
func (m *meter) see(s *ouro.State) {
	m.at++
	if m.seats == nil {
		m.seats = make([]growth, len(s.Snakes))
	}
	for seat := range m.seats {
		m.seats[seat].see(s, seat, m.at, m.measures())
	}
}

// measures tells whether distances mean something: one snake, one food.
func (m *meter) measures() bool { return m.rules != nil && m.rules.OneFood && len(m.seats) == 1 }

func (g *growth) see(s *ouro.State, seat, turn int, measures bool) {
	body := &s.Snakes[seat].Body
	n := len(g.turns)
	if n > 0 && int(g.lengths[n-1]) == body.Len() {
		return
	}
	far := int32(0)
	if n > 0 {
		far = g.far[n-1] + int32(g.food)
	}
	g.turns, g.lengths, g.far = append(g.turns, int32(turn)), append(g.lengths, int32(body.Len())), append(g.far, far)
	if g.food = 0; measures && len(s.Food) > 0 && body.Len() > 0 && body.Head() != ouro.NoCell {
		g.food = s.Grid.Distance(body.Head(), s.Food[0])
	}
}

// catchUp sees the positions up to this turn.
func (m *meter) catchUp(p play.Positions, turn int) {
	for m.at < turn {
		m.see(p.At(m.at + 1))
	}
}

// last is which step of a snake's growth was the last by this turn.
func (g *growth) last(turn int) int {
	return sort.Search(len(g.turns), func(i int) bool { return int(g.turns[i]) > turn }) - 1
}
