package play

import (
	"ouro"
	"ouro/field"
)

// Fallbacks: functions that choose the move of a snake whose Solver has none.

// StraightOn returns the direction straight on if that is possible, else the first possible
// direction clockwise from there.
func StraightOn(s *ouro.State, seat int) ouro.Dir {
	d := RepeatLast(s, seat)
	for range 4 {
		if s.Enterable(seat, s.Grid.Next(s.Snakes[seat].Body.Head(), d)) {
			return d
		}
		d = d.TurnRight()
	}
	return d
}

// RepeatLast returns the direction of the last move, possible or not, or up before the
// first move, as the official Battlesnake engine does.
func RepeatLast(s *ouro.State, seat int) ouro.Dir { return field.Onward(s, seat) }

// FirstLegal returns the first legal direction of a snake that has one.
func FirstLegal(s *ouro.State, seat int) ouro.Dir { return s.Legal(seat).At(0) }

// Safest returns the legal direction from which the most cells can be reached on the
// current board. It chooses a move that burns the snake to death, or onto a cell that the
// head of a snake that is not shorter may enter, only if there is no other. If every move
// is fatal, it returns the last direction.
func Safest(s *ouro.State, seat int) ouro.Dir {
	me := &s.Snakes[seat]
	blocked := make([]bool, s.Grid.Size())
	field.Block(blocked, s, seat)
	reach := field.New(s.Grid)
	best, bestScore := RepeatLast(s, seat), -1
	legal := s.Legal(seat)
	for i := range legal.Len() {
		d := legal.At(i)
		c := s.Grid.Next(me.Body.Head(), d)
		score := reach.Fill(blocked, c)
		if !burns(s, me, c) && !contested(s, seat, c) {
			score += s.Grid.Size()
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// burns reports whether a move onto c costs the snake its last health.
func burns(s *ouro.State, me *ouro.Snake, c ouro.Cell) bool {
	return !s.AlwaysGrow && !s.HasFood(c) && me.Health-1-s.Hazard(c)*s.HazardDamage <= 0
}

// contested reports whether another snake that is not shorter may move to c.
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
