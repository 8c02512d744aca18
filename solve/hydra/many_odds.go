package hydra

import (
	"math"

	"ouro"
	"ouro/sim"
)

// odds is the move that survives most of what the enemies may do, each joint answer
// weighed by how plausible it is, where every move loses if all conspire. It
// deepens until the budget is used up; best is the answer until the first depth is
// through.
func (s *pack) odds(t ouro.Turn, moves ouro.DirSet, best ouro.Dir) ouro.Dir {
	for depth := 0; depth < maxOddsDepth; depth += turnDepth {
		dir, most := best, math.Inf(-1)
		for i := range moves.Len() {
			v := s.chance(uint8(moves.At(i)), depth)
			if s.stopped {
				return best
			}
			if v > most {
				dir, most = moves.At(i), v
			}
		}
		if best != dir {
			best = dir
			t.Offer(best)
		}
	}
	return best
}

// maxOddsDepth bounds the search behind each joint answer.
const maxOddsDepth = 12 * turnDepth

// chance is how well my move does against all joint answers.
func (s *pack) chance(mine uint8, depth int) float64 {
	a := &s.answers[s.ply]
	s.list(a, mine)
	near, n := s.near(mine)
	a.n, a.first = 1, 0
	s.product(a, near[:n])
	sum, all := 0.0, 0.0
	for k := range uint8(a.n) {
		w := 1.0
		for i := range near[:n] {
			w *= near[i].weight(a.moves[k][near[i].seat])
		}
		v := s.answer(a, k, mine, depth, -won, won)
		if s.stopped {
			return 0
		}
		sum += w * s.hope(v)
		all += w
	}
	return sum / all
}

// hope is the chance that a value leaves of what all conspiring would take. A loss
// that is further away is less likely to come about.
func (s *pack) hope(v int32) float64 {
	switch {
	case v <= -decided:
		return hopeFar * (1 - math.Pow(hopeTurn, float64(v+won-1)))
	case v < trade/2:
		return hopeFar * (1 - math.Pow(hopeTurn, float64(v-trade-1)))
	}
	return 0.5 + 0.5/(1+math.Exp(-float64(v)/1000))
}

// A loss k turns ahead leaves hopeFar less a part of hopeTurn to the power of k-1.
const (
	hopeFar  = 0.5
	hopeTurn = 0.75
)

// near are the enemies that come near soon, with all their moves.
func (s *pack) near(mine uint8) (near [sim.MaxSnakes]choice, n int) {
	p := s.pos
	head := p.Next(p.Head(s.me), ouro.Dir(mine))
	for rest := p.Alive() &^ (1 << s.me); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		if moves := p.Moves(seat); moves != 0 && s.dist(head, p.Head(seat)) <= 6 && n < 3 {
			near[n] = s.choose(seat, moves)
			n++
		}
	}
	return near, n
}

// weight is how plausible a move is among those of the enemy.
func (c *choice) weight(d ouro.Dir) float64 {
	for i, o := range c.dirs[:c.n] {
		if o == d {
			return math.Exp(float64(c.ranks[i]-c.ranks[0]) / 12)
		}
	}
	return 1
}
