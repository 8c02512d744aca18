package store

import (
	"context"
	"time"
)

// Totals are sums over the games of an experiment, for lists of many experiments. The
// sums of their rows are not checked.
type Totals struct {
	Games, Won      int
	Turns           float64 // of all games
	WonTurns        float64 // of won games
	WonTurnsSquared float64 // sum of squares
	Faults          int
	Took            time.Duration
	Last            time.Time // when the last game was finished
}

// Totals returns the totals of all experiments that have games, by ID.
func (s *Store) Totals(ctx context.Context) (map[int64]Totals, error) {
	all := map[int64]Totals{}
	err := query(ctx, s.db, func(scan scanner) error {
		var id, last int64
		var t Totals
		if err := scan(&id, &t.Games, &t.Won, &t.Turns, &t.WonTurns, &t.WonTurnsSquared, &t.Faults, &t.Took, &last); err != nil {
			return err
		}
		t.Last = time.UnixMilli(last)
		all[id] = t
		return nil
	}, `SELECT experiment, count(*), sum(ending = 'won'), total(turns),
			total(CASE ending WHEN 'won' THEN turns END), total(CASE ending WHEN 'won' THEN 1.0 * turns * turns END), sum(mishaps), sum(took), max(at)
		FROM games GROUP BY experiment`)
	return all, s.explain(err)
}
