package ouro

import "sync/atomic"

// Best holds the best move so far of a Solver that is still thinking. The Solver offers
// moves with [Turn.Offer]; its caller may read or take the last one at any time, from any
// goroutine. The zero value holds no move; a nil Best ignores offers.
type Best struct{ move atomic.Uint32 } // 0 without a move, else 1 + its direction; the flag taken

// taken is the bit that is set once no more offers are accepted.
const taken = 8

// Offer makes d the best move so far and reports whether it may still be played. It is too
// late once [Best.Take] was called. A d that is not a direction is ignored.
func (b *Best) Offer(d Dir) (kept bool) {
	if b == nil || d > Left {
		return true
	}
	for {
		old := b.move.Load()
		if old&taken != 0 {
			return false
		}
		if b.move.CompareAndSwap(old, uint32(d)+1) {
			return true
		}
	}
}

// Dir returns the last offer, if there was one.
func (b *Best) Dir() (d Dir, ok bool) {
	if b == nil {
		return 0, false
	}
	move := b.move.Load() &^ taken
	return Dir(move - 1), move > 0
}

// Take returns the best move so far, if there is one and it is legal for this seat or no
// move is legal. Later offers are ignored.
func (b *Best) Take(s *State, seat int) (Dir, bool) {
	b.move.Or(taken)
	d, ok := b.Dir()
	if !ok {
		return 0, false
	}
	legal := s.Legal(seat)
	return d, legal == 0 || legal.Has(d)
}

// Clear removes the move and accepts offers again.
func (b *Best) Clear() { b.move.Store(0) }
