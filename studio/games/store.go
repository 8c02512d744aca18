package games

// Estimates of memory, in bytes.
const (
	perCell = 400 // for each cell of a board, with the solver's memory
	perMove = 32  // for each move of each snake, to return to it
)

// reserveGames reserves memory for the turns played so far, before more are played.
func (g *game) reserveGames() error {
	need := g.table.size()
	if g.original != nil {
		need += g.original.size()
	}
	return g.share.Grow(need)
}

func (t *table) size() (bytes int64) {
	for _, l := range t.lanes {
		bytes += int64(l.spec.W*l.spec.H)*perCell + int64(max(l.length, l.played.Turns())*len(l.seats))*perMove
	}
	return bytes
}
