package battlesnake

import "ouro"

// eliminate ends the lives of this turn's losers: first those without health
// and those off the board, whose bodies then block nobody. The others are all
// judged before any of them is taken off.
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
	var verdicts [MaxSnakes]verdict
	guilty := false
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause == ouro.Alive && s.Segments(sn.Body.Head()) > 1 {
			verdicts[seat] = judge(s, seat)
			guilty = true
		}
	}
	if !guilty {
		return
	}
	for seat := range s.Snakes {
		if v := &verdicts[seat]; v.cause != ouro.Alive {
			kill(s, seat, v.cause, v.by)
		}
	}
}

// verdict is what a snake dies of, if it does, and the seat of who did it.
type verdict struct {
	cause ouro.Cause
	by    int
}

// judge tells what becomes of a living snake whose head is not alone on its
// cell. Where several others could have killed it, the longest has, and of
// equally long ones that of the lowest seat.
func judge(s *ouro.State, seat int) verdict {
	self := &s.Snakes[seat].Body
	head := self.Head()
	if lies(self, head) {
		return verdict{ouro.HitSelf, seat}
	}
	byBody, byHead := ouro.NoSeat, ouro.NoSeat
	for i := range s.Snakes {
		other := &s.Snakes[i].Body
		if i == seat || s.Snakes[i].Cause != ouro.Alive {
			continue
		}
		if lies(other, head) && (byBody < 0 || other.Len() > s.Snakes[byBody].Body.Len()) {
			byBody = i
		}
		if other.Head() == head && other.Len() >= self.Len() && (byHead < 0 || other.Len() > s.Snakes[byHead].Body.Len()) {
			byHead = i
		}
	}
	switch {
	case byBody >= 0:
		return verdict{ouro.HitBody, byBody}
	case byHead >= 0:
		return verdict{ouro.HeadOn, byHead}
	}
	return verdict{}
}

// lies tells whether a body, its head aside, lies on c.
func lies(b *ouro.Body, c ouro.Cell) bool {
	for i := 1; i < b.Len(); i++ {
		if b.At(i) == c {
			return true
		}
	}
	return false
}
