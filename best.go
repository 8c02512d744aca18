package ouro

import "sync/atomic"

// Best is where a Solver leaves its best move so far while it thinks, for whoever
// cannot wait any longer. The Solver offers with [Turn.Offer]; whoever asked may
// look, or take it, at any time from any goroutine. The zero value holds nothing; a
// nil Best swallows what it is offered, as nobody waits.
type Best struct{ move atomic.Uint32 } // 0 for none, else 1 more than the direction; and taken

// taken is set when nothing is waited for any more.
const taken = 8

// Offer makes d the best move so far, and tells whether it may still be made: once
// the move was taken, or another is made because there was none, it is too late.
// What is no direction is not kept.
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

// Dir is what was offered last, if anything was.
func (b *Best) Dir() (d Dir, ok bool) {
	if b == nil {
		return 0, false
	}
	move := b.move.Load() &^ taken
	return Dir(move - 1), move > 0
}

// Take is the best move so far of this seat, if there is one that can be made: one
// that is fatal is not, unless all are. No offer is kept after it.
func (b *Best) Take(s *State, seat int) (Dir, bool) {
	b.move.Or(taken)
	d, ok := b.Dir()
	if !ok {
		return 0, false
	}
	legal := s.Legal(seat)
	return d, legal == 0 || legal.Has(d)
}

// Clear forgets everything, before another question.
func (b *Best) Clear() { b.move.Store(0) }
