package server

import (
	"ouro"
	"ouro/battlesnake/wire"
	"ouro/field"
)

// fallback is the move made where the solver has none: the legal step from
// which the most cells can be reached as the board lies now. A step that burns
// the snake to death, or onto a cell that the head of a snake not shorter may
// enter too, is taken only if there is no other. Where every step is fatal it
// goes straight on.
func fallback(s *ouro.State, seat int) ouro.Decision {
	me := &s.Snakes[seat]
	blocked := make([]bool, s.Grid.Size())
	field.Block(blocked, s, seat)
	reach := field.New(s.Grid)
	best, bestScore := wire.LastMove(s, seat), -1
	legal := s.Legal(seat)
	for i := range legal.Len() {
		d := legal.At(i)
		c := s.Grid.Next(me.Body.Head(), d)
		score := reach.Fill(blocked, c)
		if safe := !burns(s, me, c) && !contested(s, seat, c); safe {
			score += s.Grid.Size()
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return ouro.Decision{Dir: best}
}

// burns tells whether a step onto c costs the snake its last health.
func burns(s *ouro.State, me *ouro.Snake, c ouro.Cell) bool {
	return !s.AlwaysGrow && !s.HasFood(c) && me.Health-1-s.Hazard(c)*s.HazardDamage <= 0
}

// contested tells whether another snake that is not shorter may step to c.
func contested(s *ouro.State, seat int, c ouro.Cell) bool {
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if i == seat || sn.Cause != ouro.Alive || sn.Body.Len() < s.Snakes[seat].Body.Len() {
			continue
		}
		if _, ok := s.Grid.DirTo(sn.Body.Head(), c); ok {
			return true
		}
	}
	return false
}
