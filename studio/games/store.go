package games

// About so many bytes are kept.
const (
	perCell = 400 // of a board, with the solver's own
	perMove = 32  // of each snake, to go back to it
)

// keep has room for the games as far as they are played, before they are played on.
func (g *game) keep() error {
	need := g.table.size()
	if g.parked != nil {
		need += g.parked.size()
	}
	return g.share.Grow(need)
}

func (t *table) size() (bytes int64) {
	for _, l := range t.lanes {
		bytes += int64(l.spec.W*l.spec.H)*perCell + int64(max(l.length, l.played.Turns())*len(l.seats))*perMove
	}
	return bytes
}
