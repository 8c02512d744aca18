package sim

import "ouro"

// Hash returns a digest of the living snakes, with their seats, bodies and health, of the
// food, and of the hazards. Equal positions have equal hashes, whatever moves led to them.
// Walls are not included, because they do not change. Every move updates most of the
// digest; the call costs some nanoseconds for each snake, and one for each cell if tails
// leave trails.
func (p *Position) Hash() uint64 {
	h := p.groundSum
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[seat+1]
		stacked := sn.length - (p.ply - sn.tail + 1)
		h += ouro.Mix(sn.sum, uint64(sn.at)<<48|uint64(stacked)<<16|uint64(sn.health)<<8|uint64(seat))
	}
	if p.trails.on {
		h += ouro.Mix(p.trails.sum(p), 0)
	}
	return h
}
