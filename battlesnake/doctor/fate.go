package doctor

import "ouro"

// fate is what a move brings in this very turn, over all that the others may do.
type fate struct {
	sure  bool       // it kills, whatever they do
	maybe bool       // it kills if they do certain things; true where sure is
	cause ouro.Cause // of what it dies, if it does
	by    int        // seat of who may kill it, or NoSeat
}

// lives tells of a move that nobody can punish in this turn, dies of one that kills.
func (f fate) lives() bool { return !f.maybe }
func (f fate) dies() bool  { return f.sure }

// fates are those of the four moves of a living snake. The others never run off
// the board, starve or burn with a move of theirs as long as they have another:
// who enters a body and hopes for that has made a mistake.
//
// Of a move that could kill in several ways the cause is the one that its author
// would look for first.
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

// alone is what kills a snake that makes this move, on any board without bodies:
// the wall, hunger or hazards.
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

// stays tells whether a body still lies on c when all have moved, its new head
// aside: all of it does but the tip of the tail.
func stays(b *ouro.Body, c ouro.Cell) bool {
	for i := range b.Len() - 1 {
		if b.At(i) == c {
			return true
		}
	}
	return false
}

// against is what another snake does to the one in this seat that moves to c. A
// snake that has died of its own move before bodies meet does nothing.
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
