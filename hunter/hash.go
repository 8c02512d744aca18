package hunter

import "ouro"

// Hash returns a 64-bit digest of the whole position, except the states of the dice and the
// solvers. It never changes, on any machine: records depend on it.
func (w *World) Hash() uint64 {
	h := ouro.Mix(uint64(w.tick), uint64(w.number)<<40|uint64(w.phase)<<32|uint64(w.left))
	h = ouro.Mix(h, uint64(w.bonus)<<32|uint64(w.faults)<<8|uint64(w.starts))
	for i := range w.hunters {
		p := &w.hunters[i]
		h = ouro.Mix(h, uint64(p.Cell)<<32|uint64(p.State)<<24|uint64(p.Lives)<<16|uint64(p.Wait)<<8|uint64(p.Shield))
		h = ouro.Mix(h, uint64(p.Score)<<16|uint64(p.Kills))
	}
	for i := range w.snakes {
		s := &w.snakes[i]
		h = ouro.Mix(h, uint64(s.Body.Len())<<32|uint64(s.State)<<24|uint64(s.Wait)<<8|uint64(s.Hurt))
		for k := range s.Body.Len() {
			h = ouro.Mix(h, uint64(s.Body.At(k)))
		}
	}
	for _, b := range w.bombs {
		h = ouro.Mix(h, uint64(b.Cell)<<16|uint64(b.Owner)<<8|uint64(b.Fuse))
	}
	for c, t := range w.ground {
		if v := uint64(t) | uint64(w.burn[c])<<8; v != 0 {
			h = ouro.Mix(h, uint64(c)<<16|v)
		}
		if w.burn[c] > 0 {
			h = ouro.Mix(h, uint64(w.burnBy[c]))
		}
	}
	return h
}
