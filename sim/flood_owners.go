package sim

import "ouro"

// Owners appends the owner of each cell to owners[:0], or NoSeat; a head owns its cell. It
// is for viewers and costs more than Measure.
func (f *Flood) Owners(p *Position, owners []int) []int {
	flows := f.line(p)
	if f.pairs != nil {
		f.pairs.many(p, flows, &f.Claims)
	} else {
		f.rows.measure(p, flows, &f.Claims)
	}
	owners = owners[:0]
	for place := uint16(1); int(place) <= p.Grid().Size(); place++ {
		owners = append(owners, f.owner(p, flows, place))
	}
	return owners
}

// owner returns the owner of a place, after a flood.
func (f *Flood) owner(p *Position, flows []flow, place uint16) int {
	for i := range flows {
		if f.pairs != nil && f.pairs.mine[i].meets(one(p.board.bit[place])) || f.rows != nil && f.rows.has(&f.rows.mine[i], place) {
			return flows[i].seat
		}
	}
	return ouro.NoSeat
}
