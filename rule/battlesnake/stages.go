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
			sn.Off = d
		}
		s.Advance(seat, c, false)
		sn.Hunger++
	}
}

// starve subtracts a point of health. A snake with none left can still eat in this turn.
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

// feed feeds every living snake whose head is on food, also several heads on the same food.
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

func removeFood(_ *config, s *ouro.State, _ []ouro.Dir) {
	for n := len(s.Food); n > 0; n-- {
		s.RemoveFood(s.Food[n-1])
	}
}

// growAll gives every snake full health and doubles the tip of its tail, unless it is
// double. As in the official engine, dead snakes are included.
func growAll(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		sn.Health = MaxHealth
		if n := sn.Body.Len(); n < 2 || sn.Body.At(n-1) != sn.Body.At(n-2) {
			s.Grow(seat)
		}
	}
}

// recordTails records the cells that tails will leave, for maps on which they leave trails.
// It runs before move.
func recordTails(_ *config, s *ouro.State, _ []ouro.Dir) {
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		sn.Left = ouro.NoCell
		if n := sn.Body.Len(); sn.Cause == ouro.Alive && (n < 2 || sn.Body.At(n-1) != sn.Body.At(n-2)) {
			sn.Left = sn.Body.Tail()
		}
	}
}

// kill marks a snake as dead in this turn.
func kill(s *ouro.State, seat int, cause ouro.Cause, by int) {
	s.Kill(seat, cause)
	sn := &s.Snakes[seat]
	sn.Died, sn.By = s.Turn, by
}
