package games

import (
	"sort"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// meter records when the snakes of a game grew, and the distances to the food. It needs
// memory only for turns with a meal.
type meter struct {
	rules *roster.RulesEntry
	at    int // last turn seen, from 0; -1 before the first
	seats []growth
}

// growth lists the lengths of one snake.
type growth struct {
	turns   []int32 // turns in which the length changed, from 0; the first is the start
	lengths []int32
	far     []int32 // sum of the distances to the food up to each meal, in games with one food
	food    int     // distance to the current food when it appeared
}

// see adds the position of the next turn.
func (m *meter) see(s *ouro.State) {
	m.at++
	if m.seats == nil {
		m.seats = make([]growth, len(s.Snakes))
	}
	for seat := range m.seats {
		m.seats[seat].see(s, seat, m.at, m.hasDistances())
	}
}

// hasDistances reports whether distances are measured: with one snake and one food.
func (m *meter) hasDistances() bool { return m.rules != nil && m.rules.OneFood && len(m.seats) == 1 }

func (g *growth) see(s *ouro.State, seat, turn int, hasDistances bool) {
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
	if g.food = 0; hasDistances && len(s.Food) > 0 && body.Len() > 0 && body.Head() != ouro.NoCell {
		g.food = s.Grid.Distance(body.Head(), s.Food[0])
	}
}

// catchUp adds all positions up to a turn.
func (m *meter) catchUp(p play.Positions, turn int) {
	for m.at < turn {
		m.see(p.At(m.at + 1))
	}
}

// last returns the index of the last change of length up to a turn.
func (g *growth) last(turn int) int {
	return sort.Search(len(g.turns), func(i int) bool { return int(g.turns[i]) > turn }) - 1
}
