package exact

import (
	"context"
	"slices"
	"sync"

	"ouro"
)

// instantPositions is the number of positions of the largest board that Instant computes. It takes
// about two seconds.
const instantPositions = 8e6

// lastInstant keeps the last result of Instant, because many games use the same board.
var lastInstant struct {
	sync.Mutex
	level *ouro.Level
	table *Table
}

// Instant computes the table of a small board. It returns nil if the board is too large, or if no
// start of length 1 can fill it.
func Instant(l *ouro.Level) *Table {
	lastInstant.Lock()
	defer lastInstant.Unlock()
	if last := lastInstant.level; last == nil || !sameWalls(last, l) || last.Start != l.Start {
		lastInstant.level, lastInstant.table = &ouro.Level{Grid: l.Grid, Terrain: slices.Clone(l.Terrain), Start: l.Start}, nil
		if len(freeCells(l)) <= MaxCells && Measure(l, true).Positions <= instantPositions {
			if t, err := NewTable(context.Background(), l, Options{Workers: 1}); err == nil && t.chance > 0 {
				lastInstant.table = t
			}
		}
	}
	if lastInstant.table == nil {
		return nil
	}
	return lastInstant.table.share()
}
