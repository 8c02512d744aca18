package battlesnake

import "ouro"

// eliminate kills the snakes that lose in this turn. Snakes without health and snakes off
// the board die first, and their bodies no longer block others. All collisions are then
// decided before any of their snakes is removed.
func eliminate(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		switch {
		case sn.Cause != ouro.Alive:
		case sn.Health <= 0:
			kill(s, seat, ouro.Starved, ouro.NoSeat)
		case sn.Body.Head() == ouro.NoCell:
			kill(s, seat, ouro.HitWall, ouro.NoSeat)
		}
	}
	var deaths [MaxSnakes]death
	found := false
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause == ouro.Alive && s.Segments(sn.Body.Head()) > 1 {
			deaths[seat] = collision(s, seat)
			found = true
		}
	}
	if !found {
		return
	}
	for seat := range s.Snakes {
		if d := &deaths[seat]; d.cause != ouro.Alive {
			kill(s, seat, d.cause, d.by)
		}
	}
}

// death is why a snake dies, or Alive, and the seat of the snake that killed it.
type death struct {
	cause ouro.Cause
	by    int
}

// collision returns the death of a living snake whose head shares its cell with another
// segment, or Alive. If several snakes could have killed it, the killer is the longest one,
// and among equally long ones that of the lowest seat.
func collision(s *ouro.State, seat int) death {
	self := &s.Snakes[seat].Body
	head := self.Head()
	if bodyCovers(self, head) {
		return death{ouro.HitSelf, seat}
	}
	byBody, byHead := ouro.NoSeat, ouro.NoSeat
	for i := range s.Snakes {
		other := &s.Snakes[i].Body
		if i == seat || s.Snakes[i].Cause != ouro.Alive {
			continue
		}
		if bodyCovers(other, head) && (byBody < 0 || other.Len() > s.Snakes[byBody].Body.Len()) {
			byBody = i
		}
		if other.Head() == head && other.Len() >= self.Len() && (byHead < 0 || other.Len() > s.Snakes[byHead].Body.Len()) {
			byHead = i
		}
	}
	switch {
	case byBody >= 0:
		return death{ouro.HitBody, byBody}
	case byHead >= 0:
		return death{ouro.HeadOn, byHead}
	}
	return death{}
}

// bodyCovers reports whether a segment other than the head is on c.
func bodyCovers(b *ouro.Body, c ouro.Cell) bool {
	for i := 1; i < b.Len(); i++ {
		if b.At(i) == c {
			return true
		}
	}
	return false
}
