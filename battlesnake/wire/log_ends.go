package wire

import (
	"slices"

	"ouro"
	"ouro/field"
)

// maxEnds is the largest number of snakes that disappear in one turn for which all moves are tried.
const maxEnds = 5

// ends returns the snakes of a frame before, in its order, after the move to the next frame, whose
// position is s; was is the position of before. Only the snakes that disappear in the next frame
// are meaningful. All their moves are tried. If several explain the next frame, the first one
// counts, which is straight on if possible, and a cause that differs between them is UnknownCause.
// If none does, the snakes are returned where they were.
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

// explains reports whether after has the same living snakes as the frame, whose position is s, with
// the same health and length, and no food that the frame lacks.
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
