package doctor

import "ouro"

// fate is the immediate result of a move, over all moves of the other snakes in the same turn.
type fate struct {
	sure  bool       // it kills, whatever they do
	maybe bool       // it kills after some of their moves; true if sure is
	cause ouro.Cause // of the death, if maybe
	by    int        // seat of the snake that may kill it, or NoSeat
}

// lives reports whether no move of another snake makes the move deadly, and dies whether every one
// does.
func (f fate) lives() bool { return !f.maybe }
func (f fate) dies() bool  { return f.sure }

// fates returns the fates of the four moves of a living snake. The other snakes do not leave the
// board, starve or burn while they have a move that avoids it; moving into a body in the hope of
// that would be a mistake.
//
// If a move could kill in several ways, the cause is the one that an author would look for first.
func fates(s *ouro.State, seat int) (all [4]fate) {
	for _, d := range ouro.Dirs {
		all[d] = fateOf(s, seat, d)
	}
	return all
}

func fateOf(s *ouro.State, seat int, d ouro.Dir) fate {
	if cause := alone(s, seat, d); cause != ouro.Alive {
		return fate{sure: true, maybe: true, cause: cause, by: ouro.NoSeat}
	}
	me := &s.Snakes[seat].Body
	c := s.Grid.Next(me.Head(), d)
	if stays(me, c) {
		return fate{sure: true, maybe: true, cause: ouro.HitSelf, by: seat}
	}
	f := fate{by: ouro.NoSeat}
	for other := range s.Snakes {
		if other == seat || s.Snakes[other].Cause != ouro.Alive {
			continue
		}
		switch g := against(s, seat, other, c); {
		case g.sure:
			return g
		case g.maybe && !f.maybe:
			f = g
		}
	}
	return f
}

// alone returns what kills a snake that makes this move on a board without bodies: the wall, hunger
// or hazards; or else Alive.
func alone(s *ouro.State, seat int, d ouro.Dir) ouro.Cause {
	sn := &s.Snakes[seat]
	c := s.Grid.Next(sn.Body.Head(), d)
	switch {
	case c == ouro.NoCell:
		return ouro.HitWall
	case s.HasFood(c):
		return ouro.Alive
	}
	health := sn.Health - 1
	if layers := s.Hazard(c); layers > 0 {
		if health -= layers * s.HazardDamage; health <= 0 {
			return ouro.Burnt
		}
	}
	if health <= 0 {
		return ouro.Starved
	}
	return ouro.Alive
}

// stays reports whether a body, without its new head, is still on c after the next move. Only the
// tip of the tail leaves its cell.
func stays(b *ouro.Body, c ouro.Cell) bool {
	for i := range b.Len() - 1 {
		if b.At(i) == c {
			return true
		}
	}
	return false
}

// against returns the fate of a move to c with regard to one other snake. A snake that dies of its
// own move before collisions has no effect.
func against(s *ouro.State, seat, other int, c ouro.Cell) fate {
	them := &s.Snakes[other].Body
	body := stays(them, c)
	kills, moves := 0, 0
	cause := ouro.HeadOn
	if body {
		cause = ouro.HitBody
	}
	for _, d := range ouro.Dirs {
		if alone(s, other, d) != ouro.Alive {
			continue
		}
		moves++
		if body || s.Grid.Next(them.Head(), d) == c && them.Len() >= s.Snakes[seat].Body.Len() {
			kills++
		}
	}
	return fate{sure: kills > 0 && kills == moves, maybe: kills > 0, cause: cause, by: other}
}
