package battlesnake

import "ouro"

// move moves every living head one step. The grid defines whether the edges wrap.
func move(_ *config, s *ouro.State, joint []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		d := joint[seat]
		c := s.Grid.Next(sn.Body.Head(), d)
		if c == ouro.NoCell {
			sn.Exit = d
		}
		s.Advance(seat, c, false)
		sn.Hunger++
	}
}

// starve subtracts a point of health. A snake without health can still eat in this turn.
func starve(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			sn.Health--
		}
	}
}

// burn subtracts the damage of each layer of hazard under a head, unless food is there.
func burn(c *config, s *ouro.State, _ []ouro.Dir) {
	if len(s.Hazards) == 0 {
		return
	}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		head := sn.Body.Head()
		if head == ouro.NoCell || s.HasFood(head) {
			continue
		}
		layers := s.Hazard(head)
		if layers == 0 {
			continue
		}
		sn.Health = min(max(sn.Health-layers*c.Damage, 0), MaxHealth)
		if sn.Health == 0 {
			kill(s, seat, ouro.Burnt, ouro.NoSeat)
		}
	}
}

// feed feeds every living snake whose head is on food. If several heads are on the same
// food, all of them eat.
func feed(_ *config, s *ouro.State, _ []ouro.Dir) {
	if len(s.Food) == 0 {
		return
	}
	fed := false
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause == ouro.Alive && s.HasFood(sn.Body.Head()) {
			s.Grow(seat)
			sn.Health, sn.Hunger = MaxHealth, 0
			fed = true
		}
	}
	if !fed {
		return
	}
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			s.RemoveFood(sn.Body.Head())
		}
	}
}

// eliminate kills the snakes that lose in this turn. Snakes without health and snakes off the board
// die first, and no longer block others. All collisions are then decided on the same board.
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

// death is the cause of a snake's death, or Alive, with the seat of the snake that killed it.
type death struct {
	cause ouro.Cause
	by    int
}

// collision returns the death of a living snake whose head shares its cell with another segment, or
// Alive. Its own body counts first, then other bodies, then other heads. The killer is the longest
// of the possible killers; of equally long ones, the snake in the lowest seat.
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

func bodyCovers(b *ouro.Body, c ouro.Cell) bool {
	for i := 1; i < b.Len(); i++ {
		if b.At(i) == c {
			return true
		}
	}
	return false
}

func removeFood(_ *config, s *ouro.State, _ []ouro.Dir) {
	for n := len(s.Food); n > 0; n-- {
		s.RemoveFood(s.Food[n-1])
	}
}

// growAll gives every snake full health and doubles the tip of its tail, unless the tip is
// already double. It includes dead snakes, as the official engine does.
func growAll(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		sn.Health = MaxHealth
		if n := sn.Body.Len(); n < 2 || sn.Body.At(n-1) != sn.Body.At(n-2) {
			s.Grow(seat)
		}
	}
}

// recordTails records the cells that tails will leave, for maps with trails. It runs before
// move.
func recordTails(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		sn.Vacated = ouro.NoCell
		if n := sn.Body.Len(); sn.Cause == ouro.Alive && (n < 2 || sn.Body.At(n-1) != sn.Body.At(n-2)) {
			sn.Vacated = sn.Body.Tail()
		}
	}
}

func kill(s *ouro.State, seat int, cause ouro.Cause, by int) {
	s.Kill(seat, cause)
	sn := &s.Snakes[seat]
	sn.Died, sn.Killer = s.Turn, by
}
