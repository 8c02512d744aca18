package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// choice is a recorded move of a hydra with several enemies.
type choice struct {
	seen []uint16       // the inputs of the evaluation that predicts the move, see [hydra.Habits]
	may  [turnings]bool // the moves that are not fatal
	made int
}

// Moves relative to the direction of a snake.
const (
	onward = iota
	right
	left
	turnings
	back // never possible
)

// turning maps the number of clockwise quarter turns to the relative move.
var turning = [4]int{onward, right, back, left}

// choices replays g and appends the choices of its snakes while they have several enemies. It
// omits the random moves of the opening.
func (g *game) choices(to []choice, h *hydra.Habits) []choice {
	g.replay(func(turn int, pos *sim.Position) {
		if turn < openings || pos.Alive().Len() < 3 || pos.AlwaysGrow() {
			return
		}
		h.Load(pos)
		h.FindThings(pos)
		for rest := pos.Alive(); rest != 0; rest = rest.Rest() {
			seat := rest.First()
			facing, moves := pos.Facing(seat), pos.Moves(seat)
			made := moved(g.Moves[turn], seat+1)[seat]
			if moves.Len() < 2 || !moves.Has(made) {
				continue
			}
			c := choice{seen: h.AppendInputs(pos, seat, nil), made: turning[(made-facing)&3]}
			for clockwise, k := range turning {
				if d := (facing + ouro.Dir(clockwise)) & 3; k != back {
					c.may[k] = moves.Has(d)
				}
			}
			to = append(to, c)
		}
	})
	return to
}

// likely returns the probability that m gives each move. An input has weights for onward and for
// right. Its weight for left is the weight of the mirrored input for right.
func (m *model) likely(c *choice) (parts [turnings]float32) {
	for _, at := range c.seen {
		mirror := hydra.HabitMirror(int(at))
		parts[onward] += m.w[2*at]
		parts[right] += m.w[2*at+1]
		parts[left] += m.w[2*mirror+1]
	}
	most := float32(math.Inf(-1))
	for k, may := range c.may {
		if may {
			most = max(most, parts[k])
		}
	}
	sum := float32(0)
	for k, may := range c.may {
		if !may {
			parts[k] = 0
			continue
		}
		parts[k] = float32(math.Exp(float64(parts[k] - most)))
		sum += parts[k]
	}
	for k := range parts {
		parts[k] /= sum
	}
	return parts
}

// predicted returns how well m predicts the choices: the mean log loss, and the share of choices in
// which the move that was made has the highest probability.
func (m *model) predicted(cs []choice) (loss, part float64) {
	for i := range cs {
		c := &cs[i]
		parts := m.likely(c)
		loss -= math.Log(max(1e-9, float64(parts[c.made])))
		if parts[c.made] >= slices.Max(parts[:]) {
			part++
		}
	}
	return loss / float64(len(cs)), part / float64(len(cs))
}

func fitHabits(train, held []choice, o options) *model {
	m := &model{w: make([]float32, 2*hydra.HabitInputs)}
	m.descend(len(train), ones(len(m.w)), o, func(of []int32, grad []float32) {
		for _, i := range of {
			c := &train[i]
			parts := m.likely(c)
			parts[c.made]--
			for _, at := range c.seen {
				mirror := hydra.HabitMirror(int(at))
				grad[2*at] += parts[onward] / 2 / batch
				grad[2*mirror] += parts[onward] / 2 / batch
				grad[2*at+1] += parts[right] / batch
				grad[2*mirror+1] += parts[left] / batch
			}
		}
		for k, w := range m.w {
			grad[k] += float32(o.decay) * w
		}
	})
	loss, part := m.predicted(held)
	fmt.Printf("  %d choices, %d held out: loss %.4f, %.1f %% predicted\n", len(train), len(held), loss, 100*part)
	return m
}

func habitWeights(m *model) *hydra.HabitWeights {
	w := new(hydra.HabitWeights)
	whole := func(x float32) int16 { return int16(math.Round(float64(max(-30, min(30, x))) * unit)) }
	for i := range w {
		ahead := (m.w[2*i] + m.w[2*hydra.HabitMirror(i)]) / 2 // the two weights are equal except for rounding
		w[i] = [2]int16{whole(ahead), whole(m.w[2*i+1])}
	}
	return w
}

func writeHabits(b *bytes.Buffer, w *hydra.HabitWeights) {
	b.WriteString("var habitWeights = HabitWeights{\n")
	for i, pair := range w {
		fmt.Fprintf(b, "{%d, %d},", pair[0], pair[1])
		if i%hydra.HabitThings == hydra.HabitThings-1 || i == len(w)-1 {
			b.WriteByte('\n')
		}
	}
	b.WriteString("}\n")
}
