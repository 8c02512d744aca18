package sim

import "ouro"

// Hash is a digest of the living snakes, with their order, bodies and health, of the food,
// and of the hazards. Equal positions have equal hashes, whatever moves led to them;
// walls, which do not change, are not part of it. It is kept up to date by every move; the
// call adds what is left, some nanoseconds for a snake, and one for each cell where tails
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
