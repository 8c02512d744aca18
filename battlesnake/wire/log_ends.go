package wire

import (
	"slices"

	"ouro"
	"ouro/field"
)

// maxEnds is the number of snakes that are gone at once of which all moves are
// tried.
const maxEnds = 5

// ends are the snakes of a frame, by their order there, as they lie after the
// move to the next one, of which s is the position. Only those that are gone then
// are of use. Their moves are tried; where several explain what became of all, the
// one that goes straight on counts, and a cause that is not the same in all is
// unknown. Where none does, snakes lie where they were.
func ends(rules ouro.Rules, was *ouro.State, before, frame *Request, s *ouro.State) []ouro.Snake {
	var gone []int
	joint := make([]ouro.Dir, len(was.Snakes))
	for i := range joint {
		now := frame.Board.Seat(before.Board.Snakes[i].ID)
		if now < 0 {
			gone = append(gone, i)
			joint[i] = field.Onward(was, i)
			continue
		}
		joint[i], _ = was.Grid.DirTo(was.Snakes[i].Body.Head(), s.Snakes[now].Body.Head())
	}
	var found []ouro.Snake
	first := slices.Clone(joint)
	for try := range 1 << (2 * min(len(gone), maxEnds)) {
		for k, i := range gone[:min(len(gone), maxEnds)] {
			joint[i] = (first[i] + ouro.Dir(try>>(2*k))) & 3
		}
		after := was.Clone()
		rules.Step(after, joint)
		if !explains(after, before, frame, s) {
			continue
		}
		if found == nil {
			found = after.Snakes
			continue
		}
		for _, i := range gone {
			if a, b := &found[i], &after.Snakes[i]; a.Cause != b.Cause || a.By != b.By {
				a.Cause, a.By = UnknownCause, ouro.NoSeat
			}
		}
	}
	if found != nil {
		return found
	}
	for i := range was.Snakes {
		was.Snakes[i].Cause, was.Snakes[i].Died = UnknownCause, frame.Turn
	}
	return was.Snakes
}

// explains tells whether after has the living and the dead of the frame, of which
// s is the position, and those that live as they are there.
func explains(after *ouro.State, before, frame *Request, s *ouro.State) bool {
	for i := range after.Snakes {
		sn, now := &after.Snakes[i], frame.Board.Seat(before.Board.Snakes[i].ID)
		if (now >= 0) != (sn.Cause == ouro.Alive) {
			return false
		}
		if now >= 0 && (sn.Health != s.Snakes[now].Health || sn.Body.Len() != s.Snakes[now].Body.Len()) {
			return false
		}
	}
	return after.Turn == s.Turn && !slices.ContainsFunc(after.Food, func(c ouro.Cell) bool { return !s.HasFood(c) })
}
